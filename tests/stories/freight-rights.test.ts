/** Who may see money of freight (transport.md §2.1): without the function a figure is absent from list, sums, detail, file, price and report alike. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '#kit/entity/field.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import type { Person, Rig } from '#tests/house/rig.ts'
import { freightDesk } from './freight.ts'
import { flat } from './tariff.ts'

const PAGES = [
  'projectOrderList',
  'chargeSheetList',
  'chargeSheetList_export',
  'quoteList',
  'quoteList_export',
  'freightDetail',
  'freightDetail_export',
  'driverRevenue',
]
const SEES = ['freight_seeReceivable', 'freight_seePayable', 'freight_seeMargin'] as const

let rig: Rig
let who: Record<'none' | 'receivable' | 'payable' | 'both' | 'all', Person>
let order: number
let sheets: { id: number; direction: string; total: number }[]
const LISTS = ['projectOrderList', 'chargeSheetList', 'quoteList', 'freightDetail', 'driverRevenue']
let b: Bench
beforeAll(async () => {
  b = await bench()
  rig = b.rig
  const whole = await b.template(
    '全公司',
    LISTS.map((resourceCode) => ({ resourceCode, rules: [{ rule: 'store' as const, mode: 'all' as const }] })),
  )
  const person = async (...codes: readonly string[]): Promise<Person> => {
    const role = await b.role(`货运${codes.length}${codes.join('')}`.slice(0, 40), [...PAGES, ...codes], [whole])
    return b.person(`freight${codes.map((c) => c.slice(11, 14)).join('') || 'none'}`, { roles: [role], stores: [] })
  }
  who = {
    none: await person(),
    receivable: await person(SEES[0]),
    payable: await person(SEES[1]),
    both: await person(SEES[0], SEES[1]),
    all: await person(...SEES),
  }
  const desk = freightDesk(() => rig.admin.ctx)
  const world = await desk.world(flat(50_000))
  order = await desk.orderOf(world, 1000)
  await desk.rule({ name: '应付司机', type: '2', direction: 'payable' }, flat(31_700))
  await desk.onTheRoad(world, [order])
  await desk.sign(order)
  sheets = (await desk.read((db) =>
    db.selectFrom('chargeSheet').select(['id', 'direction', 'total']).where('status', '<>', 'voided').execute(),
  )) as typeof sheets
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const get = (path: string, person: Person, input: object = {}) => rig.send({ method: 'GET', path }, input, person)
const total = (direction: string): number => sheets.filter((s) => s.direction === direction).reduce((n, s) => n + s.total, 0)
type Name = keyof typeof who
const SEEN: Record<Name, readonly string[]> = {
  none: [],
  receivable: ['receivable'],
  payable: ['payable'],
  both: ['receivable', 'payable'],
  all: ['receivable', 'payable'],
}
const names = Object.keys(SEEN) as Name[]

test('there is money both ways to look at', () => {
  expect([total('receivable'), total('payable')]).toEqual([50_000, 31_700])
})

describe.each(names)('with %s', (name) => {
  const seen = SEEN[name]
  test('sheets and quotes: list, sums, number, one by its id, history and file', async () => {
    for (const entity of ['chargeSheet', 'quote']) {
      const list = (await get(`/api/v1/${entity}/list`, who[name])).data as {
        list: { id: number; direction: string }[]
        total: number
        totals?: { total: number }
      }
      expect(new Set(list.list.map((r) => r.direction))).toEqual(new Set(seen))
      expect(list.total).toBe(list.list.length)
      // What comes in and what goes out is no sum; of one of them it is.
      if (entity === 'chargeSheet') {
        if (seen.length === 2) expect(list.totals).toBeUndefined()
        else expect(list.totals?.total).toBe(seen.reduce((n, d) => n + total(d), 0))
        const way = (await get('/api/v1/chargeSheet/list', who[name], { direction: 'payable' })).data as { totals: { total: number } }
        expect(way.totals.total).toBe(seen.includes('payable') ? total('payable') : 0)
      }
      const file = await rig.send(
        { method: 'POST', path: `/api/v1/${entity}/export` },
        { query: {}, columns: ['direction', 'total'] },
        who[name],
      )
      expect(file.status).toBe(200)
    }
    for (const s of sheets) {
      const status = seen.includes(s.direction) ? 200 : 404
      expect((await get('/api/v1/chargeSheet/detail', who[name], { id: String(s.id) })).status).toBe(status)
      expect((await get('/api/v1/chargeSheet/timeline', who[name], { id: String(s.id) })).status).toBe(status)
    }
  })
  test('the price of an order', async () => {
    const answer = await get('/api/v1/transportOrder/quotes', who[name], { id: String(order) })
    expect(answer.status).toBe(seen.includes('receivable') ? 200 : 403)
  })
  test('reports: figures, the rows behind them, and no way round', async () => {
    const report = await get('/api/v1/report/freightDetail', who[name])
    if (seen.length === 0) {
      expect([report.status, report.message]).toEqual([403, '没有查看这张报表数字的权限，请联系管理员开通'])
      const rows = await get('/api/v1/report/freightDetail/rows', who[name], { measure: 'margin', by: '' })
      const file = await rig.send({ method: 'POST', path: '/api/v1/report/freightDetail/export' }, { query: {} }, who[name])
      return expect([rows.status, file.status]).toEqual([403, 403])
    }
    const { total: sums } = report.data as { total: { values: Record<string, number> } }
    const wanted = [
      ...(seen.includes('receivable') ? ['receivable', 'paidOut', 'open'] : []),
      ...(seen.includes('payable') ? ['payable', 'recovered'] : []),
      ...(name === 'all' ? ['margin', 'rate'] : []),
    ]
    expect(Object.keys(sums.values).toSorted()).toEqual(wanted.toSorted())
    if (seen.includes('payable')) expect(sums.values['payable']).toBe(31_700)
    if (name === 'all') expect(sums.values['margin']).toBe(18_300)
    const rows = await get('/api/v1/report/freightDetail/rows', who[name], { measure: 'payable', by: '' })
    expect(rows.status).toBe(seen.includes('payable') ? 200 : 400)
    const drivers = (await get('/api/v1/report/driverRevenue', who[name])).data as { total: { values: Record<string, number> } }
    expect('earned' in drivers.total.values).toBe(seen.includes('payable'))
  })
})

test('every figure of freight says what it takes to see it', () => {
  const freight = rig.registry.modules
    .filter(({ module }) => ['transport', 'freight', 'partners', 'dispatch'].includes(module.name))
    .map(({ module }) => module)
  const figures = freight.flatMap(({ reports = [] }) =>
    reports.flatMap((report) =>
      Object.entries(report.measures).flatMap(([name, m]) => ('unit' in m && m.unit === 'money' ? [[report.name, name, m.seenBy]] : [])),
    ),
  )
  expect(figures.length).toBeGreaterThan(0)
  for (const [report, name, right] of figures) expect([report, name, right]).toEqual([report, name, expect.stringContaining('freight_see')])
  // Both ways of money in one table: its rows are of one of them each.
  const own = freight.flatMap(({ entities }) => entities)
  const both = own.filter(({ fields }) => {
    const way = (fields as Record<string, { kind: string; options?: Record<string, string> }>)['direction']
    return way?.kind === 'choice' && 'receivable' in way.options! && 'payable' in way.options!
  })
  expect(both.map((e) => [e.name, e.seenBy?.field ?? null])).toEqual(
    expect.arrayContaining([
      ['chargeSheet', 'direction'],
      ['quote', 'direction'],
    ]),
  )
  expect(
    both.filter((e) => !e.seenBy && Object.values(e.fields).some((f) => (f as { kind: string }).kind === 'money')).map((e) => e.name),
  ).toEqual([])
})

/** Money of freight that is no receivable, payable or margin, or whose page is a right of its own (decision 0056). */
const NOT_HIDDEN: Readonly<Record<string, readonly string[]>> = {
  // What the goods are worth, and money of the receiver that only passes through.
  recurringRule: ['goods.declared'],
  consignment: ['cod', 'goods.declared'],
  pod: ['codTaken'],
  codEntry: ['amount'],
  transportOrder: ['cod', 'declared', 'goods.declared'],
  // Offers: their pages are rights of their own.
  cargoSource: ['ask', 'goods.declared', 'price'],
  cargoBid: ['price'],
  orderPush: ['ceiling', 'reward'],
  pushRecipient: ['bid'],
  sandboxOrder: ['total'],
  // Damage, and what is held back for it: money between the company and who answers for it.
  cargoClaim: ['amount', 'lines.salvage', 'lines.unitValue', 'recovered'],
  deduction: ['amount', 'openAmount'],
  deductionUse: ['amount'],
  // Terms and prices that belong to no single freight.
  carrier: ['deposit'],
  provider: ['prices.price'],
  orderModel: ['lateFenPerMin'],
  fuelPrice: ['price'],
  roadRoute: ['toll'],
  // What a solver reckons with; nobody is paid by it.
  dispatchPlan: ['total'],
  dispatchVersion: ['total'],
}

test('a new amount of transport or dispatch is either hidden without its function or said here not to be', () => {
  const own = rig.registry.modules.flatMap(({ module }) =>
    ['transport', 'freight', 'partners', 'dispatch'].includes(module.name) ? module.entities : [],
  )
  const money = (fields: Fields, before = ''): string[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'lines'
        ? field.seenBy
          ? []
          : money(field.of, `${name}.`)
        : !field.seenBy && (field.kind === 'money' || (field.kind === 'computed' && field.as === 'money'))
          ? [`${before}${name}`]
          : [],
    )
  const open = own
    .filter((e) => !e.seenBy)
    .flatMap((e) => {
      const names = money(e.fields as Fields).toSorted()
      return names.length ? [[e.name, names] as const] : []
    })
  expect(Object.fromEntries(open)).toEqual(NOT_HIDDEN)
})
