/**
 * One company against another on one installation, operation by operation: an administrator who may do everything in his own company
 * calls every generated operation of every entity with a record of the other one, in both directions, the platform's administrator
 * included. Nothing is found, nothing is changed, and no answer holds a word of it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { isTenant } from '#kit/entity/names.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Route } from '#kit/http/route.server.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Person, type Rig } from './rig.ts'
import { samples } from './samples.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const all = (modules.flatMap((m) => m.entities ?? []) as Entity[]).filter(isTenant)
/** People, money and rights each time, of the others every thirty-second; all of them with DEEP=1. */
const ALWAYS = new Set([
  'user',
  'role',
  'lessee',
  'vehicle',
  'contract',
  'lease',
  'bill',
  'receipt',
  'refund',
  'driver',
  'carrier',
  'heldChange',
])
const entities = all.filter((e, i) => process.env['DEEP'] === '1' || ALWAYS.has(e.name) || i % 32 === 0)

/** What a form asks beside the record, as far as this one knows it: a call that fails at its form has tried nothing. */
const BESIDE = { name: '入侵', remark: '入侵', reason: '入侵' }
const known = (input: z.ZodType, values: object): object => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(properties, name)))
}

/** Calls that name records, with what a thief would send. */
function thefts({ path, input }: Route, id: number): object[] {
  const verb = path.split('/').slice(4).join('/')
  if (verb === 'list' || verb === 'quick') return [{ id: String(id) }]
  if (verb === 'options') return [{ ids: String(id) }]
  if (['detail', 'timeline'].includes(verb)) return [{ id: String(id) }]
  if (verb === 'paper') return [{ id: String(id), kind: 'sheet' }]
  if (verb === 'comment') return [{ id, text: '入侵' }]
  if (verb === 'reveal') return ['mobile', 'idNo', 'bankAccount', 'accountNo'].map((field) => ({ id, field, reason: '入侵' }))
  if (verb === 'export') return [{ query: { id: String(id) }, columns: [] }]
  if (verb.startsWith('bulk/')) return [{ ids: [id] }, { query: { id: String(id) } }]
  if (['add', 'import', 'tree'].includes(verb)) return []
  return [{ id, version: 1, ...known(input, BESIDE) }]
}

const directions: [string, (rig: Rig) => Person, (rig: Rig) => Person][] = [
  ['the administrator of another company, at a record of the platform’s company', (r) => r.stranger, (r) => r.admin],
  ['the administrator of the platform, at a record of another company', (r) => r.admin, (r) => r.stranger],
]

describe.each(directions)('%s', (_name, thief, owner) => {
  test.each(entities.map((e) => [e.name, e] as const))('%s: sees nothing of it and changes nothing', async (name, entity) => {
    const { ctx } = owner(rig)
    const company = ctx.user.operatorId
    const id = await ctx.db.write(company, (tx) => sampleRecord(tx, ctx, name, {}, { path: [], samples }))
    const row = () =>
      rig.db.read(company, (db) =>
        db
          .selectFrom(name as 'user')
          .selectAll()
          .where('id', '=', id)
          .execute(),
      )
    const before = JSON.stringify(await row())
    expect(before).toContain(`"id":${id}`)
    const prefix = `/api/v1/${entity.name}/`
    const calls = rig.routes
      .filter((r) => r.path.startsWith(prefix) && !r.upload)
      .flatMap((route) => thefts(route, id).map((input) => ({ route, input })))
    const taken = await Promise.all(
      calls.map(async ({ route, input }) => {
        const answer = await rig.send(route, input, thief(rig))
        const data = answer.data as { list?: unknown[]; total?: number; done?: number } | null
        const nothing = answer.status >= 400 ? answer.status < 500 : await noneOf(route.path, data, thief(rig))
        return nothing ? [] : [`${route.method} ${route.path} ${JSON.stringify(input)}: ${answer.status} ${answer.text.slice(0, 160)}`]
      }),
    )
    expect(taken.flat()).toEqual([])
    expect(calls.length).toBeGreaterThan(2)
    expect(JSON.stringify(await row())).toBe(before)
  })
})

/** What an answer of 200 may be: an empty list, a sheet without rows, a batch of which nothing was done. */
async function noneOf(path: string, data: { list?: unknown[]; total?: number; done?: number } | null, thief: Person): Promise<boolean> {
  const verb = path.split('/').slice(4).join('/')
  if (verb === 'list' || verb === 'options') return data?.list?.length === 0
  if (verb === 'quick') return Object.values(data ?? {}).every((n) => (n as unknown) === 0)
  if (verb === 'export') {
    const company = thief.ctx.user.operatorId
    const line = await rig.db.read(company, (db) =>
      db.selectFrom('auditLog').select('title').where('action', '=', 'export').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    return line.title!.endsWith(' 0 条')
  }
  if (verb.startsWith('bulk/')) return (data?.done ?? 0) === 0
  return false
}
