/**
 * What a customer owes is one figure: on the card, above his bills, when it is paid at once, when he is called for it. Held against the
 * bills' own list and the late fees of the day, over drawn days and payments; and what one receipt of it leaves is nothing.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { cardOf } from '#kit/entity/card/card.server.ts'
import type { Card } from '#kit/entity/card/card.wire.ts'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { formatYuan } from '#kit/basics/fen.ts'
import { list } from '#kit/entity/query/query.server.ts'
import type { BillLate, Dunning, OwedBills, PaymentPreview } from '#modules/billing/billing.wire.ts'
import type { StandingAnswer } from '#modules/leasing/leasing.wire.ts'
import '#tests/draws.ts'
import { Office } from './approval-office.ts'
import { Company, refusal } from './company.ts'
import { owing, running } from './leases.ts'

let company: Company
let office: Office
beforeAll(async () => {
  company = await Company.open('2024-12-10')
  office = new Office(company)
})
afterAll(() => company?.close())

const owedBy = (whose: Record<string, string>): Promise<OwedBills> => office.call('finance', 'GET', '/api/v1/bill/owed', whose)
const card = (entity: string, id: number): Promise<Card> => office.call('finance', 'GET', '/api/v1/card', { entity, id: String(id) })
const lineOf = (of: Card, key: string) => of.lines.find((line) => line.key === key)
const billsOf = (lessee: number): Promise<ListAnswer> =>
  company.read((db) =>
    list(db, company.as('finance'), company.registry.entity('bill'), {
      lessee: String(lessee),
      direction: 'receivable',
      status: 'unpaid,partlyPaid',
      pageSize: '200',
    }),
  )
const lateOf = (id: number): Promise<BillLate> => office.call('finance', 'GET', '/api/v1/bill/late', { id: String(id) })

describe('one figure', () => {
  test('over drawn days and part payments: the open bills of the list and each one’s late fee, and a receipt of it leaves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ days: fc.integer({ min: 1, max: 50 }), share: fc.integer({ min: 0, max: 99 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (steps) => {
          const lease = await running(company, { startOn: '2025-01-10', endOn: '2026-01-10' })
          let day = '2025-01-10' as ReturnType<typeof company.clock.today>
          for (const { days, share } of steps) {
            day = addDays(day, days)
            company.at(day, '12:00')
            await company.run()
            const { list: open } = await owedBy({ lessee: String(lease.lessee) })
            const part = Math.floor((Number(open[0]?.remain ?? 0) * share) / 100)
            if (part > 0) await company.pay([open[0]!.id], part, { paidAt: instantAt(day, '11:00') })
          }
          const { owed, list: bills } = await owedBy({ lessee: String(lease.lessee) })
          const { list: rows, totals } = await billsOf(lease.lessee)
          const fees = await Promise.all(rows.map(async (row) => (await lateOf(row.id)).toPost))
          const lateFee = fees.reduce((sum, fee) => sum + fee, 0)
          expect(new Set(bills.map((b) => b.id))).toEqual(new Set(rows.map((row) => row.id)))
          expect(owed).toMatchObject({ principal: totals!['remain'], lateFee, total: totals!['remain']! + lateFee })
          expect(lineOf(await card('lessee', lease.lessee), 'owed')?.amount).toBe(owed.total)
          expect(lineOf(await card('vehicle', lease.vehicle), 'owed')?.amount).toBe(owed.total)
          // The head of the contract and its flag say the same.
          expect((await owedBy({ contract: String(lease.contract) })).owed).toEqual(owed)
          const { flags } = await office.call<StandingAnswer>('finance', 'GET', '/api/v1/lease/standing', {
            contract: String(lease.contract),
          })
          const arrears = flags.find((flag) => flag.about === 'arrears')?.label.split('，')[0]
          expect(arrears).toBe(owed.overdue ? `欠款 ${formatYuan(owed.overdue)}` : undefined)
          if (owed.total === 0) return
          const ids = bills.map((b) => b.id)
          const paidAt = instantAt(day, '11:30')
          const said = await office.call<PaymentPreview>('finance', 'POST', '/api/v1/payment/preview', {
            bills: ids,
            amount: owed.total,
            paidAt,
          })
          expect([said.settles, said.toBalance]).toEqual([owed.total, 0])
          const balance = await company.balance(lease.lessee)
          await company.pay(ids, owed.total, { paidAt })
          expect((await owedBy({ lessee: String(lease.lessee) })).owed).toMatchObject({ bills: 0, total: 0 })
          expect(await company.balance(lease.lessee)).toBe(balance)
          expect(await company.proveAll()).toEqual([])
        },
      ),
      { numRuns: process.env['DEEP'] ? 60 : 6 },
    )
  })

  test('one receipt pays three bills to the fen, the late fees of the day among them', async () => {
    const lease = await owing(company)
    // A bill bears from the day it is issued on, so each is issued in its month.
    for (const day of ['2025-03-05', '2025-04-05']) {
      company.at(day, '12:00')
      await company.run()
    }
    const { owed, list: bills } = await owedBy({ vehicle: String(lease.vehicle), lessee: String(lease.lessee) })
    expect(bills.length).toBe(3)
    // 3,800.00 of 02-10 over 51 days after the grace, of 03-10 over 23: by hand.
    expect(owed).toMatchObject({
      principal: 3 * 380_000,
      lateFee: (380_000 * (51 + 23) * 5) / 10_000,
      overdueBills: 2,
      oldest: '2025-02-10',
    })
    const receipt = await company.pay(
      bills.map((b) => b.id),
      owed.total,
    )
    const parts = await company.read((db) => db.selectFrom('allocation').select('amount').where('payment', '=', receipt).execute())
    expect(parts.map((p) => Number(p.amount)).reduce((a, b) => a + b, 0)).toBe(owed.total)
    expect((await owedBy({ lessee: String(lease.lessee) })).owed.total).toBe(0)
  })

  test('a payment of an earlier day settles for less, and the preview says how much', async () => {
    const lease = await owing(company)
    company.at('2025-03-05', '12:00')
    const ask = (on: Day) =>
      office.call<PaymentPreview>('finance', 'POST', '/api/v1/payment/preview', {
        bills: [lease.bill],
        amount: 1,
        paidAt: instantAt(on, '11:00'),
      })
    expect((await ask('2025-03-05' as Day)).settles).toBe(380_000 + (380_000 * 20 * 5) / 10_000)
    expect((await ask('2025-02-20' as Day)).settles).toBe(380_000 + (380_000 * 7 * 5) / 10_000)
  })
})

describe('the card', () => {
  test('says who has the vehicle until when, masks his number as the list does, and leads into the acts with the lease chosen', async () => {
    const lease = await owing(company)
    company.at('2025-02-20', '12:00')
    const of = await card('vehicle', lease.vehicle)
    const phone = lineOf(of, 'mobile')!.field!
    const [listed] = (
      await company.read((db) => list(db, company.as('finance'), company.registry.entity('lessee'), { id: String(lease.lessee) }))
    ).list
    expect(phone.row['mobile']).toBe(listed!['mobile'])
    expect(String(phone.row['mobile'])).toMatch(/^1\d{2}\*{4}\d{4}$/)
    expect(JSON.stringify(of)).not.toMatch(/1\d{10}/)
    expect(lineOf(of, 'endOn')).toMatchObject({ text: '2026-01-10' })
    expect(of.acts.map(({ label, to, reason }) => [label, to, reason ?? null])).toEqual(
      expect.arrayContaining([
        ['换车', `/lease/changeCarAdd?type=3&lease=${lease.lease}`, null],
        ['退车', `/lease/backCarAdd?type=3&lease=${lease.lease}`, null],
        ['收款', `/bill/billPay?lessee=${lease.lessee}&vehicle=${lease.vehicle}`, null],
      ]),
    )
  })

  test('of another store’s record there is none, and what one may not open is not on it', async () => {
    const lease = await owing(company)
    const other = await company.add('store', { code: 'CARD', name: '卡片店', city: '上海市' })
    const as = (store: number, can: (code: string) => boolean = () => true): Context => {
      const ctx = company.as('sales')
      return { ...ctx, access: { ...ctx.access, can, scopeOf: () => [{ store: [store] }] } }
    }
    const ask = (ctx: Context, entity: string, id: number) => company.read((db) => cardOf(db, ctx, entity, id))
    for (const [entity, id] of [
      ['vehicle', lease.vehicle],
      ['lessee', lease.lessee],
    ] as const) {
      expect((await refusal(ask(as(other), entity, id))).kind).toBe('absent')
      expect((await ask(as(company.store), entity, id)).id).toBe(id)
    }
    expect((await refusal(ask(as(company.store), 'bill', lease.bill))).kind).toBe('absent')
    const poor = await ask(
      as(company.store, (code) => code === 'vehicleList'),
      'vehicle',
      lease.vehicle,
    )
    expect([poor.lines, poor.acts]).toEqual([[], []])
  })
})

describe('催收', () => {
  const dunning = (tab: string): Promise<Dunning> => office.call('finance', 'GET', '/api/v1/dunning/list', { tab, pageSize: '100' })
  const debtor = async (tab: string, lessee: number) => (await dunning(tab)).list.find((d) => d.lessee === lessee)
  const note = (lessee: number, more: object = {}) =>
    office.call('sales', 'POST', '/api/v1/dunning/note', { lessee, way: 'phone', content: '说月底发工资', ...more })

  test('a promise takes the customer off the list until its day; then he is back, on top, with what came in meanwhile', async () => {
    const lease = await owing(company)
    company.at('2025-02-20', '12:00')
    const before = await debtor('due', lease.lessee)
    const { owed } = await owedBy({ lessee: String(lease.lessee) })
    expect(before).toMatchObject({ overdue: owed.overdue, oldest: '2025-02-10', oldestDays: 10, last: null, promise: null })
    await note(lease.lessee, { promisedOn: '2025-02-25' })
    expect(await debtor('due', lease.lessee)).toBeUndefined()
    expect(await debtor('promised', lease.lessee)).toMatchObject({ promise: { on: '2025-02-25', amount: owed.overdue, received: 0 } })
    expect(await company.bill(lease.bill)).toMatchObject({ remindedOn: '2025-02-20', promisedOn: '2025-02-25' })
    company.at('2025-02-24', '12:00')
    await company.pay([lease.bill], 100_000)
    expect(await debtor('due', lease.lessee)).toBeUndefined()
    company.at('2025-02-25', '09:00')
    const { list: back } = await dunning('due')
    expect(back[0]).toMatchObject({ lessee: lease.lessee, promise: { on: '2025-02-25', received: 100_000 } })
    expect(await debtor('promised', lease.lessee)).toBeUndefined()
    // Paid: of no list any more.
    const { owed: rest } = await owedBy({ lessee: String(lease.lessee) })
    await company.pay([lease.bill], rest.total)
    expect(await debtor('all', lease.lessee)).toBeUndefined()
  })

  test('a talk without a promise leaves him there; of a day gone by, or of an amount without a day, there is no promise', async () => {
    const lease = await owing(company)
    company.at('2025-02-20', '12:00')
    await note(lease.lessee)
    expect(await debtor('due', lease.lessee)).toMatchObject({ promise: null, last: { content: '说月底发工资', way: 'phone' } })
    expect((await refusal(note(lease.lessee, { promisedOn: '2025-02-19' }))).data).toEqual({ promisedOn: '承诺付款日不能早于今天' })
    expect((await refusal(note(lease.lessee, { promised: 100 }))).data).toEqual({ promisedOn: '请填写承诺付款日' })
    const paid = await running(company, { startOn: '2025-02-20', endOn: '2026-02-20' })
    expect((await refusal(note(paid.lessee))).message).toContain('没有您可以查看的逾期账单')
  })
})
