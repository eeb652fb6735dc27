/**
 * A question whose answer tells whether a masked number belongs to somebody has a budget and leaves a line in the log, wherever it is
 * asked (B3): by the generated routes, which know what a field is, and by those that modules write themselves, which this test asks with a
 * number that is there and one that is not.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { fieldsOf } from '#kit/entity/names.ts'
import type { Route } from '#kit/http/route.server.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Answer, type Rig } from './rig.ts'
import { samples } from './samples.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})

const entities = modules.flatMap((m) => m.entities ?? []) as unknown as Entity[]
const maskedOf = (entity: Entity): string[] =>
  fieldsOf(entity).flatMap(([name, field]) => (field.mask && field.mask !== 'name' ? [name] : []))
const NAMES = new Set(['keyword', ...entities.flatMap(maskedOf)])
const MISSING = '13100000009'

/** What may be asked of a route, by name. */
function asksOf(route: Route): string[] {
  const shape = (route.input as unknown as { shape?: Record<string, unknown> }).shape
  return Object.keys(shape ?? {}).filter((name) => NAMES.has(name))
}
const lines = async (): Promise<number> => {
  const { count } = await rig.db.read(rig.admin.ctx.user.operatorId, (db) =>
    db
      .selectFrom('auditLog')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('action', '=', 'lookup')
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}
/** Without what echoes the question. */
const words = (answer: Answer): string => answer.text.replaceAll(/\d/g, '')

test('no route that a module writes itself answers whose a masked number is without saying so', async () => {
  const { ctx } = rig.admin
  const numbers = new Set<string>()
  for (const entity of entities) {
    const masked = maskedOf(entity)
    if (masked.length === 0) continue
    const id = await ctx.db.write(ctx.user.operatorId, (tx) => sampleRecord(tx, ctx, entity.name, {}, { path: [], samples }))
    const row = await ctx.db.read(ctx.user.operatorId, (db) =>
      db
        .selectFrom(entity.name as 'user')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    for (const name of masked) {
      const value = row[name as 'mobile']
      // A sample of a field without a format is a word, and other fields say the same one.
      if (typeof value === 'string' && /\d{7}|@/.test(value)) numbers.add(value)
    }
  }
  expect(numbers.size).toBeGreaterThan(20)
  const byModules = new Set(rig.registry.modules.flatMap((m) => m.routes ?? []).map((r) => r.path))
  const generated = new Set(entities.flatMap(({ name }) => ['list', 'quick', 'options', 'tree'].map((verb) => `/api/v1/${name}/${verb}`)))
  const own = rig.routes.filter((r) => r.method === 'GET' && asksOf(r).length > 0 && (byModules.has(r.path) || !generated.has(r.path)))
  expect(own.map((r) => r.path)).toEqual(expect.arrayContaining(['/api/v1/live/search', '/api/v1/search']))
  const silent = new Set<string>()
  for (const route of own)
    for (const name of asksOf(route)) {
      const none = words(await rig.send(route, { [name]: MISSING }, rig.admin))
      for (const number of numbers) {
        const before = await lines()
        const answer = await rig.send(route, { [name]: number }, rig.admin)
        // Said, or refused because it was asked too often.
        if ((await lines()) > before || answer.message.includes('查找过于频繁')) break
        if (answer.code === 200 && words(answer) !== none) silent.add(`${route.path}?${name}`)
      }
    }
  expect([...silent]).toEqual([])
})
