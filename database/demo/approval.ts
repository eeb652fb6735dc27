/** Approval at work: seven designed processes, roles by store, a deputy, and cases that stand where cases stand on a working day. */
import { addDays, instantAt } from '#kit/basics/day.ts'
import { edit } from '#kit/entity/store.server.ts'
import type { ApproveNode, AssigneeRule, ProcessDefinition, ProcessNode } from '#modules/approval/definition.ts'
import type { FormField } from '#modules/approval/form.ts'
import type { World } from './world.ts'

const MANAGER = 'yunqiao_manager'
const FINANCE = 'yunqiao_finance'
const SALES = 'yunqiao_sales'
const FLEET = 'yunqiao_fleet'
const SERVICE = 'yunqiao_service'
const CASHIER = 'yunqiao_cashier'

const approve = (id: string, name: string, who: AssigneeRule, more: Partial<ApproveNode> = {}): ApproveNode => ({
  kind: 'approve', id, name, who, mode: 'all', veto: 'atOnce', empty: { policy: 'toAdmin' }, self: 'allow', reject: { policy: 'starter' }, resubmit: 'back', timeout: { hours: 24, action: 'remind', maxRemind: 3 }, ...more,
})
const drawing = (nodes: readonly ProcessNode[]): ProcessDefinition => ({
  format: 1, nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...nodes], settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'consecutive', print: { trail: true } },
})

interface Plan {
  key: string
  name: string
  category: string
  act?: string
  remark: string
  form?: FormField[]
  nodes: (of: (username: string) => number) => ProcessNode[]
}
const STORE_MANAGER: AssigneeRule = { kind: 'fact', field: 'storeManager' }
const STORE_FINANCE: AssigneeRule = { kind: 'approvalRole', code: 'storeFinance' }
const above = (field: string, fen: number): { kind: 'compare'; field: string; op: 'gt'; value: number } => ({ kind: 'compare', field, op: 'gt', value: fen })

const PLANS: readonly Plan[] = [
  {
    key: 'contract', name: '合同审批', category: 'lease', act: 'contract', remark: '月租超过 6000 元的合同由门店财务加审',
    nodes: () => [
      approve('manager', '店长审批', STORE_MANAGER),
      { kind: 'condition', id: 'rent', name: '按月租', branches: [{ id: 'high', name: '月租超过 6000 元', when: above('fact.monthlyRent', 600_000), nodes: [approve('finance', '门店财务', STORE_FINANCE)] }, { id: 'low', name: '其他', default: true, nodes: [] }] },
    ],
  },
  {
    key: 'returnCar', name: '退车审批', category: 'lease', act: 'vehicleReturn', remark: '店长与车管同时确认，都同意后安排验车',
    nodes: (of) => [
      { kind: 'parallel', id: 'both', name: '同时确认', branches: [{ id: 'byStore', name: '门店', nodes: [approve('manager', '店长', STORE_MANAGER)] }, { id: 'byFleet', name: '车管', nodes: [approve('fleet', '车管', { kind: 'person', users: [of(FLEET)] })] }] },
      { kind: 'copy', id: 'tell', name: '抄送财务', who: STORE_FINANCE },
    ],
  },
  { key: 'reduceRent', name: '减租审批', category: 'finance', act: 'rentReduction', remark: '店长、财务依次审批', nodes: () => [approve('manager', '店长', STORE_MANAGER), approve('finance', '门店财务', STORE_FINANCE, { needReason: true })] },
  { key: 'refund', name: '退款审批', category: 'finance', act: 'refund', remark: '两位财务都同意才付款', nodes: (of) => [approve('both', '财务会签', { kind: 'person', users: [of(FINANCE), of(CASHIER)] })] },
  { key: 'franchise', name: '加盟审批', category: 'other', act: 'franchiseApply.pass', remark: '任意一位负责人同意即可', nodes: (of) => [approve('either', '负责人', { kind: 'person', users: [of(MANAGER), of(FINANCE)] }, { mode: 'first' })] },
  {
    key: 'seal', name: '用章申请', category: 'people', remark: '合同章、公章、财务章的使用申请',
    form: [
      { name: 'seal', label: '印章', kind: 'choice', required: true, options: [{ value: 'company', label: '公章' }, { value: 'contract', label: '合同章' }, { value: 'finance', label: '财务章' }] },
      { name: 'purpose', label: '用途', kind: 'text', required: true, max: 100 }, { name: 'copies', label: '份数', kind: 'number', required: true, min: 1, max: 50, unit: '份', half: true }, { name: 'takeOut', label: '外带', kind: 'flag', half: true },
      { name: 'when', label: '外带日期', kind: 'range', required: true, visible: { kind: 'compare', field: 'form.takeOut', op: 'eq', value: true } }, { name: 'files', label: '附件', kind: 'attachment' },
    ],
    nodes: (of) => [
      approve('leader', '部门主管', { kind: 'leader', level: 1 }),
      { kind: 'condition', id: 'which', name: '按印章', branches: [{ id: 'money', name: '财务章', when: { kind: 'compare', field: 'form.seal', op: 'eq', value: 'finance' }, nodes: [approve('finance', '财务负责人', { kind: 'person', users: [of(FINANCE)] })] }, { id: 'rest', name: '其他', default: true, nodes: [] }] },
      { kind: 'handle', id: 'stamp', name: '用章登记', who: { kind: 'person', users: [of(SERVICE)] }, mode: 'first', empty: { policy: 'toAdmin' }, self: 'allow' },
    ],
  },
  {
    key: 'expense', name: '费用申请', category: 'finance', remark: '门店日常费用，超过 2000 元由财务会签',
    form: [
      { name: 'store', label: '门店', kind: 'store', required: true, half: true }, { name: 'day', label: '使用日期', kind: 'date', required: true, half: true },
      { name: 'lines', label: '费用明细', kind: 'table', required: true, min: 1, max: 20, columns: [{ name: 'item', label: '项目', kind: 'text', required: true }, { name: 'amount', label: '金额', kind: 'money', required: true, min: 1, sum: true }, { name: 'note', label: '说明', kind: 'text' }] },
      { name: 'reason', label: '事由', kind: 'note', required: true },
    ],
    nodes: (of) => [
      approve('leader', '部门主管', { kind: 'leader', level: 1 }),
      { kind: 'condition', id: 'sum', name: '按金额', branches: [{ id: 'big', name: '超过 2000 元', when: above('form.lines.amount', 200_000), nodes: [approve('vote', '财务票签', { kind: 'person', users: [of(FINANCE), of(CASHIER), of(MANAGER)] }, { mode: 'vote', vote: { passCount: 2 } })] }, { id: 'small', name: '2000 元以内', default: true, nodes: [approve('store', '门店财务', STORE_FINANCE)] }] },
      { kind: 'copy', id: 'tell', name: '抄送客服', who: { kind: 'person', users: [of(SERVICE)] } },
    ],
  },
]

const idOf = (w: World): ((username: string) => number) => (username) => w.people.get(username)!.id

async function organise(w: World): Promise<void> {
  const of = idOf(w)
  const depts = await w.db.read(w.operatorId, (db) => db.selectFrom('dept').select(['id', 'code']).where('operatorId', '=', w.operatorId).execute())
  const leaders: Record<string, number> = { sales: of(MANAGER), finance: of(FINANCE), fleet: of(FLEET), service: of(SERVICE), root: of(FINANCE) }
  for (const d of depts) if (leaders[d.code]) await w.write((tx) => edit(tx, w.as(), 'dept', d.id, null, { leader: leaders[d.code] }))
  const role = await w.add(undefined, 'approvalRole', { code: 'storeFinance', name: '门店财务', remark: '按业务所属门店确定人员' })
  for (const [i, store] of w.stores.entries()) await w.add(undefined, 'approvalRoleMember', { role, user: of(i === 0 ? FINANCE : CASHIER), reach: 'store', store: store.id })
  await w.add(undefined, 'approvalRoleMember', { role, user: of(FINANCE), reach: 'company' })
}

async function design(w: World, plan: Plan): Promise<number> {
  let form: number | null = null
  if (plan.form) {
    form = await w.add(undefined, 'approvalForm', { name: `${plan.name}单` })
    const { id, version } = await w.db.read(w.operatorId, (db) => db.selectFrom('approvalFormVersion').select(['id', 'version']).where('form', '=', form!).executeTakeFirstOrThrow())
    await w.call(undefined, '/api/v1/approvalFormVersion/save', { id, version, schema: { fields: plan.form } })
    await w.act(undefined, 'approvalFormVersion', 'publish', id)
  }
  const { key, name, category, act, remark } = plan
  const process = await w.add(undefined, 'approvalProcess', { key, name, category, act: act ?? null, form, remark })
  const { id, version } = await w.db.read(w.operatorId, (db) => db.selectFrom('approvalVersion').select(['id', 'version']).where('process', '=', process).executeTakeFirstOrThrow())
  await w.call(undefined, '/api/v1/approvalVersion/save', { id, version, definition: drawing(plan.nodes(idOf(w))) })
  await w.act(undefined, 'approvalVersion', 'publish', id)
  return process
}

/** The oldest open task of somebody, answered. */
async function answer(w: World, who: string, verb: 'approve' | 'reject' | 'addBefore' | 'handOver', more: object = {}): Promise<void> {
  const task = await w.db.read(w.operatorId, (db) => db.selectFrom('approvalTask').select('id').where('assignee', '=', idOf(w)(who)).where('status', '=', 'open').orderBy('id').limit(1).executeTakeFirst())
  if (task) await w.call(who, `/api/v1/workflow/${verb}`, { task: task.id, ...more })
}

const start = (w: World, who: string, flowKey: string, values: object): Promise<{ id: number }> => w.call(who, '/api/v1/flow/start', { flowKey, values })
const seal = (kind: string, purpose: string, copies: number): object => ({ seal: kind, purpose, copies, takeOut: false })
const expense = (w: World, store: number, reason: string, lines: readonly [string, number][]): object => ({ store: w.stores[store]!.id, day: w.until, reason, lines: lines.map(([item, yuan]) => ({ item, amount: yuan * 100 })) })

/** Some days of work: passed, sent back, countersigned, waiting. */
async function live(w: World): Promise<void> {
  w.at(addDays(w.until, -6), '09:40')
  await start(w, SALES, 'seal', seal('contract', '与虹桥物流签订年度租赁合同', 3))
  w.at(addDays(w.until, -6), '11:05')
  await answer(w, MANAGER, 'approve', { opinion: '同意' })
  w.at(addDays(w.until, -6), '14:20')
  await answer(w, SERVICE, 'approve', { opinion: '已盖章 3 份' })
  w.at(addDays(w.until, -4), '10:10')
  await start(w, SALES, 'expense', expense(w, 0, '门店洗车与充电桩维修', [['充电桩维修', 1680], ['洗车费', 920]]))
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
  await start(w, SALES, 'expense', expense(w, 0, '新车上牌杂费', [['代办费', 1200], ['停车费', 240], ['照相费', 90]]))
  await start(w, SALES, 'seal', seal('contract', '与沪东冷链签订补充协议', 2))
}

/** Acts of other modules that wait now: a contract of the Suzhou store, a franchise applicant. */
async function business(w: World, processes: ReadonlyMap<string, number>): Promise<void> {
  const suzhou = w.stores[3]!.id
  // The contract flow is tried out at one store first; the others sign directly until it has proved itself.
  for (const [act, key, store] of [['contract', 'contract', suzhou], ['franchiseApply.pass', 'franchise', null], ['refund', 'refund', suzhou], ['rentReduction', 'reduceRent', suzhou], ['vehicleReturn', 'returnCar', suzhou]] as const)
    await w.add(undefined, 'businessProcess', { act, process: processes.get(key)!, store, enabled: true })
  const draft = await w.db.read(w.operatorId, (db) => db.selectFrom('contract').select('id').where('operatorId', '=', w.operatorId).where('status', '=', 'draft').where('store', '=', suzhou).where('deletedAt', 'is', null).orderBy('id').limit(1).executeTakeFirst())
  if (draft) await w.act('yunqiao_suzhou', 'contract', 'submit', draft.id)
  await changes(w, suzhou)
  const applicant = await w.db.read(w.operatorId, (db) => db.selectFrom('franchiseApply').select('id').where('operatorId', '=', w.operatorId).where('status', '=', 'following').where('deletedAt', 'is', null).orderBy('id').limit(1).executeTakeFirst())
  if (applicant) await w.call(SERVICE, '/api/v1/flow/start', { flowKey: 'franchise', businessId: applicant.id, values: {}, input: { result: '实地考察合格，建议通过' } })
}

/** A reduction, a return and a refund of the store that tries the processes out: each waits for somebody. */
async function changes(w: World, store: number): Promise<void> {
  const clerk = 'yunqiao_suzhou'
  const quiet = await w.db.read(w.operatorId, (db) =>
    db.selectFrom('lease').select('lease.id').where('lease.store', '=', store).where('lease.status', '=', 'active').where('lease.deletedAt', 'is', null)
      .where((eb) => eb.not(eb.exists(eb.selectFrom('vehicleReturn').select('vehicleReturn.id').whereRef('vehicleReturn.lease', '=', 'lease.id'))))
      .where((eb) => eb.not(eb.exists(eb.selectFrom('rentReduction').select('rentReduction.id').whereRef('rentReduction.lease', '=', 'lease.id'))))
      .where((eb) => eb.not(eb.exists(eb.selectFrom('vehicleSwap').select('vehicleSwap.id').whereRef('vehicleSwap.lease', '=', 'lease.id'))))
      .where((eb) => eb.not(eb.exists(eb.selectFrom('renewal').select('renewal.id').whereRef('renewal.lease', '=', 'lease.id'))))
      .orderBy('lease.id', 'desc').limit(2).execute())
  const [reduced, returned] = quiet
  if (reduced) {
    const id = await w.add(clerk, 'rentReduction', { lease: reduced.id, method: 'freeDays', startOn: addDays(w.until, -4), lastOn: addDays(w.until, -2), rateBp: null, reasonKind: 'fault', reasonNote: '车辆故障停运 3 天' })
    await w.act(clerk, 'rentReduction', 'submit', id)
  }
  if (returned) {
    const id = await w.add(clerk, 'vehicleReturn', { lease: returned.id, reasonKind: 'early', plannedOn: addDays(w.until, 2), reasonNote: '项目结束，提前退车' })
    await w.act(clerk, 'vehicleReturn', 'submit', id)
  }
  const rich = await w.db.read(w.operatorId, (db) => db.selectFrom('lessee').select(['id', 'name', 'balance']).where('store', '=', store).where('balance', '>', 10_000 as never).where('deletedAt', 'is', null).orderBy('id').limit(1).executeTakeFirst())
  if (rich) await w.call(clerk, '/api/v1/refund/request', { lessee: rich.id, amount: Math.floor(Number(rich.balance) / 2), payee: rich.name, bankName: '招商银行苏州分行', bankAccount: `6225${w.random.digits(12)}`, reason: '客户申请退还多付款' })
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
  await w.add(undefined, 'approvalDeputy', { user: idOf(w)(FINANCE), deputy: idOf(w)(CASHIER), fromAt: instantAt(addDays(w.until, 1), '00:00'), toAt: instantAt(addDays(w.until, 4), '00:00'), reason: '出差' })
}
