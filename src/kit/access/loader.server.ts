/**
 * What the kit needs to know about people, and the cache of it. Users, roles and templates are a module's business;
 * it implements `AccessLoader`. Cached rights are void as soon as the operator's version moves (see session lookup)
 * or a notice on channel `access` arrives, whichever is first: in the process that changed them before the change is answered, in every
 * other one after at most one second (decision 0134).
 */
import { sql } from 'kysely'
import type { Database, WriteTools } from '../database/connection/pool.server.ts'
import type { Access, Db, Scope, Tx, UserContext } from './context.server.ts'
import type { SignInSite } from './proofs/passkeys.server.ts'
import type { Resource } from './session.ts'
import './tables.ts'

/** From the definer's-rights function auth_find_user(username): a name is unique in the installation. */
export interface LoginRecord {
  id: number
  operatorId: number
  username: string
  passwordHash: string
  /** `stopped`: the whole company. */
  status: 'active' | 'disabled' | 'stopped'
  isFirst: boolean
}

export interface LoadedUser {
  user: UserContext
  status: 'active' | 'disabled'
  /** The company wants a second factor of this person. */
  secondFactorWanted?: boolean
  /** And there is none yet: nothing else answers before. */
  mustEnrol?: boolean
  /** Networks this person may come from; null: any. Asked at signing in and of every call. */
  networks?: readonly string[] | null
  phone: string
  avatar: string | null
  operatorName: string
  dept: string | null
  stores: readonly string[]
  subOperation: string
  /** Granted resource and function codes. For the administrator: every code there is. */
  grantedCodes: ReadonlySet<string>
  /** Codes of the platform that this user's company is not; see Grants. */
  withheld: ReadonlySet<string>
  /** `authUrls` of all granted resources together. */
  authUrls: readonly string[]
  /** The granted tree, as GET /api/auth/resources answers it. */
  resources: readonly Resource[]
  /** See Me. */
  partsOff?: ReadonlySet<string>
  menuLayout?: 'work' | 'tree'
  scopeOf(resourceCode: string): Scope
  /** Sentence describing a scope; without a code, the user's as a whole. */
  scopeText(resourceCode?: string): string
}

export interface AccessLoader {
  findUser(db: Db, username: string): Promise<LoginRecord | null>
  /** `db` carries the user's tenant. Null: no such user any more. */
  loadUser(db: Db, userId: number): Promise<LoadedUser | null>
  /** Stores the hash and clears the first-login flag, in the caller's transaction. */
  savePassword(tx: Tx, userId: number, passwordHash: string): Promise<void>
  /** Called in the transaction that opens a session, e.g. to note the time of the last login. */
  signedIn?(tx: Tx, userId: number, at: string): Promise<void>
  /** Networks this person may come from; null: any. */
  addressesOf?(db: Db, userId: number): Promise<readonly string[] | null>
  /** The site of a company that a page under this host (without port) belongs to, by its settings; null: none of ours. */
  siteOf?(db: Db, operatorId: number, host: string): Promise<SignInSite | null>
  /** Why this person is not let in by another's word, or null. */
  ownProofOnly?(db: Db, userId: number): Promise<string | null>
  /** Why this person does not sign in with a password, or null. */
  passwordOff?(db: Db, userId: number): Promise<string | null>
  /** Typed business parameters; the defaults below apply when left out. */
  sessionPolicy?(db: Db): Promise<SessionPolicy>
}

export interface SessionPolicy {
  idleMinutes: number
  absoluteHours: number
  passwordMinLength?: number
  /** Names of the company and the product, as people type them: no password may be made of them. */
  passwordWords?: readonly string[]
}
export const SESSION_POLICY: SessionPolicy = { idleMinutes: 30, absoluteHours: 12 }

export const accessOf = (loaded: LoadedUser): Access => ({
  can: (code) => !loaded.withheld.has(code) && (loaded.user.isAdmin || loaded.grantedCodes.has(code)),
  scopeOf: (code) => (loaded.user.isAdmin ? 'all' : loaded.scopeOf(code)),
  scopeText: (code) => loaded.scopeText(code),
  isUsed: (part) => part === undefined || !loaded.partsOff?.has(part),
})

const CHANNEL = 'access'

/** Call in every transaction that changes users, roles, grants or templates of an operator. */
export async function accessChanged(tx: Tx, tools: Pick<WriteTools, 'notify'>, operatorId: number): Promise<void> {
  await sql`insert into access_version (operator_id, version) values (${operatorId}, 1)
    on conflict (operator_id) do update set version = access_version.version + 1`.execute(tx)
  await tools.notify(CHANNEL, JSON.stringify({ operatorId }))
}

/** Call when sessions of a user end, so that other nodes forget them at once. */
export async function sessionsChanged(tools: Pick<WriteTools, 'notify'>, userId: number): Promise<void> {
  await tools.notify(CHANNEL, JSON.stringify({ userId }))
}

export interface AccessNotice {
  operatorId?: number
  userId?: number
}
export const listenAccess = (db: Database, heard: (notice: AccessNotice) => void, onGap: () => void) =>
  db.listen(CHANNEL, (payload) => heard(JSON.parse(payload) as AccessNotice), onGap, { ownAtOnce: true })

export class AccessCache {
  private readonly loader: AccessLoader
  private readonly db: Database
  private readonly users = new Map<number, { version: number; operatorId: number; loading: Promise<LoadedUser | null> }>()

  constructor(loader: AccessLoader, db: Database) {
    this.loader = loader
    this.db = db
  }

  /** `version` comes fresh with the session; an older entry is loaded again. */
  async get(operatorId: number, userId: number, version: number): Promise<LoadedUser | null> {
    const known = this.users.get(userId)
    if (known && known.version >= version && known.operatorId === operatorId) return known.loading
    if (this.users.size > 5000) this.users.clear()
    const loading = this.db.read(operatorId, (db) => this.loader.loadUser(db, userId))
    const entry = { version, operatorId, loading }
    this.users.set(userId, entry)
    // A failed load must not be remembered.
    loading.catch(() => {
      if (this.users.get(userId) === entry) this.users.delete(userId)
    })
    return loading
  }

  forget(notice: AccessNotice): void {
    if (notice.userId !== undefined) this.users.delete(notice.userId)
    if (notice.operatorId !== undefined)
      for (const [id, entry] of this.users) if (entry.operatorId === notice.operatorId) this.users.delete(id)
  }

  clear(): void {
    this.users.clear()
  }
}
