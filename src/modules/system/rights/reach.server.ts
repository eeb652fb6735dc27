/**
 * Nobody gives what he lacks (P4 of leasing.md §3.14; the class of CVE-2026-37669): a delegated administrator may hand out
 * only menus, buttons and rows within his own. Everything that changes somebody's rights passes one of these checks.
 */
import type { Context, Db } from '#kit/access/context.server.ts'
import { forbidden } from '#kit/basics/errors.ts'
import { givesByDuty } from './security/duties.server.ts'
import { loadBindings, loadRoles, loadTemplates, selfOf, selvesOf } from './grants.server.ts'
import type { TemplateEntry } from './permission.ts'
import { covers, entryScope, scopeOf, type Bindings, type RoleRights, type Self } from './scope.rules.ts'

/** A person as he is, or would be after the change. */
export interface Reaching {
  id: number
  dept: number | null
  stores: readonly number[] | null
  roles: readonly number[] | null
  templates: readonly number[] | null
}

const BUTTONS = '不能授予自己没有的权限：所选角色包含您没有的菜单或功能'
const ROWS = '不能授予自己没有的数据权限：所选角色、模板、部门或门店使该用户看到的数据超出您的范围'

/** What somebody has, and so may give: the asking one's as it was loaded, a colleague's as `powersOf` reads it. */
export type Power = Pick<Context['access'], 'can' | 'scopeOf'>

/** Of these people those who reach further than the asking one, and why; as many questions for a page of them as for one. */
export async function allBeyondOwn(db: Db, ctx: Context, people: readonly Reaching[]): Promise<Map<number, string>> {
  if (people.length === 0 || ctx.user.isAdmin || (await givesByDuty(db, ctx))) return new Map()
  return allBeyond(db, ctx.access, people)
}

/** What these colleagues may and see, in the order in which they are named. An administrator's is not bounded and not asked for. */
export async function powersOf(db: Db, people: readonly Reaching[]): Promise<Power[]> {
  const [bindings, selves] = [await loadBindings(db), await selvesOf(db, people)]
  const roles = await loadRoles(db, [...new Set(people.flatMap((who) => who.roles ?? []))])
  const templates = await loadTemplates(
    db,
    people.flatMap((who) => who.templates ?? []),
  )
  return people.map((who, i) => {
    const his = roles.filter((role) => who.roles?.includes(role.id))
    const own = (who.templates ?? []).flatMap((id) => templates.get(id) ?? [])
    return {
      can: (code) => his.some((role) => role.grants.has(code)),
      scopeOf: (code) => scopeOf(code, bindings, his, own, selves[i]!),
    }
  })
}

export async function allBeyond(db: Db, power: Power, people: readonly Reaching[]): Promise<Map<number, string>> {
  const beyond = new Map<number, string>()
  const every = (of: 'roles' | 'templates'): number[] => [...new Set(people.flatMap((who) => who[of] ?? []))]
  const [roles, templates] = [await loadRoles(db, every('roles'), { disabled: true }), await loadTemplates(db, every('templates'))]
  const [bindings, selves] = [await loadBindings(db), await selvesOf(db, people)]
  for (const [i, who] of people.entries()) {
    const his = roles.filter((role) => who.roles?.includes(role.id))
    const own = (who.templates ?? []).flatMap((id) => templates.get(id) ?? [])
    if (his.some((role) => [...role.grants].some((code) => !power.can(code)))) beyond.set(who.id, BUTTONS)
    else if (rowsBeyond(bindings, power, his, own, selves[i]!)) beyond.set(who.id, ROWS)
  }
  return beyond
}
/** Null, or why this person reaches further than the asking one. */
export const beyondOwn = async (db: Db, ctx: Context, who: Reaching): Promise<string | null> =>
  (await allBeyondOwn(db, ctx, [who])).get(who.id) ?? null

export async function checkReach(db: Db, ctx: Context, who: Reaching): Promise<void> {
  const why = (await beyondOwn(db, ctx, who)) ?? (await templatesBeyond(db, ctx, who))
  if (why) throw forbidden(why)
}

/** Pages the asking one may open, and so give, of those data permission rules. */
const ownPages = (ctx: Context, bindings: Bindings): string[] => [...bindings.keys()].filter((code) => ctx.access.can(code))

/** Of somebody without a role, who may be given any page of the asking one later: his templates show no more of one than that one sees there. */
async function templatesBeyond(db: Db, ctx: Context, who: Reaching): Promise<string | null> {
  if (who.roles?.length || !who.templates?.length || ctx.user.isAdmin || (await givesByDuty(db, ctx))) return null
  const bindings = await loadBindings(db)
  const own = [...(await loadTemplates(db, who.templates)).values()].flat()
  const any: RoleRights = { grants: new Set(ownPages(ctx, bindings)), templates: [] }
  return rowsBeyond(bindings, ctx.access, [any], own, await selfOf(db, who)) ? ROWS : null
}

function rowsBeyond(bindings: Bindings, power: Power, roles: readonly RoleRights[], own: readonly TemplateEntry[][], self: Self): boolean {
  const granted = new Set(roles.flatMap((role) => [...role.grants]))
  return [...bindings.keys()].some(
    (code) => granted.has(code) && !covers(power.scopeOf(code), scopeOf(code, bindings, roles, own, self), self.userId),
  )
}

const giver = (db: Db, ctx: Context): Promise<Self> => selfOf(db, { id: ctx.user.id, dept: ctx.user.deptId, stores: ctx.user.storeIds })

/** What a role with these grants and templates would show to the person who gives it them. */
export async function checkRole(db: Db, ctx: Context, grants: readonly string[], templateIds: readonly number[]): Promise<void> {
  if (ctx.user.isAdmin || (await givesByDuty(db, ctx))) return
  const why = await roleBeyond(db, ctx.access, await giver(db, ctx), grants, templateIds)
  if (why) throw forbidden(why)
}
/** One that grants nothing yet may be granted any page of its giver: no template of it shows more of one than he sees there. */
export async function checkEmptyRole(db: Db, ctx: Context, templateIds: readonly number[]): Promise<void> {
  await checkRole(db, ctx, ownPages(ctx, await loadBindings(db)), templateIds)
}
/** Null, or why somebody with this power may not give such a role. */
export async function roleBeyond(
  db: Db,
  power: Power,
  self: Self,
  grants: readonly string[],
  templateIds: readonly number[],
): Promise<string | null> {
  if (grants.some((code) => !power.can(code))) return '不能授予自己没有的权限：该角色包含您没有的菜单或功能'
  const templates = [...(await loadTemplates(db, templateIds)).values()].flat()
  const role: RoleRights = { grants: new Set(grants), templates }
  return rowsBeyond(await loadBindings(db), power, [role], [], self)
    ? '不能授予自己没有的数据权限：该角色的数据权限模板超出您的数据范围'
    : null
}

/** Of these roles those that give or show more than the asking one has, and why he is not to switch, to rename, to narrow or to delete them. */
export async function rolesBeyondOwn(db: Db, ctx: Context, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0 || ctx.user.isAdmin || ctx.source === 'job' || (await givesByDuty(db, ctx))) return new Map()
  const [bindings, self] = [await loadBindings(db), await giver(db, ctx)]
  return new Map(
    (await loadRoles(db, ids, { disabled: true })).flatMap((role): [number, string][] =>
      [...role.grants].some((code) => !ctx.access.can(code))
        ? [[role.id, '该角色包含您没有的权限，请联系管理员']]
        : rowsBeyond(bindings, ctx.access, [role], [], self)
          ? [[role.id, '该角色看到的数据超出您的数据范围，请联系管理员']]
          : [],
    ),
  )
}

/** The first page of which these entries show more than the asking one sees. Entry `*` stands for every bound page without an entry of its own. */
async function pageBeyond(db: Db, ctx: Context, entries: readonly TemplateEntry[]): Promise<string | null> {
  if (ctx.user.isAdmin || ctx.source === 'job' || (await givesByDuty(db, ctx))) return null
  const self = await giver(db, ctx)
  for (const [code, bound] of await loadBindings(db)) {
    const scope = entryScope(entries, code, bound, self)
    if (!covers(ctx.access.scopeOf(code), scope, self.userId)) return ctx.registry.screen(code)?.title ?? code
  }
  return null
}
/** A template may not reach further than its author. */
export async function checkTemplate(db: Db, ctx: Context, entries: readonly TemplateEntry[]): Promise<void> {
  const page = await pageBeyond(db, ctx, entries)
  if (page) throw forbidden(`数据权限模板不能超出您自己的数据范围：${page}`)
}
/** One that does is above him: narrowed by him, it would take rows from people who see more than he does. */
export async function refuseTemplateBeyond(db: Db, ctx: Context, entries: readonly TemplateEntry[]): Promise<void> {
  const page = await pageBeyond(db, ctx, entries)
  if (page) throw forbidden(`该数据权限模板超出您自己的数据范围（${page}），不能由您修改或删除；请联系管理员`)
}

/** Data permission 「本部门及以下」 follows the tree: whoever may move departments must not move others below his own. */
export async function checkDeptMove(db: Db, ctx: Context, dept: number, parent: number): Promise<void> {
  if (ctx.user.isAdmin) return
  const { deptTree } = await giver(db, ctx)
  if (deptTree.includes(parent) && !deptTree.includes(dept)) throw forbidden('不能把其他部门移到自己的部门之下，请联系管理员')
}
