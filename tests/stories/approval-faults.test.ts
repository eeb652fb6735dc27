/** the process dies between any two statements of a command. What is left is the state before; done again, the history is the same. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Database } from '#kit/database/pool.server.ts'
import type { ApproveNode, ProcessDefinition } from '#modules/approval/definition.ts'
import { Company } from './company.ts'

let c: Company
beforeAll(async () => {
  c = await Company.open('2026-03-02')
})
afterAll(() => c?.close())

class Killed extends Error {}

/** The database as a process sees it that dies before its n-th statement: nothing of it is ever committed. */
function dying(db: Database, dieAt: number): { db: Database; statements: () => number } {
  let count = 0
  const own = Object.create(db) as Database
  own.write = (operatorId, work, options) =>
    db.write(
      operatorId,
      (tx, tools) =>
        work(
          tx.withPlugin({
            transformQuery: ({ node }) => {
              count += 1
              if (count === dieAt) throw new Killed('killed')
              return node
            },
            transformResult: async ({ result }) => result,
          }) as Tx,
          tools,
        ),
      options,
    )
  return { db: own, statements: () => count }
}

const person = (id: string, user: number, more: Partial<ApproveNode> = {}): ApproveNode => ({ kind: 'approve', id, name: id, who: { kind: 'person', users: [user] }, mode: 'all', empty: { policy: 'toAdmin' }, self: 'allow', ...more })

async function call(ctx: Context, path: string, input: object): Promise<unknown> {
  const route = c.registry.modules.flatMap((m) => m.routes ?? []).find((r) => r.method === 'POST' && r.path === path)!
  return route.handler(ctx, await route.input.parseAsync(input), { files: [], signal: new AbortController().signal })
}

/** Everything the engine wrote, without numbers that count up over attempts. */
const snapshot = (caseNo: string): Promise<unknown> =>
  c.read(async (db) => {
    const row = await db.selectFrom('approvalCase').select(['id', 'status', 'round', 'memory', 'version']).where('no', '=', caseNo).executeTakeFirst()
    if (!row) return null
    const { id, ...rest } = row
    const tasks = await db.selectFrom('approvalTask').select(['key', 'node', 'assignee', 'status', 'actedBy', 'opinion', 'round']).where('caseId', '=', id).orderBy('key').execute()
    const tokens = await db.selectFrom('approvalToken').select(['key', 'node', 'status', 'parent']).where('caseId', '=', id).orderBy('key').execute()
    const history = await db.selectFrom('approvalHistory').select(['action', 'node', 'task', 'userId', 'toNode']).where('caseId', '=', id).orderBy('id').execute()
    const copies = await db.selectFrom('approvalCopy').select('userId').where('caseId', '=', id).orderBy('userId').execute()
    return { ...rest, tasks, tokens, history, copies }
  })

describe('R-91', () => {
  test('a command that dies before any of its statements leaves nothing; repeated, it leaves what it always leaves', async () => {
    const [sales, finance, cashier] = ['sales', 'finance', 'cashier'].map((who) => c.people.get(who)!) as [number, number, number]
    const form = await c.add('approvalForm', { name: '单据' })
    const formVersion = await c.read(async (db) => (await db.selectFrom('approvalFormVersion').select('id').where('form', '=', form).executeTakeFirstOrThrow()).id)
    await call(c.as(), '/api/v1/approvalFormVersion/save', { id: formVersion, version: 1, schema: { fields: [{ name: 'what', label: '事由', kind: 'text' }] } })
    await c.act('approvalFormVersion', 'publish', formVersion)
    const process = await c.add('approvalProcess', { key: 'fragile', name: '易碎流程', form })
    const version = await c.read(async (db) => (await db.selectFrom('approvalVersion').select('id').where('process', '=', process).executeTakeFirstOrThrow()).id)
    const definition: ProcessDefinition = {
      format: 1, settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'none' },
      nodes: [
        { kind: 'start', id: 'start', name: '发起人' },
        { kind: 'parallel', id: 'p', name: '并行', branches: [{ id: 'p1', name: '1', nodes: [person('a', finance)] }, { id: 'p2', name: '2', nodes: [person('b', cashier)] }] },
        { kind: 'copy', id: 'y', name: '抄送', who: { kind: 'person', users: [sales] } }, person('z', finance, { reject: { policy: 'starter' }, resubmit: 'back' }),
      ],
    }
    await call(c.as(), '/api/v1/approvalVersion/save', { id: version, version: 1, definition })
    await c.act('approvalVersion', 'publish', version)

    const open = async (no: string, user: number): Promise<number> =>
      c.read(async (db) => (await db.selectFrom('approvalTask').innerJoin('approvalCase', 'approvalCase.id', 'approvalTask.caseId').select('approvalTask.id').where('approvalCase.no', '=', no).where('assignee', '=', user).where('approvalTask.status', '=', 'open').executeTakeFirstOrThrow()).id)
    const idOf = async (no: string): Promise<number> => c.read(async (db) => (await db.selectFrom('approvalCase').select('id').where('no', '=', no).executeTakeFirstOrThrow()).id)
    /** A life of a case; each step in turn is the one that is killed, before each of its statements. */
    const steps = [
      async (ctx: Context, no: string) => call({ ...ctx, user: c.as('finance').user }, '/api/v1/workflow/approve', { task: await open(no, finance) }),
      async (ctx: Context, no: string) => call({ ...ctx, user: c.as('cashier').user }, '/api/v1/workflow/approve', { task: await open(no, cashier) }),
      async (ctx: Context, no: string) => call({ ...ctx, user: c.as('finance').user }, '/api/v1/workflow/reject', { task: await open(no, finance), opinion: '再看' }),
      async (ctx: Context, no: string) => call({ ...ctx, user: c.as('sales').user }, '/api/v1/workflow/resubmit', { id: await idOf(no) }),
      async (ctx: Context, no: string) => call({ ...ctx, user: c.as('finance').user }, '/api/v1/workflow/approve', { task: await open(no, finance) }),
    ]
    const begin = async (ctx: Context): Promise<string> => ((await call({ ...ctx, user: c.as('sales').user }, '/api/v1/flow/start', { flowKey: 'fragile', values: { what: '一' } })) as { no: string }).no
    const calm = await begin(c.as('sales'))
    const wanted: unknown[] = [await snapshot(calm)]
    for (const step of steps) {
      await step(c.as(), calm)
      wanted.push(await snapshot(calm))
    }
    expect(wanted.at(-1)).toMatchObject({ status: 'passed' })

    let kills = 0
    // Starting: before every statement, and no half a case remains.
    const casesNow = (): Promise<number> => c.read(async (db) => (await db.selectFrom('approvalCase').select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
    for (let at = 1; ; at++) {
      const before = await casesNow()
      const { db } = dying(c.db, at)
      const died = await begin({ ...c.as('sales'), db }).then(() => false, (error: unknown) => {
        if (error instanceof Killed) return true
        throw error
      })
      if (!died) break
      kills += 1
      expect(await casesNow()).toBe(before)
    }
    const no = await begin(c.as('sales'))
    for (const [i, step] of steps.entries()) {
      for (let at = 1; ; at++) {
        const { db } = dying(c.db, at)
        const died = await step({ ...c.as(), db }, no).then(() => false, (error: unknown) => {
          if (error instanceof Killed) return true
          throw error
        })
        if (!died) break
        kills += 1
        expect(await snapshot(no)).toEqual(wanted[i])
      }
      expect(await snapshot(no)).toEqual(wanted[i + 1])
    }
    expect(kills).toBeGreaterThan(60)
  })
})
