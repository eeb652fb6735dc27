/** 调度方案: what was asked (a snapshot), every version of the answer, and what became of it. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import type { Plan, Problem, Sequence } from '../solver/model.ts'
import type { Board } from './problem.rules.ts'

export const MODES = { cost: '成本最低', vehicles: '车辆最少', balance: '均衡' } as const

/** What became of one route when the plan was committed. */
export interface RouteResult {
  vehicle: number
  plateNo: string
  ok: boolean
  note: string
  mission: number | null
  missionNo: string | null
}

export const dispatchPlan = defineEntity({
  name: 'dispatchPlan',
  label: '调度方案',
  right: 'smartScheduling',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('方案编号', 'DD{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      { computing: '计算中', ready: '待确认', committed: '已采用', partCommitted: '部分采用', discarded: '已废弃', failed: '失败' },
      'computing',
    ),
    day: f.day('配送日期', { required: true }),
    store: f.ref('门店', 'store'),
    mode: f.choice('目标', MODES, { required: true, default: 'cost' }),
    seconds: f.int('计算时长', { required: true, min: 1, max: 300, unit: '秒', default: 10 }),
    orders: f.int('配送单', { readOnly: true }),
    vehicles: f.int('可用车辆', { readOnly: true }),
    routes: f.int('线路', { readOnly: true }),
    unassigned: f.int('未排', { readOnly: true }),
    metres: f.int('里程', { readOnly: true, unit: 'm' }),
    total: f.money('成本', { readOnly: true }),
    current: f.int('当前版本', { readOnly: true, default: 0 }),
    error: f.note('失败原因', { readOnly: true, maxLength: 500 }),
    problem: f.json<Problem>('计算输入', { internal: true }),
    board: f.json<Board>('输入说明', { internal: true }),
    progress: f.json<{ iterations: number; cost: number; unassigned: number; vehicles: number }>('进度', { internal: true }),
    results: f.json<RouteResult[]>('采用结果', { internal: true }),
    seed: f.int('随机种子', { readOnly: true, default: 1 }),
  },
  list: {
    columns: ['no', 'status', 'day', 'store', 'mode', 'orders', 'vehicles', 'routes', 'unassigned', 'metres', 'total'],
    filters: ['no', 'status', 'day', 'store', 'mode'],
    sort: '-no',
  },
  form: {
    方案: ['no', 'status', 'day', 'store', 'mode', 'seconds'],
    结果: ['orders', 'vehicles', 'routes', 'unassigned', 'metres', 'total', 'current', 'error'],
  },
  writes: 'none',
})

/** One version: the routes, what each step costs, and by which act they came to be. */
export const dispatchVersion = defineEntity({
  name: 'dispatchVersion',
  label: '方案版本',
  right: 'smartScheduling',
  scope: { store: 'plan.store' },
  title: ['n'],
  fields: {
    plan: f.ref('方案', 'dispatchPlan', { required: true }),
    n: f.int('版本', { required: true }),
    parent: f.int('来自版本', { required: true }),
    op: f.text('操作', { required: true, maxLength: 200 }),
    total: f.money('成本', { required: true }),
    metres: f.int('里程', { required: true, unit: 'm' }),
    unassigned: f.int('未排', { required: true }),
    /** Kept although it breaks rules, and why. */
    override: f.note('超限保留原因', { maxLength: 300 }),
    sequences: f.json<Sequence[]>('路线', { internal: true }),
    result: f.json<Plan>('计算结果', { internal: true }),
  },
  unique: [{ fields: ['plan', 'n'], message: '该版本已存在' }],
  list: { columns: ['plan', 'n', 'parent', 'op', 'total', 'metres', 'unassigned', 'override'], filters: ['plan'], sort: 'plan,-n' },
  form: { 版本: ['plan', 'n', 'parent', 'op', 'total', 'metres', 'unassigned', 'override'] },
  writes: 'none',
})

export const dispatchPlanActions = defineActions(dispatchPlan, {
  finish: { label: '计算完成', from: ['computing'], to: 'ready', internal: true, right: 'smartScheduling_solve' },
  fail: {
    label: '计算失败',
    from: ['computing'],
    to: 'failed',
    internal: true,
    right: 'smartScheduling_solve',
    input: { error: f.note('失败原因', { required: true, maxLength: 500 }) },
  },
  solve: {
    label: '重新计算',
    from: ['ready', 'failed'],
    to: 'computing',
    confirm: '从当前版本继续优化，不会比现在差。确认重新计算？',
    done: '已开始计算',
  },
  commit: { label: '采用', from: ['ready', 'partCommitted'], internal: true },
  discard: {
    label: '废弃',
    from: ['computing', 'ready', 'failed'],
    to: 'discarded',
    tone: 'danger',
    confirm: '废弃后不能再采用，配送单可以重新排进别的方案。确认废弃？',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    dispatchPlan: RowOf<typeof dispatchPlan>
    dispatchVersion: RowOf<typeof dispatchVersion>
  }
  interface ActionsOf {
    dispatchPlan: typeof dispatchPlanActions
  }
}
