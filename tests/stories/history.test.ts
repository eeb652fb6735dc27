/**
 * random people at work on few customers, at once, over the real routes, and others who look, in one snapshot or in plain
 * reads. The history is judged from outside; a judge that could not condemn is shown to.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Tx } from '#kit/access/context.server.ts'
import { randomOf } from '#kit/basics/random.ts'
import { Desk, type Row } from './desk.ts'
import { anomalies, type Entry, type History, type Read, type Sight, type Write } from './history.ts'
import { seedFor } from '../draws.ts'

const DEEP = process.env['DEEP'] === '1'
const SEED = seedFor('HISTORY_SEED')

let desk: Desk
beforeAll(async () => {
  desk = await Desk.open()
})
afterAll(() => desk?.close())

/** One statement sees one state also under read committed. */
const look = (
  db: Tx,
  customers: readonly number[],
): Promise<{ rows: { lessee: number; entries: Entry[] | null; balance: number; received: number; placed: number }[] }> =>
  sql<{ lessee: number; entries: Entry[] | null; balance: number; received: number; placed: number }>`
  select l.id as lessee, l.balance,
    (select json_agg(json_build_object('key', e.ref_key, 'delta', e.delta, 'after', e.after) order by e.id) from account_entry e where e.lessee = l.id) as entries,
    ((select coalesce(sum(amount), 0) from payment where lessee = l.id and status = 'confirmed' and channel <> 'balance') - (select coalesce(sum(amount), 0) from refund where lessee = l.id and status = 'paid'))::bigint as received,
    ((select coalesce(sum(paid), 0) from bill where lessee = l.id) + l.balance + (select coalesce(sum(amount), 0) from refund where lessee = l.id and status in ('submitted', 'toPay', 'failed')))::bigint as placed
  from lessee l where l.id = any(${sql.val([...customers])}::bigint[])`.execute(db)

const seen = (rows: Awaited<ReturnType<typeof look>>['rows']): Map<number, Sight> =>
  new Map(rows.map(({ lessee, entries, ...rest }) => [lessee, { ...rest, entries: entries ?? [] }]))

async function read(customers: readonly number[], snapshot: boolean): Promise<Read> {
  const began = performance.now()
  if (!snapshot) return { began, sights: seen((await desk.read((db) => look(db, customers))).rows), ended: performance.now() }
  // Customer after customer, as a report would: the snapshot holds them together.
  const rows = await desk.read(async (db) => {
    const all = []
    for (const customer of customers) all.push(...(await look(db, [customer])).rows)
    return all
  }, true)
  return { began, sights: seen(rows), ended: performance.now() }
}

interface Ground {
  customers: number[]
  random: () => number
  writes: Write[]
  /** Bills and payments anybody may work on. */
  bills: Map<number, number[]>
  payments: Map<number, number[]>
  refunds: Map<number, number[]>
}
type Step = { path: string; body: object; by: 'cashier' | 'finance'; of: (data: Row) => { must?: string[]; may?: string[] } }

/** The next thing somebody does for a customer; half of it meets what others are doing. */
function step(ground: Ground, customer: number): Step {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(ground.random() * list.length)]
  const part = 1 + Math.floor(ground.random() * 4_000)
  const bill = pick(ground.bills.get(customer)!)!
  const payment = pick(ground.payments.get(customer)!)
  const asked = pick(ground.refunds.get(customer)!)
  const n = ground.random()
  if (n < 0.25 && payment)
    return {
      path: 'payment/confirm',
      body: { id: payment, version: 1 },
      by: 'finance',
      of: (p) => ((p['toBalance'] as number) > 0 ? { must: [`payment:${p.id}:overpaid`] } : {}),
    }
  if (n < 0.4)
    return {
      path: 'payment/apply',
      body: { bills: [bill], amount: part },
      by: 'cashier',
      of: (p) => ({ must: [`payment:${p.id}:applied`] }),
    }
  if (n < 0.55 && payment)
    return {
      path: 'payment/reverse',
      body: { id: payment, version: 2, reason: '退汇' },
      by: 'finance',
      of: (p) => ({ may: [`payment:${p.id}:reversed`, `payment:${p.id}:returned`] }),
    }
  if (n < 0.7)
    return {
      path: 'refund/request',
      body: { lessee: customer, amount: part, payee: '张三', reason: '多付' },
      by: 'cashier',
      of: (r) => (ground.refunds.get(customer)!.push(r.id), { must: [`refund:${r.id}:freeze`] }),
    }
  if (n < 0.8 && asked)
    return {
      path: 'refund/reject',
      body: { id: asked, version: 1, answer: '资料不全' },
      by: 'finance',
      of: (r) => ({ must: [`refund:${r.id}:unfreeze`] }),
    }
  return {
    path: 'payment/register',
    body: desk.receipt([bill], part + 2_000),
    by: 'cashier',
    of: (p) => (ground.payments.get(customer)!.push(p.id), {}),
  }
}

async function work(ground: Ground, steps: number): Promise<number> {
  let done = 0
  for (let i = 0; i < steps; i++) {
    const customer = ground.customers[Math.floor(ground.random() * ground.customers.length)]!
    const { path, body, by, of } = step(ground, customer)
    const began = performance.now()
    const answer = await desk.post(path, body, by === 'finance' ? desk.finance : desk.cashier)
    const ended = performance.now()
    expect([200, 409, 422], `${path}: ${answer.text}`).toContain(answer.code)
    if (answer.code !== 200) continue
    const { must = [], may = [] } = of(answer.data as Row)
    ground.writes.push({ customer, began, ended, must, may })
    done++
  }
  return done
}

async function historyOf(seed: number, workers: number, steps: number): Promise<History & { done: number }> {
  const ground: Ground = { customers: [], random: randomOf(seed), writes: [], bills: new Map(), payments: new Map(), refunds: new Map() }
  for (let i = 0; i < 3; i++) {
    const customer = await desk.lessee()
    ground.customers.push(customer)
    ground.bills.set(customer, [(await desk.bill(customer, 6_000)).id, (await desk.bill(customer, 9_000)).id])
    ground.payments.set(customer, [])
    ground.refunds.set(customer, [])
  }
  const reads: Read[] = []
  let working = true
  const readers = [true, false].map(async (snapshot) => {
    while (working) reads.push(await read(ground.customers, snapshot))
  })
  const done = await Promise.all(Array.from({ length: workers }, () => work(ground, steps)))
  working = false
  await Promise.all(readers)
  return { writes: ground.writes, reads, last: await read(ground.customers, true), done: done.reduce((sum, n) => sum + n, 0) }
}

describe(`R-36 (seed ${SEED})`, () => {
  let history: History & { done: number }
  test('random histories of eight people at once show no anomaly', async () => {
    const rounds = DEEP ? 20 : 1
    let looks = 0
    let writes = 0
    for (let n = 0; n < rounds; n++) {
      history = await historyOf(SEED + n, 8, DEEP ? 60 : 25)
      expect(anomalies(history), `seed ${SEED + n}`).toEqual([])
      looks += history.reads.length
      writes += history.done
    }
    expect(desk.rig.faults).toEqual([])
    // Nothing is proved by people who were mostly refused, or by readers who came when all was over.
    expect(writes).toBeGreaterThan(rounds * 60)
    const lengths = new Set(history.reads.map((r) => [...r.sights.values()].reduce((sum, s) => sum + s.entries.length, 0)))
    expect(lengths.size).toBeGreaterThan(10)
    if (DEEP) console.log(`${rounds} histories, ${writes} writes, ${looks} looks: no anomaly`)
  }, 600_000)

  test('the judge condemns a lost append, a dirty one, a stale look, a look into the future of another, a torn balance and a torn total', () => {
    const [customer, sight] = [...history.last.sights].find(([, s]) => s.entries.length > 3)!
    const now = performance.now()
    const other = (change: (sight: Sight) => Sight, read: Read = history.last): Read => ({
      ...read,
      began: now,
      ended: now + 1,
      sights: new Map(read.sights).set(customer, change(read.sights.get(customer)!)),
    })
    const judged = (more: Partial<History>): string => anomalies({ ...history, ...more }).join('\n')
    const key = history.writes.find((w) => w.customer === customer && w.must.length > 0)!.must[0]!
    expect(judged({ writes: [...history.writes, { customer, began: 0, ended: 1, must: ['payment:0:overpaid'], may: [] }] })).toMatch(
      /acknowledged payment:0:overpaid is there 0 times/,
    )
    expect(judged({ writes: history.writes.filter((w) => !w.must.includes(key)) })).toContain(`${key} is of no acknowledged write`)
    expect(judged({ reads: [other((s) => ({ ...s, entries: s.entries.slice(0, 1), balance: s.entries[0]!.after }))] })).toMatch(
      /was acknowledged before a look that does not see it/,
    )
    expect(
      judged({
        reads: [
          other((s) => s),
          { ...other((s) => ({ ...s, entries: s.entries.slice(0, 1), balance: s.entries[0]!.after })), began: now + 2, ended: now + 3 },
        ],
      }),
    ).toMatch(/entries after another had seen/)
    expect(judged({ reads: [other((s) => ({ ...s, entries: s.entries.toSpliced(0, 1) }))] })).toMatch(/a look saw .* where the list has/)
    expect(judged({ reads: [other((s) => ({ ...s, balance: s.balance + 1 }))] })).toMatch(/a look saw balance/)
    expect(judged({ reads: [other((s) => ({ ...s, placed: s.placed - 1 }))] })).toMatch(/a look saw .* placed of/)
    expect(
      judged({ last: other((s) => ({ ...s, entries: s.entries.with(1, { ...s.entries[1]!, after: s.entries[1]!.after + 1 }) })) }),
    ).toMatch(/make/)
    expect(sight.entries.length).toBeGreaterThan(3)
  })
})
