/** Who a user is and what he may: implements the kit's AccessLoader over users, roles, grants and templates. */
import { sql } from 'kysely'
import type { AccessLoader, LoadedUser, LoginRecord } from '#kit/access/loader.server.ts'
import type { Db } from '#kit/access/context.server.ts'
import type { Dimension } from '#kit/entity/entity.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { parameterNumber } from './parameters.server.ts'
import type { TemplateEntry } from './permission.ts'
import { allResources, treeOf, urlsByCode } from './resources.server.ts'
import { describeScope, scopeOf, type Bindings, type RoleRights, type Self } from './scope.rules.ts'

export function accessLoader(registry: Registry, routes: () => readonly Route[]): AccessLoader {
  let urls: Map<string, string[]> | undefined
  return {
    async findUser(db, username) {
      const { rows } = await sql<LoginRecord>`
        select id, operator_id as "operatorId", username, password_hash as "passwordHash", status, is_first as "isFirst"
        from auth_find_user(${username})`.execute(db)
      return rows[0] ?? null
    },
    loadUser: (db, userId) => loadUser(db, userId, registry, (urls ??= urlsByCode(routes()))),
    async savePassword(tx, userId, passwordHash) {
      await tx.updateTable('credential').set({ passwordHash, isFirst: false, changedAt: sql`now()` }).where('userId', '=', userId).execute()
    },
    async signedIn(tx, userId, at) {
      await tx.updateTable('user').set({ lastLoginAt: at }).where('id', '=', userId).execute()
    },
    async sessionPolicy(db) {
      return {
        idleMinutes: await parameterNumber(db, registry, 'idleMinutes'),
        absoluteHours: await parameterNumber(db, registry, 'sessionHours'),
        passwordMinLength: await parameterNumber(db, registry, 'passwordMinLength'),
      }
    },
  }
}

async function loadUser(db: Db, userId: number, registry: Registry, urls: Map<string, string[]>): Promise<LoadedUser | null> {
  const row = await db
    .selectFrom('user')
    .innerJoin('operator', 'operator.id', 'user.operatorId')
    .innerJoin('credential', 'credential.userId', 'user.id')
    .leftJoin('dept', 'dept.id', 'user.dept')
    .select(['user.id', 'user.username', 'user.name', 'user.operatorId', 'user.status', 'user.mobile', 'user.dept', 'user.stores', 'user.roles', 'user.templates', 'user.customerType', 'user.carrier', 'user.isAdmin', 'user.avatar', 'operator.name as operatorName', 'dept.name as deptName', 'credential.isFirst'])
    .where('user.id', '=', userId)
    .where('user.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const roles = await loadRoles(db, row.roles ?? [])
  const own = await loadTemplates(db, row.templates ?? [])
  const [rows, bindings, deptTree, names] = [await allResources(db), await loadBindings(db), await deptTreeOf(db, row.dept), await loadNames(db)]
  const granted = new Set(roles.flatMap((r) => [...r.grants]))
  const allowed = (code: string): boolean => row.isAdmin || granted.has(code)
  const self: Self = { userId: row.id, deptId: row.dept, deptTree, storeIds: row.stores ?? [] }
  const scope = (code: string) => (row.isAdmin ? 'all' : scopeOf(screenOf(registry, code), bindings, roles, own, self))
  const nameOf = (dimension: string, id: number): string => (dimension === 'owner' && id === row.id ? row.name : (names.get(`${dimension}:${id}`) ?? `#${id}`))
  return {
    user: {
      id: row.id, username: row.username, name: row.name, operatorId: row.operatorId, deptId: row.dept, storeIds: row.stores ?? [],
      isAdmin: row.isAdmin, isFirst: row.isFirst as unknown as boolean, customerType: row.customerType, carrier: row.carrier,
    },
    status: row.status,
    phone: row.mobile,
    avatar: row.avatar?.[0]?.id ?? null,
    operatorName: row.operatorName,
    dept: row.deptName,
    stores: (row.stores ?? []).map((id) => nameOf('store', id)),
    subOperation: '0',
    grantedCodes: row.isAdmin ? new Set(rows.map((r) => r.code)) : granted,
    authUrls: rows.filter((r) => allowed(r.code)).flatMap((r) => r.authUrls as unknown as string[]),
    resources: treeOf(rows, urls, allowed),
    scopeOf: scope,
    scopeText: (code) => (row.isAdmin ? '管理员：全部数据' : code ? describeScope(scope(code), nameOf) : overall(scope, granted, bindings, nameOf)),
  }
}

/** A page of a list (detail, form) is ruled by the list's resource. */
const screenOf = (registry: Registry, code: string): string => registry.screen(code)?.of ?? code

function overall(scope: (code: string) => ReturnType<typeof scopeOf>, granted: ReadonlySet<string>, bindings: Bindings, names: (d: string, id: number) => string): string {
  const texts = [...bindings.keys()].filter((code) => granted.has(code)).map((code) => describeScope(scope(code), names))
  const distinct = [...new Set(texts)]
  return distinct.length === 0 ? '没有受控数据' : distinct.length === 1 ? (distinct[0] ?? '') : '各页面不同，见页面说明'
}

async function loadRoles(db: Db, ids: readonly number[]): Promise<RoleRights[]> {
  if (ids.length === 0) return []
  const roles = await db.selectFrom('role').select(['id', 'templates']).where('id', 'in', [...ids]).where('status', '=', 'active').where('deletedAt', 'is', null).execute()
  const grants = await db.selectFrom('roleGrant').select(['roleId', 'resourceCode']).where('roleId', 'in', [...ids]).execute()
  const templates = await templateMap(db, roles.flatMap((r) => r.templates ?? []))
  return roles.map((r) => ({
    grants: new Set(grants.filter((g) => g.roleId === r.id).map((g) => g.resourceCode)),
    templates: (r.templates ?? []).flatMap((id) => templates.get(id) ?? []),
  }))
}

async function templateMap(db: Db, ids: readonly number[]): Promise<Map<number, TemplateEntry[][]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('dataTemplate').select(['id', 'entries']).where('id', 'in', [...new Set(ids)]).where('deletedAt', 'is', null).execute()
  return new Map(rows.map((t) => [t.id, [t.entries]]))
}
const loadTemplates = async (db: Db, ids: readonly number[]): Promise<TemplateEntry[][]> => [...(await templateMap(db, ids)).values()].flat()

async function loadBindings(db: Db): Promise<Bindings> {
  const rows = await db
    .selectFrom('sysRuleResource')
    .innerJoin('sysRuleName', 'sysRuleName.id', 'sysRuleResource.ruleName')
    .select(['sysRuleResource.resourceCode', 'sysRuleName.code', 'sysRuleName.dimension'])
    .where('sysRuleResource.bound', '=', true)
    .where('sysRuleName.enabled', '=', true)
    .where('sysRuleResource.deletedAt', 'is', null)
    .where('sysRuleName.deletedAt', 'is', null)
    .execute()
  const bindings = new Map<string, Map<string, Dimension>>()
  for (const r of rows) bindings.set(r.resourceCode, (bindings.get(r.resourceCode) ?? new Map<string, Dimension>()).set(r.code, r.dimension))
  return bindings
}

async function deptTreeOf(db: Db, deptId: number | null): Promise<number[]> {
  if (deptId === null) return []
  const { rows } = await sql<{ id: number }>`
    with recursive below(id) as (
      select id from dept where id = ${deptId} and deleted_at is null
      union select d.id from dept d join below b on d.parent = b.id where d.deleted_at is null
    ) select id from below`.execute(db)
  return rows.map((r) => r.id)
}

async function loadNames(db: Db): Promise<Map<string, string>> {
  const stores = await db.selectFrom('store').select(['id', 'name']).execute()
  const depts = await db.selectFrom('dept').select(['id', 'name']).execute()
  return new Map([...stores.map((s) => [`store:${s.id}`, s.name] as const), ...depts.map((d) => [`dept:${d.id}`, d.name] as const)])
}
