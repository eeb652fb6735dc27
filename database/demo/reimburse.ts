/** Claims of the demo company: a few a month, most of them approved, one waiting, one sent back. */
import { addDays } from '#kit/basics/time/day.ts'
import { CASHIER, FINANCE } from './approval-plans.ts'
import { SALES_OF_STORE } from './people.ts'
import type { World } from './world.ts'

const SPENT = [
  ['toll', '沪昆高速通行费', 8600],
  ['parking', '客户园区停车', 3000],
  ['fuel', '应急加油', 12_850],
  ['charging', '途中充电', 6420],
  ['lodging', '外地提车住宿', 26_800],
  ['repair', '路边补胎', 15_000],
] as const

export async function makeClaims(w: World): Promise<void> {
  const r = w.random
  const people = await w.db.read(w.operatorId, (db) =>
    db
      .selectFrom('user')
      .select(['id', 'name', 'stores'])
      .where(
        'username',
        'in',
        SALES_OF_STORE.map((one) => one),
      )
      .orderBy('id')
      .execute(),
  )
  for (let n = 0; n < 12; n++) {
    const day = addDays(w.until, -150 + n * 13)
    w.at(day, '10:30')
    const person = people[n % people.length]!
    const lines = Array.from({ length: 1 + (n % 3) }, (_, i) => {
      const [fee, description, amount] = SPENT[(n * 2 + i) % SPENT.length]!
      return { fee, spentOn: addDays(day, -2), amount, invoiceNo: `2642${r.digits(16)}`, description }
    })
    const id = await w.add(CASHIER, 'reimbursement', {
      kind: 'staff',
      staff: person.id,
      store: person.stores?.[0] ?? w.stores[0]!.id,
      payee: person.name,
      bankName: '招商银行上海分行',
      bankAccount: `62148${r.digits(14)}`,
      lines,
      receipts: [await w.photo('payCode', CASHIER)],
    })
    await w.act(CASHIER, 'reimbursement', 'submit', id)
    w.at(addDays(day, 1), '16:00')
    if (n === 10) await w.act(FINANCE, 'reimbursement', 'reject', id, { answer: '住宿发票抬头不是公司，请补开' })
    else if (n < 10) await w.act(FINANCE, 'reimbursement', 'pass', id)
  }
}
