import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyChain } from '#kit/audit/chain.server.ts'
import { withClient } from '#kit/database/connection/connection.server.ts'
import { entityRoutes } from '../api/api.server.ts'
import { conformance } from './conformance.server.ts'
import type { Entity } from '../entity.ts'
import { caller, memoryFiles, type Call } from '../fixture/call.server.ts'
import { libraryDatabase, type LibraryDatabase } from '../fixture/database.server.ts'
import { testLibrary } from '../fixture/definitions.ts'
import { contextFor, registry } from '../fixture/served.server.ts'
import { add } from '../store.server.ts'
import { InProcessTasks } from '../api/tasks.server.ts'

let base: LibraryDatabase
let call: Call
let paths: Set<string>

beforeAll(async () => {
  base = await libraryDatabase()
  const routes = entityRoutes(registry, { files: memoryFiles(), tasks: new InProcessTasks({ db: base.db }) })
  call = caller(routes, contextFor(base.db))
  paths = new Set(routes.map((route) => route.path.replace('/api/v1/', '')))
})
afterAll(() => base?.close())

const people = () => ({
  admin: contextFor(base.db),
  stranger: contextFor(base.db, { operatorId: 2, id: 8 }),
  nobody: contextFor(base.db, { id: 9, codes: [] }),
})

describe('conformance', () => {
  test.each(testLibrary.entities.map((entity) => [entity.name, entity as unknown as Entity] as const))(
    '%s conforms',
    async (_name, entity) => {
      expect(await conformance({ entity, ...people(), call: (path, input, who) => call(path, input, who), paths })).toEqual([])
    },
  )
  test('notices a definition that hides nothing, loses values or lets everybody in', async () => {
    const entity = testLibrary.entities[1] as unknown as Entity
    const broken: typeof call = async (path, input, who) => {
      const answer = await call(path, input, contextFor(base.db, { operatorId: who?.user.operatorId ?? 1 }))
      return path.endsWith('/detail') ? { ...answer, mobile: null, shelves: 'x' } : answer
    }
    const problems = await conformance({ entity, ...people(), call: (path, input, who) => broken(path, input, who), paths })
    expect(problems.filter((problem) => problem.includes('should be forbidden')).length).toBeGreaterThan(5)
  })
  test('names the column whose filter or order fails, though all are asked for together', async () => {
    const entity = testLibrary.entities[0] as unknown as Entity
    const [column] = Object.keys(entity.fields) as [string]
    const failing: typeof call = (path, input, who) =>
      path.endsWith('/list') &&
      (input?.[column] === '~' || [column, `-${column}`].some((key) => String(input?.['sort']).split(',').includes(key)))
        ? Promise.reject(new Error('no such column'))
        : call(path, input, who)
    const problems = await conformance({ entity, ...people(), call: (path, input, who) => failing(path, input, who), paths })
    expect(problems).toEqual(
      [
        { [column]: '~', pageSize: '1' },
        { sort: column, pageSize: '1' },
        { sort: `-${column}`, pageSize: '1' },
      ].map((asked) => `${entity.name}: list ${JSON.stringify(asked)} failed: Error: no such column`),
    )
  })
})

describe('the chain of the log', () => {
  test('shows a changed, a removed and a slipped-in line, even by the owner of the database', async () => {
    const ctx = contextFor(base.db)
    for (let i = 0; i < 5; i++) await base.db.write(1, (tx) => add(tx, ctx, 'testShelf', { name: `链${i}`, code: `CHAIN${i}` }))
    expect((await verifyChain(base.db, 1)).problem).toBeNull()
    const asOwner = (statement: string) =>
      withClient(base.owner, async (client) => {
        await client.query("select set_config('app.operator_id', '1', false)")
        await client.query('alter table audit_log disable trigger user')
        await client.query('alter table audit_seal disable trigger user')
        try {
          await client.query(statement)
        } finally {
          await client.query('alter table audit_log enable trigger user')
          await client.query('alter table audit_seal enable trigger user')
        }
      })
    const { rows } = await base.db.read(1, (db) =>
      sql<{ id: number; reason: string | null }>`select id, title as reason from audit_log order by id desc limit 3`.execute(db),
    )
    const id = rows[2]!.id
    await asOwner(`update audit_log set title = '假的' where id = ${id}`)
    expect((await verifyChain(base.db, 1)).problem).toContain(`操作记录 ${id} 与校验值不符`)
    await asOwner(`update audit_log set title = '${rows[2]!.reason}' where id = ${id}`)
    expect((await verifyChain(base.db, 1)).problem).toBeNull()
    await asOwner(`insert into audit_log (operator_id, at, user_name, entity, action, source) values (1, now(), 'x', 'x', 'x', 'x')`)
    expect((await verifyChain(base.db, 1)).problem).toContain('没有校验值')
    await asOwner(`delete from audit_seal where audit_id = ${rows[0]!.id}`)
    expect((await verifyChain(base.db, 1)).problem).toContain('末尾被删除')
  })
  test('holds under 32 concurrent writers, and gives every line one link', async () => {
    const ctx = contextFor(base.db, { operatorId: 3 })
    await Promise.all(
      Array.from({ length: 32 }, (_, i) => base.db.write(3, (tx) => add(tx, ctx, 'testShelf', { name: `并发${i}`, code: `P${i}` }))),
    )
    expect(await verifyChain(base.db, 3)).toEqual({ problem: null, lines: 32 })
  })
})
