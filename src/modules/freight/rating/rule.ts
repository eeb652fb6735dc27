/** 计费规则, versions and quotes (transport.md §3). What a version contains is described in schema.rules.ts. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { BY_DIRECTION } from '#modules/transport/parties/seen.rules.ts'

const RULE_TYPES = { '1': '里程计费', '2': '货量计费', '3': '趟次时长' }
const DIRECTIONS = { receivable: '应收', payable: '应付' }

export const rateRule = defineEntity({
  name: 'rateRule',
  label: '计费规则',
  right: 'billRulesList',
  title: ['name'],
  search: ['name', 'no'],
  fields: {
    no: f.serial('规则号', 'JF{yyyyMMdd}-{000}'),
    name: f.text('名称', { required: true, maxLength: 80, unique: '该规则名称已存在' }),
    status: f.state('状态', { draft: '草稿', active: '启用', disabled: '停用' }, 'draft'),
    type: f.choice('类型', RULE_TYPES, { required: true, default: '1', fixed: true }),
    direction: f.choice('方向', DIRECTIONS, { required: true, default: 'receivable', fixed: true }),
    customer: f.ref('客户', 'lessee'),
    carrier: f.ref('承运商', 'carrier'),
    driver: f.ref('司机', 'driver'),
    project: f.ref('项目', 'project'),
    orderModel: f.ref('订单模式', 'orderModel'),
    goodsRoute: f.ref('货运线路', 'goodsRoute'),
    vehicleClass: f.dict('车型', 'vehicleCategory'),
    goodsCategory: f.dict('货物类别', 'goodsCategory'),
    fromArea: f.text('起运地代码', { maxLength: 6 }),
    toArea: f.text('到达地代码', { maxLength: 6 }),
    priority: f.int('优先级', { required: true, default: 0, min: 0, max: 9 }),
    current: f.ref('当前版本', 'rateVersion', { readOnly: true }),
    effectiveOn: f.day('当前版本生效', { readOnly: true }),
    remark: f.note('备注', { maxLength: 500, quick: true }),
  },
  check: (v) =>
    v.customer !== null && v.direction === 'payable'
      ? { at: 'customer', reason: '应付规则按承运商或司机设置，不按客户' }
      : (v.carrier !== null || v.driver !== null) && v.direction === 'receivable'
        ? { at: 'carrier', reason: '应收规则按客户设置，不按承运商或司机' }
        : [v.fromArea, v.toArea].some((a) => a !== null && !/^\d{2}(?:\d{2}){0,2}$/.test(a))
          ? { at: 'fromArea', reason: '行政区划代码为 2、4 或 6 位数字' }
          : null,
  list: {
    columns: [
      'no',
      'name',
      'status',
      'type',
      'direction',
      'customer',
      'carrier',
      'project',
      'goodsRoute',
      'vehicleClass',
      'priority',
      'effectiveOn',
      'remark',
    ],
    filters: ['name', 'status', 'type', 'direction', 'customer', 'carrier', 'driver', 'project', 'goodsRoute', 'vehicleClass'],
    sort: '-createdAt',
    quick: { 应收: { direction: 'receivable' }, 应付: { direction: 'payable' }, 启用: { status: 'active' }, 草稿: { status: 'draft' } },
  },
  form: {
    规则: ['name', 'type', 'direction', 'priority', 'remark'],
    适用范围: [
      'customer',
      'carrier',
      'driver',
      'project',
      'orderModel',
      'goodsRoute',
      'vehicleClass',
      'goodsCategory',
      'fromArea',
      'toArea',
    ],
    当前: ['current', 'effectiveOn'],
  },
  children: [{ entity: 'rateVersion', by: 'rule', label: '版本' }],
})
export const rateRuleActions = defineActions(rateRule, {
  disable: { label: '停用', from: ['active'], to: 'disabled', tone: 'danger', confirm: '停用后不再用于新的计价，已有报价不变。确认停用？' },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后，新的订单与任务按它的范围和生效日计价。确认启用？' },
  activate: { label: '首次发布', from: ['draft', 'active', 'disabled'], to: 'active', internal: true },
})

export const rateVersion = defineEntity({
  name: 'rateVersion',
  label: '规则版本',
  right: 'billRulesList',
  title: ['rule', 'number'],
  writes: 'none',
  fields: {
    rule: f.ref('计费规则', 'rateRule', { required: true, onDelete: 'cascade' }),
    number: f.int('版本号', { required: true, min: 1 }),
    status: f.state('状态', { draft: '草稿', approving: '待审批', published: '已发布', ended: '已失效' }, 'draft'),
    effectiveOn: f.day('生效日期', { required: true }),
    endsOn: f.day('失效日期'),
    components: f.json<object>('计费内容', { internal: true, required: true }),
    summary: f.note('内容', { maxLength: 2000 }),
    warnings: f.note('倒挂提醒', { maxLength: 2000 }),
    samples: f.json<object[]>('样例', { internal: true }),
    note: f.note('说明', { maxLength: 500 }),
    publishedBy: f.ref('发布人', 'user'),
    publishedAt: f.instant('发布时间'),
  },
  unique: [{ fields: ['rule', 'number'], message: '该版本号已存在' }],
  list: {
    columns: ['rule', 'number', 'status', 'effectiveOn', 'endsOn', 'summary', 'warnings', 'publishedBy', 'publishedAt'],
    filters: ['rule', 'status', 'effectiveOn'],
    sort: 'rule,-number',
  },
  form: { 版本: ['rule', 'number', 'effectiveOn', 'endsOn', 'summary', 'warnings', 'note', 'publishedBy', 'publishedAt'] },
})
export const rateVersionActions = defineActions(rateVersion, {
  publish: {
    label: '发布',
    from: ['draft'],
    to: 'published',
    tone: 'primary',
    confirm: '发布后不能修改；上一版本到生效日前一天为止。确认发布？',
  },
  discard: {
    label: '作废草稿',
    from: ['draft'],
    to: 'ended',
    tone: 'danger',
    confirm: '作废后这一版不能再发布，已发布的版本不变。确认作废？',
  },
  end: { label: '失效', from: ['published'], internal: true, input: { endsOn: f.day('失效日期', { required: true }) } },
})

export const quote = defineEntity({
  name: 'quote',
  label: '报价',
  right: 'quoteList',
  seenBy: BY_DIRECTION,
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  writes: 'none',
  fields: {
    no: f.serial('报价号', 'BJ{yyyyMMdd}-{0000}'),
    order: f.ref('运输订单', 'transportOrder'),
    mission: f.ref('任务单', 'mission'),
    direction: f.choice('方向', DIRECTIONS, { required: true }),
    rule: f.ref('计费规则', 'rateRule'),
    rateVersion: f.ref('规则版本', 'rateVersion'),
    pricingDay: f.day('计价日', { required: true }),
    engine: f.int('引擎版本', { required: true, internal: true }),
    inputs: f.json<object>('计价输入', { internal: true, required: true }),
    rejected: f.json<object[]>('未采用规则', { internal: true }),
    lines: f.lines('明细', {
      code: f.text('代码', { required: true, maxLength: 40 }),
      label: f.text('项目', { required: true, maxLength: 80 }),
      amount: f.money('金额', { required: true }),
      formula: f.text('算式', { maxLength: 300 }),
    }),
    total: f.money('合计', { required: true, default: 0 }),
    tax: f.money('其中税额', { required: true, default: 0 }),
    current: f.flag('当前报价', { default: true }),
    validUntil: f.instant('有效期至'),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['no', 'order', 'mission', 'direction', 'rule', 'pricingDay', 'total', 'tax', 'current'],
    filters: ['no', 'order', 'mission', 'direction', 'rule', 'pricingDay', 'current'],
    sort: '-createdAt',
    totals: ['total'],
    totalsEach: 'direction',
  },
  form: {
    报价: ['order', 'mission', 'direction', 'rule', 'rateVersion', 'pricingDay', 'lines', 'total', 'tax', 'current', 'validUntil', 'store'],
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    rateRule: RowOf<typeof rateRule>
    rateVersion: RowOf<typeof rateVersion>
    quote: RowOf<typeof quote>
  }
  interface ActionsOf {
    rateRule: typeof rateRuleActions
    rateVersion: typeof rateVersionActions
  }
}
