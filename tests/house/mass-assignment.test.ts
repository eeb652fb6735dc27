/** What a person may not write cannot be written: every column of every entity, sent to the calls that add and edit. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { isProgramOwned } from '#kit/entity/names.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Answer, type Rig } from './rig.ts'
import { samples } from './samples.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig?.close())

const entities = modules.flatMap((m) => m.entities) as Entity[]

describe('mass assignment', () => {
  test.each(entities.map((e) => [e.name, e] as const))('%s: no column that a person may not write can be written', async (name, entity) => {
    const add = rig.routes.find((r) => r.path === `/api/v1/${name}/add`)
    const edit = rig.routes.find((r) => r.path === `/api/v1/${name}/edit`)
    const { rows } = await rig.db.read(null, (db) =>
      sql<{
        c: string
      }>`select column_name as c from information_schema.columns where table_schema = 'public' and table_name = ${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`.execute(
        db,
      ),
    )
    const columns = rows.map((r) => r.c.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()))
    expect(columns).toContain('operatorId')
    const field = (column: string): Field | undefined => (entity.fields as Record<string, Field>)[column]
    const closed = columns.filter((c) => !field(c) || isProgramOwned(field(c)!) || ['state', 'computed', 'serial'].includes(field(c)!.kind))
    const refusedIn = (answer: Answer): string[] => (answer.status === 400 ? Object.keys((answer.data ?? {}) as object) : [])
    if (add) {
      const answer = await rig.send(add, Object.fromEntries(closed.map((c) => [c, '入侵'])), rig.admin)
      expect(closed.filter((c) => !refusedIn(answer).includes(c))).toEqual([])
    }
    if (edit) {
      const { ctx } = rig.admin
      const id = await ctx.db.write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, name, {}, { path: [], samples }))
      const own = closed.filter((c) => c !== 'id' && c !== 'version')
      const answer = await rig.send(edit, { id, version: 1, ...Object.fromEntries(own.map((c) => [c, '入侵'])) }, rig.admin)
      expect(own.filter((c) => !refusedIn(answer).includes(c))).toEqual([])
    }
    if (!add && !edit) expect(entity.writes).toBe('none')
  })
})
