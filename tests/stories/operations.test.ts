/** 系统运行: the platform sees how the installation is doing; another company neither the screen nor a number, and no row of anybody. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { startNode } from '../../src/composition/nodes.server.ts'
import type { Operations } from '#modules/system/operations/operations.wire.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  await rig?.close()
})
const STATE = { method: 'GET', path: '/api/v1/operations/state' } as const
const state = async (): Promise<Operations> => {
  const answer = await rig.send(STATE, {}, rig.admin)
  expect([answer.status, answer.message]).toEqual([200, answer.message])
  return answer.data as Operations
}
const call = (operatorId: number, more: { attempts: number; dueOn: string }) =>
  rig.db.write(operatorId, (tx) =>
    sql`insert into outgoing_call (operator_id, label, summary, attempts, deliver_after, kind, payload)
      values (${operatorId}, '测试', '测试', ${more.attempts}, ${more.dueOn}, 'nobody', '{}')`.execute(tx),
  )

test('a node is seen while it lives, and its going is not missed when it stopped by itself', async () => {
  const node = await startNode({ db: rig.db, roles: new Set(['web', 'worker']), folders: ['/', '/nowhere'], log: () => {} })
  const { nodes, tables, bytes, migration } = await state()
  expect(nodes).toMatchObject([{ pid: process.pid, roles: 'web,worker', alive: true, disks: [{ path: '/' }] }])
  expect(tables[0]!.bytes).toBeGreaterThan(0)
  expect(bytes).toBeGreaterThan(tables[0]!.bytes)
  expect(migration >= '0010').toBe(true)
  expect(node.measures()).toMatchObject({ outbox_waiting: 0, backup_last_success_timestamp_seconds: 0 })
  await rig.db.write(rig.admin.ctx.user.operatorId, (tx) =>
    sql`update installation_node set seen_at = now() - interval '2 minutes'`.execute(tx),
  )
  expect((await state()).nodes[0]!.alive).toBe(false)
  await node.stop()
  expect((await state()).nodes).toEqual([])
})

test('what waits is counted over all companies, and only the platform is told', async () => {
  const theirs = rig.stranger.ctx.user.operatorId
  await call(theirs, { attempts: 0, dueOn: '2026-03-01T00:00:00Z' })
  await call(theirs, { attempts: 12, dueOn: '2026-02-01T00:00:00Z' })
  await call(rig.admin.ctx.user.operatorId, { attempts: 1, dueOn: '2026-03-02T00:00:00Z' })
  expect((await state()).outbox).toEqual({ waiting: 2, failed: 1, oldest: '2026-03-01T00:00:00.000Z' })
  expect((await rig.send(STATE, {}, rig.stranger)).status).toBe(403)
  expect((await rig.send(STATE, {}, rig.nobody)).status).toBe(403)
  expect((await rig.send(STATE, {}, null)).status).toBe(401)
  // Nor past the program: the functions ask who it is.
  for (const query of [sql`select * from installation_outbox()`, sql`select * from installation_jobs()`])
    await expect(rig.db.read(theirs, (tx) => query.execute(tx))).rejects.toThrow(/platform/)
  expect((await rig.db.read(theirs, (tx) => sql`select * from installation_node`.execute(tx))).rows).toEqual([])
  // The count looked at one company after the other; the connection still belongs to its own.
  const mine = await rig.db.read(rig.admin.ctx.user.operatorId, async (tx) => {
    await sql`select * from installation_outbox()`.execute(tx)
    return (await sql<{ n: number }>`select count(distinct operator_id) as n from outgoing_call`.execute(tx)).rows[0]!.n
  })
  expect(mine).toBe(1)
})

test('the dashboard asks for figures that are told, and for all of those about the installation', async () => {
  const node = await startNode({ db: rig.db, roles: new Set(['web']), folders: ['/'], log: () => {} })
  const answer = await fetch(`${await rig.listen()}/metrics`, { headers: { connection: 'close' } })
  const body = await answer.text()
  expect(answer.status).toBe(200)
  const own = Object.keys(node.measures())
  await node.stop()
  expect(own.length).toBeGreaterThan(5)
  const exported = new Set([...own, ...[...body.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name!)])
  const path = new URL('../../docs/operations/grafana/dashboard.json', import.meta.url)
  const { panels } = JSON.parse(readFileSync(path, 'utf8')) as { panels: { targets: { expr: string }[] }[] }
  const asked = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\b[a-z]+_[a-z_0-9]+\b/g) ?? [])))
  asked.delete('histogram_quantile')
  expect([...asked].filter((name) => !exported.has(name))).toEqual([])
  expect(own.filter((name) => !asked.has(name))).toEqual([])
})
