/** J9: rent shared among company, source, store and channel; bank statements; what the company itself owes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { appendItems, lockLessee } from '#modules/billing/billing.public.ts'
import { settleShares } from '#modules/billing/shares/split.server.ts'
import { samples } from '#tests/house/samples.ts'
import { Company, refusal } from './company.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-01')
})
afterAll(() => company?.close())

type Party = 'company' | 'platform' | 'store' | 'source' | 'channel'
const shares = (bill: number) =>
  company.read(async (db) => {
    const rows = await db.selectFrom('splitRecord').select(['party', 'amount']).where('bill', '=', bill).orderBy('id').execute()
    return Object.fromEntries([...Map.groupBy(rows, (r) => r.party)].map(([party, of]) => [party, of.map((r) => r.amount)])) as Partial<
      Record<Party, number[]>
    >
  })
const sum = (list: readonly number[] = []): number => list.reduce((a, b) => a + b, 0)
const total = async (bill: number): Promise<number> => sum(Object.values(await shares(bill)).flat())

let source = 0
let channel = 0
/** 380000 of rent from 2025-01-15 for a vehicle of somebody else, brought by a channel. */
async function lease(more: Record<string, unknown> = {}): Promise<{ contract: number; lessee: number; rent: number }> {
  company.at('2025-01-15')
  source ||= await company.add('vehicleSource', {
    name: '沪东车队',
    kind: 'company',
    creditCode: '91310000MA1FL0AA0R',
    contact: '周强',
    mobile: '13900139000',
    shareRate: 2000,
  })
  channel ||= await company.add('channel', { name: '城配联盟' })
  const lessee = await company.lessee({ channel, ...more })
  const vehicle = await company.vehicle()
  await company.edit('vehicle', vehicle, { ownership: 'affiliated', vehicleSource: source })
  const contract = await company.contract({ lessee, vehicles: [vehicle], startOn: '2025-01-15', endOn: '2026-01-15' })
  return { contract, lessee, rent: (await company.bills(contract)).find((b) => b.billType === 'rent')!.id }
}
const J9 = [
  { party: 'platform', rate: 500 },
  { party: 'store', rate: 7000, tail: true },
  { party: 'source', rate: 2000 },
  { party: 'channel', rate: 500 },
].map((r) => ({ fixed: null, tail: false, ...r }))

describe('J9: 380000 shared by 5 / 70 / 20 / 5 %', () => {
  let rule = 0
  beforeAll(async () => {
    rule = await company.add('splitRule', { name: '加盟店标准', reach: 'company', effectiveOn: '2025-01-01', receivers: J9 })
  })
  test('the receipt is split exactly, and after a refund of 220645 everybody gives back the difference to his target', async () => {
    const { rent, lessee } = await lease()
    await company.pay([rent], 380_000)
    expect(await shares(rent)).toEqual({ platform: [19_000], store: [266_000], source: [76_000], channel: [19_000] })
    await company.write(async (tx) => {
      await lockLessee(tx, lessee)
      await appendItems(tx, company.as(), rent, [
        { feeItem: 'RENT_BACK', description: '提前退车退还租金', amount: -220_645, idemKey: `story:${rent}` },
      ])
    })
    expect(await shares(rent)).toEqual({
      platform: [19_000, -11_033],
      store: [266_000, -154_450],
      source: [76_000, -44_129],
      channel: [19_000, -11_033],
    })
    expect(await total(rent)).toBe(159_355)
    expect(await company.proveAll()).toEqual([])
  })
  test('partial receipts, reversals and takings back always leave the sum at what is paid', async () => {
    const { rent } = await lease()
    const first = await company.pay([rent], 123_457)
    expect(await total(rent)).toBe(123_457)
    const second = await company.pay([rent], 256_543)
    expect(await total(rent)).toBe(380_000)
    await company.act('payment', 'reverse', first, { reason: '退汇' }, 'finance')
    expect(await total(rent)).toBe(256_543)
    await company.act('payment', 'takeBack', second, { bill: rent, reason: '记错' }, 'finance')
    expect(await total(rent)).toBe(0)
    for (const of of Object.values(await shares(rent))) expect(sum(of)).toBe(0)
  })
  test('deposits and late fees are not shared', async () => {
    const { contract } = await lease()
    const deposits = (await company.bills(contract)).filter((b) => b.billType === 'deposit')
    await company.pay(
      deposits.map((b) => b.id),
      700_000,
    )
    for (const b of deposits) expect(await shares(b.id)).toEqual({})
  })
  test('without a channel its share is the one of who bears the rounding', async () => {
    const { rent } = await lease({ channel: null })
    await company.pay([rent], 380_000)
    expect(await shares(rent)).toEqual({ platform: [19_000], store: [285_000], source: [76_000] })
  })
  test('the channel a contract names is paid, not the one the customer once came by', async () => {
    const other = await company.add('channel', { name: '官网留资' })
    const { rent, contract } = await lease({ channel: null })
    await company.write((tx) => tx.updateTable('contract').set({ channel: other }).where('id', '=', contract).execute())
    await company.pay([rent], 380_000)
    expect(await shares(rent)).toEqual({ platform: [19_000], store: [266_000], source: [76_000], channel: [19_000] })
    expect(
      await company.read((db) =>
        db.selectFrom('splitRecord').select('channel').where('bill', '=', rent).where('party', '=', 'channel').execute(),
      ),
    ).toEqual([{ channel: other }])
  })
  test('a rule in use cannot be changed; a more specific one wins for new bills, shared ones keep theirs', async () => {
    const { rent, contract } = await lease()
    await company.pay([rent], 100_000)
    expect((await refusal(company.edit('splitRule', rule, { effectiveOn: '2025-02-01' }))).message).toBe(
      '规则已用于分账，不能修改；请停用后新建规则',
    )
    await company.add('splitRule', {
      name: `专属 ${contract}`,
      reach: 'contract',
      contract,
      effectiveOn: '2025-01-01',
      receivers: [
        { party: 'company', rate: 8000, fixed: null, tail: true },
        { party: 'source', rate: 2000, fixed: null, tail: false },
      ],
    })
    await company.pay([rent], 280_000)
    expect(await shares(rent)).toEqual({
      platform: [5000, 14_000],
      store: [70_000, 196_000],
      source: [20_000, 56_000],
      channel: [5000, 14_000],
    })
  })
  test('another vehicle before the keys: whose vehicle it was gives his share back, whose it is gets it, and a later refund is his', async () => {
    const { rent, contract, lessee } = await lease()
    await company.pay([rent], 380_000)
    const another = await company.add('vehicleSource', {
      name: '浦江车队',
      kind: 'company',
      creditCode: '91310000MA1FL0BB0G',
      contact: '陈明',
      mobile: '13900139001',
      shareRate: 2000,
    })
    const [theirs, own] = [await company.vehicle(), await company.vehicle()]
    await company.edit('vehicle', theirs, { ownership: 'affiliated', vehicleSource: another })
    const of = await company.read((db) =>
      db.selectFrom('lease').select(['id', 'vehicle']).where('contract', '=', contract).executeTakeFirstOrThrow(),
    )
    const sources = () =>
      company.read(async (db) => {
        const rows = await db
          .selectFrom('splitRecord')
          .select(['vehicle', 'vehicleSource', 'amount'])
          .where('bill', '=', rent)
          .where('party', '=', 'source')
          .orderBy('id')
          .execute()
        return rows.map((row) => [row.vehicle, row.vehicleSource, row.amount])
      })
    await company.sign(contract)
    await company.act('lease', 'changeVehicle', of.id, { newVehicle: theirs, reason: '原车临时故障' }, 'sales')
    expect(await sources()).toEqual([
      [of.vehicle, source, 76_000],
      [of.vehicle, source, -76_000],
      [theirs, another, 76_000],
    ])
    expect(await total(rent)).toBe(380_000)
    await company.write(async (tx) => {
      await lockLessee(tx, lessee)
      await appendItems(tx, company.as(), rent, [
        { feeItem: 'RENT_BACK', description: '退还租金', amount: -220_645, idemKey: `story:moved:${rent}` },
      ])
    })
    expect((await sources()).at(-1)).toEqual([theirs, another, -44_129])
    // The company's own vehicle: nobody is the source, his share is the one of who bears the rounding.
    await company.act('lease', 'changeVehicle', of.id, { newVehicle: own, reason: '客户要求' }, 'sales')
    expect((await sources()).map(([, , amount]) => amount)).toEqual([76_000, -76_000, 76_000, -44_129, -31_871])
    expect(await total(rent)).toBe(159_355)
    expect(sum((await shares(rent)).store)).toBe(111_550 + 31_871)
    // Back to the first: shared again as it was.
    await company.act('lease', 'changeVehicle', of.id, { newVehicle: of.vehicle, reason: '原车修好' }, 'sales')
    expect((await sources()).at(-1)).toEqual([of.vehicle, source, 31_871])
    expect(sum((await shares(rent)).store)).toBe(111_550)
    expect(await company.proveAll()).toEqual([])
  })
  test('rules that do not add up are refused', async () => {
    const say = async (receivers: object[]): Promise<string> =>
      (await refusal(company.add('splitRule', { name: `x${Math.random()}`, reach: 'company', effectiveOn: '2025-01-01', receivers })))
        .message
    expect(await say([{ party: 'company', rate: 9000, fixed: null, tail: true }])).toMatch(/分账比例合计应为 100%，现为 90%/)
    expect(
      await say([
        { party: 'company', rate: 5000, fixed: null, tail: true },
        { party: 'company', rate: 5000, fixed: null, tail: false },
      ]),
    ).toMatch(/分账方不能重复/)
    expect(await say([])).toMatch(/分账方/)
  })
  test('what the others earned becomes payable bills once, also when two settle at once; a void sets it free', async () => {
    await company.write((tx) => settleShares(tx, company.as(), company.clock.today()))
    const { rent } = await lease()
    await company.pay([rent], 380_000)
    const before = await company.read((db) => db.selectFrom('payableBill').select('id').execute())
    const both = await Promise.all([
      company.write((tx) => settleShares(tx, company.as(), company.clock.today())),
      company.write((tx) => settleShares(tx, company.as(), company.clock.today())),
    ])
    expect(sum(both.map((one) => one.amount))).toBe(380_000)
    const made = (await company.read((db) => db.selectFrom('payableBill').selectAll().orderBy('id').execute())).slice(before.length)
    expect(made.toSorted((a, b) => a.partyKind.localeCompare(b.partyKind)).map((b) => [b.partyKind, b.payee, b.amount, b.status])).toEqual([
      ['channel', '城配联盟', 19_000, 'toConfirm'],
      ['platform', '平台', 19_000, 'toConfirm'],
      ['source', '沪东车队', 76_000, 'toConfirm'],
      ['store', '虹桥店', 266_000, 'toConfirm'],
    ])
    await company.act('payableBill', 'void', made[0]!.id, { reason: '重算' }, 'finance')
    expect((await company.write((tx) => settleShares(tx, company.as(), company.clock.today()))).amount).toBe(made[0]!.amount)
  })
})

describe('F-J8: a share that goes to an account at a payment provider', () => {
  type State = 'toOpen' | 'opening' | 'active' | 'frozen'
  async function account(kind: 'settle' | 'split', status: State, merchant: 'auditing' | 'done'): Promise<number> {
    return company.write(async (tx) => {
      const id = await sampleRecord(
        tx,
        company.as(),
        'providerAccount',
        { kind, status, accountNo: `SP-${kind}-${status}-${merchant}` },
        { path: [], samples },
      )
      await sql`update merchant set status = ${merchant}, subject_name = '沪东运营有限公司', provider = 'wechat' where id = (select merchant from provider_account where id = ${id})`.execute(
        tx,
      )
      return id
    })
  }
  const receivers = (to: number, party = 'platform') => [
    { party: 'store', rate: 9000, fixed: null, tail: true },
    { party, rate: 1000, fixed: null, tail: false, account: to },
  ]
  const rule = (contract: number, to: number, party?: string) =>
    company.add('splitRule', {
      name: `平台 ${contract} ${to}`,
      reach: 'contract',
      contract,
      effectiveOn: '2025-01-01',
      receivers: receivers(to, party),
    })
  test('may name it only once the merchant is finished and the account is open', async () => {
    const { contract } = await lease()
    const why = async (to: number, party?: string): Promise<string> => (await refusal(rule(contract, to, party))).message
    expect(await why(await account('settle', 'active', 'done'))).toContain('结算账户不能用于分账')
    expect(await why(await account('split', 'active', 'auditing'))).toContain('尚未完成（审核中）')
    expect(await why(await account('split', 'opening', 'done'))).toContain('分账账户为「开户中」')
    expect(await why(await account('split', 'frozen', 'done'))).toContain('分账账户为「已冻结」')
    expect(await why(999_999)).toMatch(/分账账户/)
    expect(await why(await account('split', 'active', 'done'), 'company')).toContain('不需要分账账户')
  })
  test('is paid what the rule says as a payable to that account, and to no account that was frozen since', async () => {
    const to = await account('split', 'active', 'done')
    const { contract, rent } = await lease()
    const id = await rule(contract, to)
    await company.pay([rent], 380_000)
    expect(
      await company.read((db) =>
        db.selectFrom('splitRecord').select(['party', 'amount', 'account']).where('rule', '=', id).orderBy('party').execute(),
      ),
    ).toEqual([
      { party: 'platform', amount: 38_000, account: to },
      { party: 'store', amount: 342_000, account: null },
    ])
    const settled = async () => {
      await company.write((tx) => settleShares(tx, company.as(), company.clock.today()))
      return company.read((db) =>
        db
          .selectFrom('payableBill')
          .select(['payee', 'bankName', 'bankAccount', 'amount'])
          .where('partyKind', '=', 'platform')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow(),
      )
    }
    expect(await settled()).toEqual({
      payee: '沪东运营有限公司',
      bankName: '微信支付',
      bankAccount: 'SP-split-active-done',
      amount: 38_000,
    })
    const next = await lease()
    await rule(next.contract, to)
    await company.pay([next.rent], 100_000)
    await company.act('providerAccount', 'freeze', to)
    expect(await settled()).toEqual({ payee: '平台', bankName: null, bankAccount: null, amount: 10_000 })
    expect(await company.proveAll()).toEqual([])
  })
})

describe('what the company owes', () => {
  const bill = (amount = 85_000) =>
    company.add(
      'payableBill',
      {
        partyKind: 'shop',
        payee: '捷修汽修',
        fee: 'repair',
        store: company.store,
        dueOn: '2025-03-01',
        items: [{ description: '右前门钣金', amount }],
      },
      'sales',
    )
  const row = (id: number) => company.read((db) => db.selectFrom('payableBill').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  const pay = (id: number, amount: number, tradeNo: string, who = 'cashier') =>
    company.act('payableBill', 'pay', id, { amount, channel: 'transfer', paidOn: company.clock.today(), tradeNo }, who)
  const waiting = (id: number) =>
    company.read(async (db) =>
      (
        await db.selectFrom('payout').select('id').where('payableBill', '=', id).where('status', '=', 'toConfirm').orderBy('id').execute()
      ).map((p) => p.id),
    )

  test('is confirmed by another, paid in parts, each part checked by another, and no part twice', async () => {
    company.at('2025-03-01')
    const id = await bill()
    expect((await refusal(pay(id, 1, 'P-0'))).message).toMatch(/当前为「待确认」/)
    expect((await refusal(company.act('payableBill', 'confirm', id, {}, 'sales'))).message).toMatch(/录入人不能确认/)
    await company.act('payableBill', 'confirm', id, {}, 'finance')
    await pay(id, 50_000, 'P-1')
    expect((await refusal(pay(id, 40_000, 'P-2'))).message).toMatch(/待复核，可登记的金额只剩 ¥350.00/)
    const [first] = await waiting(id)
    expect((await refusal(company.act('payout', 'approve', first!, {}, 'cashier'))).message).toMatch(/登记人不能复核/)
    await company.act('payout', 'approve', first!, {}, 'finance')
    expect(await row(id)).toMatchObject({ status: 'partlyPaid', paid: 50_000, remain: 35_000 })
    expect((await refusal(pay(id, 35_000, 'P-1'))).message).toBe('该流水号已登记')
    await pay(id, 35_000, 'P-3')
    await company.act('payout', 'approve', (await waiting(id))[0]!, {}, 'finance')
    expect(await row(id)).toMatchObject({ status: 'settled', remain: 0, settledOn: '2025-03-01' })
    expect((await refusal(company.act('payableBill', 'void', id, { reason: 'x' }))).code).toBe(422)
    await company.act('payout', 'reverse', first!, { answer: '退票' }, 'finance')
    expect(await row(id)).toMatchObject({ status: 'partlyPaid', paid: 35_000, settledOn: null })
  })
  test('eight clerks pay it at once: one payment waits, the others read which', async () => {
    company.at('2025-03-01')
    const id = await bill()
    await company.act('payableBill', 'confirm', id, {}, 'finance')
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => pay(id, 85_000, `Q-${id}-${i}`)))
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of all) if (one.status === 'rejected') expect((one.reason as Error).message).toMatch(/付款单 FK\d{8}-\d{4} 待复核/)
  })
})

describe('a bank statement', () => {
  test('a line is accepted by one person, confirmed by another; the same number comes in once', async () => {
    company.at('2025-01-20')
    const { rent, lessee } = await lease({
      name: '上海云达物流有限公司',
      kind: 'company',
      creditCode: '91310000MA1FL0BB0G',
      idNo: null,
      licenceNo: null,
    })
    const line = await company.add(
      'bankLine',
      { tradeNo: 'B-1', bookedOn: '2025-01-15', amount: 400_000, payerName: '云达物流', memo: '租金' },
      'cashier',
    )
    expect((await refusal(company.add('bankLine', { tradeNo: 'B-1', bookedOn: '2025-01-15', amount: 1 }))).message).toMatch(
      /该流水号已导入/,
    )
    await company.act('bankLine', 'accept', line, { bills: [rent] }, 'cashier')
    const made = await company.read((db) => db.selectFrom('payment').selectAll().where('tradeNo', '=', 'B-1').executeTakeFirstOrThrow())
    expect(made).toMatchObject({ status: 'toConfirm', lessee, amount: 400_000, payerName: '云达物流' })
    expect((await company.bill(rent)).paid).toBe(0)
    expect((await refusal(company.confirm(made.id, 'cashier'))).message).toMatch(/登记人不能审核/)
    await company.act('payment', 'reject', made.id, { reason: '不是这家' }, 'finance')
    expect(
      await company.read((db) => db.selectFrom('bankLine').select(['status', 'payment']).where('id', '=', line).executeTakeFirstOrThrow()),
    ).toEqual({ status: 'open', payment: null })
    await company.act('bankLine', 'accept', line, { bills: [rent] }, 'cashier')
    await company.confirm(
      (
        await company.read((db) =>
          db.selectFrom('payment').select('id').where('tradeNo', '=', 'B-1').where('status', '=', 'toConfirm').executeTakeFirstOrThrow(),
        )
      ).id,
    )
    expect(await company.bill(rent)).toMatchObject({ status: 'settled' })
    expect(await company.balance(lessee)).toBe(20_000)
    await company.register([(await lease()).rent], 100, { tradeNo: 'B-9' })
    expect((await refusal(company.add('bankLine', { tradeNo: 'B-9', bookedOn: '2025-01-15', amount: 100 }))).message).toMatch(
      /已登记收款 SK/,
    )
  })
})
