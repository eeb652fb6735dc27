/** Who a user is and what he may: implements the kit's AccessLoader over users, roles, grants and templates. */
import { sql } from 'kysely'
import type { AccessLoader, LoadedUser, LoginRecord } from '#kit/access/loader.server.ts'
import type { Db, Tx } from '#kit/access/context.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { addressesIn } from '#kit/access/addresses.server.ts'
import { hasSecondFactor } from '#kit/access/proofs/passkeys.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { securityPolicy, wordsOfCompany } from './security/policy.server.ts'
import { DUTIES } from './security/profile.rules.ts'
import { loadBindings, loadNames, loadRoles, loadTemplates, selfOf } from './grants.server.ts'
import { rightsChangedIn } from './changed.server.ts'
import { providerOf } from '../oidc/provider.server.ts'
import { signInSite } from '../outgoing/site-address.server.ts'
import { menuSettings } from '../settings/parts.server.ts'
import { allResources, platformCodes, treeOf, urlsByCode } from './resources.server.ts'
import { describeScope, scopeOf, type Bindings } from './scope.rules.ts'

export function accessLoader(registry: Registry, clock: Clock, routes: () => readonly Route[]): AccessLoader {
  let urls: Map<string, string[]> | undefined
  return {
    async findUser(db, username) {
      const { rows } = await sql<LoginRecord>`
        select u.id, u.operator_id as "operatorId", u.username, u.password_hash as "passwordHash",
          case when o.status = 'active' then u.status else 'stopped' end as status, u.is_first as "isFirst"
        from auth_find_user(${username}) u join operator o on o.id = u.operator_id`.execute(db)
      return rows[0] ?? null
    },
    loadUser: (db, userId) => loadUser(db, userId, { registry, clock, urls: (urls ??= urlsByCode(routes())) }),
    async savePassword(tx, userId, passwordHash) {
      await tx
        .updateTable('credential')
        .set({ passwordHash, isFirst: false, changedAt: clock.now() })
        .where('userId', '=', userId)
        .execute()
    },
    async signedIn(tx, userId, at) {
      await tx.updateTable('user').set({ lastLoginAt: at }).where('id', '=', userId).execute()
      await expirePassword(tx, registry, clock, userId)
    },
    async ownProofOnly(db, userId) {
      // Whoever sets who vouches would be each of the three.
      const { separateAdmins } = await securityPolicy(db, registry)
      return separateAdmins && (await looksAfterCompany(db, userId))
        ? '三员分立时，管理员须用密码或通行密钥登录，不能由其他平台代为证明'
        : null
    },
    async passwordOff(tx, userId) {
      const provider = await providerOf(tx)
      if (!provider?.enabled || !provider.passwordOff || (await looksAfterCompany(tx, userId))) return null
      return `公司已停用密码登录，请点「${provider.button}」登录`
    },
    siteOf: (db, operatorId, host) => signInSite(db, registry, operatorId, host),
    async sessionPolicy(db) {
      const { idleMinutes, sessionHours, passwordMinLength } = await securityPolicy(db, registry)
      return { idleMinutes, absoluteHours: sessionHours, passwordMinLength, passwordWords: await wordsOfCompany(db) }
    },
    async addressesOf(db, userId) {
      const { adminAddresses } = await securityPolicy(db, registry)
      const networks = addressesIn(adminAddresses)
      return networks && (await looksAfterCompany(db, userId)) ? networks : null
    },
  }
}

/** SQL: the password is older than the parameter allows; 0 days = for ever. */
const tooOld = (clock: Clock, days: number) =>
  days === 0 ? sql<boolean>`false` : sql<boolean>`credential.changed_at < ${clock.now()}::timestamptz - make_interval(days => ${days})`

/** From the login after its last day on, a password has to be changed before anything else, like an initial one. */
async function expirePassword(tx: Tx, registry: Registry, clock: Clock, userId: number): Promise<void> {
  const { passwordMaxDays: days } = await securityPolicy(tx, registry)
  const expired = await tx
    .updateTable('credential')
    .set({ isFirst: true })
    .where('userId', '=', userId)
    .where('isFirst', '=', false)
    .where(tooOld(clock, days))
    .returning('operatorId')
    .executeTakeFirst()
  // The flag is part of what every node has cached about this person.
  if (expired) await rightsChangedIn(tx, expired.operatorId)
}

interface LoadsBy {
  registry: Registry
  clock: Clock
  urls: Map<string, string[]>
}
async function loadUser(db: Db, userId: number, { registry, clock, urls }: LoadsBy): Promise<LoadedUser | null> {
  const policy = await securityPolicy(db, registry)
  const account = await liveRows(db, 'user')
    .innerJoin('operator', 'operator.id', 'user.operatorId')
    .innerJoin('credential', 'credential.userId', 'user.id')
    .leftJoin('dept', 'dept.id', 'user.dept')
    .select([
      'user.id',
      'user.username',
      'user.name',
      'user.operatorId',
      'user.status',
      'user.mobile',
      'user.dept',
      'user.stores',
      'user.roles',
      'user.templates',
      'user.customerType',
      'user.carrier',
      'user.isAdmin',
      'user.avatar',
      'operator.name as operatorName',
      'operator.platform',
      'operator.parentId',
      'dept.name as deptName',
      hasSecondFactor().as('proven'),
      sql<boolean>`credential.is_first or ${tooOld(clock, policy.passwordMaxDays)}`.as('isFirst'),
    ])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  if (!account) return null
  // While duties are divided, nobody is an administrator of everything: what he may is what his roles give.
  const row = { ...account, isAdmin: account.isAdmin && !policy.separateAdmins }
  const roles = await loadRoles(db, row.roles ?? [])
  const own = [...(await loadTemplates(db, row.templates ?? [])).values()].flat()
  const menu = await menuSettings(db, registry)
  const [rows, bindings, self, names] = [await allResources(db), await loadBindings(db), await selfOf(db, row), await loadNames(db)]
  const granted = new Set(roles.flatMap((r) => [...r.grants]))
  const wanted = policy.secondFactorFor === 'all' || (policy.secondFactorFor === 'admins' && (account.isAdmin || keepsOthers(granted)))
  const allowed = (code: string): boolean => row.isAdmin || granted.has(code)
  const scope = (code: string) => (row.isAdmin ? 'all' : scopeOf(screenOf(registry, code), bindings, roles, own, self))
  const nameOf = (dimension: string, id: number): string =>
    dimension === 'owner' && id === row.id ? row.name : (names.get(`${dimension}:${id}`) ?? `#${id}`)
  return {
    user: {
      id: row.id,
      username: row.username,
      name: row.name,
      operatorId: row.operatorId,
      deptId: row.dept,
      storeIds: row.stores ?? [],
      isAdmin: row.isAdmin,
      isFirst: row.isFirst,
      customerType: row.customerType,
      carrier: row.carrier,
      phoneTail: row.mobile.slice(-4),
    },
    status: row.status,
    secondFactorWanted: wanted,
    mustEnrol: wanted && !row.proven,
    networks: account.isAdmin || keepsOthers(granted) ? addressesIn(policy.adminAddresses) : null,
    phone: row.mobile,
    avatar: row.avatar?.[0]?.id ?? null,
    operatorName: row.operatorName,
    dept: row.deptName,
    stores: (row.stores ?? []).map((id) => nameOf('store', id)),
    subOperation: row.parentId === null ? '0' : '1',
    grantedCodes: row.isAdmin ? new Set(rows.map((r) => r.code)) : granted,
    withheld: row.platform ? new Set() : platformCodes(registry),
    authUrls: rows.filter((r) => allowed(r.code)).flatMap((r) => r.authUrls as unknown as string[]),
    resources: treeOf(rows, urls, allowed),
    partsOff: menu.partsOff,
    menuLayout: menu.layout,
    scopeOf: scope,
    scopeText: (code) => (row.isAdmin ? '全部数据' : code ? describeScope(scope(code), nameOf) : overall(scope, granted, bindings, nameOf)),
  }
}

/** Whoever may change what others may, or opens their accounts. */
const KEEPING: readonly string[] = ['role_grant', 'user_resetPassword', 'user_edit', ...Object.values(DUTIES).map((duty) => duty.code)]
const keepsOthers = (granted: ReadonlySet<string>): boolean => KEEPING.some((code) => granted.has(code))

async function looksAfterCompany(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('user').select(['isAdmin', 'roles']).where('id', '=', userId).executeTakeFirst()
  if (!row || row.isAdmin) return row !== undefined
  return (await loadRoles(db, row.roles ?? [])).some((role) => keepsOthers(role.grants))
}

/** A page of a list (detail, form) is ruled by the list's resource. */
const screenOf = (registry: Registry, code: string): string => registry.screen(code)?.of ?? code

function overall(
  scope: (code: string) => ReturnType<typeof scopeOf>,
  granted: ReadonlySet<string>,
  bindings: Bindings,
  names: (d: string, id: number) => string,
): string {
  const texts = [...bindings.keys()].filter((code) => granted.has(code)).map((code) => describeScope(scope(code), names))
  const distinct = [...new Set(texts)]
  return distinct.length === 0 ? '没有受控数据' : distinct.length === 1 ? (distinct[0] ?? '') : '各页面不同，见页面说明'
}
