/**
 * Acknowledged means stored. The real program is killed while clients write; what they were told is compared with what is
 * there afterwards. Here one kill each of PostgreSQL, of a connection and of everything (the server alone dies in bill-crash.test.ts), fifty of
 * each kind with `npm run test:deep`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CrashRun, killedFirstStarts, secondProcess, VICTIMS, type CrashReport } from '../bench/crash.ts'
import { Client } from '../bench/client.ts'
import { verdictOf } from '../bench/verdict.ts'
import { seedFor } from '../draws.ts'
import { randomOf } from '#kit/basics/random.ts'

const DEEP = process.env['DEEP'] === '1'
const SEED = seedFor('CRASH_SEED')
const HOUR = 3_600_000

describe(`killed while writing (seed ${SEED})`, () => {
  let run: CrashRun
  let report: CrashReport
  beforeAll(
    async () => {
      run = await CrashRun.prepare(SEED)
      const victims = DEEP ? VICTIMS : VICTIMS.filter((victim) => victim !== 'server')
      report = await run.run({ trials: DEEP ? 200 : victims.length, seed: SEED, victims, patient: DEEP })
      if (DEEP) console.log(JSON.stringify(report, null, 2))
    },
    DEEP ? HOUR : 900_000,
  )
  afterAll(() => run?.close())

  it('loses nothing it acknowledged and does nothing twice', () => {
    const { acked, unresolved, lost, doubled, stray, refused } = report.verdict
    expect({ unresolved, lost, doubled, stray, refused }).toEqual({ unresolved: 0, lost: [], doubled: [], stray: [], refused: [] })
    expect(acked).toBeGreaterThan(20)
  })

  it('gives no document number twice, keeps the ledger balanced and the log unbroken', () => {
    const { serials, ledger, chain, auditLines } = report.verdict
    expect({ serials, ledger, chain }).toEqual({ serials: [], ledger: [], chain: null })
    expect(auditLines).toBeGreaterThan(report.verdict.acked)
  })

  it('refuses a second process on its data folder at once and names the first', async () => {
    const second = await secondProcess(run.product)
    expect(second.how).toBe(1)
    expect(second.said).toContain(`进程号 ${run.product.pid}`)
    const client = await Client.signIn(run.product)
    expect((await client.get('/api/v1/session/me')).status).toBe(200)
    client.close()
  })

  // Last: it spoils the data on purpose. A judge that cannot condemn proves nothing.
  it('would have been caught losing, doubling, miscounting or rewriting', async () => {
    const { product, writers } = run
    const [dept, comment] = (['dept', 'comment'] as const).map((kind) =>
      writers.book.find((sent) => sent.kind === kind && sent.outcome === 'acked')!,
    )
    await product.sql('delete from dept where remark = $1', [dept!.key])
    const [columns] = await product.sql<{ list: string }>(
      `select string_agg(quote_ident(attname), ',') as list from pg_attribute where attrelid = 'audit_log'::regclass and attnum > 0 and not attisdropped and attname <> 'id'`,
    )
    // The triggers that seal and forbid are switched off; the chain is there for whoever can do that.
    const past = 'set session_replication_role = replica;'
    await product.sql(
      `${past} insert into audit_log (${columns!.list}) select ${columns!.list} from audit_log where reason = '${comment!.key}'`,
    )
    await product.sql(`update bill set paid = paid + 7 where id = (select min(id) from bill)`)
    const after = await verdictOf(product, writers.book)
    expect(after.lost).toContain(`dept ${dept!.key}`)
    expect(after.doubled).toContain(`comment ${comment!.key}`)
    expect(after.chain).toContain('没有校验值')
    expect(after.ledger).not.toEqual([])
    expect(writers.book.some((sent) => sent.kind === 'confirm' && sent.outcome === 'acked')).toBe(true)
    await product.sql(`${past} update audit_log set reason = '改过' where id = (select min(id) from audit_log)`)
    expect((await verdictOf(product, writers.book)).chain).toContain('内容被改动过')
  })
})

describe('killed during the very first start', () => {
  it(
    'completes at the next start, whatever instant it was killed at',
    async () => {
      const random = randomOf(SEED)
      for (let i = 0; i < (DEEP ? 30 : 1); i++) {
        const delays = Array.from({ length: DEEP ? 4 : 1 }, () => random() * 4000)
        const { signedIn, migrations } = await killedFirstStarts(delays)
        expect(signedIn, String(delays)).toBe(true)
        expect(migrations, String(delays)).toBeGreaterThan(5)
      }
    },
    DEEP ? HOUR : 480_000,
  )
})
