/**
 * Imports of violations, of fuel statements and of policies whose process is killed (−9) between two statements: what was taken in is
 * whole, and the same call again takes in the rest, once (issue 16). Here one import that is taken in by pieces is killed between two of them, and
 * a small one of policies anywhere; DEEP=1 kills each of the three forty times.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { one } from './affairs.ts'
import { Company } from './company.ts'
import { DyingProcess, type Answered } from './dying-process.ts'
import { seedFor } from '../draws.ts'

const DEEP = process.env['DEEP'] === '1'
const KILLS = DEEP ? 40 : 1
const SEED = seedFor('CRASH_SEED')
const PASSWORD = 'Adm1n!pass9'
const DONE_BEFORE = '该操作此前已提交成功，但结果未能返回，请刷新后查看'

let base: TestDatabase
let company: Company
let product: DyingProcess
let token = ''
let today: Day
beforeAll(async () => {
  // The clock of the processes is the real one, so the company's is too.
  base = await testDatabase()
  today = systemClock.today()
  company = await Company.open(today, base)
  product = await DyingProcess.start(base.owner(), base.app(), PASSWORD)
  await owner('update credential set is_first = false')
  token = await product.signIn('admin', PASSWORD)
})
afterAll(async () => {
  await product?.close()
  await company?.close()
})

const owner = <T = Record<string, unknown>>(text: string): Promise<T[]> =>
  withClient(base.owner, async (client) => {
    await client.query(`select set_config('app.operator_id', $1, false)`, [String(company.operatorId)])
    return (await client.query(text)).rows as T[]
  })
const plateOf = async (id: number): Promise<string> => (await one<{ plateNo: string }>(company, 'vehicle', id)).plateNo

let random = SEED
const below = (n: number): number => {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((random / 2_147_483_648) * n)
}

interface Import {
  path: string
  /** Something that has not been taken in yet, of so many rows. */
  body: (n: number) => Promise<object>
  rows: number
  /** How many rows of the n-th are there, and what is wrong with them. */
  stored: (n: number) => Promise<{ rows: number; faults: unknown[] }>
  /** Rows that belong together. */
  piece: number
  /** A whole one takes more statements than this: less, and the kills would not fall where they should. */
  statements: number
  /** What the call answers when all was there already. */
  whole: 'again' | 'told'
}

const ROWS = 230
const violations: Import = {
  path: '/api/v1/violation/take',
  rows: ROWS,
  piece: 200,
  statements: ROWS,
  whole: 'again',
  body: async (n) => {
    const plates = [await plateOf(await company.vehicle()), await plateOf(await company.vehicle())]
    const lines = Array.from({ length: ROWS }, (_, i) => {
      const at = new Date(Date.parse(instantAt(addDays(today, -40), '00:00')) + 28_800_000 + i * 3_600_000).toISOString()
      return `${plates[i % 2]}\t${at.slice(0, 10)} ${at.slice(11, 19)}\t第${n}批\t1344\t200\t0`
    })
    return { text: ['车牌号\t违法时间\t违法地点\t违法代码\t罚款\t记分', ...lines].join('\n') }
  },
  stored: async (n) => ({
    rows: Number((await owner<{ n: string }>(`select count(*) as n from violation where place = '第${n}批'`))[0]!.n),
    faults: await owner(`
      select v.vehicle, count(*), max(s.total) from violation v left join vehicle_violation s on s.vehicle = v.vehicle
        where v.place = '第${n}批' group by v.vehicle having count(*) is distinct from max(s.total)
      union all select 0, count(*), 0 from violation where place = '第${n}批' group by plate_no, occurred_at, code having count(*) > 1
      union all select v.id, 0, 0 from violation v where v.place = '第${n}批' and not exists (select from audit_log a where a.entity = 'violation' and a.entity_id = v.id)`),
  }),
}

const accounts: number[] = []
const FILLS = 1030
const fills: Import = {
  path: '/api/v1/fuelling/takeStatement',
  rows: FILLS,
  piece: 1000,
  // By the piece, not by the row.
  statements: 40,
  whole: 'again',
  body: async (n) => {
    const mainCardNo = `10001132${String(n).padStart(8, '0')}`
    accounts[n] = await company.add('fuelAccount', { name: `主账户${n}`, supplier: 'sinopec', mainCardNo, store: company.store })
    const cardNo = `20001132${String(n).padStart(8, '0')}`
    const card = await company.add('fuelCard', { cardNo, account: accounts[n], kind: 'sub', vehicle: await company.vehicle() })
    await company.act('fuelCard', 'activate', card)
    const lines = Array.from({ length: FILLS }, (_, i) => {
      const at = new Date(Date.parse(instantAt(addDays(today, -40), '00:00')) + 28_800_000 + i * 3_300_000).toISOString()
      const load = i % 13 === 0
      return `${cardNo}\t${at.slice(0, 10)} ${at.slice(11, 19)}\t${load ? '充值' : '加油'}\t0号柴油\t${load ? '' : '10.00'}\t7.00\t${load ? '900.00' : '70.00'}\t虹桥加油站\tK${n}-${i}`
    })
    return { account: accounts[n], text: ['卡号\t交易时间\t交易类型\t油品\t数量\t单价\t金额\t加油站\t流水号', ...lines].join('\n') }
  },
  stored: async (n) => {
    const account = accounts[n]!
    const [counted] = await owner<{ n: string }>(
      `select count(distinct supplier_no) as n from fuel_entry where account = ${account} and kind in ('spend', 'recharge')`,
    )
    return {
      rows: Number(counted!.n),
      // One spend a fill (A14), one cost, each pot its chain's last row (A13).
      faults: await owner(`
        select 'fill' as what, f.id from fuelling f where f.supplier_no like 'K${n}-%' and (
          (select coalesce(-sum(e.delta), 0) from fuel_entry e where e.fuelling = f.id and e.kind = 'spend') <> f.amount
          or (select count(*) from vehicle_cost x where x.key = 'fuelling:' || f.id) <> 1
          or not exists (select from audit_log a where a.entity = 'fuelling' and a.entity_id = f.id))
        union all select 'twice', max(f.id) from fuelling f where f.supplier_no like 'K${n}-%' group by f.supplier_no having count(*) > 1
        union all select 'pot', k.id from fuel_card k where k.account = ${account}
          and coalesce(k.wallet, 0) + coalesce(k.reserve, 0) + coalesce(k.transit, 0) <> (select coalesce(sum(e.delta), 0) from fuel_entry e where e.card = k.id and e.pot <> 'quota')
        union all select 'chain', e.id from (select id, after, delta, lag(after, 1, 0::bigint) over (partition by account, pot, case when pot <> 'quota' then card end order by id) as was from fuel_entry where account = ${account}) e where e.after <> e.was + e.delta`),
    }
  },
}

const POLICIES = DEEP ? 24 : 8
const policies: Import = {
  path: '/api/v1/insurancePolicy/import/commit',
  rows: POLICIES,
  piece: POLICIES,
  statements: POLICIES,
  whole: 'told',
  body: async (n) => {
    const rows = []
    for (let i = 0; i < POLICIES; i++) {
      const cells = {
        vehicle: await plateOf(await company.vehicle()),
        kind: '商业险',
        insurer: '人保财险',
        policyNo: `IMP${n}-${i}`,
        startAt: `${today} 00:00`,
        endAt: `${addDays(today, 365)} 00:00`,
        payer: '公司',
        wholePremium: '6200.00',
        vehicleTax: '0',
      }
      rows.push({ line: i + 2, cells })
    }
    return { rows, onlyValid: false }
  },
  stored: async (n) => ({
    rows: Number((await owner<{ n: string }>(`select count(*) as n from insurance_policy where policy_no like 'IMP${n}-%'`))[0]!.n),
    faults: await owner(`select id from insurance_policy p where p.policy_no like 'IMP${n}-%' and (p.premium <> 620000 or p.store is null
      or not exists (select from audit_log a where a.entity = 'insurancePolicy' and a.entity_id = p.id))`),
  }),
}

const byPieces = [
  ['violations', violations],
  ['fuel statements', fills],
] as const

describe(`imports killed between two statements (seed ${SEED})`, () => {
  test.each([...byPieces.filter((_, i, { length }) => DEEP || i === SEED % length), ['policies', policies] as const])(
    '%s: nothing is lost, nothing is doubled, and the rest can be taken in',
    async (_name, of) => {
      const send = (body: object, key: string): Promise<Answered> => product.post(token, of.path, body, key)
      let n = below(1000) * 100
      const first = await of.body(n)
      const statements = await product.counted(async () => expect(await send(first, randomUUID())).toMatchObject({ status: 200 }))
      expect(await of.stored(n)).toEqual({ rows: of.rows, faults: [] })
      expect(statements).toBeGreaterThan(of.statements)
      let halfway = 0
      // Where there is more than one piece, one kill must fall behind the first: late, and earlier when the file was in before it fell, for a
      // process that has read what it remembers asks less than it did the first time.
      const late = of.piece < of.rows ? [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65] : [0.95]
      let kills = 0
      for (let tries = 0; kills < KILLS || (halfway === 0 && late.length > 0 && of.piece < of.rows); tries++) {
        expect(tries, 'it is always over before').toBeLessThan(KILLS + 20)
        const body = await of.body(++n)
        const key = randomUUID()
        const at = halfway === 0 && late.length > 0 ? Math.floor(statements * late.shift()!) : 1 + below(Math.max(1, statements - 20))
        if (!(await product.killedAfter(at, () => send(body, key)))) continue
        kills++
        const left = await of.stored(n)
        const title = `killed after ${at} of ${statements}`
        expect(left.faults, title).toEqual([])
        expect([0, of.piece, of.rows], title).toContain(left.rows)
        if (left.rows > 0 && left.rows < of.rows) halfway++
        // The claim of a dead process runs out by itself within a minute; its end is brought forward.
        await owner(`update idempotency set leased_until = now() - interval '1 second' where http_status is null`)
        const again = await send(body, key)
        if (left.rows === of.rows && of.whole === 'told') expect([200, 409], again.message).toContain(again.status)
        else expect(again, `${title}: ${again.message}`).toMatchObject({ status: 200 })
        if (again.status === 409) expect(again.message).toBe(DONE_BEFORE)
        expect(await of.stored(n), title).toEqual({ rows: of.rows, faults: [] })
        // The answer is kept under its key; the same file under another adds nothing.
        if (of.whole === 'told') continue
        expect(await send(body, key), title).toEqual(again)
        await send(body, randomUUID())
        expect(await of.stored(n), title).toEqual({ rows: of.rows, faults: [] })
      }
      if (of.piece < of.rows) expect(halfway).toBeGreaterThan(0)
    },
    DEEP ? 3_600_000 : 300_000,
  )
})
