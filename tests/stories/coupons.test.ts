/** 优惠券 from the offer to the bill and back (docs/decisions/0020-coupons.md); R-32: the last one, one coupon on two bills, a receipt at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, day } from '#kit/basics/time/day.ts'
import { get } from '#kit/entity/store.server.ts'
import type { IssueReport } from '#modules/billing/coupons/coupon.rules.ts'
import { issueCoupons, turnCoupons } from '#modules/billing/coupons/issue.server.ts'
import { lateStates } from '#modules/billing/billing.public.ts'
import { statistics } from './bill-figures.ts'
import { computeSheet } from '#modules/leasing/returns/settlement.server.ts'
import { Company, idNo, refusal } from './company.ts'
import { running, type Running } from './leases.ts'
import { race } from './race.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2025-01-10')
})
afterAll(async () => {
  expect(await company.proveAll()).toEqual([])
  await company.close()
})

const CUT = { kind: 'fullCut', threshold: 300_000, amountOff: 30_000 }
let named = 0
async function offer(more: Record<string, unknown> = CUT): Promise<number> {
  const today = company.clock.today()
  const id = await company.add('coupon', {
    name: `券${++named}`,
    stock: 100,
    perCustomer: 9,
    startOn: today,
    lastOn: addDays(today, 400),
    ...more,
  })
  await company.act('coupon', 'publish', id)
  return id
}
const issue = (id: number, lessees: readonly number[]): Promise<IssueReport> =>
  company.write((tx) => issueCoupons(tx, company.as('finance'), id, lessees))
async function given(lessee: number, more?: Record<string, unknown>): Promise<number> {
  const of = await offer(more)
  expect(await issue(of, [lessee])).toMatchObject({ issued: 1, failures: [] })
  return (await held(of))[0]!.id
}
const held = (coupon: number) =>
  company.read((db) => db.selectFrom('customerCoupon').selectAll().where('coupon', '=', coupon).orderBy('id').execute())
const statusOf = async (id: number): Promise<string> =>
  (await company.read((db) => db.selectFrom('customerCoupon').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
const use = (bill: number, coupon: number) => company.act('bill', 'useCoupon', bill, { coupon }, 'cashier')
const items = (bill: number) =>
  company.read((db) => db.selectFrom('billItem').select(['feeItem', 'amount', 'formula']).where('bill', '=', bill).orderBy('id').execute())
const couponItems = async (bill: number): Promise<number[]> =>
  (await items(bill)).filter((i) => i.feeItem === 'COUPON').map((i) => i.amount)

/** On the road since 03-15, with the bill of 04-15 ~ 05-14 (30 days, 3800) open. */
async function renting(): Promise<Running & { bill: number }> {
  const lease = await running(company, { startOn: '2025-03-15', endOn: '2026-03-15' })
  company.at('2025-04-10')
  await company.run()
  const bill = (await company.bills(lease.contract)).find((b) => b.billType === 'rent' && b.status === 'unpaid')!
  expect(bill).toMatchObject({ amount: 380_000, startOn: '2025-04-15', endOn: '2025-05-15' })
  return { ...lease, bill: bill.id }
}

describe('on a bill', () => {
  test('it is locked while the bill is open, used when the rest is paid, and one item says how much and why', async () => {
    const l = await renting()
    const id = await given(l.lessee)
    await use(l.bill, id)
    expect(await company.bill(l.bill)).toMatchObject({ amount: 350_000, remain: 350_000, status: 'unpaid' })
    expect((await items(l.bill)).at(-1)).toEqual({ feeItem: 'COUPON', amount: -30_000, formula: '满 3000 减 300' })
    expect(await statusOf(id)).toBe('locked')
    await company.pay([l.bill], 350_000)
    expect((await company.bill(l.bill)).status).toBe('settled')
    expect(await statusOf(id)).toBe('used')
  })
  test('taken back it is the customer’s again, also after the bill was paid: the bill is open for what it had taken off', async () => {
    const l = await renting()
    const id = await given(l.lessee)
    await use(l.bill, id)
    await company.act('bill', 'returnCoupon', l.bill, { reason: '客户改用别的券' }, 'cashier')
    expect(await company.bill(l.bill)).toMatchObject({ amount: 380_000, status: 'unpaid' })
    expect(await statusOf(id)).toBe('unused')
    await use(l.bill, id)
    await company.pay([l.bill], 350_000)
    await company.act('bill', 'returnCoupon', l.bill, { coupon: id, reason: '发错了' }, 'cashier')
    expect(await company.bill(l.bill)).toMatchObject({
      amount: 380_000,
      paid: 350_000,
      remain: 30_000,
      status: 'partlyPaid',
      settledOn: null,
    })
    expect(await couponItems(l.bill)).toEqual([-30_000, 30_000, -30_000, 30_000])
    expect(await statusOf(id)).toBe('unused')
    expect((await refusal(company.act('bill', 'returnCoupon', l.bill, { reason: '再撤' }, 'cashier'))).message).toBe('账单没有使用优惠券')
  })
  test('a receipt that bounces opens the bill and locks the coupon again; after its last day what comes back is expired', async () => {
    const l = await renting()
    const id = await given(l.lessee, { ...CUT, lastOn: '2025-04-20' })
    await use(l.bill, id)
    const payment = await company.pay([l.bill], 350_000)
    expect(await statusOf(id)).toBe('used')
    await company.act('payment', 'reverse', payment, { reason: '退汇' }, 'finance')
    expect(await statusOf(id)).toBe('locked')
    expect(await company.bill(l.bill)).toMatchObject({ amount: 350_000, status: 'unpaid' })
    company.at('2025-04-25')
    await company.act('bill', 'returnCoupon', l.bill, { reason: '过期后撤回' }, 'cashier')
    expect(await statusOf(id)).toBe('expired')
  })
  test('two that may stand together do, the same one twice does not; each refusal says why', async () => {
    const l = await renting()
    const [of, other] = [
      await offer({ ...CUT, stackable: true }),
      await given(l.lessee, { kind: 'discount', payBp: 9500, stackable: true }),
    ]
    await issue(of, [l.lessee])
    await issue(of, [l.lessee])
    const [first, second] = (await held(of)).map((h) => h.id) as [number, number]
    await use(l.bill, first)
    await use(l.bill, other)
    expect(await company.bill(l.bill)).toMatchObject({ amount: 380_000 - 30_000 - 19_000 })
    expect((await refusal(use(l.bill, second))).message).toContain('同一优惠券在一张账单上只能使用一次')
    expect((await refusal(use(l.bill, await given(l.lessee)))).message).toContain('该优惠券不能与其他优惠券同时使用')
    const stranger = await company.lessee()
    expect((await refusal(use(l.bill, await given(stranger)))).message).toContain('优惠券属于其他承租人')
    const deposit = (await company.bills(l.contract)).find((b) => b.billType === 'deposit')!
    expect((await refusal(use(deposit.id, second))).message).toContain('只有「待支付、部分支付」才能使用优惠券')
  })
  test('one that pays all of a bill settles it, and a contract that is voided gives it back with the bill', async () => {
    const lessee = await company.lessee()
    company.at('2025-03-15')
    const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn: '2025-03-15', endOn: '2026-03-15' })
    await company.sign(contract)
    const rent = (await company.bills(contract)).find((b) => b.billType === 'rent')!
    const id = await given(lessee, { kind: 'freeDays', freeDays: 90 })
    await use(rent.id, id)
    expect(await company.bill(rent.id)).toMatchObject({ amount: 0, paid: 0, status: 'settled' })
    expect(await statusOf(id)).toBe('used')
    await company.act('contract', 'void', contract, { reason: '客户不租了' }, 'sales')
    expect(await company.bill(rent.id)).toMatchObject({ amount: 380_000, paid: 0, status: 'voided' })
    expect(await statusOf(id)).toBe('unused')
  })
  test('a charge by hand that is voided gives its coupon back', async () => {
    const l = await renting()
    const fee = await company.add('incidental', {
      lease: l.lease,
      lines: [{ feeItem: 'CLEAN', amount: 20_000, note: null }],
      occurredOn: company.clock.today(),
      dueOn: company.clock.today(),
    })
    await company.act('incidental', 'issue', fee, {}, 'sales')
    const bill = (await company.bills(l.contract)).find((b) => b.billType === 'incidental')!
    const id = await given(l.lessee, { kind: 'direct', amountOff: 5_000, feeItems: [{ feeItem: 'CLEAN' }] })
    await use(bill.id, id)
    expect((await company.bill(bill.id)).amount).toBe(15_000)
    await company.act('bill', 'voidBill', bill.id, { reason: '录错' }, 'finance')
    expect(await company.bill(bill.id)).toMatchObject({ amount: 20_000, status: 'voided' })
    expect(await statusOf(id)).toBe('unused')
  })
})

describe('when rent goes back', () => {
  test('the coupon’s part of it is not paid out: the example of docs/operations/money.md', async () => {
    const l = await renting()
    const id = await given(l.lessee)
    await use(l.bill, id)
    await company.pay([l.bill], 350_000)
    company.at('2025-04-28')
    const back = await company.add('vehicleReturn', { lease: l.lease, plannedOn: company.clock.today(), reasonKind: 'early' }, 'sales')
    await company.act('vehicleReturn', 'submit', back, {}, 'sales')
    await company.act('vehicleReturn', 'pass', back, {}, 'finance')
    await company.act(
      'vehicleReturn',
      'inspect',
      back,
      {
        actualAt: company.clock.now(),
        odometer: 13_000,
        energyPercent: 90,
        items: [],
        cleaningFee: 0,
        photos: await company.files(4),
        damages: [],
      },
      'sales',
    )
    const s = await company.read((db) =>
      db.selectFrom('returnSettlement').selectAll().where('lease', '=', l.lease).executeTakeFirstOrThrow(),
    )
    const { sheet, hash } = await company.write(async (tx) =>
      computeSheet(tx, company.as(), (await get(tx, company.as(), 'returnSettlement', s.id)) as never),
    )
    expect(sheet.lines.find((line) => line.kind === 'back')).toMatchObject({ amount: 198_333, bill: l.bill })
    expect(sheet.lines.find((line) => line.kind === 'back')?.formula).toContain('优惠券抵扣的 170.00 不退')
    await company.act('returnSettlement', 'fill', s.id, { penaltyWaived: 0, violationsChecked: true, payee: '张三' }, 'sales')
    await company.act('returnSettlement', 'submit', s.id, { hash }, 'sales')
    await company.act('returnSettlement', 'pass', s.id, {}, 'finance')
    expect((await items(l.bill)).map((i) => [i.feeItem, i.amount])).toEqual([
      ['RENT', 380_000],
      ['COUPON', -30_000],
      ['RENT_BACK', -215_333],
      ['COUPON', 17_000],
    ])
    expect(await company.bill(l.bill)).toMatchObject({ amount: 151_667, paid: 151_667, status: 'settled' })
    expect(await statusOf(id)).toBe('used')
    await company.write((tx) => tx.updateTable('lease').set({ status: 'settled' }).where('id', '=', l.lease).execute())
    expect((await refusal(company.act('bill', 'returnCoupon', l.bill, { reason: '晚了' }, 'cashier'))).message).toBe(
      '租约已结算，不能再撤回优惠券；需要补偿客户请另发优惠券',
    )
  })
  test('a reduction of the whole month gives the coupon back, one of half of it half of what it took off', async () => {
    const l = await renting()
    const id = await given(l.lessee)
    await use(l.bill, id)
    const reduce = async (lastOn: string, rateBp: number): Promise<void> => {
      const r = await company.add('rentReduction', {
        lease: l.lease,
        method: 'rate',
        rateBp,
        startOn: '2025-04-15',
        lastOn,
        reasonKind: 'other',
        reasonNote: '停运',
      })
      await company.act('rentReduction', 'submit', r, {}, 'sales')
      await company.act('rentReduction', 'pass', r, {}, 'finance')
    }
    await reduce('2025-05-14', 5000)
    expect(await company.bill(l.bill)).toMatchObject({ amount: 190_000 - 15_000 })
    expect(await statusOf(id)).toBe('locked')
    await reduce('2025-05-14', 10_000)
    expect(await company.bill(l.bill)).toMatchObject({ amount: 0, status: 'settled' })
    expect(await couponItems(l.bill)).toEqual([-30_000, 15_000, 15_000])
    expect(await statusOf(id)).toBe('unused')
  })
  test('late, it costs what is left of the principal costs', async () => {
    const l = await renting()
    await use(l.bill, await given(l.lessee))
    const late = await company.read(async (db) => lateStates(db, [await company.bill(l.bill)] as never, day('2025-04-25')))
    // 3500 × 0.05 % × 7 days, 04-19 to 04-25: due on 04-15, three days of grace.
    expect(late.get(l.bill)!.fee).toBe(1_225)
  })
  test('shares and statistics follow what is left of the bill', async () => {
    const rule = await company.add('splitRule', {
      name: '券后分账',
      reach: 'company',
      effectiveOn: '2025-01-01',
      receivers: [
        { party: 'company', rate: 9000, fixed: null, tail: true },
        { party: 'store', rate: 1000, fixed: null, tail: false },
      ],
    })
    const l = await renting()
    await use(l.bill, await given(l.lessee))
    await company.pay([l.bill], 350_000)
    const shares = await company.read((db) => db.selectFrom('splitRecord').select(['party', 'amount']).where('bill', '=', l.bill).execute())
    expect(new Map(shares.map((s) => [s.party, s.amount]))).toEqual(
      new Map([
        ['company', 315_000],
        ['store', 35_000],
      ]),
    )
    const ask = { from: '2025-04-01', to: '2025-06-30', by: 'month', basis: 'dueOn', billType: 'rent', lessee: l.lessee } as never
    const { total } = await company.read((db) => statistics(db, company.as(), ask))
    expect(total).toMatchObject({ charged: 380_000, credited: -30_000, collected: 350_000, open: 0, accrued: 171_613 + 350_000 })
    await company.act('splitRule', 'end', rule)
  })
})

describe('issued, used and gone', () => {
  test('to many at once, each with his own answer; stock, limit and store hold', async () => {
    const of = await offer({ ...CUT, stock: 2, perCustomer: 1 })
    const [a, b, d] = [await company.lessee(), await company.lessee(), await company.lessee()]
    const waiting = await company.add('lessee', {
      kind: 'person',
      name: '待审',
      mobile: '13900139000',
      idNo: idNo(9_000),
      store: company.store,
    })
    expect(await issue(of, [a, waiting])).toEqual({
      issued: 1,
      left: 1,
      failures: [{ lessee: waiting, name: '待审', message: '承租人未审核通过或已停用，不能领券' }],
    })
    expect((await issue(of, [a, b, d, 999_999])).failures.map((f) => f.message)).toEqual([
      '每客户限领 1 张',
      '优惠券已发完',
      '承租人已被删除，或不在您的数据权限内，请刷新后重新选择',
    ])
    const elsewhere = await company.add('store', { code: `S${named}`, name: `别处${named}`, city: '上海市' })
    expect((await issue(await offer({ ...CUT, store: elsewhere }), [a])).failures[0]!.message).toBe('该优惠券不适用于承租人所在门店')
  })
  test('the days move it: not before its first day, ended after its last, the unused expired; paused nothing is issued', async () => {
    company.at('2025-05-01')
    const who = await company.lessee()
    const of = await offer({ ...CUT, startOn: '2025-05-03', lastOn: '2025-05-05' })
    expect((await refusal(issue(of, [who]))).message).toContain('当前为「未开始」')
    company.at('2025-05-03')
    await turnCoupons(company.as())
    await company.act('coupon', 'pause', of)
    expect((await refusal(issue(of, [who]))).message).toContain('当前为「已暂停」')
    await company.act('coupon', 'resume', of)
    expect((await issue(of, [who])).issued).toBe(1)
    const longer = await offer({ ...CUT, startOn: '2025-05-03', lastOn: '2025-05-05', validity: 'relative', validDays: 10 })
    await issue(longer, [who])
    expect((await held(longer))[0]).toMatchObject({ startOn: '2025-05-03', lastOn: '2025-05-12', offer: '满 3000 减 300' })
    company.at('2025-05-06')
    await turnCoupons(company.as())
    await turnCoupons(company.as())
    const status = async (id: number) =>
      (await company.read((db) => db.selectFrom('coupon').select('status').where('id', '=', id).executeTakeFirstOrThrow())).status
    expect([await status(of), await status(longer)]).toEqual(['ended', 'ended'])
    expect([(await held(of))[0]!.status, (await held(longer))[0]!.status]).toEqual(['expired', 'unused'])
  })
  test('void it, and what nobody used is recalled while what stands on a bill stays', async () => {
    const l = await renting()
    const of = await offer()
    await issue(of, [l.lessee])
    await issue(of, [l.lessee])
    const [one, other] = (await held(of)).map((h) => h.id) as [number, number]
    await use(l.bill, one)
    await company.act('coupon', 'void', of, { reason: '活动取消' }, 'finance')
    expect([await statusOf(one), await statusOf(other)]).toEqual(['locked', 'recalled'])
    expect((await held(of))[1]!.reason).toBe('优惠券作废：活动取消')
    expect((await refusal(use(l.bill, other))).message).toContain('优惠券已回收')
    await company.act('bill', 'returnCoupon', l.bill, { reason: '活动取消' }, 'cashier')
    expect(await statusOf(one)).toBe('unused')
    expect((await refusal(use(l.bill, one))).message).toContain('优惠券已作废')
    await turnCoupons(company.as())
    expect((await held(of))[0]).toMatchObject({ status: 'recalled', reason: '优惠券作废' })
  })
  test('published it is not changed any more', async () => {
    const of = await offer()
    const { edit } = await import('#kit/entity/store.server.ts')
    const change = company.write((tx) => edit(tx, company.as('finance'), 'coupon', of, null, { amountOff: 1 }, 'person'))
    expect((await refusal(change)).message).toBe('已发布的优惠券不能修改，可以结束或作废后新建')
  })
})

describe('R-32, at once', () => {
  test('the last one wanted by eight clerks goes to one customer', async () => {
    const of = await offer({ ...CUT, stock: 1 })
    const lessees: number[] = []
    for (let i = 0; i < 8; i++) lessees.push(await company.lessee())
    const reports: IssueReport[] = []
    await race(lessees.map((lessee) => async () => reports.push(await issue(of, [lessee]))))
    expect(reports.map((r) => r.issued).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(new Set(reports.flatMap((r) => r.failures.map((f) => f.message)))).toEqual(new Set(['优惠券已发完']))
    expect(await held(of)).toHaveLength(1)
  })
  test('one coupon wanted on two bills stands on one', async () => {
    const l = await renting()
    company.at('2025-05-10')
    await company.run()
    const two = (await company.bills(l.contract)).filter((b) => b.billType === 'rent' && b.status === 'unpaid').map((b) => b.id)
    const id = await given(l.lessee)
    const { done, reasons } = await race(two.flatMap((bill) => [() => use(bill, id), () => use(bill, id)]))
    expect(done).toBe(1)
    expect(reasons.filter((r) => !/不能使用：(已用在另一张账单上|同一优惠券在一张账单上只能使用一次)/.test(r))).toEqual([])
    expect((await Promise.all(two.map(couponItems))).flat()).toEqual([-30_000])
  })
  test('used while a receipt for the whole bill is confirmed: whichever comes first, no fen is lost', async () => {
    for (let i = 0; i < 4; i++) {
      const l = await renting()
      const id = await given(l.lessee)
      const receipt = await company.register([l.bill], 380_000)
      const { reasons } = await race([() => use(l.bill, id), () => company.confirm(receipt)])
      const bill = await company.bill(l.bill)
      expect(bill).toMatchObject({ remain: 0, status: 'settled' })
      const used = reasons.length === 0
      expect(await statusOf(id)).toBe(used ? 'used' : 'unused')
      expect([bill.amount, bill.paid, await company.balance(l.lessee)]).toEqual(used ? [350_000, 350_000, 30_000] : [380_000, 380_000, 0])
    }
  })
})
