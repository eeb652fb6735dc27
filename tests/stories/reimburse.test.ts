/** Claims, loans and receipts (finance.md §2.7, §3.9, J14, F-J6, G9): each number once, money through payables, loans never below nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edit } from '#kit/entity/store.server.ts'
import { claim } from './approval-finance.ts'
import { Company, refusal } from './company.ts'
import { race } from './race.ts'

let company: Company
beforeAll(async () => {
  company = await Company.open('2026-05-04')
})
afterAll(() => company?.close())

let numbers = 0
const number = (): string => `2642${String(++numbers).padStart(16, '0')}`
const line = (amount: number, invoiceNo: string | null = null) => ({
  fee: 'toll',
  spentOn: company.clock.today(),
  amount,
  invoiceNo,
  description: null,
})
const make = async (more: object = {}): Promise<number> => company.add('reimbursement', await claim(company, more), 'sales')
const submit = (id: number) => company.act('reimbursement', 'submit', id, {}, 'sales')
const read = (id: number) => company.read((db) => db.selectFrom('reimbursement').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const loanRow = (id: number) => company.read((db) => db.selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
async function payOut(bill: number, amount: number): Promise<number> {
  await company.act(
    'payableBill',
    'pay',
    bill,
    { amount, channel: 'transfer', paidOn: company.clock.today(), tradeNo: `P${++numbers}` },
    'cashier',
  )
  const { id } = await company.read((db) =>
    db.selectFrom('payout').select('id').where('payableBill', '=', bill).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  )
  await company.act('payout', 'approve', id, {}, 'finance')
  return id
}
async function lent(amount: number): Promise<number> {
  const id = await company.add(
    'loan',
    {
      kind: 'staff',
      staff: company.people.get('sales')!,
      amount,
      purpose: '出车备用金',
      dueOn: '2026-06-30',
      payee: '林晓明',
      store: company.store,
    },
    'sales',
  )
  await company.act('loan', 'pass', id, {}, 'finance')
  await payOut((await loanRow(id)).payableBill!, amount)
  return id
}

describe('a claim', () => {
  test('J14: less what is set off it is paid as a payable, the cash book follows, the loan stands at 1,900.00', async () => {
    const loan = await lent(500_000)
    expect(await loanRow(loan)).toMatchObject({ status: 'open', remain: 500_000 })
    const id = await make({ lines: [line(12_850), line(3000), line(8640)], loan, loanOffset: 10_000 })
    await submit(id)
    expect((await refusal(company.act('reimbursement', 'pass', id, {}, 'sales'))).message).toContain('申请人不能审批自己的报销')
    await company.act('reimbursement', 'pass', id, {}, 'finance')
    const passed = await read(id)
    expect(passed).toMatchObject({ status: 'toPay', total: 24_490, pay: 14_490 })
    const half = await payOut(passed.payableBill!, 10_000)
    expect((await read(id)).status).toBe('partlyPaid')
    await payOut(passed.payableBill!, 4490)
    expect((await read(id)).status).toBe('paid')
    const booked = await company.read((db) =>
      db.selectFrom('cashEntry').select('amount').where('source', '=', 'payout').where('sourceId', '=', half).execute(),
    )
    expect(booked).toEqual([{ amount: 10_000 }])
    await company.act('payout', 'reverse', half, { answer: '退票' }, 'finance')
    expect((await read(id)).status).toBe('partlyPaid')
    const account = await company.read(
      async (db) => (await db.selectFrom('companyAccount').select('id').where('kind', '=', 'cash').executeTakeFirstOrThrow()).id,
    )
    const back = await company.add(
      'otherReceipt',
      { payer: '林晓明', kind: 'loan', loan, amount: 300_000, account, movedOn: company.clock.today(), store: company.store },
      'cashier',
    )
    await company.act('otherReceipt', 'confirm', back, {}, 'finance')
    expect(await loanRow(loan)).toMatchObject({ remain: 190_000, setOff: 10_000, repaid: 300_000 })
    await company.act('otherReceipt', 'reverse', back, { answer: '登记错误' }, 'finance')
    expect((await loanRow(loan)).remain).toBe(490_000)
  })
  test('wants receipts; what is submitted is not changed', async () => {
    expect((await refusal(submit(await make({ receipts: [] })))).message).toContain('请上传票据')
    const id = await make()
    await submit(id)
    expect(
      (await refusal(company.write((tx) => edit(tx, company.as('sales'), 'reimbursement', id, null, { payee: '别人' }, 'person')))).message,
    ).toContain('提交后的单据不能修改')
  })
})

describe('an invoice number', () => {
  test('is used once: named by whose it is, free again when the claim is rejected or withdrawn', async () => {
    const mine = number()
    const [first, second] = [
      await make({ lines: [line(100, mine)] }),
      await make({ lines: [line(100, ` ${mine.slice(0, 8)} ${mine.slice(8)} `.slice(0, 20))] }),
    ]
    await submit(first)
    const { no } = await read(first)
    const again = await make({ lines: [line(100, mine)] })
    expect((await refusal(submit(again))).message).toBe(`发票 ${mine} 已被 ${no} 使用`)
    await company.act('reimbursement', 'reject', first, { answer: '看不清' }, 'finance')
    await submit(again)
    expect((await refusal(submit(first))).message).toContain('使用')
    await company.act('reimbursement', 'withdraw', again, { answer: '改用现金' }, 'sales')
    await submit(first)
    expect((await read(second)).status).toBe('draft')
  })
  test('of a received invoice is no claim’s, and the other way round', async () => {
    const [theirs, mine] = [number(), number()]
    await company.add('receivedInvoice', { number: theirs, amount: 100, issuedOn: company.clock.today(), store: company.store })
    expect((await refusal(submit(await make({ lines: [line(100, theirs)] })))).message).toContain('收到的发票登记')
    const id = await make({ lines: [line(100, mine)] })
    await submit(id)
    expect(
      (await refusal(company.add('receivedInvoice', { number: mine, amount: 100, issuedOn: company.clock.today(), store: company.store })))
        .message,
    ).toMatch(/已被 BX/)
  })
  test('of two who submit at once one has it', async () => {
    const mine = number()
    const ids = await Promise.all([1, 2, 3].map(() => make({ lines: [line(100, mine)] })))
    expect((await race(ids.map((id) => () => submit(id)))).done).toBe(1)
  })
})

describe('a loan', () => {
  test('is set off no further than it stands, by its own person, and by two claims at once but once', async () => {
    const loan = await lent(10_000)
    const ids = await Promise.all([1, 2].map(() => make({ lines: [line(9000)], loan, loanOffset: 8000 })))
    for (const id of ids) await submit(id)
    const { done, reasons } = await race(ids.map((id) => () => company.act('reimbursement', 'pass', id, {}, 'finance')))
    expect(done).toBe(1)
    expect(reasons[0]).toContain('借款只剩 20.00 元')
    expect((await loanRow(loan)).remain).toBe(2000)
    const stranger = await make({ staff: company.people.get('cashier')!, lines: [line(9000)], loan, loanOffset: 100 })
    await submit(stranger)
    expect((await refusal(company.act('reimbursement', 'pass', stranger, {}, 'finance'))).message).toContain('不是这位报销人的')
  })
  test('a claim that is wholly set off is paid at once; the loan that is used up is settled', async () => {
    const loan = await lent(5000)
    const id = await make({ lines: [line(5000)], loan, loanOffset: 5000 })
    await submit(id)
    await company.act('reimbursement', 'pass', id, {}, 'finance')
    expect([(await read(id)).status, (await read(id)).payableBill, (await loanRow(loan)).status]).toEqual(['paid', null, 'settled'])
  })
})
