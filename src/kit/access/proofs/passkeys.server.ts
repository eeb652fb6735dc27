/**
 * Passkeys (WebAuthn level 3): a key pair in a device of the person, of which the public half lies here. Which site they are for is the
 * company's setting, never a header: a page that only looks like ours gets an answer that is good for nothing. The ceremonies are
 * @simplewebauthn/server's; it is loaded when somebody uses one.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../../basics/time/clock.ts'
import type { Database } from '../../database/connection/pool.server.ts'
import type { Tx } from '../context.server.ts'
import { mark, seal, unseal } from '../secrets.server.ts'
import { Challenges, type ChallengeOf, type Purpose } from './challenges.server.ts'
import '../tables.ts'

/** Where a company's people sign in: the name passkeys are bound to, and which addresses of a page are ours under it. */
export interface SignInSite {
  rpId: string
  isOrigin: (origin: string) => boolean
}
export type SiteOfHost = (operatorId: number, host: string) => Promise<SignInSite | null>

const MOST_PASSKEYS = 20
/** COSE: EdDSA, ES256, RS256, which every maker of authenticators has one of. */
const ALGORITHMS = [-8, -7, -257]
const base64url = z.string().regex(/^[\w-]{1,4096}$/)
const transports = z.array(z.string().max(20)).max(10)
/** What navigator.credentials answers, as JSON. What is not named is not read. */
const assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
})
export const attestation = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: z.string().regex(/^[\w-]{1,20000}$/),
    transports: transports.optional(),
  }),
  clientExtensionResults: z.object({ credProps: z.object({ rk: z.boolean().optional() }).optional() }),
})
type Attestation = z.infer<typeof attestation>
const clientData = z.object({ challenge: base64url, origin: z.string().max(300) })

/** Lies sealed in its row. */
interface Credential {
  id: string
  publicKey: string
  transports: string[]
  rpId: string
}
export interface PasskeyView {
  id: number
  name: string
  createdAt: string
  lastUsedAt: string | null
  withoutPassword: boolean
  synced: boolean
}
export interface Holder {
  operatorId: number
  userId: number
  username: string
}
/** Why an answer is not taken; `holder` where it is known whose it would be. */
export type Judged = { ok: true; holder: Holder } | { ok: false; why: keyof typeof WRONG; holder: Holder | null }

export const WRONG = {
  expired: '验证已过期或已使用，请重新点一次',
  unknown: '这把通行密钥没有登记在这个账号上，可能已被移除；请用其他方式登录',
  site: '通行密钥只能在添加它的网址使用，请从该网址打开系统',
  bad: '通行密钥没有通过验证，请重试；多次不行请用其他方式登录',
  unverified: '这把通行密钥没有验证指纹、面容或 PIN，不能代替密码；请先输入用户名和密码',
  copied: '这把通行密钥的使用次数对不上，可能被复制，已拒绝；请移除后重新添加，并告诉管理员',
} as const

const bound = (userId: number): string => `passkey:${userId}`
const parsed = <T>(schema: z.ZodType<T>, text: string): T | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
const clientDataOf = (encoded: string) => parsed(clientData, Buffer.from(encoded, 'base64url').toString())

/** An administrator's 清除两步验证, in its transaction. */
export async function clearPasskeys(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('userPasskey').where('userId', '=', userId).execute()
}

/** SQL: this person has a second factor of whatever kind. `user` names the row of the person in the statement around it. */
export const hasSecondFactor = (user = '"user"') => sql<boolean>`(
  exists (select from user_totp t where t.operator_id = ${sql.raw(user)}.operator_id and t.user_id = ${sql.raw(user)}.id and t.enabled_at is not null)
  or exists (select from user_passkey p where p.operator_id = ${sql.raw(user)}.operator_id and p.user_id = ${sql.raw(user)}.id))`

export class Passkeys {
  private readonly db: Database
  private readonly clock: Clock
  private readonly key: Buffer
  private readonly challenges: Challenges
  private readonly siteOf: SiteOfHost

  constructor(db: Database, clock: Clock, key: Buffer, { challenges, siteOf }: { challenges: Challenges; siteOf: SiteOfHost }) {
    this.db = db
    this.clock = clock
    this.key = key
    this.challenges = challenges
    this.siteOf = siteOf
  }

  private rows(userId: number, operatorId: number) {
    return this.db.read(operatorId, (db) =>
      db.selectFrom('userPasskey').selectAll().where('userId', '=', userId).orderBy('id').limit(MOST_PASSKEYS).execute(),
    )
  }

  async list(userId: number, operatorId: number): Promise<PasskeyView[]> {
    return (await this.rows(userId, operatorId)).map(({ id, name, createdAt, lastUsedAt, withoutPassword, synced }) => ({
      id,
      name,
      createdAt,
      lastUsedAt,
      withoutPassword,
      synced,
    }))
  }

  private open(userId: number, sealed: string): Credential {
    return JSON.parse(unseal(this.key, sealed, bound(userId)).toString()) as Credential
  }
  /** Null: sealed for another person, or with another key. */
  private openOrNull(userId: number, sealed: string): Credential | null {
    try {
      return this.open(userId, sealed)
    } catch {
      return null
    }
  }
  private markOf(credentialId: string): string {
    return mark(this.key, credentialId, 'passkey')
  }
  /** What an authenticator keeps instead of a name: tells whoever reads it nothing. */
  private handleOf(userId: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(Buffer.from(mark(this.key, String(userId), 'passkey handle'), 'base64url'))
  }
  private async known(userId: number, operatorId: number): Promise<Credential[]> {
    return (await this.rows(userId, operatorId)).map((row) => this.open(userId, row.sealed))
  }

  /** Null: he has as many as anybody may have. */
  async addingOptions(of: Holder & { sessionId: number; title: string }, site: SignInSite): Promise<object | null> {
    const { userId, operatorId, sessionId, username, title } = of
    const others = await this.known(userId, operatorId)
    if (others.length >= MOST_PASSKEYS) return null
    const { generateRegistrationOptions } = await import('@simplewebauthn/server')
    const challenge = await this.challenges.make('register', { userId, sessionId }, site.rpId)
    return generateRegistrationOptions({
      rpName: title,
      rpID: site.rpId,
      userName: username,
      userDisplayName: username,
      userID: this.handleOf(userId),
      challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
      timeout: 120_000,
      supportedAlgorithmIDs: ALGORITHMS,
      attestationType: 'none',
      excludeCredentials: others.map(({ id, transports: by }) => ({ id, transports: by })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })
  }

  /** Null when it is stored; otherwise why not. */
  async add(of: Holder & { sessionId: number }, name: string, answer: Attestation): Promise<string | null> {
    const { userId, operatorId, username, sessionId } = of
    const data = clientDataOf(answer.response.clientDataJSON)
    const rpId = data && (await this.challenges.take('register', { userId, sessionId }, data.challenge))
    if (!data || rpId === null) return WRONG.expired
    const site = await this.siteOf(operatorId, rpId)
    if (!site || site.rpId !== rpId || !site.isOrigin(data.origin)) return WRONG.site
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: data.challenge,
      expectedOrigin: data.origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => ({ registrationInfo: undefined }))
    if (!registrationInfo) return WRONG.bad
    const { credential, userVerified, credentialBackedUp } = registrationInfo
    const stored: Credential = {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      transports: answer.response.transports ?? [],
      rpId,
    }
    const added = await this.db.write(operatorId, (tx) =>
      tx
        .insertInto('userPasskey')
        .values({
          operatorId,
          userId,
          username,
          mark: this.markOf(credential.id),
          sealed: seal(this.key, Buffer.from(JSON.stringify(stored)), bound(userId)),
          counter: credential.counter,
          name,
          withoutPassword: userVerified && answer.clientExtensionResults.credProps?.rk === true,
          synced: credentialBackedUp,
          createdAt: this.clock.now(),
          lastUsedAt: null,
        })
        .onConflict((c) => c.column('mark').doNothing())
        .executeTakeFirst(),
    )
    return added.numInsertedOrUpdatedRows ? null : '这把通行密钥已经添加过，请换一把'
  }

  async rename(userId: number, operatorId: number, id: number, name: string): Promise<boolean> {
    const { numUpdatedRows } = await this.db.write(operatorId, (tx) =>
      tx.updateTable('userPasskey').set({ name }).where('userId', '=', userId).where('id', '=', id).executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }

  async remove(tx: Tx, userId: number, id: number): Promise<string | null> {
    const row = await tx.deleteFrom('userPasskey').where('userId', '=', userId).where('id', '=', id).returning('name').executeTakeFirst()
    return row?.name ?? null
  }

  /** After the right password, for one person: `passkey` names his; null when he has none. */
  async secondOptions(userId: number, operatorId: number): Promise<object | null> {
    const known = await this.known(userId, operatorId)
    if (known.length === 0) return null
    return this.askingOptions('second', { userId }, known)
  }

  /** For whoever has one: the device knows whose it is. */
  aloneOptions(): Promise<object> {
    return this.askingOptions('alone', {}, [])
  }

  /** Without a name of the site: a browser asks for those of the page's own, and the answer is judged by the one the key was made for. */
  private async askingOptions(purpose: Purpose, of: ChallengeOf, known: readonly Credential[]): Promise<object> {
    const challenge = await this.challenges.make(purpose, of, '')
    return {
      challenge,
      timeout: 120_000,
      userVerification: purpose === 'alone' ? 'required' : 'preferred',
      allowCredentials: known.map(({ id, transports: by }) => ({ id, type: 'public-key', transports: by })),
    }
  }

  /** Judges an answer, once. `of`: the person it has to be. */
  async accept(text: string, purpose: 'second' | 'alone', of: ChallengeOf): Promise<Judged> {
    const answer = parsed(assertion, text)
    const data = answer && clientDataOf(answer.response.clientDataJSON)
    if (!answer || !data) return { ok: false, why: 'bad', holder: null }
    if ((await this.challenges.take(purpose, of, data.challenge)) === null) return { ok: false, why: 'expired', holder: null }
    const row = await this.rowOf(answer.id)
    if (!row || (of.userId !== undefined && row.userId !== of.userId)) return { ok: false, why: 'unknown', holder: null }
    const holder: Holder = { operatorId: row.operatorId, userId: row.userId, username: row.username }
    const credential = this.openOrNull(row.userId, row.sealed)
    if (!credential) return { ok: false, why: 'bad', holder }
    const { rpId, publicKey, id } = credential
    const site = await this.siteOf(row.operatorId, rpId)
    if (!site || site.rpId !== rpId || !site.isOrigin(data.origin)) return { ok: false, why: 'site', holder }
    const { userHandle } = answer.response
    if (userHandle !== undefined && userHandle !== Buffer.from(this.handleOf(row.userId)).toString('base64url'))
      return { ok: false, why: 'bad', holder }
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo: seen } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: data.challenge,
      expectedOrigin: data.origin,
      expectedRPID: rpId,
      // The count is compared below: of a copy the owner and the administrators have to hear.
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
      requireUserVerification: false,
    }).catch(() => ({ verified: false, authenticationInfo: null }))
    if (!verified || !seen) return { ok: false, why: 'bad', holder }
    if (purpose === 'alone' && !seen.userVerified) return { ok: false, why: 'unverified', holder }
    return (await this.counted(row, seen.newCounter, seen.credentialBackedUp)) ? { ok: true, holder } : { ok: false, why: 'copied', holder }
  }

  private async rowOf(credentialId: string) {
    const { rows } = await this.db.read(null, (db) =>
      sql<{ operatorId: number; id: number }>`select * from passkey_by_mark(${this.markOf(credentialId)})`.execute(db),
    )
    const at = rows[0]
    return at && this.db.read(at.operatorId, (db) => db.selectFrom('userPasskey').selectAll().where('id', '=', at.id).executeTakeFirst())
  }

  /** False: the count did not go on (one that does not count says 0 for ever), so there are two of this key. In the statement that looks at it. */
  private async counted(row: { operatorId: number; id: number }, counter: number, synced: boolean): Promise<boolean> {
    const { numUpdatedRows } = await this.db.write(row.operatorId, (tx) =>
      tx
        .updateTable('userPasskey')
        .set({ counter, synced, lastUsedAt: this.clock.now() })
        .where('id', '=', row.id)
        .where(sql<boolean>`(counter < ${counter} or counter = 0 and ${counter} = 0)`)
        .executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }
}
