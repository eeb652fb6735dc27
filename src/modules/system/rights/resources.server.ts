/**
 * The resource tree (spec §3), one for each company: menus and screens as the program defines them, kept in step with the
 * database at start. What an administrator renamed, re-ordered or moved stays as it is (`touched`).
 */
import { sql } from 'kysely'
import { rightsOf } from '#kit/access/authorise.ts'
import type { Db, Tx } from '#kit/access/context.server.ts'
import type { Resource, ResourceType } from '#kit/access/session.ts'
import { actionRight } from '#kit/action/action.ts'
import { functionCode, STANDARD_VERBS } from '#kit/entity/entity.ts'
import type { Screen } from '#kit/entity/module.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { importable } from '#kit/entity/value/cells.ts'
import type { Route } from '#kit/http/route.server.ts'
import type { ResourceRow } from './tables.ts'

export interface WantedResource {
  code: string
  parentCode: string | null
  type: ResourceType
  name: string
  path: string | null
  icon: string | null
  idx: number
  description: string | null
}

/** Functions of a screen: verbs and actions of the entity it rules, plus its own. */
function functionsOf(registry: Registry, screen: Screen): { code: string; name: string }[] {
  const functions = new Map<string, string>()
  for (const { entity, actions } of registry.entities()) {
    if (entity.right !== screen.code) continue
    const own = screen.entity === entity.name
    const named = (text: string) => (own || screen.entity === undefined ? text : `${text}${entity.label}`)
    const verbs =
      entity.writes === 'none'
        ? (['export'] as const)
        : entity.writes === 'append'
          ? (['add', 'export'] as const)
          : (['add', 'edit', 'delete', ...(importable(entity) ? (['import'] as const) : []), 'export'] as const)
    for (const verb of verbs) {
      const code = functionCode(entity.right, verb)
      if (!functions.has(code)) functions.set(code, STANDARD_VERBS[verb])
    }
    if (Object.values(entity.fields).some((field) => field.mask)) functions.set(functionCode(entity.right, 'reveal'), STANDARD_VERBS.reveal)
    for (const [name, spec] of Object.entries(actions?.all ?? {})) {
      const code = actionRight(entity, name, spec)
      if (!spec.internal && !functions.has(code)) functions.set(code, named(spec.label))
    }
  }
  if (registry.reports().some(({ report }) => report.right === screen.code))
    functions.set(functionCode(screen.code, 'export'), STANDARD_VERBS.export)
  for (const [code, name] of Object.entries(screen.functions ?? {})) functions.set(code, name)
  return [...functions].map(([code, name]) => ({ code, name }))
}

export function wantedResources(registry: Registry): WantedResource[] {
  const wanted: WantedResource[] = []
  for (const { module } of registry.modules) {
    for (const menu of module.menus ?? [])
      wanted.push({
        code: menu.code,
        parentCode: menu.parent ?? null,
        type: 'menu',
        name: menu.title,
        path: `/${menu.code}`,
        icon: menu.icon,
        idx: menu.order,
        description: null,
      })
    for (const screen of module.screens) {
      if (screen.of || screen.admins) continue
      wanted.push({
        code: screen.code,
        parentCode: screen.menu ?? null,
        type: 'menu_item',
        name: screen.title,
        path: screen.path,
        icon: screen.icon ?? null,
        idx: screen.order ?? 0,
        description: screen.help ?? null,
      })
      functionsOf(registry, screen).forEach((f, i) =>
        wanted.push({
          code: f.code,
          parentCode: screen.code,
          type: 'function',
          name: f.name,
          path: null,
          icon: null,
          idx: i,
          description: null,
        }),
      )
    }
  }
  return wanted
}

/** Screens and functions of the platform: their codes. A company that is not the platform has none of them. */
export const platformCodes = (registry: Registry): ReadonlySet<string> =>
  new Set(
    registry
      .screens()
      .filter((screen) => screen.platform)
      .flatMap((screen) => [screen.code, ...functionsOf(registry, screen).map((f) => f.code)]),
  )

/** The tree of one company. Repeatable; removes built-in resources the program no longer has, or has for the platform only. */
export async function syncResources(
  tx: Tx,
  registry: Registry,
  { id: operatorId, platform }: { id: number; platform: boolean },
): Promise<void> {
  const withheld = platform ? null : platformCodes(registry)
  // Two screens may name one function: the later counts.
  const wanted = [...new Map(wantedResources(registry).map((w) => [w.code, w])).values()].filter((w) => !withheld?.has(w.code))
  for (let i = 0; i < wanted.length; i += MOST_ROWS) {
    await tx
      .insertInto('resource')
      .values(wanted.slice(i, i + MOST_ROWS).map((w) => ({ ...w, operatorId, builtin: true })))
      .onConflict((oc) =>
        oc.columns(['operatorId', 'code']).doUpdateSet((eb) => ({
          type: eb.ref('excluded.type'),
          path: eb.ref('excluded.path'),
          description: eb.ref('excluded.description'),
          builtin: true,
          name: sql<string>`case when resource.touched then resource.name else excluded.name end`,
          icon: sql<string>`case when resource.touched then resource.icon else excluded.icon end`,
          idx: sql<number>`case when resource.touched then resource.idx else excluded.idx end`,
          parentCode: sql<string>`case when resource.touched then resource.parent_code else excluded.parent_code end`,
        })),
      )
      .execute()
  }
  await tx
    .deleteFrom('resource')
    .where('operatorId', '=', operatorId)
    .where('builtin', '=', true)
    .where(
      'code',
      'not in',
      wanted.map((w) => w.code),
    )
    .execute()
}
/** A statement names at most 65,535 values. */
const MOST_ROWS = 500

/** Resource code → the calls it opens, read off the routes. */
export function urlsByCode(routes: readonly Route[]): Map<string, string[]> {
  const urls = new Map<string, string[]>()
  for (const r of routes) for (const code of rightsOf(r.right)) urls.set(code, [...(urls.get(code) ?? []), `${r.method} ${r.path}`])
  return urls
}

export const allResources = (db: Db): Promise<ResourceRow[]> =>
  db.selectFrom('resource').selectAll().orderBy('idx').orderBy('code').execute() as unknown as Promise<ResourceRow[]>

/** Rows → tree as spec §3 names it. Menus without a visible screen below them fall away. */
export function treeOf(rows: readonly ResourceRow[], urls: ReadonlyMap<string, string[]>, allowed: (code: string) => boolean): Resource[] {
  const children = Map.groupBy(rows, (r) => r.parentCode ?? '')
  const build = (row: ResourceRow): Resource | null => {
    if (row.hidden) return null
    const below = (children.get(row.code) ?? []).map(build).filter((r) => r !== null)
    if (row.type === 'menu' ? below.length === 0 : row.permissionControlled && !allowed(row.code)) return null
    return {
      resourceCode: row.code,
      parentCode: row.parentCode,
      resourceTypeCode: row.type,
      resourceName: row.name,
      path: row.path,
      icon: row.icon,
      idx: row.idx as unknown as number,
      authUrls: [...(urls.get(row.code) ?? []), ...(row.authUrls as unknown as string[])],
      resourceDesc: row.description,
      ...(row.type === 'function' ? { operatorCode: row.code, operatorName: row.name } : {}),
      permissionControlled: row.permissionControlled as unknown as boolean,
      funcItemList: below,
    }
  }
  return (children.get('') ?? []).map(build).filter((r) => r !== null)
}
