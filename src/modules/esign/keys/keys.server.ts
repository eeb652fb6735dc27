/** The company's own issuer: made at its first signature, sealed with the secret of the instance, opened when somebody signs. */
import { createHash, createHmac, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { seal as encrypt, unseal as decrypt } from '#kit/access/secrets.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import {
  exportKey,
  importKey,
  makeCrl,
  makeRoot,
  makeSeal,
  makeSigner,
  makeStampService,
  parseCertificate,
  serialHex,
  type Certified,
  type Revoked,
} from '#kit/pdf/signing/certificates.server.ts'
import { signKey } from '../identity/identity.ts'

const keys = storeOf(signKey)
const YEAR = 365 * 86_400_000
const DAY = 86_400_000
/** Clocks of verifiers differ. */
const EARLIER = 5 * 60_000

type Purpose = 'root' | 'stamp' | 'seal'
interface KeyRow {
  id: number
  purpose: string
  certificate: string
  sealedKey: string | null
  validUntil: string
}

const UNREADABLE = '签名密钥不可用：本机密钥与数据库中的密钥不匹配，请由管理员恢复密钥文件'
const bound = (ctx: Context, purpose: string, serial: string): string => `signKey:${ctx.user.operatorId}:${purpose}:${serial}`

async function opened(ctx: Context, secret: Buffer, row: KeyRow): Promise<Certified> {
  const der = new Uint8Array(Buffer.from(row.certificate, 'base64'))
  const certificate = parseCertificate(der)
  try {
    const plain = decrypt(secret, row.sealedKey ?? '', bound(ctx, row.purpose, serialHex(certificate)))
    return { key: await importKey(plain), certificate, der }
  } catch {
    throw refused(UNREADABLE)
  }
}

async function keep(
  tx: Tx,
  ctx: Context,
  secret: Buffer,
  purpose: Purpose,
  made: Certified,
  name: string,
  seal: number | null,
): Promise<void> {
  const pkcs8 = await exportKey(made.key)
  const sealedKey = encrypt(secret, pkcs8, bound(ctx, purpose, serialHex(made.certificate)))
  pkcs8.fill(0)
  await keys.add(tx, ctx, {
    purpose,
    name,
    serialNo: serialHex(made.certificate),
    seal,
    certificate: Buffer.from(made.der).toString('base64'),
    sealedKey,
    validFrom: made.certificate.notBefore.value.toISOString(),
    validUntil: made.certificate.notAfter.value.toISOString(),
  })
}

const rowsOf = (tx: Tx, purpose: Purpose, seal: number | null): Promise<KeyRow[]> => {
  const query = liveRows(tx, 'signKey')
    .select(['id', 'purpose', 'certificate', 'sealedKey', 'validUntil'])
    .where('purpose', '=', purpose)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
  return (seal === null ? query : query.where('seal', '=', seal)).execute()
}

export interface House {
  root: Certified
  stamp: Certified
}

/** Two first signatures at once make one root. */
const alone = (tx: Tx, ctx: Context): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('signKey'), ${ctx.user.operatorId}::int)`.execute(tx)

/** Long before one of them ends another takes its place; what the one before signed is still checked against it. */
const ROOT_LEFT = 2 * YEAR
const STAMP_LEFT = YEAR
async function liveHouse(tx: Tx, at: number): Promise<{ root?: KeyRow; stamp?: KeyRow }> {
  const root = (await rowsOf(tx, 'root', null)).find((row) => Date.parse(row.validUntil) > at + ROOT_LEFT)
  if (!root) return {}
  const stamp = (await rowsOf(tx, 'stamp', null)).find((row) => row.id > root.id && Date.parse(row.validUntil) > at + STAMP_LEFT)
  return stamp ? { root, stamp } : { root }
}

export async function houseOf(tx: Tx, ctx: Context, secret: Buffer): Promise<House> {
  const at = Date.parse(ctx.clock.now())
  const house = await liveHouse(tx, at)
  if (!house.stamp) await alone(tx, ctx)
  const { root: rootRow, stamp: stampRow } = house.stamp ? house : await liveHouse(tx, at)
  const from = new Date(at - EARLIER)
  if (rootRow && stampRow) return { root: await opened(ctx, secret, rootRow), stamp: await opened(ctx, secret, stampRow) }
  const id = ctx.user.operatorId
  // ASCII: an issuer with a Chinese name breaks verifiers.
  const root = rootRow
    ? await opened(ctx, secret, rootRow)
    : await makeRoot(
        { name: `Zuyuntong Local Root ${id}`, organisation: 'Zuyuntong local installation' },
        { from, until: new Date(at + 20 * YEAR) },
      )
  if (!rootRow) await keep(tx, ctx, secret, 'root', root, `Zuyuntong Local Root ${id}`, null)
  const until = new Date(Math.min(at + 10 * YEAR, root.certificate.notAfter.value.getTime()))
  const stamp = await makeStampService(root, { name: `Zuyuntong Local TSA ${id}` }, { from, until })
  await keep(tx, ctx, secret, 'stamp', stamp, `Zuyuntong Local TSA ${id}`, null)
  return { root, stamp }
}

const RENEW_DAYS = 60
/** Of one seal; renewed before it runs out. */
export async function sealCertificate(
  tx: Tx,
  ctx: Context,
  secret: Buffer,
  house: House,
  seal: { id: number; company: string },
): Promise<Certified> {
  const at = Date.parse(ctx.clock.now())
  const [row] = await rowsOf(tx, 'seal', seal.id)
  if (row && Date.parse(row.validUntil) > at + RENEW_DAYS * DAY) return opened(ctx, secret, row)
  const made = await makeSeal(house.root, { name: seal.company }, { from: new Date(at - EARLIER), until: new Date(at + 3 * YEAR) })
  await keep(tx, ctx, secret, 'seal', made, seal.company, seal.id)
  return made
}

/** A key for one signer, one flow, one moment: never written, gone with the call. */
export function signerCertificate(
  ctx: Context,
  secret: Buffer,
  house: House,
  who: { name: string; idNo: string | null },
  evidenceHead: string,
): Promise<Certified> {
  const at = Date.parse(ctx.clock.now())
  const serialNumber = who.idNo ? createHmac('sha256', secret).update(`signer:${who.idNo}`).digest('hex').slice(0, 32) : undefined
  return makeSigner(
    house.root,
    { name: who.name, ...(serialNumber ? { serialNumber } : {}) },
    { from: new Date(at - EARLIER), until: new Date(at + DAY) },
    evidenceHead,
  )
}

/** Roots of this company, for the verifier. Needs no key. */
export async function rootsOf(tx: Tx): Promise<ReturnType<typeof parseCertificate>[]> {
  const rows = await allRows(tx, 'signKey').select('certificate').where('purpose', '=', 'root').execute()
  return rows.map((row) => parseCertificate(new Uint8Array(Buffer.from(row.certificate, 'base64'))))
}

const SM2_YEARS = 20
/** The company's key for packages of evidence, by the national algorithms; no PDF carries it. */
export async function sm2Key(tx: Tx, ctx: Context, secret: Buffer): Promise<KeyObject> {
  await alone(tx, ctx)
  const row = await liveRows(tx, 'signKey')
    .select(['serialNo', 'sealedKey'])
    .where('purpose', '=', 'sm2')
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (row) {
    try {
      const der = decrypt(secret, row.sealedKey ?? '', bound(ctx, 'sm2', row.serialNo))
      return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })
    } catch {
      throw refused(UNREADABLE)
    }
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'SM2' })
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const serialNo = createHash('sha256').update(spki).digest('hex').slice(0, 32)
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  const sealedKey = encrypt(secret, pkcs8, bound(ctx, 'sm2', serialNo))
  pkcs8.fill(0)
  const now = ctx.clock.now()
  await keys.add(tx, ctx, {
    purpose: 'sm2',
    name: 'SM2',
    serialNo,
    certificate: spki.toString('base64'),
    sealedKey,
    validFrom: now,
    validUntil: new Date(Date.parse(now) + SM2_YEARS * YEAR).toISOString(),
  })
  return privateKey
}

/** What no longer counts, and since when. */
export async function revokedOf(tx: Tx): Promise<Revoked[]> {
  const rows = await allRows(tx, 'signKey')
    .select(['serialNo', 'revokedAt'])
    .where('purpose', '!=', 'sm2')
    .where('revokedAt', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ serial: row.serialNo, at: new Date(row.revokedAt!) }))
}
export const crlFrom = (root: Certified, revoked: readonly Revoked[], now: Date): Promise<Uint8Array> =>
  makeCrl(root, Math.floor(now.getTime() / 1000), revoked, { thisUpdate: now, nextUpdate: new Date(now.getTime() + 7 * DAY) })

/** The certificate of a seal counts no longer; whoever stamps next gets another one. Returns how many there were. */
export async function revokeSeal(tx: Tx, ctx: Context, seal: number, reason: string): Promise<number> {
  const live = await rowsOf(tx, 'seal', seal)
  for (const { id } of live) await keys.edit(tx, ctx, id, { revokedAt: ctx.clock.now(), revokeReason: reason })
  return live.length
}

/** Which of its certificates no longer count, as of now. */
export async function crlOf(tx: Tx, ctx: Context, secret: Buffer): Promise<Uint8Array> {
  const { root } = await houseOf(tx, ctx, secret)
  return crlFrom(root, await revokedOf(tx), new Date(ctx.clock.now()))
}
