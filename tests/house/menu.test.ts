/** The menu by the day's work: small enough to be read, and nothing that was granted is missing from it. */
import { describe, expect, it } from 'vitest'
import { PARTS, type Look, type PartCode } from '#kit/entity/module.ts'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { treeOf, wantedResources } from '#modules/system/rights/resources.server.ts'
import type { ResourceRow } from '#modules/system/rights/tables.ts'
import { ICONS } from '#shell/menu/icons.web.tsx'
import { pagesOf } from '#shell/menu/work-menu.ts'
import { buildRouting } from '#shell/routes.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { workMenu } from '../../src/work-menu.ts'

const LOOKS: readonly Look[] = ['leasing', 'rental', 'tms']
const registry = buildRegistry(modules, servedModules)
const screens = modules.flatMap((m) => m.screens)
const rows = wantedResources(registry).map((w) => ({
  ...w,
  hidden: false,
  permissionControlled: true,
  authUrls: [],
})) as unknown as ResourceRow[]
const routingOf = (look: Look, { off = [], granted = null }: { off?: readonly PartCode[]; granted?: ReadonlySet<string> | null } = {}) => {
  const can = (code: string): boolean => granted === null || granted.has(code)
  const resources = treeOf(rows, new Map(), can)
  return buildRouting({
    resources,
    screens,
    can,
    hasComponent: () => true,
    look,
    root: true,
    admin: granted === null,
    off: new Set(off),
    work: workMenu,
  })
}
const entriesOf = (look: Look) => routingOf(look).menu.flatMap((group) => group.children)

describe('the menu of the administrator, who sees all of it', () => {
  it.each(LOOKS)('has at most 8 groups of at most 10 entries (%s)', (look) => {
    const { menu } = routingOf(look)
    expect(menu.length).toBeLessThanOrEqual(8)
    expect(menu.filter((group) => group.path !== null || group.children.length > 10).map((group) => group.title)).toEqual([])
    expect(menu.flatMap((group) => group.children).filter((entry) => entry.children.length > 0)).toEqual([])
    expect(
      entriesOf(look)
        .filter((entry) => (entry.tabs?.length ?? 0) > 8)
        .map((entry) => entry.title),
    ).toEqual([])
  })
  it.each(LOOKS)('leads to every page of the resource tree, once (%s)', (look) => {
    const all = screens.filter((s) => s.menu && !s.of && (s.looks?.includes(look) ?? true) && !s.path.includes(':')).map((s) => s.code)
    const shown = pagesOf(routingOf(look).menu).map(({ node }) => node.code)
    expect(shown.toSorted()).toEqual(all.toSorted())
  })
  it('names only screens there are, says a title where several pages stand together, and draws known icons', () => {
    const codes = new Set(screens.filter((s) => s.menu).map((s) => s.code))
    const entries = workMenu.groups.flatMap((group) => group.entries)
    expect(entries.flatMap((entry) => entry.pages).filter((code) => !codes.has(code))).toEqual([])
    expect(entries.filter((entry) => entry.pages.length > 1 && !entry.title)).toEqual([])
    const icons = [...workMenu.groups, ...entries].flatMap(({ icon }) => icon ?? [])
    expect(icons.filter((icon) => !(icon in ICONS))).toEqual([])
    for (const look of LOOKS) expect(workMenu.order[look].toSorted()).toEqual(workMenu.groups.map((group) => group.code).toSorted())
  })
})

describe('parts a company does without', () => {
  it.each(Object.keys(PARTS) as PartCode[])('leave menu and search, and an address of theirs says so (%s)', (part) => {
    const own = screens.filter((s) => s.part === part)
    expect(own.length).toBeGreaterThan(3)
    for (const look of LOOKS) {
      const routing = routingOf(look, { off: [part] })
      const shown = new Set(pagesOf(routing.menu).map(({ node }) => node.code))
      expect(own.filter((s) => shown.has(s.code))).toEqual([])
      const said = own.filter((s) => !s.path.includes('{')).map((s) => routing.resolve(s.path))
      expect(said.filter((one) => one.kind !== 'off' || one.part !== part)).toEqual([])
    }
  })
})

describe('somebody with few rights', () => {
  it('sees an entry named by its only page, and 组件演示 never', () => {
    const { menu, resolve } = routingOf('leasing', { granted: new Set(['stockList', 'demo']) })
    expect(menu.map((group) => [group.title, group.children.map((entry) => entry.title)])).toEqual([['车辆与车务', ['车辆库存']]])
    expect(resolve('/demo').kind).toBe('denied')
  })
})

describe('bare names of the specification', () => {
  it('lead to their pages', () => {
    const { resolve, pathOf } = routingOf('leasing')
    // Where the console begins leads on to the home page.
    expect(resolve('/dashboard')).toEqual({ kind: 'moved', to: '/homePage' })
    const named = screens.filter(
      (s) => s.code !== 'dashboard' && !s.path.includes(':') && !s.path.includes('{') && (s.looks?.includes('leasing') ?? true),
    )
    const wrong = named.filter((s) => {
      const resolved = resolve(`/${s.code}`)
      return (
        !(resolved.kind === 'moved' && resolved.to === pathOf(s.code)) && !(resolved.kind === 'screen' && resolved.screen.code === s.code)
      )
    })
    expect(wrong.map((s) => s.code)).toEqual([])
    expect(resolve('/contracAdd')).toEqual({ kind: 'moved', to: '/contract/contracAdd' })
  })
})
