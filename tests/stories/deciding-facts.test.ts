/** What one decides by, on the card of each act that has it (decision 0112): figures and names of that very record, and nothing that says less than it seems to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#kit/access/context.server.ts'
import { sampleRecord } from '#kit/entity/conformance/sample.server.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { startRig, type Rig } from '#tests/house/rig.ts'
import { samples } from '#tests/house/samples.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'

const registry = buildRegistry(modules, servedModules)
const acts = registry.provided('approvalActs')
const facts = registry.provided('decidingFacts')
let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig?.faults).toEqual([])
  await rig?.close()
})
const factsOf = async (act: string, ctx: Context = rig.admin.ctx) => {
  const spec = acts.find((one) => one.code === act)!
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const id = await sampleRecord(tx, rig.admin.ctx, spec.entity, {}, { path: [], samples })
    const lines = await facts.find((one) => one.act === act)!.of(tx, ctx, id, { amount: 12_345, reason: '客户困难' })
    return lines.filter(({ value }) => value !== '')
  })
}

test.each(facts.map((one) => one.act))('%s: three or four lines, each said once, the money or the day first', async (act) => {
  expect(acts.map((one) => one.code)).toContain(act)
  const lines = await factsOf(act)
  expect([3, 4]).toContain(lines.length)
  expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length)
  expect(JSON.stringify(lines)).not.toMatch(/undefined|null|NaN|\[object/)
  expect(lines[0]!.value).toMatch(/\d/)
})
test('who may not see bills starts a case that says nothing of what is owed, rather than that nothing is', async () => {
  const { ctx } = rig.admin
  const blind: Context = { ...ctx, access: { ...ctx.access, can: (right) => right !== 'billInfoList' } }
  for (const act of ['rentReduction', 'vehicleReturn']) {
    expect((await factsOf(act)).map(({ label }) => label)).toContain('客户现欠')
    expect((await factsOf(act, blind)).map(({ label }) => label)).not.toContain('客户现欠')
  }
})
