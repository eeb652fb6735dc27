/** F-J1: a day at the bank as an accountant has it: 212 lines, most of them known, some to be chosen, a few new; and a copy in which one row was changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actNamed, add, storeOf } from '#kit/entity/store.server.ts'
import { day } from '#kit/basics/time/day.ts'
import { registerPayment } from '#modules/billing/billing.public.ts'
import { adoptCertain, suggestions } from '#modules/finance/bank/bank.server.ts'
import { readGrid, takeIn } from '#modules/finance/bank/take.server.ts'
import { gridOf } from '#kit/excel/text-table.ts'
import { otherPayment, otherReceipt } from '#modules/finance/other/document.ts'
import { reconcile } from '#modules/finance/cash/reconcile.server.ts'
import { againstCash } from './books.ts'
import { Company, refusal } from './company.ts'

const TODAY = '2026-05-04'
/** Of those known, so many are rents; the others are receipts of other kinds. */
const RENTS = 30
const [KNOWN, NAMED, NEW, OUT] = [150, 41, 7, 14]
let company: Company
let own = 0
beforeAll(async () => {
  company = await Company.open(TODAY)
  own = await company.add('companyAccount', { name: '招行基本户', kind: 'bank', openingOn: TODAY, opening: 100_000_00 })
})
afterAll(() => company?.close())

/** A rent bill that is open, and whose. */
async function owing(): Promise<{ bill: number; name: string }> {
  const lessee = await company.lessee()
  const contract = await company.contract({ lessee, vehicles: [await company.vehicle()], startOn: TODAY, endOn: '2027-05-04' })
  await company.sign(contract)
  const bill = (await company.bills(contract)).find((b) => b.billType === 'rent')!.id
  const { name } = await company.read((db) => db.selectFrom('lessee').select('name').where('id', '=', lessee).executeTakeFirstOrThrow())
  return { bill, name: name! }
}
interface Line {
  tradeNo: string
  amount: number
  who: string
}
const HEAD = '交易流水号,交易日期,借方(出账),贷方(入账),余额,收(付)方名称,收(付)方账号,摘要,交易类型'
const yuan = (n: number): string => (n / 100).toFixed(2)
function sheet(lines: readonly Line[]): string[] {
  let balance = 100_000_00
  return lines.map(({ tradeNo, amount, who }) => {
    balance += amount
    return `${tradeNo},20260504,${amount < 0 ? yuan(-amount) : ''},${amount > 0 ? yuan(amount) : ''},${yuan(balance)},${who},,,`
  })
}
const take = (text: string) =>
  company.write(async (tx) => takeIn(tx, company.as('cashier'), await readGrid(tx, company.as('cashier'), gridOf(text), own), own))
const valuesOf = (out: boolean, line: Line) => ({
  ...(out ? { payee: line.who, kind: 'fee' as const } : { payer: line.who, kind: 'interest' as const }),
  amount: Math.abs(line.amount),
  tradeNo: line.tradeNo,
  account: own,
  movedOn: day(TODAY),
  store: company.store,
})
/** Registered by the cashier together, as what a file brings; confirmed by another, one by one. */
async function others(out: boolean, lines: readonly Line[]): Promise<void> {
  const name = out ? 'otherPayment' : 'otherReceipt'
  await company.write(async (tx) => {
    const made = await storeOf(out ? otherPayment : otherReceipt).addMany(
      tx,
      company.as('cashier'),
      lines.map((l) => valuesOf(out, l)) as never,
      'records',
    )
    for (const { id } of made) await actNamed(tx, company.as('finance'), name, 'confirm', id, null, {}, 'server')
  })
}

test('F-J1: 150 adopted, 41 chosen from what is offered, 7 entered anew, each confirmed by another person: the difference is 0.00', async () => {
  const [paid, open] = [await owing(), await owing()]
  const known = Array.from({ length: KNOWN }, (_, i): Line => ({ tradeNo: `IN${i}`, amount: 100 + i, who: paid.name }))
  const out = Array.from({ length: OUT }, (_, i): Line => ({ tradeNo: `OUT${i}`, amount: -(1500 + i), who: '招商银行' }))
  const named = Array.from({ length: NAMED }, (_, i): Line => ({ tradeNo: `NM${i}`, amount: 700 + i, who: open.name }))
  const fresh = Array.from({ length: NEW }, (_, i): Line => ({ tradeNo: `NEW${i}`, amount: 31 + i, who: `路人${i}` }))
  await company.write(async (tx) => {
    for (const line of known.slice(0, RENTS)) {
      const asked = {
        bills: [paid.bill],
        amount: line.amount,
        channel: 'transfer',
        paidAt: company.clock.now(),
        tradeNo: line.tradeNo,
        account: own,
      } as const
      const { id } = await registerPayment(tx, company.as('cashier'), asked as never)
      await actNamed(tx, company.as('finance'), 'payment', 'confirm', id, null, {}, 'server')
    }
  })
  await others(false, known.slice(RENTS))
  await others(true, out)
  // In any order, as a bank has them.
  const all = [...known, ...out, ...named, ...fresh].map((line, i) => ({ line, at: (i * 7919) % 212 })).toSorted((a, b) => a.at - b.at)
  const rows = sheet(all.map((x) => x.line))
  expect([rows.length, all.filter((x) => x.line.amount > 0).length]).toEqual([212, 198])

  const row37 = rows[36]!.split(',')
  const copy = rows.with(36, [...row37.slice(0, 4), yuan(Math.round(Number(row37[4]) * 100) + 1000), ...row37.slice(5)].join(','))
  // Row 37 stands in line 38, below the heading.
  expect((await refusal(take([HEAD, ...copy].join('\n')))).message).toMatch(/^第 38 行的余额接不上/)
  expect(await take([HEAD, ...rows].join('\n'))).toEqual({ added: 212, skipped: 0 })
  expect(await take([HEAD, ...rows].join('\n'))).toEqual({ added: 0, skipped: 212 })

  expect(await company.write((tx) => adoptCertain(tx, company.as('cashier'), own))).toEqual({ adopted: KNOWN + OUT, left: NAMED + NEW })
  const left = await company.read((db) =>
    db.selectFrom('bankLine').select(['id', 'tradeNo']).where('status', '=', 'open').orderBy('id').execute(),
  )
  const offered = { chosen: 0, none: 0 }
  for (const { id, tradeNo } of left) {
    const { list, documents } = await company.read((db) => suggestions(db, company.as('cashier'), id))
    expect(documents).toEqual([])
    if (tradeNo!.startsWith('NEW')) {
      expect(list, tradeNo!).toEqual([])
      offered.none++
      continue
    }
    expect(list.length, tradeNo!).toBeGreaterThan(0)
    offered.chosen++
    await company.act('bankLine', 'accept', id, { bills: [open.bill] }, 'cashier')
  }
  expect(offered).toEqual({ chosen: NAMED, none: NEW })
  const waiting = await company.read((db) => db.selectFrom('payment').select('id').where('status', '=', 'toConfirm').execute())
  expect(waiting).toHaveLength(NAMED)
  expect((await refusal(company.confirm(waiting[0]!.id, 'cashier'))).message).toMatch(/登记人不能/)
  for (const { id } of waiting) await company.confirm(id)
  const entered = await company.write(async (tx) => {
    const ids = []
    for (const line of fresh) ids.push((await add(tx, company.as('cashier'), 'otherReceipt', valuesOf(false, line))).id)
    return ids
  })
  expect((await refusal(company.act('otherReceipt', 'confirm', entered[0]!, {}, 'cashier'))).message).toMatch(/登记人不能复核/)
  for (const id of entered) await company.act('otherReceipt', 'confirm', id, {}, 'finance')
  expect(await company.write((tx) => adoptCertain(tx, company.as('cashier'), own))).toEqual({ adopted: NEW, left: 0 })

  const at = day(TODAY)
  const seen = await company.read((db) => reconcile(db, company.as(), own, at, at))
  expect([seen.difference, seen.onlyBook, seen.onlyBank]).toEqual([0, [], []])
  expect(await againstCash(company)).toEqual([])
}, 120_000)
