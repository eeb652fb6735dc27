/** Ten years later: what was signed is stamped once more before its certificates run out, and verifies on; keys of the house are renewed in time. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prolongFlows } from '#modules/esign/ceremony/prolong.server.ts'
import { verifyBytes } from '#modules/esign/ceremony/verify.server.ts'
import { openSigning, type Signing } from './signing.ts'

const run = promisify(execFile)
let signing: Signing
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
})
afterAll(() => signing?.close())

test('E7, E8: 90 days before the end a time-stamp over the whole file is added, once; poppler and our own verifier find all valid', async () => {
  const contract = await signing.c.contract({
    lessee: await signing.c.lessee({ name: '长久' }),
    vehicles: [await signing.c.vehicle()],
    startOn: '2026-02-01',
    endOn: '2027-02-01',
  })
  const { rows } = await signing.call('contract/sign/batch', { bizEntity: 'contract', ids: [contract], templateId: signing.template })
  const flow = rows[0].flowId as number
  for (const party of await signing.parties(flow)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
  const before = await signing.flow(flow)
  expect(before.ltUntil).toMatch(/^203[56]-/)
  expect(await prolongFlows(signing.c.as(), signing.instance)).toBe(0)
  signing.c.clock.set(new Date(Date.parse(`${before.ltUntil}T02:00:00.000Z`) - 80 * 86_400_000).toISOString())
  const signed = await signing.pdf(flow)
  expect(await prolongFlows(signing.c.as(), signing.instance)).toBe(1)
  expect(await prolongFlows(signing.c.as(), signing.instance)).toBe(0)
  const after = await signing.flow(flow)
  expect(after.ltUntil > before.ltUntil).toBe(true)
  const stamped = await signing.pdf(flow)
  expect(stamped.subarray(0, signed.length).equals(signed)).toBe(true)
  const said = await verifyBytes(signing.c.as(), stamped)
  expect(said).toMatchObject({ ok: true, problem: null, latest: true, evidence: { holds: true } })
  expect(said.signatures.map((one) => one.kind)).toEqual(['signature', 'signature', 'timestamp'])
  const path = join(signing.folder, 'stamped.pdf')
  writeFileSync(path, stamped)
  expect((await run('pdfsig', ['-nocert', path])).stdout.match(/Signature is Valid/g)).toHaveLength(2)
  const keys = await signing.c.read((db) => db.selectFrom('signKey').select(['purpose']).execute())
  expect(keys.filter((key) => key.purpose === 'stamp')).toHaveLength(2)
  expect(keys.filter((key) => key.purpose === 'root')).toHaveLength(1)
})

test('shortly before the root ends another takes its place, and both are known to the verifier', async () => {
  signing.c.clock.set('2044-06-01T02:00:00.000Z')
  const text = '# 协议\n\n〔甲方签章〕〔乙方签章〕'
  const template = await signing.c.add('signTemplate', { name: '后来', bizType: 'other', kind: 'text', text })
  await signing.c.act('signTemplate', 'publish', template)
  const { flowId } = await signing.call('contract/sign/initiateUrl', {
    title: '后来的协议',
    templateId: template,
    parties: [
      { role: '乙方', kind: 'person', name: '后来', mobile: '13900000001', intent: 'sms' },
      { role: '甲方', kind: 'company', name: '顺达汽车租赁有限公司', intent: 'account', seal: signing.seal },
    ],
  })
  await signing.c.act('signFlow', 'start', flowId, {}, 'sales')
  for (const party of await signing.parties(flowId)) await (party.seal ? signing.stamp(party.id) : signing.byPhone(party.id))
  expect(await verifyBytes(signing.c.as(), await signing.pdf(flowId))).toMatchObject({ ok: true })
  const keys = await signing.c.read((db) => db.selectFrom('signKey').select(['purpose']).execute())
  expect(keys.filter((key) => key.purpose === 'root')).toHaveLength(2)
  const first = await signing.c.read((db) =>
    db.selectFrom('signFlow').select('id').where('status', '=', 'completed').orderBy('id').executeTakeFirstOrThrow(),
  )
  expect(await verifyBytes(signing.c.as(), await signing.pdf(first.id))).toMatchObject({ ok: true })
})
