/** Signing in, and recognising who signed in. Everything a route needs to know about people goes through here. */
import type { Clock } from '../basics/time/clock.ts'
import type { Database } from '../database/connection/pool.server.ts'
import { Attempts } from './tries/attempts.server.ts'
import {
  AccessCache,
  SESSION_POLICY,
  listenAccess,
  type AccessLoader,
  type LoadedUser,
  type LoginRecord,
  type SessionPolicy,
} from './loader.server.ts'
import { isWithin } from './addresses.server.ts'
import { logLogin, type LoginEvent } from './log.server.ts'
import { verifyPassword } from './password.server.ts'
import { Challenges } from './proofs/challenges.server.ts'
import { Passkeys, WRONG as WRONG_PASSKEY, type Judged, type SignInSite } from './proofs/passkeys.server.ts'
import type { Counted } from './tries/tries.server.ts'
import { SecondFactor } from './second-factor.server.ts'
import { Sessions, type Session } from './sessions.server.ts'

interface Visit {
  ip: string
  userAgent: string
}
/** Who tries to come in, and from where. */
interface Visitor extends Visit {
  username: string
  /** By what, in a word for the log, where it is no password: 通行密钥, or who has vouched for him. */
  by?: string
}
/** What the second step was done with. */
interface SecondAnswer {
  totp?: string | undefined
  /** What a browser answered to the challenge of the second step, as JSON. */
  passkey?: string | undefined
}
/** Whose first step is judged elsewhere: by his password, or by who vouches for him. */
interface Arrival extends Visitor, SecondAnswer {}
export interface Credentials extends Arrival {
  password: string
}
/** Somebody for whom another has vouched: his password is not judged. */
export interface Vouched extends Arrival {
  by: string
  /** Of the company that believes who vouched. */
  operatorId: number
  /** Its name in `provides.signInWays`. */
  way: string
  /** With a second factor. */
  proven: boolean
  /** Our password has a part in it, so that a first one or one that is too old is changed. */
  asksPassword: boolean
}
type Entry = Pick<Session, 'way' | 'asksPassword' | 'provenElsewhere'>
/** By password or passkey. */
const OWN: Entry = { way: null, asksPassword: true, provenElsewhere: false }
export type LoginOutcome =
  | { ok: true; token: string; expiresIn: number; loaded: LoadedUser }
  | { ok: false; status: 400 | 401 | 429; error: string; message: string; second?: SecondStep }

/** By what the second step may be done; `passkey`: what the browser is asked, when there is a passkey. */
export interface SecondStep {
  totp: boolean
  passkey: object | null
}

export interface SignedIn {
  session: Session
  loaded: LoadedUser
}

export interface AuthenticationOptions {
  db: Database
  clock: Clock
  loader: AccessLoader
  /** 32 bytes; encrypts second-factor secrets. */
  secretKey: Buffer
  log?: (message: string, details?: object) => void
}

/** A connection that stays open for somebody. */
interface Connection {
  userId: number
  operatorId: number
  /** Sessions of his have ended: is this one among them? */
  look: () => void
  /** Rights in his company have changed, perhaps his. */
  rightsMoved: () => void
}

type Refused = Extract<LoginOutcome, { ok: false }>
/** What a wrong try was, for its answer and its lines in the log. */
interface Tried {
  credentials: Visitor
  record: LoginRecord | null
  begun: Counted
}

const refusal = (status: 400 | 401 | 429, error: string, message: string, second?: SecondStep): Refused => ({
  ok: false,
  status,
  error,
  message,
  ...(second ? { second } : {}),
})
const WRONG = '用户名或密码错误'
const WRONG_TOGETHER = '用户名或密码错误，或动态验证码不正确'
// Whoever is alone has nobody to ask in the console: the command is for him.
const HAMMERED =
  '有人多处尝试登录该账号，请输入动态验证码，或返回用通行密钥登录；都没有启用的，请从近期登录过的网络登录。急用请联系管理员解除锁定；没有别的管理员时，请维护服务器的人执行 npm run unlock -- 用户名'
const lockedSentence = (wait: string): string =>
  `密码连续错误次数过多，请 ${wait}后再试。急用请联系管理员解除锁定；没有别的管理员时，请维护服务器的人执行 npm run unlock -- 用户名`

/** Whoever came by a way in the password's place has perhaps none of ours: none is asked of him, whatever its age; and no second factor where that was asked there. */
function seenBy(loaded: LoadedUser, { asksPassword, provenElsewhere }: Entry): LoadedUser {
  if (asksPassword && !provenElsewhere) return loaded
  const { user, mustEnrol = false } = loaded
  return { ...loaded, mustEnrol: mustEnrol && !provenElsewhere, user: { ...user, isFirst: user.isFirst && asksPassword } }
}

export class Authentication {
  readonly db: Database
  readonly clock: Clock
  readonly loader: AccessLoader
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly secondFactor: SecondFactor
  readonly challenges: Challenges
  readonly passkeys: Passkeys
  private readonly cache: AccessCache
  private readonly connections = new Set<Connection>()
  private readonly subscription: { ready: Promise<unknown>; stop: () => void }

  constructor({ db, clock, loader, secretKey }: AuthenticationOptions) {
    this.db = db
    this.clock = clock
    this.loader = loader
    this.sessions = new Sessions(db, clock)
    this.attempts = new Attempts(db, clock)
    this.secondFactor = new SecondFactor(db, clock, secretKey)
    this.challenges = new Challenges(db, clock, secretKey)
    const siteOf = (operatorId: number, host: string) => this.siteOf(operatorId, host)
    this.passkeys = new Passkeys(db, clock, secretKey, { challenges: this.challenges, siteOf })
    this.cache = new AccessCache(loader, db)
    this.subscription = listenAccess(
      db,
      (notice) => {
        this.cache.forget(notice)
        this.sessions.forget(notice)
        for (const { userId, operatorId, look, rightsMoved } of this.connections) {
          if (userId === notice.userId) look()
          if (operatorId === notice.operatorId) rightsMoved()
        }
      },
      // Notices may have been missed while the connection was away.
      () => {
        this.cache.clear()
        this.sessions.clear()
        for (const { rightsMoved } of this.connections) rightsMoved()
      },
    )
  }

  /** Resolves when notices of other nodes are heard. */
  get ready(): Promise<unknown> {
    return this.subscription.ready
  }

  /** It is called when sessions or rights change. Answers how to end that. */
  connected(connection: Connection): () => void {
    this.connections.add(connection)
    return () => void this.connections.delete(connection)
  }

  /** Who holds this token. `active` false for polls: they must not keep an abandoned desk signed in. */
  async recognise(token: string, active: boolean): Promise<SignedIn | null> {
    const session = await this.sessions.verify(token, active)
    if (!session) return null
    const loaded = await this.cache.get(session.operatorId, session.userId, session.accessVersion)
    return loaded && loaded.status === 'active' ? { session, loaded: seenBy(loaded, session) } : null
  }

  /** The site of a company that a page under this host belongs to, by its settings. */
  siteOf(operatorId: number, host: string): Promise<SignInSite | null> {
    return this.db.read(operatorId, async (db) => (await this.loader.siteOf?.(db, operatorId, host)) ?? null)
  }

  async login(given: Credentials): Promise<LoginOutcome> {
    const credentials = { ...given, username: given.username.trim().slice(0, 64) }
    const outcome = await this.attempts.inTurn(credentials.username, credentials.ip, () => this.tryLogin(credentials))
    return outcome ?? refusal(429, 'too_many_requests', '操作过于频繁，请稍后再试')
  }

  /** Whether somebody of this name signed in from this origin lately. */
  async isAtHome(username: string, ip: string): Promise<boolean> {
    const record = await this.db.read(null, (db) => this.loader.findUser(db, username.trim().slice(0, 64)))
    return record !== null && this.attempts.isAtHome(record, ip)
  }

  private async tryLogin(credentials: Credentials): Promise<LoginOutcome> {
    const { username, ip } = credentials
    const standing = await this.attempts.standing(username, ip)
    // Looked up whatever follows: what was refused belongs into the log of the company it was tried on.
    const record = username === '' ? null : await this.db.read(null, (db) => this.loader.findUser(db, username))
    const foreign = (standing.address ?? standing.name) !== null && !(record && (await this.attempts.isAtHome(record, ip)))
    if (foreign && standing.address) {
      await this.note('throttled', credentials, record)
      return refusal(429, 'too_many_requests', `登录失败次数过多，请 ${this.attempts.wait(standing.address)}后再试`)
    }
    const closed = foreign && standing.name !== null
    if (closed && !credentials.totp) {
      await this.note('locked', credentials, record)
      return refusal(400, 'totp_with_password', HAMMERED)
    }
    const begun = await this.attempts.begin(username, ip)
    if (!begun) {
      await this.note('locked', credentials, record)
      const until = standing.origin ?? (await this.attempts.standing(username, ip)).origin ?? this.clock.now()
      return refusal(400, 'account_locked', lockedSentence(this.attempts.wait(until)))
    }
    return closed ? this.tryBoth(credentials, record, begun) : this.tryOpen(credentials, record, begun)
  }

  private async tryOpen(credentials: Credentials, record: LoginRecord | null, begun: Counted): Promise<LoginOutcome> {
    const matches = await verifyPassword(record?.passwordHash ?? null, credentials.password)
    if (!record || !matches) return this.failed('badPassword', 'invalid_grant', WRONG, { credentials, record, begun })
    return this.admit(credentials, record, begun, OWN)
  }

  /** Everything but the password: whether he may come in, the second factor, where he comes from. A company believes who vouches about its own people alone. */
  async vouched({ operatorId, way, proven, asksPassword, ...arrival }: Vouched): Promise<LoginOutcome> {
    const { username, ip } = arrival
    const outcome = await this.attempts.inTurn(username, ip, async () => {
      const record = await this.db.read(null, (db) => this.loader.findUser(db, username))
      if (record?.operatorId !== operatorId) return refusal(400, 'account_disabled', '账号已停用，请联系管理员')
      const begun = await this.attempts.begin(username, ip)
      if (begun) return this.admit(arrival, record, begun, { way, asksPassword, provenElsewhere: proven })
      await this.note('locked', arrival, record)
      const until = (await this.attempts.standing(username, ip)).origin ?? this.clock.now()
      return refusal(400, 'account_locked', lockedSentence(this.attempts.wait(until)))
    })
    return outcome ?? refusal(429, 'too_many_requests', '操作过于频繁，请稍后再试')
  }

  private async admit(arrival: Arrival, record: LoginRecord, begun: Counted, entry: Entry): Promise<LoginOutcome> {
    const refused =
      (await this.checkActive(arrival, record)) ??
      (entry.way === null ? await this.checkPasswordOn(arrival, record) : await this.checkWayOn(arrival, record)) ??
      (entry.provenElsewhere ? null : await this.checkSecondFactor(arrival, record, begun))
    if (refused) {
      // An answer of a passkey cannot be guessed: one that is not taken is no try.
      if (refused.error !== 'invalid_totp' && refused.error !== 'account_locked') await this.attempts.undecided(begun)
      return refused
    }
    return (await this.checkAddress(arrival, record, begun)) ?? this.open(arrival, record, begun, entry)
  }

  /** Of a name that strangers hammer at, from an origin it is not known at: password and code together, and one answer to whatever was wrong. */
  private async tryBoth(credentials: Credentials, record: LoginRecord | null, begun: Counted): Promise<LoginOutcome> {
    const matches = await verifyPassword(record?.passwordHash ?? null, credentials.password)
    const right = record !== null && matches && record.status === 'active' && (await this.isSecondFactor(credentials, record))
    if (!right) return this.failed('badPassword', 'invalid_totp', WRONG_TOGETHER, { credentials, record, begun })
    const off = await this.checkPasswordOn(credentials, record)
    if (off) await this.attempts.undecided(begun)
    if (off) return off
    return (await this.checkAddress(credentials, record, begun)) ?? this.open(credentials, record, begun)
  }

  private async checkActive(credentials: Visitor, record: LoginRecord): Promise<Refused | null> {
    if (record.status === 'active') return null
    await this.note('disabled', credentials, record)
    return refusal(400, 'account_disabled', record.status === 'stopped' ? '所属公司已停用，请联系平台' : '账号已停用，请联系管理员')
  }

  /** Asked after the password: a stranger learns nothing of who still has one. */
  private async checkPasswordOn(credentials: Visitor, record: LoginRecord): Promise<Refused | null> {
    const off = await this.db.read(record.operatorId, async (db) => (await this.loader.passwordOff?.(db, record.id)) ?? null)
    if (off === null) return null
    await this.note('passwordOff', credentials, record)
    return refusal(400, 'password_off', off)
  }

  private async checkWayOn(credentials: Visitor, record: LoginRecord): Promise<Refused | null> {
    const off = await this.db.read(record.operatorId, async (db) => (await this.loader.ownProofOnly?.(db, record.id)) ?? null)
    if (off === null) return null
    await this.note('wayRefused', credentials, record)
    return refusal(400, 'way_off', off)
  }

  private async isSecondFactor(credentials: Arrival, record: LoginRecord): Promise<boolean> {
    const { totp = '' } = credentials
    if (await this.secondFactor.accept(record.id, record.operatorId, totp)) return true
    if (!(await this.secondFactor.takeRecovery(record.id, record.operatorId, totp))) return false
    await this.note('recoveryUsed', credentials, record)
    return true
  }

  private async checkSecondFactor(credentials: Arrival, record: LoginRecord, begun: Counted): Promise<Refused | null> {
    const { id, operatorId } = record
    const totp = await this.secondFactor.enabled(id, operatorId)
    if (!totp && (await this.passkeys.list(id, operatorId)).length === 0) return null
    if (credentials.passkey) {
      const judged = await this.passkeys.accept(credentials.passkey, 'second', { userId: id })
      if (judged.ok) return null
      await this.notePasskey(judged, credentials)
      return refusal(400, 'invalid_passkey', WRONG_PASSKEY[judged.why], {
        totp,
        passkey: await this.passkeys.secondOptions(id, operatorId),
      })
    }
    if (!credentials.totp) {
      await this.note('totpRequired', credentials, record)
      const second = { totp, passkey: await this.passkeys.secondOptions(id, operatorId) }
      return refusal(400, 'totp_required', totp ? '请输入动态验证码' : '请用通行密钥完成第二步验证', second)
    }
    if (await this.isSecondFactor(credentials, record)) return null
    return this.failed('badTotp', 'invalid_totp', '动态验证码错误或已使用，请输入新的验证码', { credentials, record, begun })
  }

  private async failed(
    result: LoginEvent['result'],
    error: string,
    message: string,
    { credentials, record, begun }: Tried,
  ): Promise<Refused> {
    await this.attempts.failed(credentials.username, credentials.ip)
    await this.note(result, credentials, record)
    if (begun.until) {
      // The moment itself: whoever looks after the company sees who is being guessed at.
      await this.note('lockedNow', credentials, record)
      return refusal(400, 'account_locked', lockedSentence(this.attempts.wait(begun.until)))
    }
    return refusal(400, error, begun.left <= 3 ? `${message}，还可尝试 ${begun.left} 次` : message)
  }

  /** Those who look after the company come from where it says, and from nowhere else. Asked after the password: a stranger learns nothing. */
  private async checkAddress(credentials: Visitor, record: LoginRecord, begun: Counted | null): Promise<Refused | null> {
    const allowed = await this.db.read(record.operatorId, async (db) => (await this.loader.addressesOf?.(db, record.id)) ?? null)
    if (allowed === null || isWithin(allowed, credentials.ip)) return null
    if (begun) await this.attempts.undecided(begun)
    await this.note('addressRefused', credentials, record)
    return refusal(400, 'address_refused', '管理员只能从「管理员登录地址」中的网段登录，当前地址不在其中，请联系安全管理员')
  }

  private async open(credentials: Visitor, record: LoginRecord, begun: Counted | null, entry = OWN): Promise<LoginOutcome> {
    const { ip, userAgent } = credentials
    const loaded = await this.db.read(record.operatorId, (db) => this.loader.loadUser(db, record.id))
    if (!loaded || loaded.status !== 'active') return refusal(400, 'account_disabled', '账号已停用，请联系管理员')
    const policy = await this.policyOf(record.operatorId)
    const session = await this.db.write(record.operatorId, async (tx) => {
      await this.loader.signedIn?.(tx, record.id, this.clock.now())
      return this.sessions.create(
        tx,
        { userId: record.id, operatorId: record.operatorId, username: record.username, ip, userAgent, ...entry },
        policy,
      )
    })
    if (begun) await this.attempts.succeeded(begun)
    await this.note('success', credentials, record)
    return { ok: true, token: session.token, expiresIn: session.expiresIn, loaded: seenBy(loaded, entry) }
  }

  /** Instead of a password: the device has asked who holds it. Nothing to guess at, so nobody waits because others guess. */
  async loginByPasskey(answer: string, visit: Visit): Promise<LoginOutcome> {
    const judged = await this.passkeys.accept(answer, 'alone', {})
    if (!judged.ok) {
      await this.notePasskey(judged, visit)
      return refusal(400, 'invalid_passkey', WRONG_PASSKEY[judged.why])
    }
    const { username, userId } = judged.holder
    const record = await this.db.read(null, (db) => this.loader.findUser(db, username))
    if (!record || record.id !== userId) return refusal(400, 'invalid_passkey', WRONG_PASSKEY.unknown)
    const credentials = { ...visit, username: record.username, by: '通行密钥' }
    return (
      (await this.checkActive(credentials, record)) ??
      (await this.checkAddress(credentials, record, null)) ??
      this.open(credentials, record, null)
    )
  }

  private async notePasskey(judged: Extract<Judged, { ok: false }>, { ip, userAgent }: Visit): Promise<void> {
    const { holder, why } = judged
    const result = why === 'copied' ? 'passkeyCopied' : 'badPasskey'
    const of = holder ?? { username: '', operatorId: null, userId: null }
    await logLogin(this.db, this.clock, { result, ip, userAgent, detail: WRONG_PASSKEY[why], ...of })
  }

  async policyOf(operatorId: number): Promise<SessionPolicy> {
    return this.db.read(operatorId, async (db) => (await this.loader.sessionPolicy?.(db)) ?? SESSION_POLICY)
  }

  async logout(who: SignedIn, ip: string, userAgent: string): Promise<void> {
    const { id, userId, operatorId } = who.session
    await this.db.write(operatorId, (tx, tools) => this.sessions.end(tx, tools, { userId, id }, 'logout'))
    this.sessions.clear()
    await this.noteOf(who, 'logout', ip, userAgent)
  }

  private note(result: LoginEvent['result'], { username, ip, userAgent, by }: Visitor, record: LoginRecord | null): Promise<void> {
    const of = { operatorId: record?.operatorId ?? null, userId: record?.id ?? null }
    return logLogin(this.db, this.clock, { result, username, ip, userAgent, detail: by ?? null, ...of })
  }

  noteOf({ session, loaded }: SignedIn, result: LoginEvent['result'], ip: string, userAgent: string, detail?: string): Promise<void> {
    const of = { operatorId: session.operatorId, userId: session.userId, username: loaded.user.username }
    return logLogin(this.db, this.clock, { result, ip, userAgent, detail, ...of })
  }

  async prune(): Promise<void> {
    await this.sessions.prune()
    await this.attempts.prune()
    await this.challenges.prune()
  }

  stop(): void {
    this.subscription.stop()
  }
}
