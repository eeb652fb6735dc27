/** Ticking menus, pages and function buttons for a role. Pure: the set of granted codes in, the next one out. */
import type { Resource } from '#kit/access/session.ts'

interface GrantFunction {
  code: string
  name: string
}
export interface GrantPage {
  code: string
  name: string
  functions: GrantFunction[]
}
export interface GrantMenu {
  code: string
  /** With the menus above: 「系统管理 / 权限」. */
  name: string
  pages: GrantPage[]
}

const OTHERS = '其他页面'

/** Menus with their pages, in the order of the menu; pages outside any menu at the end. */
export function grantMenus(tree: readonly Resource[]): GrantMenu[] {
  const menus: GrantMenu[] = []
  const others: GrantPage[] = []
  const walk = (nodes: readonly Resource[], above: readonly string[], into: GrantPage[]): void => {
    for (const node of nodes) {
      if (node.resourceTypeCode === 'menu_item') into.push(pageOf(node))
      if (node.resourceTypeCode !== 'menu') continue
      const path = [...above, node.resourceName]
      const pages: GrantPage[] = []
      menus.push({ code: node.resourceCode, name: path.join(' / '), pages })
      walk(node.funcItemList, path, pages)
    }
  }
  walk(tree, [], others)
  const all = others.length ? [...menus, { code: '', name: OTHERS, pages: others }] : menus
  return all.filter((menu) => menu.pages.length > 0)
}

const pageOf = (page: Resource): GrantPage => ({
  code: page.resourceCode,
  name: page.resourceName,
  functions: page.funcItemList
    .filter((f) => f.resourceTypeCode === 'function')
    .map((f) => ({ code: f.resourceCode, name: f.resourceName })),
})

export type Codes = ReadonlySet<string>
export const codesOf = (pages: readonly GrantPage[]): string[] => pages.flatMap((page) => [page.code, ...page.functions.map((f) => f.code)])

/** Adds or removes, leaving alone what the giver does not have himself. */
export function setCodes(granted: Codes, codes: readonly string[], on: boolean, grantable: Codes): Set<string> {
  const next = new Set(granted)
  for (const code of codes) {
    if (!grantable.has(code)) continue
    if (on) next.add(code)
    else next.delete(code)
  }
  return next
}

/** A page without its buttons can be looked at; buttons without their page cannot be reached. */
export function togglePage(granted: Codes, page: GrantPage, on: boolean, grantable: Codes): Set<string> {
  return setCodes(granted, on ? [page.code] : codesOf([page]), on, grantable)
}
export function toggleFunction(granted: Codes, page: GrantPage, code: string, on: boolean, grantable: Codes): Set<string> {
  if (on && !granted.has(page.code) && !grantable.has(page.code)) return new Set(granted)
  return setCodes(granted, on ? [page.code, code] : [code], on, grantable)
}

export type Ticked = 'all' | 'some' | 'none'
export function tickOf(codes: readonly string[], granted: Codes): Ticked {
  const n = codes.filter((code) => granted.has(code)).length
  return n === 0 ? 'none' : n === codes.length ? 'all' : 'some'
}

/** Menus and pages whose name or buttons fit; a menu that fits keeps all its pages. */
export function findIn(menus: readonly GrantMenu[], matches: (text: string) => boolean): GrantMenu[] {
  return menus.flatMap((menu) => {
    if (matches(menu.name)) return [menu]
    const pages = menu.pages.filter((page) => matches(page.name) || page.functions.some((f) => matches(f.name)))
    return pages.length ? [{ ...menu, pages }] : []
  })
}

export function difference(before: Codes, after: Codes): { added: string[]; removed: string[] } {
  return { added: [...after].filter((c) => !before.has(c)), removed: [...before].filter((c) => !after.has(c)) }
}
