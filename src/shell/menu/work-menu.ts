/**
 * The menu by the day's work: a presentation over the pages somebody was granted. Rights, names and addresses come from the resource
 * tree (spec §2, §6) as before; here is only said which pages stand together. Pure.
 */
import type { Look } from '#kit/entity/module.ts'
import type { MenuNode } from './menu-node.ts'

/** One line of the menu: a page, or several that are the tabs of one. The first is what opens. */
interface WorkEntry {
  /** When it has several pages; a single one is named by itself. */
  title?: string
  icon?: string
  /** Codes of screens. */
  pages: readonly string[]
}
interface WorkGroup {
  code: string
  title: string
  icon: string
  entries: readonly WorkEntry[]
}
export interface WorkMenu {
  groups: readonly WorkGroup[]
  /** Codes of the groups from above, by the look of the host. */
  order: Readonly<Record<Look, readonly string[]>>
}

/** A page of the granted tree with the menus above it, outermost first. */
interface Placed {
  node: MenuNode
  above: readonly MenuNode[]
}
const placedIn = (nodes: readonly MenuNode[], above: readonly MenuNode[] = []): Placed[] =>
  nodes.flatMap((node) => (node.path === null ? placedIn(node.children, [...above, node]) : [{ node, above }]))

/**
 * The granted pages in groups of work. What an administrator moved into another menu on 菜单管理 stands where he put it: under the
 * group that shows the other pages of that menu, or under that menu itself when he made it. A page the list does not name goes to
 * the group of its menu, too.
 *
 * @param deliveredMenu code of the menu a page is delivered in, `undefined` for one without
 */
export function byWork(
  tree: readonly MenuNode[],
  { groups, order }: WorkMenu,
  look: Look,
  deliveredMenu: (code: string) => string | undefined,
): MenuNode[] {
  const placed = placedIn(tree)
  const isMoved = ({ node, above }: Placed): boolean => above.at(-1)?.code !== deliveredMenu(node.code)
  const named = new Map(placed.filter((page) => !isMoved(page)).map((page) => [page.node.code, page.node]))
  const listed = new Set(groups.flatMap((group) => group.entries.flatMap((entry) => entry.pages)))
  const apart = placed.filter((page) => !named.has(page.node.code) || !listed.has(page.node.code))

  const byCode = new Map(groups.map((group) => [group.code, group]))
  const groupOfMenu = (menu: string): string | undefined =>
    groups
      .map(({ code, entries }) => ({
        code,
        n: entries.flatMap(({ pages }) => pages).filter((page) => deliveredMenu(page) === menu).length,
      }))
      .filter(({ n }) => n > 0)
      .toSorted((a, b) => b.n - a.n)[0]?.code

  const home = new Map<string, MenuNode[]>()
  const own = new Map<string, MenuNode>()
  for (const { node, above } of apart) {
    const menu = above.at(-1)
    const group = menu && groupOfMenu(menu.code)
    if (group) home.set(group, [...(home.get(group) ?? []), node])
    else if (menu) own.set(menu.code, { ...menu, children: [...(own.get(menu.code)?.children ?? []), node] })
    else own.set(node.code, node)
  }

  const shown = order[look].flatMap((code) => {
    const group = byCode.get(code)
    if (!group) return []
    const children = [...group.entries.flatMap((entry) => entryNode(entry, named)), ...(home.get(code) ?? [])]
    return children.length === 0 ? [] : [{ code, title: group.title, icon: group.icon, path: null, children }]
  })
  return [...shown, ...own.values()]
}

function entryNode({ title, icon, pages }: WorkEntry, named: ReadonlyMap<string, MenuNode>): MenuNode[] {
  const tabs = pages.flatMap((code) => named.get(code) ?? [])
  const [first] = tabs
  if (!first) return []
  if (tabs.length === 1) return [{ ...first, icon: first.icon ?? icon ?? null }]
  return [{ ...first, title: title ?? first.title, icon: icon ?? first.icon, tabs }]
}

/** Every page of a menu with the way to it; the tabs of one entry are pages of their own. */
export const pagesOf = (menu: readonly MenuNode[], above: readonly string[] = []): { node: MenuNode; trail: string[] }[] =>
  menu.flatMap((node) => {
    const way = [...above, node.title]
    const tabs = (node.tabs ?? []).map((tab) => ({ node: tab, trail: tab.title === node.title ? way : [...way, tab.title] }))
    const self = node.path === null || node.tabs ? [] : [{ node, trail: way }]
    return [...self, ...tabs, ...pagesOf(node.children, way)]
  })

/** The pages that stand beside this one as tabs; none when it stands alone. */
export const besides = (menu: readonly MenuNode[], code: string): readonly MenuNode[] => {
  for (const node of menu) {
    if (node.tabs?.some((tab) => tab.code === code)) return node.tabs
    const deeper = besides(node.children, code)
    if (deeper.length > 0) return deeper
  }
  return []
}
