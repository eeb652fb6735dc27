import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { withClient } from './connection.server.ts'
import { codeOf } from '../errors.ts'
import { grantApp } from '../migrate.server.ts'
import { DatabaseBusy, type Database, type Handle } from './pool.server.ts'
import { Listening } from './listen.server.ts'
import { notifyIn, sendAlong } from '../handle.server.ts'
import { forgetStatements, OFTEN } from '../statements.server.ts'

let test: TestDatabase

const SCHEMA = `
  create table note (id bigint generated always as identity primary key, operator_id bigint not null, body_text text, amount bigint);
  alter table note enable row level security;
  alter table note force row level security;
  create policy tenant on note using (operator_id = nullif(current_setting('app.operator_id', true), '')::bigint);
  create table account (id int primary key, balance bigint not null);`

beforeAll(async () => {
  test = await testDatabase({ empty: true, pause: async () => {} })
  await withClient(test.owner, async (client) => {
    await client.query(SCHEMA)
    await grantApp(client, { appRole: 'zyt_app', appendOnly: [] })
  })
})
afterAll(() => test?.close())
beforeEach(async () => {
  await withClient(test.owner, (client) =>
    client.query('truncate note restart identity; truncate account; insert into account values (1, 100), (2, 100)'),
  )
  for (const operator of [1, 2]) {
    await test.db.write(operator, (tx) =>
      sql`insert into note (operator_id, body_text) values (${operator}, ${`甲${operator}`})`.execute(tx),
    )
  }
})

const bodies = async (db: Handle): Promise<string[]> =>
  (await sql<{ bodyText: string }>`select body_text from note order by id`.execute(db)).rows.map((row) => row.bodyText)
const balance = async (id: number): Promise<number> =>
  (await test.db.read(null, (db) => sql<{ balance: number }>`select balance from account where id = ${id}`.execute(db))).rows[0]!.balance
const add = (tx: Handle, id: number, amount: number) => sql`update account set balance = balance + ${amount} where id = ${id}`.execute(tx)

describe('the tenant', () => {
  it('sees its own rows and no tenant sees none, also on one connection used in turn', async () => {
    const single = test.another({ max: 1 })
    for (const [operator, expected] of [
      [1, ['甲1']],
      [2, ['甲2']],
      [2, ['甲2']],
      [null, []],
      [1, ['甲1']],
    ] as const) {
      expect(await single.read(operator, bodies)).toEqual(expected)
      expect(await single.write(operator, bodies)).toEqual(expected)
      expect(await single.read(operator, bodies, { snapshot: true })).toEqual(expected)
    }
  })

  it('stays right when many tenants use few connections at once and some fail', async () => {
    const few = test.another({ max: 3 })
    const turns = Array.from({ length: 300 }, (_, i) => async () => {
      const operator = [1, 2, null][i % 3] as number | null
      const seen =
        i % 2
          ? await few.read(operator, bodies)
          : await few
              .write(operator, async (tx) => {
                const rows = await bodies(tx)
                if (i % 5 === 0) throw Object.assign(new Error('stop'), { rows })
                return rows
              })
              .catch((error: { rows?: string[] }) => error.rows)
      expect(seen).toEqual(operator === null ? [] : [`甲${operator}`])
    })
    await Promise.all(turns.map((turn) => turn()))
  })

  it('cannot write a row of another tenant', async () => {
    const foreign = test.db.write(1, (tx) => sql`insert into note (operator_id) values (2)`.execute(tx))
    await expect(foreign).rejects.toMatchObject({ code: '42501' })
  })

  it('is a whole number or nothing', async () => {
    await expect(test.db.read('1; drop table note' as never, bodies)).rejects.toThrow('not an operator id')
    await expect(test.db.read(Number.NaN, bodies)).rejects.toThrow('not an operator id')
  })
})

describe('read', () => {
  it('cannot change anything', async () => {
    const sneaky = test.db.read(1, (db) => sql`delete from note`.execute(db))
    await expect(sneaky).rejects.toMatchObject({ code: '25006' })
  })

  it('gives a handle that ends with the loan', async () => {
    let handle!: Handle
    await test.db.read(1, async (db) => {
      handle = db
    })
    await expect(bodies(handle)).rejects.toThrow('after the end')
  })

  it('streams a large result in portions', async () => {
    const sizes = await test.db.read(
      null,
      async (db) => {
        let count = 0
        let sum = 0
        const rows = sql<{ n: number }>`select n::int8 as n from generate_series(1, ${2500}::int) n`.compile(db)
        for await (const { n } of streamed<{ n: number }>(db, rows)) {
          count++
          sum += n
        }
        return { count, sum }
      },
      { snapshot: true },
    )
    expect(sizes).toEqual({ count: 2500, sum: (2500 * 2501) / 2 })
  })

  it('with a snapshot sees one instant over several queries', async () => {
    await test.db.read(
      1,
      async (db) => {
        expect(await bodies(db)).toEqual(['甲1'])
        await test.db.write(1, (tx) => sql`insert into note (operator_id, body_text) values (1, '乙')`.execute(tx))
        expect(await bodies(db)).toEqual(['甲1'])
      },
      { snapshot: true },
    )
    expect(await test.db.read(1, bodies)).toEqual(['甲1', '乙'])
  })

  it('gives names in camel case but leaves the keys of a JSON value alone', async () => {
    const query = sql`select 1::int8 as some_id, '{"inner_key": 1}'::jsonb as a_json, date '2026-02-28' as a_day,
      timestamptz '2026-11-20 16:30+08' as an_instant, 12.50::numeric as a_rate, array[1,null]::int8[] as the_ids`
    const { rows } = await test.db.read(null, (db) => query.execute(db))
    expect(rows[0]).toEqual({
      someId: 1,
      aJson: { inner_key: 1 },
      aDay: '2026-02-28',
      anInstant: '2026-11-20T08:30:00.000Z',
      aRate: '12.50',
      theIds: [1, null],
    })
  })
})

async function* streamed<T>(db: Handle, query: ReturnType<ReturnType<typeof sql>['compile']>): AsyncGenerator<T> {
  for await (const portion of db.getExecutor().stream<T>(query as never, 300)) yield* portion.rows
}

describe('write', () => {
  it('is all or nothing', async () => {
    const failing = test.db.write(null, async (tx) => {
      await add(tx, 1, -30)
      throw new Error('second half missing')
    })
    await expect(failing).rejects.toThrow('second half missing')
    expect(await balance(1)).toBe(100)
  })

  it('does not report success when a swallowed error made PostgreSQL roll back', async () => {
    const swallowed = test.db.write(null, async (tx) => {
      await add(tx, 1, -30)
      await sql`select 1/0`.execute(tx).catch(() => {})
    })
    await expect(swallowed).rejects.toThrow('rolled back')
    expect(await balance(1)).toBe(100)
  })

  it('repeats after a serialization failure, and every increment counts', async () => {
    let runs = 0
    let seen = 0
    let open!: () => void
    const allHaveSeen = new Promise<void>((resolve) => (open = resolve))
    await Promise.all(
      Array.from({ length: 5 }, () =>
        test.db.write(
          null,
          async (tx) => {
            runs++
            const { rows } = await sql<{ balance: number }>`select balance from account where id = 1`.execute(tx)
            if (++seen === 5) open()
            await allHaveSeen
            await sql`update account set balance = ${rows[0]!.balance + 1} where id = 1`.execute(tx)
          },
          { isolation: 'serializable', retries: 20 },
        ),
      ),
    )
    expect(await balance(1)).toBe(105)
    expect(runs).toBeGreaterThan(5)
  })

  it('repeats the loser of a deadlock', async () => {
    let arrived = 0
    let open!: () => void
    const gate = new Promise<void>((resolve) => (open = resolve))
    const both = async () => {
      if (++arrived === 2) open()
      await gate
    }
    const move = (from: number, to: number) =>
      test.db.write(null, async (tx) => {
        await add(tx, from, -10)
        await both()
        await add(tx, to, 10)
      })
    await Promise.all([move(1, 2), move(2, 1)])
    expect([await balance(1), await balance(2), arrived]).toEqual([100, 100, expect.toSatisfy((n: number) => n >= 3)])
  })

  it('gives up after the agreed number of repeats with a sentence', async () => {
    let runs = 0
    const hopeless = test.db.write(
      null,
      async (tx) => {
        runs++
        await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(tx)
      },
      { retries: 2 },
    )
    await expect(hopeless).rejects.toThrow('多人同时修改')
    expect(runs).toBe(3)
  })

  it('runs after-commit work once, only after a commit, and not that of undone steps', async () => {
    const seen: string[] = []
    await test.db.write(null, async (tx, tools) => {
      tools.afterCommit(async () => void seen.push(`balance ${await balance(1)}`))
      await add(tx, 1, 1)
      await tools
        .savepoint(async () => {
          tools.afterCommit(() => void seen.push('undone'))
          await add(tx, 1, 500)
          await sql`select 1/0`.execute(tx)
        })
        .catch((error: unknown) => expect(codeOf(error)).toBe('22012'))
      await tools.savepoint(() => add(tx, 1, 2))
    })
    expect(seen).toEqual(['balance 103'])
    await test.db
      .write(null, async (_tx, tools) => {
        tools.afterCommit(() => void seen.push('never'))
        throw new Error('no')
      })
      .catch(() => {})
    expect(seen).toEqual(['balance 103'])
  })

  it('does not wait for what is sent along, sees it all the same, and falls with it', async () => {
    const along = (tx: Handle, text: string) => sendAlong(tx, sql.raw(text).compile(tx))
    const taken = 'insert into account values (1, 0)'
    await test.db.write(1, async (tx) => {
      await along(tx, `insert into note (operator_id, body_text) values (1, '乙')`)
      expect(await bodies(tx)).toEqual(['甲1', '乙'])
    })
    expect(await test.db.read(1, bodies)).toEqual(['甲1', '乙'])
    // Refused at the end, and in the middle, where the next statement says no more than that the transaction is over.
    const refused = [(tx: Handle) => along(tx, taken), async (tx: Handle) => (await along(tx, taken), add(tx, 1, 5))]
    for (const work of refused)
      await expect(test.db.write<unknown>(1, work).catch((error: unknown) => codeOf(error))).resolves.toBe('23505')
    // A part that is undone takes what it sent along with it.
    await test.db.write(1, async (tx, tools) => {
      await add(tx, 1, 1)
      const part = tools.savepoint(async () => (await along(tx, `update account set balance = 0`), await along(tx, taken)))
      await expect(part.catch((error: unknown) => codeOf(error))).resolves.toBe('23505')
      await along(tx, 'update account set balance = balance + 10 where id = 1')
    })
    expect([await balance(1), await balance(2)]).toEqual([111, 100])
    for (let i = 0; i < 3; i++) expect(await test.db.read(null, (db) => sql`select 1 as n`.execute(db))).toMatchObject({ rows: [{ n: 1 }] })
  })

  it('sends any number of statements along', async () => {
    await test.db.write(1, async (tx) => {
      for (let i = 0; i < 130; i++) await sendAlong(tx, sql`insert into note (operator_id, amount) values (1, ${i})`.compile(tx))
    })
    const { rows } = await test.db.read(1, (db) =>
      sql<{ n: number }>`select count(*)::int as n from note where amount is not null`.execute(db),
    )
    expect(rows).toEqual([{ n: 130 }])
  })

  it('stands when after-commit work fails', async () => {
    await test.db.write(null, async (tx, tools) => {
      await add(tx, 1, 7)
      tools.afterCommit(() => Promise.reject(new Error('wake-up failed')))
    })
    expect(await balance(1)).toBe(107)
  })
})

/** Holds a connection of the pool until the returned function is called. */
async function hold(db: Database): Promise<() => Promise<void>> {
  let free!: () => void
  let taken!: () => void
  const started = new Promise<void>((resolve) => (taken = resolve))
  const holding = db.read(
    null,
    () =>
      new Promise<void>((resolve) => {
        free = resolve
        taken()
      }),
  )
  await started
  return () => {
    free()
    return holding
  }
}

describe('prepared statements', () => {
  const all = (db: Handle) => sql<Record<string, unknown>>`select * from note order by id`.execute(db)
  const prepared = { prepared: true }
  // The names are bounded for a process, and files tested before this one in the same process may have taken them all.
  beforeEach(forgetStatements)

  it('are planned once a connection, and show each tenant its own', async () => {
    const single = test.another({ max: 1 })
    for (const operator of [1, 2, 1, 2, 1, 2, 1, 2]) {
      expect(await single.read(operator, bodies, prepared)).toEqual([`甲${operator}`])
      expect(await single.write(operator, bodies, prepared)).toEqual([`甲${operator}`])
    }
    const plans = await single.read(null, (db) =>
      sql<{
        calls: number
      }>`select generic_plans + custom_plans as calls from pg_prepared_statements where statement like '%body_text from note%'`.execute(db),
    )
    // Of sixteen, all but those before anybody knew that it is asked often.
    expect(plans.rows).toEqual([{ calls: 16 - (OFTEN - 1) }])
    expect(await single.read(null, bodies, prepared)).toEqual([])
  })

  it('are not made of what is asked now and then', async () => {
    const single = test.another({ max: 1 })
    for (let i = 0; i < 50; i++) for (let n = 1; n < OFTEN; n++) await single.read(1, (db) => sql.raw(`select ${i}`).execute(db), prepared)
    const statements = await single.read(null, (db) => sql`select name from pg_prepared_statements where name <> 'tenant'`.execute(db))
    expect(statements.rows).toEqual([])
  })

  it('go on when a table gets another column meanwhile, in a read as in a transaction', async () => {
    const single = test.another({ max: 1 })
    const columns = async (rows: Promise<{ rows: Record<string, unknown>[] }>): Promise<boolean> => 'later' in (await rows).rows[0]!
    const grow = (text: string): Promise<unknown> => withClient(test.owner, (client) => client.query(text))
    for (const ask of [() => single.read(1, all, prepared), () => single.write(1, all, prepared)]) {
      for (let i = 0; i < OFTEN; i++) expect(await columns(ask())).toBe(false)
      await grow('alter table note add column later text')
      expect(await columns(ask())).toBe(true)
      await grow('alter table note drop column later')
      expect(await columns(ask())).toBe(false)
    }
  })
})

describe('limits', () => {
  it('a request waits for a connection only so long, then hears that the system is busy', async () => {
    const one = test.another({ max: 1, waitMs: 200 })
    const free = await hold(one)
    // The other one is still held: nobody but the clock ends the waiting.
    await expect(one.read(null, bodies)).rejects.toBeInstanceOf(DatabaseBusy)
    await free()
    expect(await one.read(1, bodies)).toEqual(['甲1'])
  })

  it('a full queue turns away at once', async () => {
    const one = test.another({ max: 1, maxWaiting: 2, waitMs: 3000 })
    const free = await hold(one)
    const waiting = [one.read(1, bodies), one.read(2, bodies)]
    await expect(one.read(1, bodies)).rejects.toMatchObject({ kind: 'busy' })
    await free()
    expect(await Promise.all(waiting)).toEqual([['甲1'], ['甲2']])
  })

  it('a statement that takes too long is ended with a sentence', async () => {
    const impatient = test.another({ statementTimeoutMs: 100 })
    await expect(impatient.read(null, (db) => sql`select pg_sleep(5)`.execute(db))).rejects.toThrow('查询耗时过长')
  })

  it('a query whose client has left is cancelled on the server', async () => {
    const left = new AbortController()
    const slow = test.db.read(1, (db) => sql`select pg_sleep(600) as orphan`.execute(db), { signal: left.signal })
    const running = async () =>
      (
        await withClient(test.app, (c) =>
          c.query(`select from pg_stat_activity where pid <> pg_backend_pid() and state = 'active' and query like '%as orphan%'`),
        )
      ).rowCount
    slow.catch(() => {})
    await expect.poll(running).toBe(1)
    left.abort(new Error('client left'))
    await expect(slow).rejects.toThrow('client left')
    await expect.poll(running).toBe(0)
    expect(await test.db.read(2, bodies)).toEqual(['甲2'])
  })

  it('a connection that breaks while lent, between two queries, fails the next query and nothing else', async () => {
    const alive = async (pid: number) =>
      (await withClient(test.app, (c) => c.query('select from pg_stat_activity where pid = $1', [pid]))).rowCount
    const broken = test.db.read(1, async (db) => {
      const pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
      await withClient(test.app, (c) => c.query('select pg_terminate_backend($1)', [pid]))
      await expect.poll(() => alive(pid)).toBe(0)
      return bodies(db)
    })
    await expect(broken).rejects.toThrow('数据库连接中断')
    expect(await test.db.read(1, bodies)).toEqual(['甲1'])
  })

  it('an already aborted request does not borrow anything', async () => {
    await expect(test.db.write(1, bodies, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  })
})

describe('notices', () => {
  it('arrive at commit, at every node, and not from what was rolled back', async () => {
    const other = test.another()
    const heard: string[] = []
    const subscription = other.listen('wake', (payload) => heard.push(payload))
    await subscription.ready
    await test.db
      .write(null, async (_tx, tools) => {
        await tools.notify('wake', 'undone')
        throw new Error('no')
      })
      .catch(() => {})
    await test.db.write(null, async (_tx, tools) => {
      await tools.notify('wake', '一')
      expect(heard).toEqual([])
    })
    await test.db.notify('wake', '二')
    await expect.poll(() => heard).toEqual(['一', '二'])
    subscription.stop()
  })

  it('of one’s own process are there before the write is answered where a listener wants that, and come once more', async () => {
    const payloads: string[] = []
    const subscription = test.db.listen('own', (payload) => payloads.push(payload), undefined, { ownAtOnce: true })
    await subscription.ready
    const arrival = vi.spyOn(Listening.prototype as unknown as { deliver: () => void }, 'deliver').mockReturnValue()
    try {
      await test.db
        .write(null, async (tx) => {
          await notifyIn(tx, 'own', 'undone')
          throw new Error('no')
        })
        .catch(() => {})
      await test.db.write(null, async (tx, tools) => {
        await tools
          .savepoint(async () => {
            await notifyIn(tx, 'own', 'undone too')
            throw new Error('no')
          })
          .catch(() => {})
        await notifyIn(tx, 'own', '一')
        expect(payloads).toEqual([])
      })
      expect(payloads).toEqual(['一'])
    } finally {
      arrival.mockRestore()
    }
    await test.db.notify('own', '二')
    await expect.poll(() => payloads.filter((payload) => payload === '二')).toEqual(['二', '二'])
    subscription.stop()
  })

  it('go on after the connection was cut, and say that some may be missing', async () => {
    const heard: string[] = []
    let gaps = 0
    const subscription = test.db.listen(
      'again',
      (payload) => heard.push(payload),
      () => gaps++,
    )
    await subscription.ready
    await withClient(test.app, (c) =>
      c.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%-listen' and datname = current_database()`,
      ),
    )
    await expect.poll(() => gaps).toBe(1)
    await test.db.notify('again', '三')
    await expect.poll(() => heard).toEqual(['三'])
    subscription.stop()
  })
})
