/** From the resources the server granted to routes and menu (spec §2 «Dynamic routes»). Pure: built once after login. */
import { matchPath } from 'react-router'
import type { Resource } from '#kit/access/session.ts'
import { HOME_PAGES, type Look, type PartCode, type Screen } from '#kit/entity/module.ts'
import type { MenuNode } from './menu/menu-node.ts'
import { besides, byWork, pagesOf, type WorkMenu } from './menu/work-menu.ts'

export interface Routing {
  menu: MenuNode[]
  /** What leads to a page: the granted screens under the path the resource has. */
  routes: { path: string; screen: Screen }[]
  resolve: (path: string) => Resolved
  pathOf: (code: string) => string | null
  trail: (code: string) => string[]
  /** The pages that stand beside this one as tabs of one page. */
  besides: (code: string) => readonly MenuNode[]
}
type Resolved =
  | { kind: 'screen'; screen: Screen; path: string; params: Record<string, string> }
  | { kind: 'denied'; need: string }
  /** The company does without this part of the product. */
  | { kind: 'off'; part: PartCode }
  /** The administrator gave the page another path; links of the program still know the first one. */
  | { kind: 'moved'; to: string }
  | { kind: 'absent' }

interface Grounds {
  resources: readonly Resource[]
  screens: readonly Screen[]
  can: (code: string) => boolean
  /** Whether there is anything to show for a screen. */
  hasComponent: (screen: Screen) => boolean
  look: Look
  /** Whether this host is the main site (spec §1): pages of the platform stand there only. */
  root: boolean
  admin?: boolean
  /** Codes of `PARTS` the company does without. */
  off?: ReadonlySet<string>
  /** How the menu is grouped; as the resource tree when left out. */
  work?: WorkMenu
}

/** The customer writes `{flowKey}`; the router `:flowKey`. */
export const pattern = (path: string): string => {
  const text = path.replace(/\{(\w+)\}/g, ':$1')
  return text.startsWith('/') ? text : `/${text}`
}

export function buildRouting({ resources, screens: all, can, hasComponent, look, root, admin = false, off, work }: Grounds): Routing {
  const isOff = (screen: Screen): boolean => screen.part !== undefined && (off?.has(screen.part) ?? false)
  const screens = all.filter((screen) => !isOff(screen))
  const byCode = new Map(screens.map((s) => [s.code, s]))
  const granted = new Map<string, Resource>()
  const walk = (list: readonly Resource[]): void => {
    for (const resource of list) {
      if (resource.resourceTypeCode !== 'function') granted.set(resource.resourceCode, resource)
      walk(resource.funcItemList ?? [])
    }
  }
  walk(resources)

  const shown = (screen: Screen): boolean => hasComponent(screen) && (screen.looks?.includes(look) ?? true) && (root || !screen.platform)
  /** A page below another is ruled by that one's resource; one that belongs to no menu at all is everybody's. */
  const allowed = (screen: Screen): boolean => {
    if (screen.everyones) return true
    if (screen.admins) return admin
    const ruling = screen.of ?? (screen.menu ? screen.code : null)
    return (ruling === null || granted.has(ruling) || can(ruling)) && (!screen.right || can(screen.right))
  }
  let routes: Routing['routes'] = []
  const claimed = new Set<string>()
  for (const resource of granted.values()) {
    const screen = byCode.get(resource.resourceCode)
    if (resource.resourceTypeCode !== 'menu_item' && !resource.path) continue
    if (!screen || !shown(screen) || !resource.path) continue
    // The administrator may rename a page; the resource's title is the one to show.
    routes.push({ path: pattern(resource.path), screen: { ...screen, title: resource.resourceName || screen.title } })
    claimed.add(screen.code)
  }
  const denied: { path: string; need: string }[] = []
  const moved = new Map<string, string>()
  for (const { path, screen } of routes) if (pattern(screen.path) !== path) moved.set(pattern(screen.path), path)
  for (const screen of screens) {
    if (!shown(screen)) continue
    const ownPath = routes.find((r) => r.screen.code === screen.code)?.path ?? pattern(screen.path)
    for (const other of screen.also ?? []) moved.set(pattern(other), ownPath)
    if (claimed.has(screen.code)) continue
    if (allowed(screen)) routes.push({ path: ownPath, screen })
    else denied.push({ path: ownPath, need: needed(screen, byCode) })
  }

  const tree = withAdmins(buildMenu(resources, byCode, shown), screens, (screen) => admin && shown(screen))
  const menu = work ? byWork(tree, work, look, (code) => byCode.get(code)?.menu) : tree
  const homes = otherHomes(screens, shown, routes)
  routes = routes.filter((route) => !homes.has(route.path))
  const elsewhere = [...groupAddresses(granted, tree), ...homes, ...bareNames(screens, shown, routes)]
  for (const [path, to] of elsewhere) if (!moved.has(path) && !routes.some((r) => r.path === path)) moved.set(path, to)
  const unused = all
    .filter(isOff)
    .flatMap((screen) => [screen.path, ...(screen.also ?? []), screen.code].map((path) => ({ path: pattern(path), part: screen.part! })))
  const trails = new Map(pagesOf(menu).map(({ node, trail }) => [node.code, trail]))
  const trailOf = (code: string): string[] | undefined => trails.get(code)

  return {
    menu,
    routes,
    resolve: (path) => {
      const resolved = resolve(path, routes, denied, moved)
      const part = resolved.kind === 'absent' ? unused.find((one) => matchPath(one.path, path))?.part : undefined
      return part ? { kind: 'off', part } : resolved
    },
    pathOf: (code) => routes.find((r) => r.screen.code === code)?.path ?? null,
    trail: (code) => trailOf(code) ?? trailOf(byCode.get(code)?.of ?? '') ?? [],
    besides: (code) => besides(menu, code),
  }
}

/** Whether an address opens a page. */
export function leads(routing: Pick<Routing, 'resolve'>, path: string): boolean {
  const resolved = routing.resolve(path)
  return resolved.kind === 'screen' || path === '/' || (resolved.kind === 'moved' && routing.resolve(resolved.to).kind === 'screen')
}

/** What is for administrators alone is no resource: it joins the menu it belongs to. */
function withAdmins(tree: MenuNode[], screens: readonly Screen[], shown: (screen: Screen) => boolean): MenuNode[] {
  const extra = screens.filter((screen) => screen.admins && screen.menu && shown(screen))
  return tree.map((node) => ({
    ...node,
    children: [
      ...node.children,
      ...extra
        .filter((screen) => screen.menu === node.code)
        .map(({ code, title, icon, path }) => ({ code, title, icon: icon ?? null, path: pattern(path), children: [] })),
    ],
  }))
}

/** The customer's links know a page by its bare name (spec §2 «Named screens»): `/contracAdd` leads to wherever the page is. */
function bareNames(screens: readonly Screen[], shown: (screen: Screen) => boolean, routes: Routing['routes']): [string, string][] {
  const pathOf = new Map(routes.map(({ path, screen }) => [screen.code, path]))
  return screens
    .filter((screen) => shown(screen) && !pattern(screen.path).includes(':') && pattern(screen.path) !== pattern(screen.code))
    .map((screen) => [pattern(screen.code), pathOf.get(screen.code) ?? pattern(screen.path)])
}

function needed(screen: Screen, byCode: ReadonlyMap<string, Screen>): string {
  const ruling = screen.of ? byCode.get(screen.of) : undefined
  return ruling ? `${ruling.title} › ${screen.title}` : screen.title
}

function resolve(
  path: string,
  routes: Routing['routes'],
  denied: readonly { path: string; need: string }[],
  moved: ReadonlyMap<string, string>,
): Resolved {
  const exact = routes.find((r) => r.path === path)
  if (exact) return { kind: 'screen', screen: exact.screen, path: exact.path, params: {} }
  const to = moved.get(path)
  if (to) return { kind: 'moved', to }
  for (const route of routes) {
    const match = matchPath(route.path, path)
    if (match) return { kind: 'screen', screen: route.screen, path: route.path, params: match.params as Record<string, string> }
  }
  const no = denied.find((d) => matchPath(d.path, path))
  return no ? { kind: 'denied', need: no.need } : { kind: 'absent' }
}

function buildMenu(resources: readonly Resource[], byCode: ReadonlyMap<string, Screen>, shown: (s: Screen) => boolean): MenuNode[] {
  const nodes: MenuNode[] = []
  for (const resource of resources.toSorted((a, b) => a.idx - b.idx)) {
    if (resource.resourceTypeCode === 'function') continue
    const screen = byCode.get(resource.resourceCode)
    const children = buildMenu(resource.funcItemList ?? [], byCode, shown)
    const isPage = resource.resourceTypeCode === 'menu_item'
    // Pages of the frame itself (welcome, own account) have their own ways in, unless an administrator puts them in a menu.
    if (isPage && !resource.parentCode && screen && !screen.menu) continue
    // A heading without pages and a page without a component would be doors to nowhere.
    if (isPage ? !screen || !shown(screen) || screen.of || screen.path.includes(':') : children.length === 0) continue
    nodes.push({
      code: resource.resourceCode,
      title: resource.resourceName,
      icon: resource.icon,
      path: isPage ? pattern(resource.path ?? screen!.path) : null,
      children,
    })
  }
  return nodes
}

/** A resource of type menu becomes a route, too (spec §2): its address opens the first page below it. */
function groupAddresses(granted: ReadonlyMap<string, Resource>, menu: readonly MenuNode[]): [string, string][] {
  return menu.flatMap((node) => {
    const first = node.path === null ? pagesOf([node])[0]?.node.path : undefined
    const own: [string, string][] = first ? [[pattern(granted.get(node.code)?.path || node.code), first]] : []
    return [...own, ...groupAddresses(granted, node.children)]
  })
}

/**
 * There is one home. Where the console begins, and the home of another look (hosts share one company), lead to the one of this look; whose
 * role has none is at home where the console begins.
 */
function otherHomes(screens: readonly Screen[], shown: (s: Screen) => boolean, routes: Routing['routes']): Map<string, string> {
  const isHome = (screen: Screen): boolean => (HOME_PAGES as readonly string[]).includes(screen.code)
  const begin = routes.filter(({ screen }) => screen.code === BEGINNING).map(({ path }) => path)
  const home = routes.find(({ screen }) => isHome(screen))?.path
  const others = screens.filter((screen) => isHome(screen) && !shown(screen)).map((screen) => pattern(screen.path))
  const to = home ?? begin[0] ?? '/'
  return new Map([...others, ...(home ? begin : [])].map((path) => [path, to]))
}
const BEGINNING = 'dashboard'
