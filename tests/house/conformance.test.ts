import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformance } from '#kit/entity/conformance/conformance.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Rig } from './rig.ts'
import { samples } from './samples.ts'

let rig: Rig
/**
 * Calls of the customer's contract and of the driver's phone that lie below the name of an entity and are no calls on its records: they answer
 * about whoever asks (his own day, his own real name), so nobody is refused them; `tests/house/closed.test.ts` and the stories look at them.
 */
const OWN_DOORS =
  /^\/api\/v1\/(?:project\/projectask\/assign\/total|contract\/auth\/info|driver\/(?:day|events|attach|heartbeat|takePush|refusePush|me|consent))$/

let paths: Set<string>
beforeAll(async () => {
  rig = await startRig()
  // The customer's own call (spec §7) stands below a name that is also an entity's; whoever is signed in may ask it.
  const entityCalls = rig.routes.filter((route) => !OWN_DOORS.test(route.path))
  paths = new Set(entityCalls.map((route) => route.path.replace('/api/v1/', '')))
})
afterAll(() => rig?.close())

const entities = modules.flatMap((m) => m.entities) as Entity[]

describe('over the wire, on a real database', () => {
  test.each(entities.map((entity) => [`${entity.label}（${entity.name}）`, entity] as const))(
    '%s does what every entity does',
    async (_name, entity) => {
      const { admin, stranger, nobody } = rig
      expect(
        await conformance({ entity, admin: admin.ctx, stranger: stranger.ctx, nobody: nobody.ctx, call: rig.call, paths, samples }),
      ).toEqual([])
    },
  )
  test('nothing failed inside', () => expect(rig.faults).toEqual([]))
})
