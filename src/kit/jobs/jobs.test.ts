import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, twoOperators, type TestDatabase } from '#tests/database.ts'
import { fakeClock } from '../basics/time/clock.ts'
import type { Registry, ScheduledJob } from '../entity/registry.server.ts'
import { startJobs, type RunningJobs } from './jobs.server.ts'

const clock = fakeClock('2026-01-31T00:00:00.000Z')
let database: TestDatabase
let pool: pg.Pool
let boss: PgBoss
let operators: number[] = []
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ ...database.owner(), max: 2 })
  operators = await twoOperators(database.db)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const start = (...jobs: ScheduledJob[]): Promise<RunningJobs> =>
  startJobs({
    owner: database.owner,
    db: database.db,
    registry: { modules: [{ jobs }] } as unknown as Registry,
    clock,
    log: () => {},
    pollSeconds: 0.5,
  })
const schedules = async (): Promise<object[]> => (await pool.query('select name, cron, timezone from jobs.schedule order by name')).rows
const soon = (check: () => boolean | Promise<boolean>): Promise<void> => expect.poll(check, { timeout: 60_000 }).toBe(true)

describe('scheduled jobs', () => {
  it('run for every company, and one that fails stops nobody else', async () => {
    const ran: number[] = []
    const running = await start({
      name: 'bill.issue',
      cron: '0 1 * * *',
      run: async (ctx) => {
        ran.push(ctx.user.operatorId)
        if (ctx.user.operatorId === operators[0]) throw new Error('账单缺少规则')
      },
    })
    expect(await running.runNow('bill.issue')).toEqual([{ operatorId: operators[0], error: '账单缺少规则' }])
    expect(ran).toEqual(expect.arrayContaining(operators))
    await expect(running.runNow('nothing')).rejects.toThrow('no such job')
    await running.stop()
  })

  it('are planned in the business zone, and forgotten when the module no longer has them', async () => {
    const first = await start(
      { name: 'a.one', cron: '0 1 * * *', run: async () => {} },
      { name: 'a.two', cron: '5 * * * *', run: async () => {} },
    )
    await first.stop()
    expect(await schedules()).toEqual([
      { name: 'a.one', cron: '0 1 * * *', timezone: 'Asia/Shanghai' },
      { name: 'a.two', cron: '5 * * * *', timezone: 'Asia/Shanghai' },
    ])
    const second = await start({ name: 'a.one', cron: '30 2 * * *', run: async () => {} })
    await second.stop()
    expect(await schedules()).toEqual([{ name: 'a.one', cron: '30 2 * * *', timezone: 'Asia/Shanghai' }])
  })

  it('run on one of several nodes, and what failed for good is listed', async () => {
    let runs = 0
    let fail = true
    const job: ScheduledJob = {
      name: 'b.one',
      cron: '0 1 1 1 *',
      run: async (ctx) => {
        if (ctx.user.operatorId !== operators[0]) return
        runs++
        if (fail) throw new Error('网关超时')
      },
    }
    const nodes = [await start(job), await start(job)]
    boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
      schema: 'jobs',
      migrate: false,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    // What the schedule does at its hour, without waiting for it.
    await boss.send('b.one', {}, { retryLimit: 0 })
    await soon(async () => (await nodes[0]!.failedRuns()).length === 1)
    expect((await nodes[1]!.failedRuns())[0]).toMatchObject({
      job: 'b.one',
      error: `${operators[0]}: 网关超时`,
      endedAt: expect.any(String),
    })
    fail = false
    await boss.send('b.one', {})
    await soon(() => runs === 2)
    await pause(700)
    expect(runs).toBe(2)
    await boss.stop({ graceful: false })
    await Promise.all(nodes.map((node) => node.stop()))
  })

  it('are finished before the process stops', async () => {
    let done = false
    let begun = false
    const running = await start({
      name: 'c.one',
      cron: '0 1 1 1 *',
      run: async () => {
        begun = true
        await pause(800)
        done = true
      },
    })
    boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
      schema: 'jobs',
      migrate: false,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    await boss.send('c.one', {})
    await soon(() => begun)
    await running.stop()
    expect(done).toBe(true)
    await boss.stop({ graceful: false })
  })
})
