/** Approval at work: seven designed processes, roles by store, a deputy, and cases that stand where cases stand on a working day. */
import { sql } from 'kysely'
import { addDays, instantAt } from '#kit/basics/time/day.ts'
import { edit } from '#kit/entity/store.server.ts'
import { CASHIER, drawing, FINANCE, FLEET, MANAGER, PLANS, SALES, SERVICE, type Plan } from './approval-plans.ts'
import type { World } from './world.ts'
import { fen } from '#kit/basics/fen.ts'

const idOf =
  (w: World): ((username: string) => number) =>
  (username) =>
    w.people.get(username)!.id

async function organise(w: World): Promise<void> {
  const of = idOf(w)
  const depts = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('dept').select(['id', 'code']).where('operatorId', '=', w.operatorId).execute(),
  )
  const leaders: Record<string, number> = {
    sales: of(MANAGER),
    finance: of(FINANCE),
    fleet: of(FLEET),
    service: of(SERVICE),
    root: of(FINANCE),
  }
  for (const d of depts) if (leaders[d.code]) await w.write((tx) => edit(tx, w.as(), 'dept', d.id, null, { leader: leaders[d.code] }))
  const role = await w.add(undefined, 'approvalRole', { code: 'storeFinance', name: '门店财务', remark: '按业务所属门店确定人员' })
  for (const [i, store] of w.stores.entries())
    await w.add(undefined, 'approvalRoleMember', { role, user: of(i === 0 ? FINANCE : CASHIER), reach: 'store', store: store.id })
  await w.add(undefined, 'approvalRoleMember', { role, user: of(FINANCE), reach: 'company' })
}

async function design(w: World, plan: Plan): Promise<number> {
  let form: number | null = null
  if (plan.form) {
    form = await w.add(undefined, 'approvalForm', { name: `${plan.name}单` })
    const { id, version } = await w.db.read(w.operatorId, (db) =>
      db.selectFrom('approvalFormVersion').select(['id', 'version']).where('form', '=', form!).executeTakeFirstOrThrow(),
    )
    await w.call(undefined, '/api/v1/approvalFormVersion/save', { id, version, schema: { fields: plan.form } })
    await w.act(undefined, 'approvalFormVersion', 'publish', id)
  }
  const { key, name, category, act, remark } = plan
  const process = await w.add(undefined, 'approvalProcess', { key, name, category, act: act ?? null, form, remark })
  const { id, version } = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('approvalVersion').select(['id', 'version']).where('process', '=', process).executeTakeFirstOrThrow(),
  )
  await w.call(undefined, '/api/v1/approvalVersion/save', { id, version, definition: drawing(plan.nodes(idOf(w))) })
  await w.act(undefined, 'approvalVersion', 'publish', id)
  return process
}

/** The oldest open task of somebody, answered. */
async function answer(w: World, who: string, verb: 'approve' | 'reject' | 'addBefore' | 'handOver', more: object = {}): Promise<void> {
  const task = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('approvalTask')
      .select('id')
      .where('assignee', '=', idOf(w)(who))
      .where('status', '=', 'open')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (task) await w.call(who, `/api/v1/workflow/${verb}`, { task: task.id, ...more })
}

const start = (w: World, who: string, flowKey: string, values: object): Promise<{ id: number }> =>
  w.call(who, '/api/v1/flow/start', { flowKey, values })
const seal = (kind: string, purpose: string, copies: number): object => ({ seal: kind, purpose, copies, takeOut: false })
const expense = (w: World, store: number, reason: string, lines: readonly [string, number][]): object => ({
  store: w.stores[store]!.id,
  day: w.until,
  reason,
  lines: lines.map(([item, yuan]) => ({ item, amount: yuan * 100 })),
})

/** Some days of work: passed, sent back, countersigned, waiting. */
async function live(w: World): Promise<void> {
  w.at(addDays(w.until, -6), '09:40')
  await start(w, SALES, 'seal', seal('contract', '与虹桥物流签订年度租赁合同', 3))
  w.at(addDays(w.until, -6), '11:05')
  await answer(w, MANAGER, 'approve', { opinion: '同意' })
  w.at(addDays(w.until, -6), '14:20')
  await answer(w, SERVICE, 'approve', { opinion: '已盖章 3 份' })
  w.at(addDays(w.until, -4), '10:10')
  await start(
    w,
    SALES,
    'expense',
    expense(w, 0, '门店洗车与充电桩维修', [
      ['充电桩维修', 1680],
      ['洗车费', 920],
    ]),
  )
  await answer(w, MANAGER, 'approve')
  w.at(addDays(w.until, -3), '09:30')
  await answer(w, FINANCE, 'approve', { opinion: '票据齐全' })
  await start(w, SALES, 'expense', expense(w, 0, '客户拜访交通费', [['打车费', 186]]))
  await answer(w, MANAGER, 'reject', { opinion: '请补充客户名称' })
  w.at(addDays(w.until, -2), '15:00')
  await start(w, FLEET, 'seal', seal('company', '车辆年检委托书', 12))
  // Colleagues: handed on, and somebody asked to look first.
  w.at(addDays(w.until, -2), '16:10')
  await answer(w, FINANCE, 'handOver', { users: [idOf(w)(MANAGER)], opinion: '年检由门店统一安排，请店长审批' })
  w.at(addDays(w.until, -1), '09:15')
  await answer(w, MANAGER, 'addBefore', { users: [idOf(w)(CASHIER)], opinion: '请先核对委托书份数' })
  w.at(addDays(w.until, -1), '10:20')
  await start(w, SALES, 'seal', seal('finance', '对账函盖章', 2))
  await answer(w, MANAGER, 'approve')
  await start(w, SERVICE, 'expense', expense(w, 1, '客服热线话费', [['话费', 560]]))
  w.at(w.until, '08:50')
  await start(
    w,
    SALES,
    'expense',
    expense(w, 0, '新车上牌杂费', [
      ['代办费', 1200],
      ['停车费', 240],
      ['照相费', 90],
    ]),
  )
  await start(w, SALES, 'seal', seal('contract', '与沪东冷链签订补充协议', 2))
}

/** Acts of other modules that wait now: a contract of the Suzhou store, a franchise applicant. */
async function business(w: World, processes: ReadonlyMap<string, number>): Promise<void> {
  const suzhou = w.stores[3]!.id
  // The contract flow is tried out at one store first; the others sign directly until it has proved itself.
  for (const [act, key, store] of [
    ['contract', 'contract', suzhou],
    ['franchiseApply.pass', 'franchise', null],
    ['refund', 'refund', suzhou],
    ['rentReduction', 'reduceRent', suzhou],
    ['vehicleReturn', 'returnCar', suzhou],
  ] as const)
    await w.add(undefined, 'businessProcess', { act, process: processes.get(key)!, store, enabled: true })
  const draft = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('contract')
      .select('id')
      .where('operatorId', '=', w.operatorId)
      .where('status', '=', 'draft')
      .where('store', '=', suzhou)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (draft) await w.act('yunqiao_suzhou', 'contract', 'submit', draft.id)
  await changes(w, suzhou)
  const applicant = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('franchiseApply')
      .select('id')
      .where('operatorId', '=', w.operatorId)
      .where('status', '=', 'following')
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (applicant)
    await w.call(SERVICE, '/api/v1/flow/start', {
      flowKey: 'franchise',
      businessId: applicant.id,
      values: {},
      input: { result: '实地考察合格，建议通过' },
    })
}

/** What may be going on with a lease: one that has nothing of it refuses nothing. */
const BUSINESS = ['vehicleReturn', 'rentReduction', 'vehicleSwap', 'renewal', 'leaseExtension']

/** A reduction, a return and a refund of the store that tries the processes out: each waits for somebody. */
async function changes(w: World, store: number): Promise<void> {
  const clerk = 'yunqiao_suzhou'
  const quiet = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('lease')
      .select('lease.id')
      .where('lease.store', '=', store)
      .where('lease.status', '=', 'active')
      .where('lease.deletedAt', 'is', null)
      .where((eb) =>
        eb.and(BUSINESS.map((table) => sql<boolean>`not exists (select from ${sql.table(table)} as b where b.lease = lease.id)`)),
      )
      .orderBy('lease.id', 'desc')
      .limit(2)
      .execute(),
  )
  const [reduced, returned] = quiet
  if (reduced) {
    const id = await w.add(clerk, 'rentReduction', {
      lease: reduced.id,
      method: 'freeDays',
      startOn: addDays(w.until, -4),
      lastOn: addDays(w.until, -2),
      rateBp: null,
      reasonKind: 'fault',
      reasonNote: '车辆故障停运 3 天',
    })
    await w.act(clerk, 'rentReduction', 'submit', id)
  }
  if (returned) {
    const id = await w.add(clerk, 'vehicleReturn', {
      lease: returned.id,
      reasonKind: 'early',
      plannedOn: addDays(w.until, 2),
      reasonNote: '项目结束，提前退车',
    })
    await w.act(clerk, 'vehicleReturn', 'submit', id)
  }
  const rich = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('lessee')
      .select(['id', 'name', 'balance'])
      .where('store', '=', store)
      .where('balance', '>', fen(10_000))
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (rich)
    await w.call(clerk, '/api/v1/refund/request', {
      lessee: rich.id,
      amount: Math.floor(Number(rich.balance) / 2),
      payee: rich.name,
      bankName: '招商银行苏州分行',
      bankAccount: `6225${w.random.digits(12)}`,
      reason: '客户申请退还多付款',
    })
}

export async function makeApproval(w: World): Promise<void> {
  w.at(addDays(w.until, -20), '10:00')
  await organise(w)
  const processes = new Map<string, number>()
  for (const plan of PLANS) processes.set(plan.key, await design(w, plan))
  await w.add(undefined, 'processorPermission', { name: '默认规则' })
  await w.add(undefined, 'promoterPermission', { process: processes.get('expense')!, everyone: true })
  await live(w)
  await business(w, processes)
  await w.add(undefined, 'approvalDeputy', {
    user: idOf(w)(FINANCE),
    deputy: idOf(w)(CASHIER),
    fromAt: instantAt(addDays(w.until, 1), '00:00'),
    toAt: instantAt(addDays(w.until, 4), '00:00'),
    reason: '出差',
  })
}
