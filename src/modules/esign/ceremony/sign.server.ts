/**
 * One party signs: a revision of the file and the row of it become true together. The bytes are made on what was read and kept in
 * the store; under the lock of the flow they count only if nobody signed meanwhile, else it is done again on the new revision.
 */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { conflict, refused } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Certified, Revoked } from '#kit/pdf/signing/certificates.server.ts'
import { signCms } from '#kit/pdf/signing/cms.server.ts'
import { signRevision, validationRevision } from '#kit/pdf/signing/revision.server.ts'
import { foreignStamp, ownStamp, type Stamp } from '#kit/pdf/signing/timestamp.server.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { signFlow, signParty } from '../flows/flow.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { LEVELS } from '../flows/levels.ts'
import { clockRefusal, whoseTurn, type Turn } from '../flows/flow.rules.ts'
import { completed, nextTurn, partiesOf } from '../flows/flow.server.ts'
import { addRevision, bytesOf, keepBytes, record, type Flow, type KeptBytes } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { crlFrom, houseOf, revokedOf, sealCertificate, signerCertificate, type House } from '../keys/keys.server.ts'
import { consume } from '../quota/quota.server.ts'
import { lookPage, type Look } from './look.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)
type Party = Awaited<ReturnType<typeof partiesOf>>[number]

export type Level = keyof typeof LEVELS
export interface Confirmed {
  party: number
  level: Level
  look: { kind: 'drawn'; png: Uint8Array } | { kind: 'typed' } | { kind: 'seal' }
  /** `signer:1` or `user:3`. */
  by: string
  /** Under the lock, before anything counts: whether the intention was really expressed. */
  proof: (tx: Tx, flow: Flow, party: Party) => Promise<void>
}

const ATTEMPTS = 5
/** Another signed in between: not a refusal, only once more. */
class Meanwhile extends Error {}

export async function signAs(ctx: Context, instance: Instance, confirmed: Confirmed): Promise<{ flow: number; completed: boolean }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(ctx, instance, confirmed)
    } catch (error) {
      if (!(error instanceof Meanwhile)) throw error
      if (attempt === ATTEMPTS) throw conflict('多人同时签署，请重试')
    }
  }
}

interface Read {
  flow: Flow
  party: Party
  all: Party[]
  fields: { id: number; fieldName: string; w: number; h: number }[]
  house: House
  seal: { id: number; name: string; company: string; png: Uint8Array | null } | null
  certificate: Certified | null
  tsaUrl: string
  revoked: readonly Revoked[]
}

export function turnRefusal(
  flow: Pick<Flow, 'status' | 'ordered' | 'expireAt' | 'provider'>,
  party: Party,
  all: readonly Party[],
  now: string,
): string | null {
  if (flow.status === 'draft') return '该合同尚未发起，或用印审批中'
  if (flow.status !== 'signing') return '该合同已结束签署'
  if (flow.provider !== 'local') return '该合同在服务商的签署页签署，请使用其签署链接'
  if (Date.parse(flow.expireAt) <= Date.parse(now)) return '已超过签署截止时间'
  if (party.status === 'signed') return '您已签署'
  if (party.status !== 'toSign' || !whoseTurn(all as unknown as Turn[], flow.ordered).some((turn) => turn.id === party.id))
    return '还没有轮到您签署'
  return null
}

async function readAll(ctx: Context, instance: Instance, confirmed: Confirmed): Promise<Read> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(tx)
    // The real time of this machine, whatever day the business is at.
    const off = clockRefusal(Date.parse(systemClock.now()), rows[0]!.at)
    if (off) throw refused(off)
    const party = (await parties.get(tx, ctx, confirmed.party)) as Party
    const flow = await flows.get(tx, ctx, party.flow)
    const all = await partiesOf(tx, flow.id)
    const why = turnRefusal(flow, party, all, ctx.clock.now())
    if (why) throw refused(why)
    const places = await tx
      .selectFrom('signField')
      .select(['id', 'fieldName', 'w', 'h'])
      .where('party', '=', party.id)
      .orderBy('id')
      .execute()
    // Decimals come as text.
    const fields = places.map((place) => ({ ...place, w: Number(place.w), h: Number(place.h) }))
    const house = await houseOf(tx, ctx, instance.secretKey)
    const tsaUrl = String(await parameterValue(tx, ctx.registry, 'tsaUrl'))
    const revoked = await revokedOf(tx)
    const known = { flow, party, all, fields, house, tsaUrl, revoked }
    if (confirmed.look.kind !== 'seal') return { ...known, seal: null, certificate: null }
    const row = await tx
      .selectFrom('signSeal')
      .select(['id', 'name', 'company', 'image', 'status'])
      .where('id', '=', party.seal ?? 0)
      .executeTakeFirst()
    if (!row || row.status !== 'active') throw refused(`印章“${row?.name ?? ''}”已停用`)
    const image = row.image?.[0] ? await instance.files.open(ctx, row.image[0].id) : null
    const seal = { id: row.id, name: row.name, company: row.company, png: image ? await buffer(image.body) : null }
    return { ...known, seal, certificate: await sealCertificate(tx, ctx, instance.secretKey, house, seal) }
  })
}

/** The foreign service when there is one and it answers; else ours, and the word 本机时间 in the evidence. */
export function stampOf(ctx: Context, read: Pick<Read, 'house' | 'tsaUrl'>): { stamp: Stamp; foreign: () => boolean } {
  const own = ownStamp({ by: read.house.stamp, chain: [read.house.root.certificate] }, () => new Date(ctx.clock.now()))
  if (!/^https?:\/\//.test(read.tsaUrl)) return { stamp: own, foreign: () => false }
  let foreign = true
  const far = foreignStamp(read.tsaUrl)
  return {
    stamp: (digest) =>
      far(digest).catch(() => {
        foreign = false
        return own(digest)
      }),
    foreign: () => foreign,
  }
}

async function once(ctx: Context, instance: Instance, confirmed: Confirmed): Promise<{ flow: number; completed: boolean }> {
  const read = await readAll(ctx, instance, confirmed)
  const { flow, party, house } = read
  const before = await bytesOf(ctx, instance, flow.fileId, flow.currentSha)
  const head = flow.evidenceHead ?? ''
  const by = read.certificate ?? (await signerCertificate(ctx, instance.secretKey, house, party, head))
  const { stamp, foreign } = stampOf(ctx, read)
  const at = new Date(ctx.clock.now())
  const name = read.seal?.company ?? party.name
  const look: Look =
    confirmed.look.kind === 'seal'
      ? { kind: 'seal', company: name, seal: read.seal!.name, png: read.seal!.png }
      : confirmed.look.kind === 'typed'
        ? { kind: 'typed', name }
        : confirmed.look
  let bytes: Uint8Array = before
  for (const field of read.fields) {
    bytes = await signRevision(bytes, {
      field: field.fieldName,
      appearance: await lookPage(look, field, `${name} ${formatTime(at.toISOString())} ${LEVELS[confirmed.level]}`),
      name,
      reason: `签署${flow.title}`,
      at,
      sign: (digest) => signCms({ by, chain: [house.root.certificate] }, digest, { stamp }),
    })
  }
  const last = read.all.every((one) => one.id === party.id || one.status === 'signed')
  const signed = await keepBytes(ctx, instance, `${flow.title}.pdf`, bytes)
  const final = last ? await withValidation(read, bytes, at) : null
  const dss = final && (await keepBytes(ctx, instance, `${flow.title}.pdf`, final))
  // The record behind keeps a copy of its own: whoever may read it need not be allowed to read flows.
  const copy = final && (await keepBytes(ctx, instance, `${flow.title}.pdf`, final))
  return ctx.db.write(ctx.user.operatorId, (tx) => commit(tx, ctx, { ...read, confirmed, signed, dss, copy, foreign: foreign() }))
}

async function withValidation({ house, revoked }: Read, bytes: Uint8Array, at: Date): Promise<Uint8Array> {
  return validationRevision(bytes, { certificates: [house.root.der], crls: [await crlFrom(house.root, revoked, at)] })
}

/** The day from which its time-stamps could no longer be checked. */
export const lastsUntil = ({ stamp, root }: House): Day =>
  [stamp, root].map((one) => one.certificate.notAfter.value.toISOString().slice(0, 10)).toSorted()[0] as Day

interface Commit extends Read {
  confirmed: Confirmed
  signed: KeptBytes
  dss: KeptBytes | null
  copy: KeptBytes | null
  foreign: boolean
}
async function commit(tx: Tx, ctx: Context, c: Commit): Promise<{ flow: number; completed: boolean }> {
  const flow = await flows.lock(tx, ctx, c.flow.id)
  const party = (await parties.lock(tx, ctx, c.party.id)) as Party
  const all = await partiesOf(tx, flow.id)
  const why = turnRefusal(flow, party, all, ctx.clock.now())
  if (why) throw refused(why)
  if (flow.currentSha !== c.flow.currentSha || flow.evidenceHead !== c.flow.evidenceHead) throw new Meanwhile()
  await c.confirmed.proof(tx, flow, party)
  const { level, by } = c.confirmed
  await parties.act(tx, ctx, 'sign', party.id)
  await tx
    .updateTable('signParty')
    .set({ signedAt: ctx.clock.now(), level, tokenHash: null, code: null })
    .where('id', '=', party.id)
    .execute()
  for (const field of c.fields) await tx.updateTable('signField').set({ signedAt: ctx.clock.now() }).where('id', '=', field.id).execute()
  await addRevision(tx, ctx, flow, c.signed, 'signed')
  await record(tx, ctx, flow, {
    kind: c.seal ? 'sealed' : 'signed',
    by,
    docSha: c.signed.sha256,
    data: { party: party.seq, role: party.role, level, time: c.foreign ? 'tsa' : '本机时间', ...(c.seal ? { seal: c.seal.name } : {}) },
  })
  await consume(tx, ctx, flow.id, flow.quotaCycle ?? 0)
  await tx
    .updateTable('signFlow')
    .set({ signedCount: (flow.signedCount ?? 0) + 1, consumed: true })
    .where('id', '=', flow.id)
    .execute()
  const moved = await flows.act(tx, ctx, 'progress', flow.id)
  if (!c.dss) {
    await nextTurn(tx, ctx, moved)
    return { flow: flow.id, completed: false }
  }
  await addRevision(tx, ctx, flow, c.dss, 'dss')
  await completed(
    tx,
    ctx,
    moved,
    { id: c.copy!.id, name: `${flow.title}.pdf`, mime: 'application/pdf', size: c.copy!.size },
    lastsUntil(c.house),
  )
  return { flow: flow.id, completed: true }
}
