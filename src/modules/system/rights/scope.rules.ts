/**
 * Data permission, evaluated (leasing.md §3.14). For one resource: only roles that grant it count; each template entry
 * is an AND over its dimensions; entries are united by OR; a bound dimension that an entry does not mention shuts that
 * entry, and a bound resource without any entry shows nothing. An entry for resource `*` applies where a template has
 * none of its own.
 */
import type { Conjunction, Scope } from '#kit/access/context.server.ts'
import type { Dimension } from '#kit/entity/entity.ts'
import type { TemplateEntry } from './permission.ts'

export interface Self {
  userId: number
  deptId: number | null
  /** The user's department and everything below it. */
  deptTree: readonly number[]
  storeIds: readonly number[]
  /** A region is its stores, so whatever belongs to a store belongs to a region. */
  storesOfRegion: ReadonlyMap<string, readonly number[]>
}
export interface RoleRights {
  /** Resource codes the role grants. */
  grants: ReadonlySet<string>
  /** Its templates, each a list of entries. */
  templates: readonly (readonly TemplateEntry[])[]
}
/** Dimensions bound for a resource, by rule code. */
export type Bindings = ReadonlyMap<string, ReadonlyMap<string, Dimension>>

export function scopeOf(
  resource: string,
  bindings: Bindings,
  roles: readonly RoleRights[],
  ownTemplates: readonly (readonly TemplateEntry[])[],
  self: Self,
): Scope {
  const bound = bindings.get(resource)
  if (!bound || bound.size === 0) return 'all'
  const granting = roles.filter((role) => role.grants.has(resource))
  if (granting.length === 0) return []
  const union: Conjunction[] = []
  for (const template of [...granting.flatMap((role) => role.templates), ...ownTemplates]) {
    const scope = entryScope(template, resource, bound, self)
    if (scope === 'all') return 'all'
    union.push(...scope)
  }
  return union
}

/** What one template shows of one bound resource. */
export function entryScope(template: readonly TemplateEntry[], resource: string, bound: ReadonlyMap<string, Dimension>, self: Self): Scope {
  const entry = template.find((e) => e.resourceCode === resource) ?? template.find((e) => e.resourceCode === '*')
  const conjunction = entry && conjunctionOf(entry, bound, self)
  if (!conjunction) return []
  return Object.keys(conjunction).length === 0 ? 'all' : [conjunction]
}

/**
 * Whether everything `narrow` shows is shown by `wide` too: each way of seeing lies inside one of the other's. Sufficient,
 * not necessary: two halves that only together cover something are refused. What a person made himself
 * (`person`) is nobody else's to withhold.
 */
export function covers(wide: Scope, narrow: Scope, person: number): boolean {
  if (wide === 'all') return true
  if (narrow === 'all') return false
  return narrow.every((n) => {
    const sets = Object.entries(n) as [Dimension, readonly number[]][]
    if (sets.some(([dimension, ids]) => ids.length === 0 || (dimension === 'owner' && ids.every((id) => id === person)))) return true
    return wide.some((w) =>
      (Object.entries(w) as [Dimension, readonly number[]][]).every(
        ([dimension, ids]) => n[dimension]?.every((id) => ids.includes(id)) ?? false,
      ),
    )
  })
}

/** Null when a bound dimension is not mentioned: default deny. */
function conjunctionOf(entry: TemplateEntry, bound: ReadonlyMap<string, Dimension>, self: Self): Conjunction | null {
  const conjunction: Record<string, readonly number[]> = {}
  for (const [code, named] of bound) {
    const rule = entry.rules.find((r) => r.rule === code)
    if (!rule) return null
    const values = valuesOf(rule, self)
    if (values === 'all') continue
    const dimension = named === 'region' ? 'store' : named
    const before = conjunction[dimension]
    conjunction[dimension] = before ? before.filter((v) => values.includes(v)) : values
  }
  return conjunction as Conjunction
}

function valuesOf(rule: TemplateEntry['rules'][number], self: Self): 'all' | readonly number[] {
  switch (rule.mode) {
    case 'all':
      return 'all'
    case 'self':
      return [self.userId]
    case 'ownDept':
      return self.deptId === null ? [] : [self.deptId]
    case 'ownDeptTree':
      return self.deptTree
    case 'ownStore':
      return self.storeIds
    case 'custom':
      return (rule.values ?? []).flatMap((value) => (typeof value === 'number' ? value : (self.storesOfRegion.get(value) ?? [])))
  }
}

const LABELS: Record<string, string> = {
  store: '门店',
  dept: '部门',
  owner: '业务员/创建人',
  region: '区域',
  channel: '渠道',
  operator: '运营商',
}

/** 「门店：虹桥店、浦东店」, 「全部数据」, 「未授权任何数据」. */
export function describeScope(scope: Scope, names: (dimension: string, id: number) => string): string {
  if (scope === 'all') return '全部数据'
  if (scope.length === 0) return '未授权任何数据，请联系管理员配置数据权限模板'
  return scope
    .map((c) =>
      Object.entries(c)
        .map(
          ([dimension, ids]) =>
            `${LABELS[dimension] ?? dimension}：${
              ids.length
                ? ids
                    .slice(0, 6)
                    .map((id) => names(dimension, id))
                    .join('、') + (ids.length > 6 ? ` 等 ${ids.length} 个` : '')
                : '无'
            }`,
        )
        .join(' 且 '),
    )
    .join('；或 ')
}
