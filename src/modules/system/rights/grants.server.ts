/** What roles and templates give, read from the database: the raw material of scope.rules.ts. */
import { sql } from 'kysely'
import type { Db } from '#kit/access/context.server.ts'
import type { Dimension } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { DIMENSION_TABLES, type TemplateEntry } from './permission.ts'
import type { Bindings, RoleRights, Self } from './scope.rules.ts'

export interface LoadedRole extends RoleRights {
  id: number
  name: string
  templateIds: readonly number[]
}

interface Loading {
  /** Disabled roles too. One that is out of use today may be put back tomorrow, so giving it away counts. */
  disabled?: boolean
  /** Entries of a template as they would be after a change. */
  instead?: ReadonlyMap<number, TemplateEntry[]>
}

export async function loadRoles(db: Db, ids: readonly number[], { disabled = false, instead }: Loading = {}): Promise<LoadedRole[]> {
  if (ids.length === 0) return []
  const all = await liveRows(db, 'role')
    .select(['id', 'name', 'status', 'templates'])
    .where('id', 'in', [...ids])
    .execute()
  const roles = all.filter((r) => disabled || r.status === 'active')
  const grants = await db
    .selectFrom('roleGrant')
    .select(['roleId', 'resourceCode'])
    .where('roleId', 'in', [...ids])
    .execute()
  const templates = await loadTemplates(
    db,
    roles.flatMap((r) => r.templates ?? []),
    instead,
  )
  return roles.map((r) => ({
    id: r.id,
    name: r.name,
    templateIds: r.templates ?? [],
    grants: new Set(grants.filter((g) => g.roleId === r.id).map((g) => g.resourceCode)),
    templates: (r.templates ?? []).flatMap((id) => templates.get(id) ?? []),
  }))
}

/** Template id → its entries, wrapped once so that a map to several templates can be flattened. */
export async function loadTemplates(db: Db, ids: readonly number[], instead?: Loading['instead']): Promise<Map<number, [TemplateEntry[]]>> {
  if (ids.length === 0) return new Map()
  const rows = await liveRows(db, 'dataTemplate')
    .select(['id', 'entries'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((t) => [t.id, [instead?.get(t.id) ?? t.entries]]))
}

export async function loadBindings(db: Db): Promise<Bindings> {
  const rows = await liveRows(db, 'sysRuleResource')
    .innerJoin('sysRuleName', (join) =>
      join.onRef('sysRuleName.id', '=', 'sysRuleResource.ruleName').on('sysRuleName.deletedAt', 'is', null),
    )
    .select(['sysRuleResource.resourceCode', 'sysRuleName.code', 'sysRuleName.dimension'])
    .where('sysRuleResource.bound', '=', true)
    .where('sysRuleName.enabled', '=', true)
    .execute()
  const bindings = new Map<string, Map<string, Dimension>>()
  for (const r of rows)
    bindings.set(r.resourceCode, (bindings.get(r.resourceCode) ?? new Map<string, Dimension>()).set(r.code, r.dimension))
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

interface Placed {
  id: number
  dept: number | null
  stores: readonly number[] | null
}
/** Of many: stores are asked for once, a department once however many are in it. */
export async function selvesOf(db: Db, people: readonly Placed[]): Promise<Self[]> {
  const regions = await storesOfRegion(db)
  const trees = new Map<number | null, number[]>()
  for (const dept of new Set(people.map((who) => who.dept))) trees.set(dept, await deptTreeOf(db, dept))
  return people.map((who) => ({
    userId: who.id,
    deptId: who.dept,
    deptTree: trees.get(who.dept)!,
    storeIds: who.stores ?? [],
    storesOfRegion: regions,
  }))
}
export const selfOf = async (db: Db, who: Placed): Promise<Self> => (await selvesOf(db, [who]))[0]!

async function storesOfRegion(db: Db): Promise<Map<string, number[]>> {
  const rows = await liveRows(db, 'store').select(['id', 'city']).orderBy('id').execute()
  const regions = new Map<string, number[]>()
  for (const { id, city } of rows) regions.set(city, [...(regions.get(city) ?? []), id])
  return regions
}

/** Names of the values a scope may hold, as `dimension:id`. */
export async function loadNames(db: Db): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [dimension, table] of Object.entries(DIMENSION_TABLES)) {
    for (const { id, name } of await db.selectFrom(table).select(['id', 'name']).execute()) names.set(`${dimension}:${id}`, name)
  }
  return names
}
