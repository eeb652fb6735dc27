import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformance } from '#kit/entity/conformance/conformance.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { modules } from '../../src/modules.ts'
import { startRig, type Rig } from './rig.ts'
import { samples } from './samples.ts'

let rig: Rig
let paths: Set<string>
beforeAll(async () => {
  rig = await startRig()
  paths = new Set(rig.routes.map((route) => route.path.replace('/api/v1/', '')))
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
