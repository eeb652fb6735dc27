/** What every entity does, over the wire and on a real database: by module, in as many files as run side by side. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformance } from '#kit/entity/conformance/conformance.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Module } from '#kit/entity/module.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Rig } from './rig.ts'
import { samples } from './samples.ts'

/** As many as there are files `conformance-n.test.ts`; each has a product of its own to start. */
const PARTS = 3

/** The largest module first, to the part that has least. */
function modulesOf(part: number): Module[] {
  const parts = Array.from({ length: PARTS }, () => ({ size: 0, modules: [] as Module[] }))
  for (const module of modules.toSorted((a, b) => b.entities.length - a.entities.length)) {
    const least = parts.reduce((a, b) => (b.size < a.size ? b : a))
    least.modules.push(module)
    least.size += module.entities.length
  }
  return parts[part - 1]!.modules
}

/**
 * Calls of the customer's contract and of the driver's phone that lie below the name of an entity and are no calls on its records: they answer
 * about whoever asks (his own day, his own real name), so nobody is refused them; `tests/house/closed.test.ts` and the stories look at them.
 */
const OWN_DOORS =
  /^\/api\/v1\/(?:project\/projectask\/assign\/total|contract\/auth\/info|driver\/(?:day|events|attach|heartbeat|takePush|refusePush|me|consent))$/

export function entitiesConform(part: number): void {
  const entities = modulesOf(part).flatMap((m) => m.entities) as Entity[]
  describe('over the wire, on a real database', () => {
    let rig: Rig
    let paths: Set<string>
    beforeAll(async () => {
      rig = await startRig()
      paths = new Set(rig.routes.filter((route) => !OWN_DOORS.test(route.path)).map((route) => route.path.replace('/api/v1/', '')))
    })
    afterAll(() => rig?.close())

    test('every part has its file', () => {
      const files = readdirSync(import.meta.dirname).filter((name) => /^conformance-\d+\.test\.ts$/.test(name))
      expect(files.toSorted()).toEqual(Array.from({ length: PARTS }, (_, i) => `conformance-${i + 1}.test.ts`))
    })
    // With a right it is among those that `closed.test.ts` calls, and sees refused to somebody who has none.
    test('no call on a record is open to whoever is signed in', () => {
      const names = new Set(entities.map(({ name }) => name))
      const calls = rig.routes.filter(({ path }) => {
        const below = path.replace('/api/v1/', '')
        return paths.has(below) && names.has(below.split('/')[0]!)
      })
      expect(calls.filter(({ right }) => right === 'public' || right === 'signedIn').map(({ path }) => path)).toEqual([])
      expect(calls.length).toBeGreaterThan(entities.length * 5)
    })
    test.each(entities.map((entity) => [`${entity.label}（${entity.name}）`, entity] as const))(
      '%s does what every entity does',
      async (_name, entity) => {
        const { admin, stranger } = rig
        expect(await conformance({ entity, admin: admin.ctx, stranger: stranger.ctx, call: rig.call, paths, samples })).toEqual([])
      },
    )
    test('nothing failed inside', () => expect(rig.faults).toEqual([]))
  })
}
