/**
 * Whatever happens to a vehicle, its page, 车辆成本统计, 车辆收益 and the ledger say one figure (issue 16, A6, A16): random lives with
 * every kind of cost through the product's own actions, against a list kept by hand and walked day by day.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysBetween, endOfMonth, instantAt, type Day } from '#kit/basics/time/day.ts'
import { randomOf } from '#kit/basics/random.ts'
import { answerOf, asked } from '#kit/report/answer.server.ts'
import type { Report } from '#kit/report/report.ts'
import { vehicleCosts } from '#modules/affairs/ground/cost-report.ts'
import { vehicleRevenue } from '#modules/statistics/vehicles.ts'
import { all, insured, line, one, person, shopOf, yuan } from './affairs.ts'
import { Company } from './company.ts'

const LIVES = process.env['DEEP'] ? 60 : 2
const EVENTS = 14
const BEGIN = '2026-01-05'
const KINDS = ['upkeep', 'repair', 'insurance', 'inspection', 'fuel', 'charge', 'fine'] as const

interface Cost {
  kind: string
  bearer: 'company' | 'lessee'
  amount: number
  on: string
  endOn?: string
}

let company: Company
let shop = 0
let files: { id: string }[] = []
beforeAll(async () => {
  company = await Company.open(BEGIN)
  await person(company, 'boss', '周敏')
  shop = await shopOf(company, '上海快修')
  files = await company.files(1)
})
afterAll(() => company?.close())

const random = randomOf(1616)
const pick = (n: number): number => Math.floor(random() * n)
const moment = (on: string): string => instantAt(on as Day, '10:00')

async function repaired(
  vehicle: number,
  on: string,
  kind: 'upkeep' | 'repair',
  price: number,
  payer: 'company' | 'lessee',
  km: number,
): Promise<void> {
  const lines = [line('oil', '机油', 1, price)]
  const order = await company.add('upkeepOrder', { vehicle, kind, shop, payer, lines }, 'sales')
  await company.act('upkeepOrder', 'submit', order, {}, 'sales')
  await company.act('upkeepOrder', 'pass', order, {}, 'boss')
  await company.act('upkeepOrder', 'enter', order, { at: moment(on), km })
  await company.act('upkeepOrder', 'finish', order, {
    at: instantAt(on as Day, '11:00'),
    km,
    lines: (await one(company, 'upkeepOrder', order))['lines'],
  })
  await company.act('upkeepOrder', 'accept', order)
}

async function fined(vehicle: number, on: string, fine: number, reopened: boolean): Promise<void> {
  const { plateNo } = await one<{ plateNo: string }>(company, 'vehicle', vehicle)
  const id = await company.add('violation', { plateNo, occurredAt: moment(on), code: '1039', behaviour: '违停', fine, points: 0 }, 'sales')
  const close = async (): Promise<void> => {
    await company.act('violation', 'dispose', id, { way: 'company' }, 'boss')
    await company.act('violation', 'handle', id, { decidedOn: on, paidBy: 'company', receipts: files })
  }
  await close()
  if (!reopened) return
  await company.act('violation', 'reopen', id, { reason: '缴款有误' })
  await close()
}

/** What one life did, each as the paper says. */
async function live(vehicle: number): Promise<Cost[]> {
  const costs: Cost[] = []
  let on: string = BEGIN
  let km = 1000
  const add = (kind: string, amount: number, more: Partial<Cost> = {}): void =>
    void costs.push({ kind, bearer: 'company', amount, on, ...more })
  const EVENT: Record<string, () => Promise<void>> = {
    upkeep: async () => {
      const price = 100 + pick(300)
      await repaired(vehicle, on, 'upkeep', price, 'company', km)
      add('upkeep', yuan(price))
    },
    repair: async () => {
      const price = 100 + pick(300)
      await repaired(vehicle, on, 'repair', price, 'company', km)
      add('repair', yuan(price))
    },
    fuel: async () => {
      const amount = 5000 + pick(40_000)
      const id = await company.add('fuelling', { kind: 'fuel', vehicle, pay: 'cash', at: moment(on), quantity: 50, unitPrice: 700, amount })
      add('fuel', amount)
      if (random() < 0.7) return
      await company.act('fuelling', 'void', id, { reason: '重复' })
      add('fuel', -amount)
    },
    charge: async () => {
      const amount = 1000 + pick(9000)
      await company.add('fuelling', { kind: 'charge', vehicle, pay: 'app', at: moment(on), quantity: 30, unitPrice: 70, amount, km })
      add('charge', amount)
    },
    fine: async () => {
      const fine = 5000 + pick(50_000)
      await fined(vehicle, on, fine, random() < 0.5)
      add('fine', fine)
    },
    inspection: async () => {
      const id = (await all<{ id: number; status: string }>(company, 'inspection', 'vehicle', vehicle)).find(
        (i) => i.status !== 'passed' && i.status !== 'void',
      )?.id
      const doing = id ?? (await company.add('inspection', { vehicle, kind: 'annual', dueOn: endOfMonth(on as Day) }))
      const fee = 10_000 + pick(20_000)
      if (random() < 0.4) {
        // Twice on one day, and paid twice.
        for (let n = 0; n < 2; n++) {
          await company.act('inspection', 'book', doing, { bookedOn: on, station: '浦东检测站' })
          await company.act('inspection', 'start', doing)
          const order = (await all<{ id: number; status: string }>(company, 'upkeepOrder', 'vehicle', vehicle)).find(
            (o) => o.status === 'draft',
          )
          if (order) await company.act('upkeepOrder', 'cancel', order.id, { reason: '自行调整' })
          await company.act('inspection', 'fail', doing, { doneOn: on, failedItems: '制动', fee })
          add('inspection', fee)
        }
        const order = (await all<{ id: number; status: string }>(company, 'upkeepOrder', 'vehicle', vehicle)).find(
          (o) => o.status === 'draft',
        )
        if (order) await company.act('upkeepOrder', 'cancel', order.id, { reason: '自行调整' })
      } else {
        await company.act('inspection', 'pass', doing, { doneOn: on, files, fee })
        add('inspection', fee)
      }
    },
    insurance: async () => {
      const premium = 100_000 + pick(600_000)
      const endOn = `${Number(on.slice(0, 4)) + 1}${on.slice(4)}`
      const payer = random() < 0.3 ? 'lessee' : 'company'
      const policy = await insured(company, vehicle, 'commercial', on, premium, { payer })
      add('insurance', premium, { endOn, bearer: payer })
      if (random() < 0.5) {
        const delta = pick(40_000) - 20_000
        const from = addDays(on as Day, 3)
        await company.act('insurancePolicy', 'endorse', policy, { on: from, delta, note: '批改', files })
        add('insurance', delta, { on: from, endOn, bearer: payer })
      }
      if (random() < 0.5) {
        const [from, refund] = [addDays(on as Day, 4), pick(80_000)]
        await company.act('insurancePolicy', 'surrender', policy, { on: from, refund, reason: '出售', case: 'other' })
        add('insurance', -refund, { on: from, endOn, bearer: payer })
      }
    },
  }
  let insuredUntil = ''
  const order = [...KINDS, ...Array.from({ length: EVENTS - KINDS.length }, () => KINDS[pick(KINDS.length)]!)].toSorted(
    () => random() - 0.5,
  )
  for (const kind of order) {
    if (kind === 'insurance' && on < insuredUntil) continue
    company.at(on, '18:00')
    await EVENT[kind]!()
    if (kind === 'insurance') insuredUntil = addDays(on as Day, 400)
    km += 100 + pick(900)
    on = addDays(on as Day, 1 + pick(12))
  }
  return costs
}

/** Day by day: what is spread has each day its part, so that any days together are the whole. */
function slow(costs: readonly Cost[], from: string, to: string, of: (cost: Cost) => boolean): number {
  let sum = 0
  for (const cost of costs.filter(of)) {
    if (!cost.endOn) {
      if (cost.on >= from && cost.on <= to) sum += cost.amount
      continue
    }
    const days = daysBetween(cost.on as Day, cost.endOn as Day)
    const upTo = (k: number): number => Math.sign(cost.amount) * Math.round((Math.abs(cost.amount) * k) / days)
    for (let k = 0; k < days; k++) {
      const day = addDays(cost.on as Day, k)
      if (day >= from && day <= to) sum += upTo(k + 1) - upTo(k)
    }
  }
  return sum
}

const figures = async (report: Report, query: Record<string, string>): Promise<Map<string, Record<string, number | null>>> => {
  const { lines } = await company.read((db) => answerOf(asked(db, company.as('finance'), report, query)))
  return new Map(lines.map(({ keys, values }) => [keys[0] ?? '', values]))
}

test('every kind of cost is the same on the page, in both reports, in the ledger and by hand, over any days', async () => {
  const seen = new Set<string>()
  for (let life = 0; life < LIVES; life++) {
    company.at(BEGIN, '08:00')
    const vehicle = await company.vehicle()
    await company.edit('vehicle', vehicle, { registeredOn: '2020-06-15' })
    const costs = await live(vehicle)
    costs.forEach(({ kind }) => seen.add(kind))
    const spans: [string, string][] = [['2000-01-01', '2040-12-31']]
    for (let n = 0; n < 4; n++) {
      const from = addDays(BEGIN as Day, pick(200))
      spans.push([from, addDays(from, pick(260))])
    }
    for (const [from, to] of spans) {
      const asks = { from, to, vehicle: String(vehicle) }
      const page = await figures(vehicleCosts, { ...asks, by: 'kind' })
      for (const kind of KINDS) {
        const figure = page.get(kind)
        const title = `life ${life}, ${kind}, ${from} to ${to}`
        expect(figure?.['borne'] ?? 0, title).toBe(slow(costs, from, to, (x) => x.kind === kind && x.bearer === 'company'))
        expect(figure?.['others'] ?? 0, title).toBe(slow(costs, from, to, (x) => x.kind === kind && x.bearer !== 'company'))
      }
      const borne = [...page.values()].reduce((sum, v) => sum + (v['borne'] ?? 0), 0)
      if (from > '2020-01-01') {
        const revenue = (await figures(vehicleRevenue, { ...asks, by: 'vehicle' })).get(String(vehicle))
        expect(revenue?.['cost'] ?? 0, `life ${life}, ${from} to ${to}`).toBe(borne)
      }
    }
    const ledger = await all<{ amount: number; key: string }>(company, 'vehicleCost', 'vehicle', vehicle)
    expect(ledger.reduce((sum, x) => sum + x.amount, 0)).toBe(costs.reduce((sum, x) => sum + x.amount, 0))
    expect(new Set(ledger.map((x) => x.key)).size).toBe(ledger.length)
  }
  expect([...seen].toSorted()).toEqual([...KINDS].toSorted())
}, 600_000)
