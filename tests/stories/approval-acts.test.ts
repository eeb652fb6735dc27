/** Acts of other modules that wait for an approval: 断油断电, 报销, and that nothing is changed or deleted under the hands of those who decide. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActionSpec } from '#kit/action/action.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { instantAt } from '#kit/basics/time/day.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { bulk } from '#kit/entity/api/bulk.server.ts'
import { detail } from '#kit/entity/query/query.server.ts'
import { actNamed, edit, remove } from '#kit/entity/store.server.ts'
import { allActs, isReview } from '#modules/approval/acts.server.ts'
import type { WorkItem } from '#modules/approval/wire.ts'
import { leasingActs } from '#modules/leasing/acts.server.ts'
import { financeActs } from './approval-finance.ts'
import { node, Office } from './approval-office.ts'
import { affairsCases } from './approval-affairs.ts'
import { operatorCases } from './approval-operators.ts'
import { transportCases } from './approval-transport.ts'
import { Company, refusal } from './company.ts'
import { running, type Running } from './leases.ts'
import { openSigning, type Signing } from './signing.ts'

let c: Company
let o: Office
beforeAll(async () => {
  c = await Company.open('2026-03-02')
  o = new Office(c)
  await o.hire(['manager', '周建国'], ['ops', '何欣怡'])
})
afterAll(() => c?.close())

const asPerson = (who: string, entity: string, action: string, id: number, input: object = {}): Promise<unknown> =>
  c.write((tx) => actNamed(tx, c.as(who), entity, action, id, null, { ...input }, 'person'))
const work = async (who: string, id: number): Promise<WorkItem> => (await o.waiting(who)).find((w) => w.businessId === id)!

describe('every act that can be bound', () => {
  test('names states and actions that there are, so that a case can always end where it says', () => {
    const acts = allActs(c.as())
    for (const spec of acts) {
      const served = c.registry.entity(spec.entity)
      const entity = served.entity as Entity
      const actions = (served.actions?.all ?? {}) as Record<string, ActionSpec>
      if (!isReview(spec)) {
        expect(actions[spec.action], spec.code).toBeDefined()
        continue
      }
      const states = (entity.fields[entity.state!] as { options: Record<string, string> }).options
      expect(Object.keys(states), spec.code).toContain(spec.waits)
      const ends = [spec.pass, spec.reject.action, ...(spec.withdraw ? [spec.withdraw.action] : [])]
      for (const name of ends)
        expect(actions[name]?.from === 'any' || actions[name]?.from.includes(spec.waits), `${spec.code}.${name}`).toBe(true)
      for (const { action, input } of [spec.reject, ...(spec.withdraw ? [spec.withdraw] : [])])
        expect(Object.keys(actions[action]!.input ?? {}), `${spec.code}.${action}`).toContain(input)
    }
    expect(new Set(acts.map((a) => a.code)).size).toBe(acts.length)
    expect(new Set(acts.map((a) => a.scene)).size).toBe(acts.length)
    // What issue and law name.
    expect(acts.map((a) => a.label)).toEqual(
      expect.arrayContaining([
        '合同签订',
        '提车申请',
        '换车',
        '退车',
        '续租',
        '减租',
        '退款',
        '坏账核销',
        '押金豁免',
        '报销',
        '付款',
        '断油断电',
        '加盟通过',
      ]),
    )
  })
})

describe('断油断电', () => {
  let state = 0
  let vehicle = 0
  const order = () =>
    c.read((db) => db.selectFrom('cutOrder').selectAll().where('vehicle', '=', vehicle).orderBy('id', 'desc').executeTakeFirstOrThrow())
  const ask = async (
    action = 'requestCut',
    input: object = { reason: 'stolen', reasonText: '客户报案，车辆被盗', warned: true },
  ): Promise<number> => {
    await c.act('vehiclePosition', action, state, { ...input }, 'sales')
    return (await order()).id
  }
  beforeAll(async () => {
    const profile = await c.add('deviceProfile', {
      name: '带继电器的终端',
      cutBy: 'control',
      cutCode: 'F0',
      restoreCode: 'F1',
      cutBits: 'oil',
      items: 'gps51',
    })
    const terminal = await c.add('terminal', { terminalNo: '13700000001', profile, store: c.store })
    vehicle = await c.vehicle()
    await c.act('terminal', 'bind', terminal, { vehicle, at: '2026-02-20T02:00:00.000Z' })
    state = (await c.read((db) => db.selectFrom('vehiclePosition').select('id').where('vehicle', '=', vehicle).executeTakeFirstOrThrow()))
      .id
    await o.bind('cutOrder', [node('m', '店长', o.people('manager')), node('f', '财务', o.people('finance'))])
  })
  test('the process takes the place of the other person: nobody approves past it, the last answer opens the time for doing it', async () => {
    const id = await ask()
    expect((await refusal(asPerson('finance', 'cutOrder', 'approve', id))).message).toMatch(
      /断油断电正在审批（SP\d{8}-\d{4}），请在审批工作台处理/,
    )
    // The buttons promise nothing the call refuses.
    const offered = await c.read((db) => detail(db, c.as('finance'), c.registry.entity('cutOrder'), id))
    for (const name of ['approve', 'reject'])
      expect(offered.$actions?.find((one) => one.name === name)?.reason, name).toMatch(
        /^断油断电正在审批（SP\d{8}-\d{4}），请在审批工作台处理$/,
      )
    expect(offered.$actions?.find((one) => one.name === 'cancel')?.reason).toBe(null)
    await o.task('manager', 'approve', await work('manager', id))
    expect((await order()).status).toBe('pending')
    await o.task('finance', 'approve', await work('finance', id), { opinion: '已三次催收' })
    expect(await order()).toMatchObject({ status: 'approved', approver: o.id('finance'), validUntil: expect.any(String) })
    await c.act('cutOrder', 'cancel', id, { reason: '已还款' }, 'sales')
  })
  test('a refusal and a withdrawal reach the order; cancelling the order ends the case', async () => {
    const refused = await ask()
    await o.task('manager', 'reject', await work('manager', refused), { opinion: '先上门' })
    expect(await order()).toMatchObject({ status: 'rejected', outcome: '审批不通过：先上门' })
    const taken = await ask()
    await o.call('sales', 'POST', '/api/v1/workflow/withdraw', { id: (await work('manager', taken)).id })
    expect(await order()).toMatchObject({ status: 'cancelled', outcome: '发起人撤销审批' })
    const gone = await ask()
    const { id: caseId } = await work('manager', gone)
    await c.act('cutOrder', 'cancel', gone, { reason: '已还款' }, 'sales')
    expect((await o.view('sales', caseId)).status).toBe('terminated')
  })
  test('restoring waits for no process', async () => {
    const back = await ask('requestRestore', { reasonText: '已还款' })
    expect(await o.waiting('manager')).toEqual([])
    await asPerson('sales', 'cutOrder', 'approve', back)
    expect((await order()).status).toBe('approved')
  })
})

describe('报销', () => {
  const payable = (fee: string): Promise<number> =>
    c.add(
      'payableBill',
      {
        partyKind: 'driver',
        payee: '王师傅',
        fee,
        store: c.store,
        dueOn: '2026-03-20',
        items: [{ description: '路桥费', amount: 18_600 }],
      },
      'sales',
    )
  const read = (id: number) =>
    c.read((db) => db.selectFrom('payableBill').select(['status', 'amount']).where('id', '=', id).executeTakeFirstOrThrow())
  test('waits when somebody confirms it; other payables do not; refused it stays as it was and can be asked for again', async () => {
    await o.bind('payableBill.reimburse', [node('m', '店长', o.people('manager'))])
    const other = await payable('repair')
    await asPerson('cashier', 'payableBill', 'confirm', other)
    expect((await read(other)).status).toBe('unpaid')
    const id = await payable('reimburse')
    expect((await refusal(asPerson('sales', 'payableBill', 'confirm', id))).message).toContain('录入人不能确认自己录入的应付账单')
    await asPerson('cashier', 'payableBill', 'confirm', id)
    expect((await read(id)).status).toBe('toConfirm')
    await o.task('manager', 'reject', await work('manager', id), { opinion: '缺发票' })
    expect((await read(id)).status).toBe('toConfirm')
    await asPerson('cashier', 'payableBill', 'confirm', id)
    const again = await work('manager', id)
    expect(again.scene).toBe(9)
    await o.task('manager', 'approve', again)
    expect((await read(id)).status).toBe('unpaid')
  })
  test('several at once: each row says that it waits, none that it has happened', async () => {
    const ids = [await payable('reimburse'), await payable('reimburse')]
    const answer = await bulk(
      c.as('cashier'),
      null as never,
      c.registry.entity('payableBill').entity as Entity,
      { name: 'confirm', label: '确认应付' },
      { ids },
      {},
    )
    expect(answer).toMatchObject({
      done: 2,
      failed: 0,
      results: ids.map((id) => ({ id, ok: true, held: true, message: expect.stringMatching(/^已提交审批 SP/) })),
    })
    expect(await Promise.all(ids.map(read))).toMatchObject([{ status: 'toConfirm' }, { status: 'toConfirm' }])
    for (const id of ids) await o.task('manager', 'approve', await work('manager', id))
  })
  test('nobody changes or deletes it under the hands of those who decide; sent back, the sentence says the way', async () => {
    const process = await c.read(
      async (db) =>
        (await db.selectFrom('approvalProcess').select('id').where('act', '=', 'payableBill.reimburse').executeTakeFirstOrThrow()).id,
    )
    await o.publish(process, {
      format: 1,
      settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' },
      nodes: [{ kind: 'start', id: 'start', name: '发起人' }, node('m', '店长', o.people('manager'), { reject: { policy: 'starter' } })],
    })
    const id = await payable('reimburse')
    const change = (): Promise<unknown> =>
      c.write((tx) => edit(tx, c.as('sales'), 'payableBill', id, null, { items: [{ description: '路桥费', amount: 9_900_000 }] }, 'person'))
    await asPerson('cashier', 'payableBill', 'confirm', id)
    expect((await refusal(change())).message).toMatch(/^报销正在审批（SP\d{8}-\d{4}），不能修改或删除；需要修改时请发起人先撤销审批$/)
    expect((await refusal(c.write((tx) => remove(tx, c.as('sales'), 'payableBill', id, null, 'person')))).message).toContain('正在审批')
    const { id: caseId } = await work('manager', id)
    await o.task('manager', 'reject', await work('manager', id), { opinion: '金额不对' })
    expect((await refusal(change())).message).toContain('已退回给发起人；需要修改单据时请先撤销审批')
    await o.call('cashier', 'POST', '/api/v1/workflow/withdraw', { id: caseId })
    await change()
    expect((await read(id)).amount).toBe(9_900_000)
    await c.write((tx) => remove(tx, c.as('sales'), 'payableBill', id, null, 'person'))
  })
  test('the record says whose step it is and since when, with the way to the case for those who may see it; sent back it waits on the home page', async () => {
    type Someone = ReturnType<typeof c.as>
    const id = await payable('reimburse')
    const stranger = (who: string): Someone => {
      const ctx = c.as(who)
      return {
        ...ctx,
        user: { ...ctx.user, isAdmin: false },
        access: { ...ctx.access, can: (code) => code !== 'approvalCaseList' && ctx.access.can(code) },
      }
    }
    const notes = (ctx: Someone) => c.read(async (db) => (await detail(db, ctx, c.registry.entity('payableBill'), id)).$notes)
    const returned = c.registry.modules.flatMap((m) => m.work ?? []).find((source) => source.code === 'approvalReturned')!
    const waiting = (who: string) => c.read(async (db) => (await returned.load(db, c.as(who), 8)).lines.map(({ to }) => to))
    expect(await notes(c.as('cashier'))).toEqual([])
    await asPerson('cashier', 'payableBill', 'confirm', id)
    const item = await work('manager', id)
    const since = formatTime(c.clock.now(), 'YYYY-MM-DD HH:mm')
    const asked = `报销审批（${item.no}）：「店长」等待周建国处理（${since} 起）`
    const link = { label: '查看审批单', to: `/approval/workflow?id=${item.id}` }
    // The starter, whoever is asked, and whoever watches over all cases; nobody else is led to a closed door.
    for (const ctx of [stranger('cashier'), stranger('manager'), c.as('sales')]) expect(await notes(ctx)).toEqual([{ text: asked, link }])
    expect(await notes(stranger('sales'))).toEqual([{ text: asked }])

    expect(await waiting('cashier')).toEqual([])
    c.clock.set(instantAt(c.clock.today(), '15:30'))
    await o.task('manager', 'reject', item, { opinion: '金额不对' })
    expect(await notes(stranger('cashier'))).toEqual([
      { text: `报销审批（${item.no}）：已退回，等待发起人谢春梅修改后重新提交（${c.clock.today()} 15:30 起）`, link },
    ])
    expect(await waiting('cashier')).toEqual([`/approval/workflow?id=${item.id}`])
    expect(await waiting('manager')).toEqual([])
    const list = await o.call<{ list: WorkItem[] }>('cashier', 'GET', '/api/v1/workbench/list', { box: 'started', status: 'returned' })
    expect(list.list.map((w) => w.id)).toEqual([item.id])
    await o.call('cashier', 'POST', '/api/v1/workflow/withdraw', { id: item.id })
    expect(await notes(c.as('cashier'))).toEqual([])
    expect(await waiting('cashier')).toEqual([])
  })
  test('a record that is gone all the same: whoever approves reads what to do, and the case can be ended', async () => {
    const id = await payable('reimburse')
    await asPerson('cashier', 'payableBill', 'confirm', id)
    const waiting = await work('manager', id)
    await c.write((tx) => tx.updateTable('payableBill').set({ deletedAt: c.clock.now() }).where('id', '=', id).execute())
    expect((await refusal(o.task('manager', 'approve', waiting))).message).toBe(
      '审批已到最后一步，但业务无法继续：业务单据已删除，请撤销或终止该审批',
    )
    expect((await o.view('manager', waiting.id)).subject?.title).toBe('记录已删除')
    await o.call('cashier', 'POST', '/api/v1/workflow/withdraw', { id: waiting.id })
    expect((await o.view('manager', waiting.id)).status).toBe('withdrawn')
  })
})

/** Acts of money, each once through: submitted, not decided past the process, rejected, submitted, withdrawn, submitted, passed. Those of leasing: resubmits.test.ts. */
describe('every act of money', () => {
  type Values = Record<string, unknown>
  interface MoneyAct {
    /** Asks for it; the record that waits. */
    ask: () => Promise<number>
    entity: string
    waits: Values
    back: Values
    passed: Values
    /** Deciding it past the process. */
    past: readonly (readonly [string, Values])[]
    starter?: string
  }
  let l: Running
  let deposit = 0
  let unpaidDeposit = 0
  let rent = 0
  let late = 0
  const record = (entity: string, id: number): Promise<Values> =>
    c.read((db) =>
      db
        .selectFrom(entity as 'refund')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ) as Promise<Values>
  const newest = (entity: 'refund' | 'writeOff' | 'payout'): Promise<number> =>
    c.read(async (db) => (await db.selectFrom(entity).select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id)
  const account = (contract: number): Promise<number> =>
    c.read(
      async (db) =>
        (
          await db
            .selectFrom('depositAccount')
            .select('id')
            .where('contract', '=', contract)
            .where('kind', '=', 'vehicle')
            .executeTakeFirstOrThrow()
        ).id,
    )
  const fresh = (fee: string): Promise<number> =>
    c.add(
      'payableBill',
      { partyKind: 'shop', payee: '捷修汽修', fee, store: c.store, dueOn: '2026-06-20', items: [{ description: '钣金', amount: 85_000 }] },
      'sales',
    )
  let debt = 0
  beforeAll(async () => {
    await o.hire(['controller', '沈建华'])
    l = await running(c, { startOn: '2026-03-10', endOn: '2027-03-10' })
    deposit = await account(l.contract)
    c.at('2026-04-05')
    await c.run()
    rent = (await c.bills(l.contract)).find((b) => b.status === 'unpaid')!.id
    c.at('2026-05-05')
    await c.run()
    await c.pay([rent], 380_000)
    const bills = await c.bills(l.contract)
    late = bills.find((b) => b.billType === 'late')!.id
    rent = bills.find((b) => b.status === 'unpaid' && b.billType === 'rent')!.id
    unpaidDeposit = await account(
      await c.contract({ lessee: await c.lessee(), vehicles: [await c.vehicle()], startOn: '2026-06-01', endOn: '2027-06-01' }),
    )
    debt = await fresh('repair')
    await c.act('payableBill', 'confirm', debt, {}, 'finance')
  })
  const ACTS: Record<string, MoneyAct> = {
    ...transportCases(() => ({ c, asPerson, held })),
    ...operatorCases({ company: () => c, held, asPerson }),
    ...affairsCases(() => ({ c, asPerson, held, leased: l.vehicle })),
    refund: {
      entity: 'refund',
      waits: { status: 'submitted' },
      back: { status: 'rejected' },
      passed: { status: 'toPay' },
      past: [
        ['approve', {}],
        ['reject', { answer: '不经审批' }],
      ],
      ask: async () => (
        await asPerson('sales', 'depositAccount', 'refund', deposit, {
          amount: 100_000,
          payee: '张三',
          bankName: '招商银行',
          bankAccount: '6225880100000001',
          reason: '退部分押金',
        }),
        newest('refund')
      ),
    },
    writeOff: {
      entity: 'writeOff',
      waits: { status: 'submitted' },
      back: { status: 'rejected' },
      passed: { status: 'approved' },
      past: [
        ['approve', {}],
        ['reject', { answer: '不经审批' }],
      ],
      ask: async () => (await asPerson('sales', 'bill', 'writeOff', rent, { amount: 80_000, reason: '客户失联' }), newest('writeOff')),
    },
    payout: {
      entity: 'payout',
      waits: { status: 'toConfirm' },
      back: { status: 'rejected' },
      passed: { status: 'confirmed' },
      past: [
        ['approve', {}],
        ['decline', { answer: '不经审批' }],
      ],
      ask: async () => (
        await asPerson('sales', 'payableBill', 'pay', debt, {
          amount: 50_000,
          channel: 'transfer',
          paidOn: c.clock.today(),
          tradeNo: `P-${c.clock.now()}-${Math.floor(performance.now() * 1000)}`,
        }),
        newest('payout')
      ),
    },
    'payableBill.reimburse': {
      entity: 'payableBill',
      starter: 'cashier',
      waits: { status: 'toConfirm' },
      back: { status: 'toConfirm' },
      passed: { status: 'unpaid' },
      past: [['confirm', {}]],
      ask: async () =>
        held(
          'payableBill.reimburse',
          () => fresh('reimburse'),
          (id) => asPerson('cashier', 'payableBill', 'confirm', id),
        ),
    },
    'payableBill.confirm': {
      entity: 'payableBill',
      starter: 'cashier',
      waits: { status: 'toConfirm' },
      back: { status: 'toConfirm' },
      passed: { status: 'unpaid' },
      past: [['confirm', {}]],
      ask: async () =>
        held(
          'payableBill.confirm',
          () => fresh('repair'),
          (id) => asPerson('cashier', 'payableBill', 'confirm', id),
        ),
    },
    'depositAccount.waive': {
      entity: 'depositAccount',
      waits: { waived: 0 },
      back: { waived: 0 },
      passed: { waived: 200_000 },
      past: [['waive', { amount: 200_000, reason: '不经审批' }]],
      ask: async () =>
        held(
          'depositAccount.waive',
          async () => unpaidDeposit,
          (id) => asPerson('sales', 'depositAccount', 'waive', id, { amount: 200_000, reason: '信用良好' }),
        ),
    },
    'depositAccount.forfeit': {
      entity: 'depositAccount',
      waits: { forfeited: 0 },
      back: { forfeited: 0 },
      passed: { forfeited: 10_000 },
      past: [['forfeit', { amount: 10_000, reason: '不经审批' }]],
      ask: () => held('depositAccount.forfeit', async () => deposit, forfeit),
    },
    'bill.waiveLate': {
      entity: 'bill',
      waits: { status: 'unpaid' },
      back: { status: 'unpaid' },
      passed: { status: 'settled', amount: 0 },
      past: [['waiveLate', { amount: 1, reason: '不经审批' }]],
      ask: async () =>
        held(
          'bill.waiveLate',
          async () => late,
          async (id) => asPerson('sales', 'bill', 'waiveLate', id, { amount: (await record('bill', id))['amount'], reason: '首次逾期' }),
        ),
    },
    cutOrder: {
      entity: 'cutOrder',
      waits: { status: 'pending' },
      back: {},
      passed: { status: 'approved' },
      past: [['approve', {}]],
      ask: async () => 0,
    },
    'franchiseApply.pass': {
      entity: 'franchiseApply',
      waits: { status: 'following' },
      back: { status: 'following' },
      passed: { status: 'passed', result: '符合条件' },
      past: [['pass', { result: '不经审批' }]],
      ask: async () =>
        held(
          'franchiseApply.pass',
          async () => {
            const id = await c.add('franchiseApply', { contact: '王先生', mobile: '13900139000', city: '杭州市' })
            await c.act('franchiseApply', 'follow', id)
            return id
          },
          (id) => asPerson('sales', 'franchiseApply', 'pass', id, { result: '符合条件' }),
        ),
    },
    ...financeActs({ company: () => c, held, asPerson, lessee: () => l.lessee, rent: () => rent }),
    'fuelAccount.recharge': {
      entity: 'fuelAccount',
      waits: { balance: 0 },
      back: { balance: 0 },
      passed: { balance: 5_000_000 },
      past: [['recharge', { amount: 1, on: '2026-05-05', supplierNo: 'R9' }]],
      ask: async () =>
        held(
          'fuelAccount.recharge',
          () => c.add('fuelAccount', { name: '中石化主账户', supplier: 'sinopec', mainCardNo: '1000113200000001', store: c.store }),
          (id) => asPerson('sales', 'fuelAccount', 'recharge', id, { amount: 5_000_000, on: c.clock.today(), supplierNo: 'R1' }),
        ),
    },
    'signFlow.start': {
      entity: 'signFlow',
      waits: { status: 'draft' },
      back: { status: 'draft' },
      passed: { status: 'signing' },
      past: [['start', {}]],
      ask: async () => held('signFlow.start', draftContract, (id) => asPerson('sales', 'signFlow', 'start', id)),
    },
    'signFlow.rescind': {
      entity: 'signFlow',
      waits: { status: 'completed', rescission: 'none' },
      back: { status: 'completed', rescission: 'none' },
      passed: { rescission: 'running', endReason: '合作终止' },
      past: [['rescind', { reasonCode: 'cooperation' }]],
      ask: async () =>
        held('signFlow.rescind', signedContract, (id) => asPerson('sales', 'signFlow', 'rescind', id, { reasonCode: 'cooperation' })),
    },
  }
  const forfeit = (id: number) => asPerson('sales', 'depositAccount', 'forfeit', id, { amount: 10_000, reason: '合同第 9 条' })
  const recordIds = new Map<string, number>()
  /** The record of an act that is held stays the same through all of it. */
  async function held(name: string, make: () => Promise<number>, submit: (id: number) => Promise<unknown>): Promise<number> {
    const id = recordIds.get(name) ?? (await make())
    recordIds.set(name, id)
    await submit(id)
    return id
  }
  const signing = new Map<'open', Promise<Signing>>()
  const signs = (): Promise<Signing> => signing.get('open') ?? signing.set('open', openSigning(c)).get('open')!
  afterAll(async () => (await signing.get('open'))?.tidy())
  async function draftContract(): Promise<number> {
    const s = await signs()
    const contract = await c.contract({
      lessee: await c.lessee(),
      vehicles: [await c.vehicle()],
      startOn: '2026-06-01',
      endOn: '2027-06-01',
    })
    return (await s.call('contract/sign/leaseInitiateUrl', { contractId: contract, templateId: s.template })).flowId
  }
  async function signedContract(): Promise<number> {
    const s = await signs()
    const flow = await draftContract()
    await c.act('signFlow', 'start', flow)
    for (const party of await s.parties(flow)) await (party.seal ? s.stamp(party.id) : s.byPhone(party.id))
    return flow
  }
  const { cutOrder: _above, ...TRIED } = ACTS

  test('is tried here, or among those of leasing: nothing can be bound that nobody has run', () => {
    expect([...Object.keys(ACTS), ...leasingActs.map((a) => a.code)].toSorted()).toEqual(
      allActs(c.as())
        .map((a) => a.code)
        .toSorted(),
    )
  })
  test.each(Object.keys(TRIED))(
    '%s waits, is not decided past its process, comes back rejected and withdrawn, and goes on when passed',
    async (code) => {
      const a = ACTS[code]!
      const process = await c.add('approvalProcess', { key: `m${code.replaceAll(/\W/g, '')}`, name: `${code} 逐项`, act: code })
      await o.publish(process, {
        format: 1,
        settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' },
        nodes: [{ kind: 'start', id: 'start', name: '发起人' }, node('x', '总监', o.people('controller'))],
      })
      for (const row of await c.read((db) =>
        db.selectFrom('businessProcess').select('id').where('act', '=', code).where('deletedAt', 'is', null).execute(),
      ))
        await c.write((tx) => remove(tx, c.as(), 'businessProcess', row.id, null))
      const binding = await c.add('businessProcess', { act: code, process })
      const starter = a.starter ?? 'sales'
      const rejected = await a.ask()
      expect(await record(a.entity, rejected)).toMatchObject(a.waits)
      for (const [action, input] of a.past)
        expect((await refusal(asPerson('finance', a.entity, action, rejected, input))).message, `${code}.${action}`).toMatch(
          /正在审批（SP\d{8}-\d{4}），/,
        )
      await o.task('controller', 'reject', await work('controller', rejected), { opinion: '依据不足' })
      expect(await record(a.entity, rejected)).toMatchObject(a.back)
      const withdrawn = await a.ask()
      await o.call(starter, 'POST', '/api/v1/workflow/withdraw', { id: (await work('controller', withdrawn)).id })
      expect(await record(a.entity, withdrawn)).toMatchObject(a.back)
      const passed = await a.ask()
      const waiting = await work('controller', passed)
      expect([waiting.scene, await record(a.entity, passed)]).toMatchObject([allActs(c.as()).find((x) => x.code === code)!.scene, a.waits])
      await o.task('controller', 'approve', waiting)
      expect(await record(a.entity, passed)).toMatchObject(a.passed)
      expect((await o.view('controller', waiting.id)).status).toBe('passed')
      expect(await o.waiting('controller')).toEqual([])
      expect(await c.proveAll()).toEqual([])
      await c.edit('businessProcess', binding, { enabled: false })
    },
  )
})
