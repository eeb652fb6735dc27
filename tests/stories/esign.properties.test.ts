/** Whatever is done to flows in whatever order by two at once: E1, E3–E16 of the law but E10, which esign.test.ts asks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { AppError } from '#kit/basics/errors.ts'
import { verifyFile } from '#kit/pdf/signing/verify.server.ts'
import { verifyBytes } from '#modules/esign/ceremony/verify.server.ts'
import { expireFlows } from '#modules/esign/flows/flow.server.ts'
import { sha256hex } from '#modules/esign/flows/record.server.ts'
import { rootsOf } from '#modules/esign/keys/keys.server.ts'
import { openSigning, STAFF_PASSWORD, type Signing } from './signing.ts'
import { bare, carriedBy, THREE, wordsOf } from './signed-words.ts'

let signing: Signing
beforeAll(async () => {
  signing = await openSigning('2026-01-05')
})
afterAll(() => signing?.close())

const ROLES = ['乙方', '丙方', '丁方', '戊方'] as const
const STEPS = ['sign', 'sign', 'sign', 'sign', 'together', 'decline', 'urge', 'delay', 'revoke', 'expire', 'old link'] as const
const wanted = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().catch((error: unknown) => {
    // A refusal is an answer; anything else is a fault.
    if (!(error instanceof AppError)) throw error
    return error
  })

/** Of this flow alone, with signs that markup might swallow. */
const clause = (contract: number): string => `第${contract}号约定：租金每月3,800.00元（大写：叁仟捌佰元整），逾期按万分之五计。`

let lessees = 0
async function flowOf(people: number, ordered: boolean): Promise<number> {
  const name = `承租人${++lessees}`
  const contract = await signing.c.contract({
    lessee: await signing.c.lessee({ name }),
    vehicles: [await signing.c.vehicle()],
    startOn: '2026-06-01',
    endOn: '2027-06-01',
  })
  const roles = ROLES.slice(0, people)
  const template = await signing.c.add('signTemplate', {
    name: `多方 ${contract}`,
    bizType: 'other',
    kind: 'text',
    text: `# 协议\n\n${clause(contract)}签于{{today}}。\n\n${['甲方', ...roles].map((role) => `〔${role}签章〕`).join('\n\n')}`,
  })
  await signing.c.act('signTemplate', 'publish', template)
  const { flowId } = await signing.call('contract/sign/initiateUrl', {
    title: `多方协议 ${contract}`,
    templateId: template,
    bizEntity: 'contract',
    bizId: contract,
    ordered,
    parties: [
      // The lessee is whoever the contract names; the others stand beside him.
      { role: '乙方', kind: 'person', name, seq: 1, intent: 'sms' },
      ...roles.slice(1).map((role, i) => ({
        role,
        kind: 'person',
        name: `签署人${i + 2}`,
        mobile: `1390000000${i + 1}`,
        seq: i + 2,
        intent: 'sms',
      })),
      { role: '甲方', kind: 'company', name: '顺达汽车租赁有限公司', seq: people + 1, intent: 'account', seal: signing.seal },
    ],
  })
  await signing.c.act('signFlow', 'start', flowId, {}, 'sales')
  return flowId
}

const signs = (party: { id: number; seal: number | null }): Promise<unknown> =>
  wanted(() => (party.seal ? signing.stamp(party.id) : faceToFace(party.id)))
/** Witnessed: needs no message, so that two can do it at once. */
async function faceToFace(partyId: number): Promise<void> {
  const { url } = await signing.call('contract/sign/faceToFace', { partyId, password: STAFF_PASSWORD })
  const token = { token: url.split('#t=')[1]! }
  const page = await signing.call('contract/sign/page', {}, token)
  await signing.call('contract/sign/consent', { pages: Array.from({ length: page.pages }, (_, i) => i + 1) }, token)
  await signing.call('contract/sign/confirm', { kind: 'typed' }, token)
}

async function step(flow: number, name: (typeof STEPS)[number], links: string[]): Promise<void> {
  const all = await signing.parties(flow)
  const open = all.filter((p) => p.status === 'toSign')
  if (name === 'sign' && open[0]) await signs(open[0])
  if (name === 'together') await Promise.all(all.filter((p) => p.status === 'toSign' || p.status === 'waiting').map(signs))
  if (name === 'decline' && open[0] && !open[0].seal) {
    const { url } = await signing.call('contract/sign/link', { partyId: open[0].id })
    await signing.call('contract/sign/decline', { reason: '不同意' }, { token: url.split('#t=')[1]! })
  }
  if (name === 'urge') await wanted(() => signing.c.act('signFlow', 'urge', flow, {}, 'sales'))
  if (name === 'delay') {
    const { expireAt } = await signing.flow(flow)
    const until = new Date(Date.parse(expireAt) + 86_400_000).toISOString()
    await wanted(() => signing.c.act('signFlow', 'delay', flow, { expireAt: until }, 'sales'))
  }
  if (name === 'revoke')
    await wanted(() => signing.call('contract/sign/revoke', { flowId: flow, reason: '改期' }, 'sales', { 'esign.signedAlready': true }))
  if (name === 'expire') {
    const { expireAt, status } = await signing.flow(flow)
    if (status === 'signing') signing.c.clock.set(new Date(Date.parse(expireAt) + 60_000).toISOString())
    await expireFlows(signing.c.as())
  }
  if (name === 'old link' && open[0] && !open[0].seal)
    links.push((await signing.call('contract/sign/link', { partyId: open[0].id })).url.split('#t=')[1]!)
}

const FINAL = ['completed', 'revoked', 'declined']
async function holds(flow: number, before: { status: string }): Promise<void> {
  const f = await signing.flow(flow)
  if (FINAL.includes(before.status)) expect(f.status).toBe(before.status)
  expect(f.delayCount).toBeLessThanOrEqual(1)
  const { status } = await signing.c.read((db) =>
    db.selectFrom('contract').select('status').where('id', '=', f.bizId).executeTakeFirstOrThrow(),
  )
  expect(status === 'signing').toBe(f.status === 'signing')
  expect(status === 'toHandOver').toBe(f.status === 'completed')
  const parties = await signing.parties(flow)
  const signed = parties.filter((p) => p.status === 'signed').length
  expect(f.signedCount).toBe(signed)
  if (f.status === 'completed') expect(signed).toBe(parties.length)
  if (f.ordered) {
    const open = parties.findIndex((p) => p.status !== 'signed')
    if (open >= 0) expect(parties.slice(open).some((p) => p.status === 'signed')).toBe(false)
  }
  const files = await signing.c.read((db) => db.selectFrom('signFile').selectAll().where('flow', '=', flow).orderBy('seq').execute())
  expect(files.filter((file) => file.cause === 'signed')).toHaveLength(signed)
  let last = Buffer.alloc(0)
  for (const file of files) {
    const bytes = readFileSync(join(signing.folder, file.fileId.slice(0, 2), file.fileId))
    expect(sha256hex(bytes)).toBe(file.sha256)
    expect(bytes.subarray(0, last.length).equals(last)).toBe(true)
    last = bytes
  }
  const events = await signing.c.read((db) =>
    db.selectFrom('signEvent').select(['seq', 'hash', 'prevHash']).where('flow', '=', flow).orderBy('seq').execute(),
  )
  events.forEach((e, i) => expect([e.seq, e.prevHash]).toEqual([i + 1, i ? events[i - 1]!.hash : '0'.repeat(64)]))
  expect(f.evidenceHead).toBe(events.at(-1)!.hash)
  const live = await signing.c.read((db) =>
    db.selectFrom('signFlow').select('id').where('bizId', '=', f.bizId).where('status', '=', 'signing').execute(),
  )
  expect(live.length).toBe(f.status === 'signing' ? 1 : 0)
  const lots = await signing.c.read((db) => db.selectFrom('signQuotaLot').selectAll().execute())
  for (const lot of lots)
    for (const n of [lot.used, lot.frozen, lot.expired, lot.total - lot.used - lot.frozen - lot.expired])
      expect(n).toBeGreaterThanOrEqual(0)
  const entries = await signing.c.read((db) => db.selectFrom('signQuotaEntry').select(['cycle', 'kind']).where('flow', '=', flow).execute())
  for (let cycle = 1; cycle <= f.quotaCycle; cycle++) {
    const of = (...kinds: string[]): number => entries.filter((e) => e.cycle === cycle && kinds.includes(e.kind)).length
    expect(of('freeze')).toBe(1)
    expect(of('consume', 'release')).toBe(cycle < f.quotaCycle || f.status !== 'signing' || signed > 0 ? 1 : 0)
  }
  if (signed) await proves(f, parties, last)
}

/** Keys that have signed, of whatever flow: a signer's is of one party alone. */
const keysSeen = new Map<string, number>()

/** E9, E10, E14 and E16 of the file as it stands. */
async function proves(f: any, parties: readonly any[], file: Buffer): Promise<void> {
  const said = await verifyBytes(signing.c.as(), file)
  expect([said.ok, said.problem]).toEqual([true, null])
  const signatures = said.signatures.filter((one) => one.kind === 'signature')
  const those = parties.filter((p) => p.status === 'signed')
  expect(signatures).toHaveLength(those.length)
  const carried = await carriedBy(file, those.length)
  expect(carried.map((one) => one.name).toSorted()).toEqual(those.map((p) => p.name as string).toSorted())
  for (const one of carried) {
    expect([one.attributes, one.inTime]).toEqual([THREE, true])
    const party = those.find((p) => p.name === one.name)!
    if (party.seal) continue
    expect(keysSeen.get(one.key) ?? party.id).toBe(party.id)
    keysSeen.set(one.key, party.id)
  }
  const words = await wordsOf(file)
  const prepared = await signing.c.read((db) =>
    db.selectFrom('signFile').select('fileId').where('flow', '=', f.id).where('seq', '=', 1).executeTakeFirstOrThrow(),
  )
  expect(words).toEqual(await wordsOf(readFileSync(join(signing.folder, prepared.fileId.slice(0, 2), prepared.fileId))))
  expect(words.join('')).toContain(bare(`${clause(f.bizId)}签于${dayWords(dayOf(f.createdAt))}。`))
  // What the public page answers is what the verifier says, of this file and of one with a byte changed.
  const roots = await signing.c.read((db) => rootsOf(db as Tx))
  const broken = Buffer.from(file)
  broken[300 + (f.id % 997)]! ^= 1
  for (const bytes of [file, broken]) {
    const page = await signing.verifyPage(bytes)
    const { ok, problem } = await verifyFile(bytes, roots)
    expect([page.ok, page.problem]).toEqual([ok, problem])
    expect(ok).toBe(bytes === file)
  }
  const byNumber = await signing.call('contract/verify', { n: f.no, c: f.checkCode })
  expect([byNumber.ok, byNumber.sha256]).toEqual([true, sha256hex(file)])
}

test(
  'E1, E3, E4, E5, E6, E7, E8, E9, E11, E12, E13, E14, E15, E16: every flow ends in a state the law knows, with a file that verifies and links that die',
  { timeout: process.env['DEEP'] === '1' ? 3_600_000 : 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        fc.array(fc.constantFrom(...STEPS), { minLength: 2, maxLength: 9 }),
        async (people, ordered, steps) => {
          const flow = await flowOf(people, ordered)
          const links: string[] = []
          for (const name of steps) {
            const before = await signing.flow(flow)
            await step(flow, name, links)
            await holds(flow, before)
          }
          if ((await signing.flow(flow)).status !== 'signing')
            for (const token of links)
              expect(((await wanted(() => signing.call('contract/sign/page', {}, { token }))) as AppError).message).toBe(
                '链接已失效，请联系发起方重新获取',
              )
        },
      ),
      { numRuns: process.env['DEEP'] === '1' ? 200 : 3 },
    )
  },
)
