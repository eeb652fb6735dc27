/** The home page: what it counts is what the lists behind it count, for the administrator and for somebody who sees one store. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Card, HomeFigure, Work } from '#kit/report/home.wire.ts'
import { bench, type Bench } from '../house/people.ts'
import type { Person } from '../house/rig.ts'
import { idNo } from './company.ts'

let b: Bench
let clerk: Person
let bare: Person
let lessees: number[]
const today = systemClock.today()

/** The same every time: rows anywhere around today. */
let seed = 20261127
const below = (n: number): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return Math.floor((seed / 2147483648) * n)
}
const one = <T>(list: readonly T[]): T => list[below(list.length)]!
const around = (days: number): Day => addDays(today, below(2 * days + 1) - days)
const at = (day: Day): string => `${day}T0${below(9)}:00:00.000Z`
const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

const SEEN = ['billInfoList', 'assistant', 'trafficL', 'breRegulationsL', 'vehicleList', 'memberList']

beforeAll(async () => {
  b = await bench()
  const template = await b.template('本门店', [{ resourceCode: '*', rules: [{ rule: 'store', mode: 'ownStore' }] }])
  clerk = await b.person('clerk', { roles: [await b.role('店长', ['homePage', ...SEEN], [template])], stores: [b.stores[0]] })
  bare = await b.person('bare', { roles: [await b.role('无', ['profile'])] })
  lessees = []
  for (const [i, store] of [...b.stores, ...b.stores].entries())
    lessees.push(
      (await b.must('lessee/add', { kind: 'person', name: `客户${i}`, mobile: '13900139000', idNo: idNo(i), store })).id as number,
    )
  const { operatorId } = b.rig.admin.ctx.user
  const add = (table: string, rows: object[]) =>
    b.rig.db.write(operatorId, (tx) =>
      tx
        .insertInto(table as 'bill')
        .values(rows.map((row) => ({ operatorId, ...row })) as never)
        .execute(),
    )
  await add(
    'bill',
    many(300, (i) => {
      const amount = 1 + below(500_000)
      const status = one(['unpaid', 'partlyPaid', 'settled', 'voided', 'writtenOff'])
      const dueOn = around(90)
      return {
        no: `ZD-H-${i}`,
        status,
        direction: one(['receivable', 'receivable', 'payable']),
        billType: one(['rent', 'service']),
        lessee: one(lessees),
        store: one(b.stores),
        issueOn: dueOn,
        issuedOn: dueOn,
        dueOn,
        amount,
        paid: status === 'settled' ? amount : status === 'partlyPaid' ? below(amount) : 0,
        writtenOff: status === 'writtenOff' ? amount : 0,
        lateGraceDays: below(6),
        lateRateBp: 0,
        invoiced: 0,
      }
    }),
  )
  await add(
    'alarm',
    many(80, (i) => {
      const startAt = at(around(20))
      const status = one(['open', 'assigned', 'handled', 'falseAlarm'])
      return {
        no: `BJ-H-${i}`,
        kind: one(['b1', 'b2', 'fenceLeave']),
        grade: one(['notice', 'normal', 'severe']),
        status,
        source: 'platform',
        startAt,
        lastAt: startAt,
        times: 1,
        store: one(b.stores),
      }
    }),
  )
  await add(
    'affairDue',
    many(60, (i) => ({
      name: '保养',
      kind: one(['upkeep', 'inspection', 'violation']),
      level: one(['overdue', 'due', 'soon', 'snoozed']),
      forecastOn: around(30),
      ref: `h:${i}`,
      snoozed: false,
      store: one(b.stores),
    })),
  )
  await add(
    'violation',
    many(40, (i) => ({
      no: `WZ-H-${i}`,
      status: one(['toClaim', 'toHandle', 'handled', 'cancelled']),
      plateNo: `沪H${i}`,
      occurredAt: at(around(30)),
      part: 1,
      source: 'manual',
      holderKind: 'unknown',
      fine: below(100_000),
      surcharge: 0,
      store: one([...b.stores, null]),
    })),
  )
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

const workOf = async (who?: Person): Promise<Work[]> => (await b.get('home/work', { page: 'homePage' }, who)).data as Work[]
const cardsOf = async (who?: Person): Promise<Card[]> => (await b.get('home', { page: 'homePage' }, who)).data as Card[]
interface Listed {
  total: number
  totals?: Record<string, number>
}
/** What the page at this address shows, asked as it asks. */
async function listed(address: string, who?: Person): Promise<Listed> {
  const url = new URL(address, 'http://localhost')
  const screen = b.rig.registry.screens().find(({ path }) => path === url.pathname)!
  const query = { ...Object.fromEntries(url.searchParams), view: screen.code, pageSize: '1', exact: '1' }
  const answer = await b.get(`${screen.entity!}/list`, query, who)
  expect([address, answer.code]).toEqual([address, 200])
  return answer.data as Listed
}
/** Counts of a card with their addresses: figures, and points of charts that count. */
function counts({ data }: Card): HomeFigure[] {
  const figures = data.kind === 'rows' ? [] : (data.figures ?? [])
  const { labels, series, shape } = data.kind === 'series' ? data.data : { labels: [], series: [], shape: { unit: 'number' } }
  const points = series.flatMap((one, i) =>
    labels.flatMap((label, j) => {
      const to = data.kind === 'series' ? data.links?.[i]?.[j] : null
      return to && shape.unit === 'number' && !to.includes('cell=')
        ? [{ label: `${label} ${one.name}`, value: one.values[j] ?? 0, to }]
        : []
    }),
  )
  return [...figures.filter((figure) => figure.unit === undefined), ...points].filter(
    ({ to }) => to && !to.startsWith('/telematics/trainWorker'),
  )
}

describe.each([
  ['the administrator', () => b.rig.admin],
  ['somebody of one store', () => clerk],
])('%s', (_name, who) => {
  test('finds as many things to do as the list has that each kind leads to, with the same sum, and each customer`s share adds up', async () => {
    const work = await workOf(who())
    expect(work.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'billsOverdue',
        'alarmsSevere',
        'alarmsOpen',
        'affairsDue',
        'affairsSoon',
        'violationsOpen',
        'lesseeToReview',
      ]),
    )
    for (const { code, total, exact, sum, to, lines } of work) {
      const list = await listed(to, who())
      expect([code, total, exact]).toEqual([code, list.total, true])
      if (sum !== null) expect(Object.values(list.totals ?? {})).toContain(sum)
      expect(lines.length).toBeGreaterThan(0)
      // A plate or a name that opens its card stands there word for word.
      for (const { who: whose, what, names = [] } of lines)
        for (const { text } of names) expect([whose, ...what.split(' · ')]).toContain(text)
    }
    const overdue = work.find(({ code }) => code === 'billsOverdue')!
    for (const line of overdue.lines) expect(line.names?.map(({ text, of }) => [text, of.entity])).toEqual([[line.who, 'lessee']])
    expect(overdue.lines.reduce((sum, { amount }) => sum + amount!, 0)).toBe(overdue.sum)
    for (const line of overdue.lines) {
      const list = await listed(line.to, who())
      expect([line.what, line.amount]).toEqual([`${list.total} 张账单逾期`, list.totals!['remain']])
    }
  })
  test('reads figures and bars that count what their lists count, and an age of debt that is the sum of its bills', async () => {
    const cards = await cardsOf(who())
    const all = cards.flatMap(counts)
    expect(all.length).toBeGreaterThan(12)
    for (const { label, value, to } of all) expect([label, value]).toEqual([label, (await listed(to!, who())).total])
    const ageing = cards.find(({ code }) => code === 'overdueByAge')?.data
    if (ageing?.kind !== 'series') return expect(who()).toBe(clerk)
    const { labels, series } = ageing.data
    expect(labels).toEqual(['0–7 天', '8–15 天', '16–30 天', '31–60 天', '60 天以上'])
    for (const [i, label] of labels.entries())
      expect([label, series[0]!.values[i] ?? 0]).toEqual([label, (await listed(ageing.links![0]![i]!, who())).totals!['remain']])
  })
})

test('one store`s person is told of his store alone', async () => {
  const number = async (who: Person, code: string): Promise<number> => (await workOf(who)).find((kind) => kind.code === code)?.total ?? 0
  for (const code of ['billsOverdue', 'alarmsOpen', 'affairsDue', 'violationsOpen']) {
    const [mine, all] = [await number(clerk, code), await number(b.rig.admin, code)]
    expect(mine).toBeGreaterThan(0)
    expect(mine).toBeLessThan(all)
  }
  const names = (await workOf(clerk)).find(({ code }) => code === 'lesseeToReview')!.lines.map(({ who }) => who)
  expect(names.toSorted()).toEqual(['客户0', '客户2'])
})
test('who may open no page has nothing to do, and the figures of no home', async () => {
  expect(await workOf(bare)).toEqual([])
  expect((await b.get('home', { page: 'homePage' }, bare)).code).toBe(403)
  expect((await b.get('home', { page: 'tmsHomePage' }, clerk)).code).toBe(403)
})
