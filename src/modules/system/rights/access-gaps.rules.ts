/** What somebody will not see although his account is open: asked before a user, a role or its grants are saved (leasing.md §3.14). */
import { scopeOf, type Bindings, type RoleRights, type Self } from './scope.rules.ts'
import type { TemplateEntry } from './permission.ts'

interface Page {
  code: string
  title: string
}
export interface Access {
  roles: readonly RoleRights[]
  ownTemplates: readonly (readonly TemplateEntry[])[]
  self: Self
}

const SHOWN = 3
const named = (pages: readonly Page[]): string => {
  const names = pages.slice(0, SHOWN).map((page) => `「${page.title}」`)
  return pages.length > SHOWN ? `${names.join('')}等 ${pages.length} 个页面` : names.join('')
}

/** A scope that holds no value at all shows no row: 「本门店」 of somebody without a store. */
const isBlind = (scope: ReturnType<typeof scopeOf>): boolean =>
  scope !== 'all' && scope.every((way) => Object.values(way).some((values) => values?.length === 0))

/**
 * Sentences, none where nothing is missing. `pages`: those a role can grant, in the order of the menu. An account without roles has a
 * page of its own only; one with roles sees no row of a page that is bound by data permission and opened by no template.
 */
export function accessGaps({ roles, ownTemplates, self }: Access, bindings: Bindings, pages: readonly Page[]): string[] {
  if (roles.length === 0) return ['没有选择角色：登录后看不到任何菜单']
  const granted = pages.filter((page) => roles.some((role) => role.grants.has(page.code)))
  if (granted.length === 0) return ['所选角色还没有授权任何页面：登录后看不到任何菜单，请先到「角色管理」授权']
  const blind = granted.filter((page) => isBlind(scopeOf(page.code, bindings, roles, ownTemplates, self)))
  if (blind.length === 0) return []
  if (ownTemplates.length === 0 && roles.every((role) => role.templates.length === 0))
    return [`用户和所选角色都没有数据权限模板，看不到其中任何数据的页面：${named(blind)}`]
  const withStore = { ...self, storeIds: self.storeIds.length > 0 ? self.storeIds : [ANY_STORE] }
  const byStore = blind.filter((page) => !isBlind(scopeOf(page.code, bindings, roles, ownTemplates, withStore)))
  const rest = blind.filter((page) => !byStore.includes(page))
  return [
    ...(byStore.length ? [`没有选择所属门店，而数据权限是本门店，看不到任何数据的页面：${named(byStore)}`] : []),
    ...(rest.length ? [`数据权限模板没有包含，看不到任何数据的页面：${named(rest)}`] : []),
  ]
}
/** Stands for a store that is still to be chosen. */
const ANY_STORE = -1
/** Somebody who belongs everywhere: what he does not see, the role shows to nobody. */
const ANYBODY: Self = { userId: 0, deptId: 0, deptTree: [0], storeIds: [ANY_STORE], storesOfRegion: new Map() }

/**
 * What a role shows to nobody who has this role alone. One without grants is judged by all pages, because it is still to be granted: a
 * template that is missing will be missed whatever is ticked.
 */
export function roleGaps(role: RoleRights, bindings: Bindings, pages: readonly Page[]): string[] {
  const isNew = role.grants.size === 0
  if (isNew && role.templates.length > 0) return []
  const all = isNew ? { ...role, grants: new Set(pages.map(({ code }) => code)) } : role
  const blind = pages.filter((page) => all.grants.has(page.code) && isBlind(scopeOf(page.code, bindings, [all], [], ANYBODY)))
  if (blind.length === 0) return []
  return role.templates.length === 0
    ? [`角色没有选择数据权限模板，只有这个角色的用户看不到任何数据的页面：${named(blind)}`]
    : [`角色的数据权限模板没有包含，看不到任何数据的页面：${named(blind)}`]
}
