/** Invoices over bills (finance.md §2.6, §3.1, F-J4, G5, G6): no fen twice, under several clerks, through the provider’s answers and notices in any order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { negated } from '#kit/basics/fen.ts'
import { applyInvoice, type Asked } from '#modules/finance/invoices/apply.server.ts'
import { follow, invoiceCall } from '#modules/finance/invoices/invoices.server.ts'
import { openCharges, openOfBill } from '#modules/finance/invoices/open.server.ts'
import { appendItems } from '#modules/billing/billing.public.ts'
import { Company, refusal } from './company.ts'
import { race } from './race.ts'

let c: Company
beforeAll(async () => {
  c = await Company.open('2026-05-04')
})
afterAll(() => c?.close())

const TITLE = {
  title: '上海迅捷物流有限公司',
  taxNo: '91310115MA1K3ABC12',
  address: '浦东新区川沙路 1 号',
  bank: '工商银行川沙支行',
  bankAccount: '1001',
}
interface Leased {
  lessee: number
  title: number
  rent: number
  deposit: number
}
async function leased(): Promise<Leased> {
  const lessee = await c.lessee()
  const contract = await c.contract({ lessee, vehicles: [await c.vehicle()], startOn: c.clock.today(), endOn: '2027-05-04' })
  await c.sign(contract)
  const bills = await c.bills(contract)
  const title = await c.add('invoiceTitle', { lessee, ...TITLE })
  return { lessee, title, rent: bills.find((b) => b.billType === 'rent')!.id, deposit: bills.find((b) => b.billType === 'deposit')!.id }
}
const apply = (title: number, bills: Asked['bills'], who = 'finance', more: Partial<Asked> = {}) =>
  c.write((tx) => applyInvoice(tx, c.as(who), { title, kind: 'general', bills, beforePaid: '客户先票后款', remark: null, ...more }))
const invoice = (id: number) => c.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const redsOf = (id: number) => c.read((db) => db.selectFrom('invoice').selectAll().where('redOf', '=', id).orderBy('id').execute())
const invoiced = async (bill: number): Promise<number> => (await c.bill(bill)).invoiced
const openOf = (bill: number): Promise<number> => c.read(async (db) => openOfBill(await openCharges(db, [bill])))
let next = 0
const number = (): string => `2631${String(++next).padStart(16, '0')}`
async function issued(l: Leased, amount: number, bill = l.rent): Promise<number> {
  const { id } = await apply(l.title, [{ id: bill, amount }])
  await c.act('invoice', 'issue', id, {}, 'finance')
  await c.act('invoice', 'register', id, { number: number(), issuedOn: c.clock.today(), gross: amount }, 'finance')
  return id
}

describe('a request', () => {
  test('reserves what it asks for; the tax of parts adds up; cancelled it is free again', async () => {
    const l = await leased()
    expect(await openOf(l.rent)).toBe(380_000)
    const parts = [await apply(l.title, [{ id: l.rent, amount: 126_667 }]), await apply(l.title, [{ id: l.rent, amount: 126_666 }])]
    expect((await refusal(apply(l.title, [{ id: l.rent, amount: 126_668 }]))).message).toMatch(/可开金额只剩 ¥1,266\.67/)
    parts.push(await apply(l.title, [{ id: l.rent, amount: 126_667 }]))
    const taxes = await Promise.all(parts.map(async ({ id }) => (await invoice(id)).tax))
    expect(taxes.reduce((a, b) => a + b, 0)).toBe(43_717)
    expect(await invoiced(l.rent)).toBe(380_000)
    expect((await c.bill(l.rent)).invoiceState).toBe('full')
    await c.act('invoice', 'cancel', parts[1]!.id, { remark: '抬头有误' }, 'finance')
    expect([await invoiced(l.rent), await openOf(l.rent)]).toEqual([253_334, 126_666])
  })
  test('deposits never, other customers’ bills never, unpaid ones with a reason, special ones with a taxpayer’s number', async () => {
    const [l, other] = [await leased(), await leased()]
    expect((await refusal(apply(l.title, [{ id: l.deposit, amount: 100 }]))).message).toContain('不征税，不能开票')
    expect((await refusal(apply(l.title, [{ id: other.rent, amount: 100 }]))).message).toContain('一张发票只能开给一位客户')
    expect((await refusal(apply(l.title, [{ id: l.rent, amount: 100 }], 'finance', { beforePaid: null }))).message).toContain('尚未结清')
    await c.parameter('invoiceBeforePaid', 'refuse')
    expect((await refusal(apply(l.title, [{ id: l.rent, amount: 100 }]))).message).toContain('收款后才能开票')
    await c.parameter('invoiceBeforePaid', 'ask')
    const bare = await c.add('invoiceTitle', { lessee: l.lessee, title: '张三' })
    expect((await refusal(apply(bare, [{ id: l.rent, amount: 100 }], 'finance', { kind: 'special' }))).message).toContain(
      '必须填写抬头税号',
    )
    expect(await invoiced(l.rent)).toBe(0)
  })
  test('of two clerks at once one has the money and the other reads what is left', async () => {
    const l = await leased()
    const { done, reasons } = await race(
      ['finance', 'cashier', 'sales', 'finance'].map((who) => () => apply(l.title, [{ id: l.rent, amount: 200_000 }], who)),
    )
    expect(done).toBe(1)
    for (const reason of reasons) expect(reason).toMatch(/可开金额只剩 ¥1,800\.00/)
    expect(await invoiced(l.rent)).toBe(200_000)
  })
  test('has lines that add up to it', async () => {
    const l = await leased()
    const { id } = await apply(l.title, [{ id: l.rent, amount: 380_000 }])
    const lines = await c.read((db) => db.selectFrom('invoiceLine').selectAll().where('invoice', '=', id).execute())
    const i = await invoice(id)
    expect([lines.reduce((s, x) => s + x.gross, 0), lines.reduce((s, x) => s + x.net, 0), lines.reduce((s, x) => s + x.tax, 0)]).toEqual([
      i.gross,
      i.net,
      i.tax,
    ])
  })
})

describe('issued by hand', () => {
  test('the number has twenty digits, is nobody else’s, and the sum is what was asked for', async () => {
    const l = await leased()
    const { id } = await apply(l.title, [{ id: l.rent, amount: 380_000 }])
    await c.act('invoice', 'issue', id, {}, 'finance')
    const on = { issuedOn: c.clock.today(), gross: 380_000 }
    const wrong = async (input: object): Promise<string> =>
      (await refusal(c.act('invoice', 'register', id, { ...input }, 'finance'))).message
    expect(await wrong({ ...on, number: '123' })).toContain('20 位数字')
    expect(await wrong({ ...on, number: number(), gross: 379_999 })).toContain('与申请不符')
    expect(await wrong({ ...on, number: number(), issuedOn: '2026-05-05' })).toContain('不能晚于今天')
    const mine = number()
    await c.act('invoice', 'register', id, { ...on, number: mine }, 'finance')
    expect(await invoice(id)).toMatchObject({ status: 'issued', number: mine, net: 336_283, tax: 43_717 })
    const m = await leased()
    const two = await apply(m.title, [{ id: m.rent, amount: 380_000 }])
    await c.act('invoice', 'issue', two.id, {}, 'finance')
    expect((await refusal(c.act('invoice', 'register', two.id, { ...on, number: mine }, 'finance'))).message).toMatch(/号码已登记在 FP/)
  })
  test('a bill under an invoice is not voided', async () => {
    const l = await leased()
    await apply(l.title, [{ id: l.rent, amount: 1 }])
    const locks = c.registry.provided('billLocks')
    const why = await c.write(async (tx) => (await Promise.all(locks.map((lock) => lock(tx, c.as(), [l.rent], 'void')))).find(Boolean))
    expect(why).toMatch(/^账单已申请开票（FP\d{8}-\d{4}）/)
  })
})

describe('red letters', () => {
  const finish = async (blue: number): Promise<number> => {
    const red = (await redsOf(blue)).find((r) => r.status === 'issuing')!
    await c.act('invoice', 'register', red.id, { number: number(), issuedOn: c.clock.today(), gross: negated(red.gross) }, 'finance')
    return red.id
  }
  test('in two halves of 3,800.00 take back 218.58 and 218.59, and nothing stays (F-J4)', async () => {
    const l = await leased()
    const blue = await issued(l, 380_000)
    await c.act('invoice', 'red', blue, { amount: 190_000, reason: 'returned' }, 'finance')
    expect((await invoice(blue)).status).toBe('reding')
    expect((await refusal(c.act('invoice', 'red', blue, { amount: 1, reason: 'returned' }, 'finance'))).message).toContain('红冲中')
    expect(await invoiced(l.rent)).toBe(380_000)
    await finish(blue)
    expect([(await invoice(blue)).status, await invoiced(l.rent)]).toEqual(['partlyRed', 190_000])
    expect((await refusal(c.act('invoice', 'red', blue, { amount: 190_001, reason: 'returned' }, 'finance'))).message).toContain('不能超过')
    await c.act('invoice', 'red', blue, { reason: 'returned' }, 'finance')
    await finish(blue)
    expect((await redsOf(blue)).map((r) => r.tax)).toEqual([-21_858, -21_859])
    expect([(await invoice(blue)).status, await invoiced(l.rent), await openOf(l.rent)]).toEqual(['red', 0, 380_000])
  })
  test('one that lapses leaves the blue one and the bill as they were', async () => {
    const l = await leased()
    const blue = await issued(l, 380_000)
    await c.act('invoice', 'red', blue, { reason: 'mistake' }, 'finance')
    const [red] = await redsOf(blue)
    await c.act('invoice', 'lapse', red!.id, { redState: '07' }, 'finance')
    expect([(await invoice(blue)).status, (await invoice(red!.id)).status, await invoiced(l.rent)]).toEqual([
      'issued',
      'cancelled',
      380_000,
    ])
  })
  test('after a credit of 2,206.45 the bill waits for a red letter over exactly that, with 253.84 of tax', async () => {
    const l = await leased()
    const blue = await issued(l, 380_000)
    await c.write((tx) =>
      appendItems(tx, c.as(), l.rent, [
        {
          feeItem: 'RENT_BACK',
          description: '退还租金',
          amount: -220_645,
          startOn: null,
          endOn: null,
          formula: null,
          idemKey: `back:${l.rent}`,
        },
      ] as never),
    )
    expect((await c.bill(l.rent)).invoiceState).toBe('over')
    const over = await c.read(async (db) => (await openCharges(db, [l.rent])).reduce((sum, x) => sum + x.open, 0))
    expect(over).toBe(-220_645)
    await c.act('invoice', 'red', blue, { amount: 220_645, reason: 'returned' }, 'finance')
    await finish(blue)
    expect((await redsOf(blue))[0]).toMatchObject({ gross: -220_645, tax: -25_384 })
    expect((await c.bill(l.rent)).invoiceState).toBe('full')
  })
})

describe('what a provider says', () => {
  const providerSays = (id: number, o: object) =>
    c.write((tx) =>
      follow(tx, c.as(), id, 'gateway', {
        state: 'waiting',
        providerNo: null,
        number: null,
        issuedOn: null,
        reason: null,
        redState: null,
        ...o,
      } as never),
    )
  const yes = (n: string) => ({ state: 'issued', number: n, issuedOn: '2026-05-04', providerNo: 'P1' })
  test('before the answer, twice, out of order: one number, once', async () => {
    const l = await leased()
    const { id } = await apply(l.title, [{ id: l.rent, amount: 380_000 }])
    await providerSays(id, yes(number()))
    expect((await invoice(id)).status).toBe('toIssue')
    await c.act('invoice', 'issue', id, {}, 'finance')
    const mine = number()
    await providerSays(id, yes(mine))
    await providerSays(id, { state: 'waiting', providerNo: 'P1' })
    await providerSays(id, { state: 'failed', reason: '超时' })
    await providerSays(id, yes(number()))
    expect(await invoice(id)).toMatchObject({ status: 'issued', number: mine, provider: 'gateway' })
  })
  test('a refusal is read on the invoice and it may be sent again; what nobody knows stays 开票中', async () => {
    const l = await leased()
    const { id, no } = await apply(l.title, [{ id: l.rent, amount: 380_000 }])
    await c.act('invoice', 'issue', id, {}, 'finance')
    await c.write((tx) => invoiceCall.failed!(tx, c.as(), { id, no, document: {} as never }, '无法连接开票平台'))
    expect(await invoice(id)).toMatchObject({ status: 'issuing', failReason: '无法连接开票平台' })
    expect((await refusal(c.act('invoice', 'cancel', id, { remark: '不要了' }, 'finance'))).message).toContain('开票中')
    await providerSays(id, { state: 'failed', reason: '授信额度不足' })
    expect(await invoice(id)).toMatchObject({ status: 'failed', failReason: '授信额度不足' })
    await c.act('invoice', 'issue', id, {}, 'finance')
    expect((await invoice(id)).attempt).toBe(2)
    expect(await invoiced(l.rent)).toBe(380_000)
  })
  test('notices at once give one number', async () => {
    const l = await leased()
    const { id } = await apply(l.title, [{ id: l.rent, amount: 380_000 }])
    await c.act('invoice', 'issue', id, {}, 'finance')
    const mine = number()
    await Promise.all([1, 2, 3, 4].map(() => providerSays(id, yes(mine))))
    expect((await invoice(id)).number).toBe(mine)
  })
})
