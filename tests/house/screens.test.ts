/** What the browser would otherwise find out in front of a user: doors to nowhere, blank pages, icons nobody drew. */
import { describe, expect, it } from 'vitest'
import { ICONS } from '#shell/menu/icons.web.tsx'
import { buildRouting, pattern } from '#shell/routes.ts'
import { PUBLIC_PATHS } from '#shell/site/site.ts'
import { modules } from '../../src/modules.ts'
import { webModules } from '../../src/modules.web.ts'
import { codeOf, placeOf, sources } from './source.ts'

const screens = modules.flatMap((m) => m.screens)
const menus = modules.flatMap((m) => m.menus ?? [])
const codes = new Set(screens.map((s) => s.code))
const entities = new Set(modules.flatMap((m) => m.entities.map((e) => e.name)))
const reports = new Set(modules.flatMap((m) => (m.reports ?? []).map((r) => r.name)))
const components = new Set(webModules.flatMap((w) => Object.keys(w.screens ?? {})))

describe('every screen', () => {
  it('of kind page has a component of its own', () => {
    expect(screens.filter((s) => s.kind === 'page' && !components.has(s.code)).map((s) => s.code)).toEqual([])
  })
  it('of another kind has a component, or an entity or report the kit can show', () => {
    const shown = (s: (typeof screens)[number]): boolean =>
      (s.entity !== undefined && entities.has(s.entity)) || (s.kind === 'report' && s.report !== undefined && reports.has(s.report))
    const blank = screens.filter((s) => s.kind !== 'page' && !components.has(s.code) && !shown(s))
    expect(blank.map((s) => s.code)).toEqual([])
  })
  it('has a path of its own, not one of the public ones', () => {
    const paths = screens.flatMap((s) => [s.path, ...(s.also ?? [])]).map(pattern)
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
    expect(paths.filter((path) => (PUBLIC_PATHS as readonly string[]).includes(path))).toEqual([])
  })
  it('belongs to a screen or menu that exists', () => {
    expect(screens.filter((s) => s.of && !codes.has(s.of)).map((s) => s.code)).toEqual([])
    expect(screens.filter((s) => s.menu && !menus.some((m) => m.code === s.menu)).map((s) => s.code)).toEqual([])
  })
})

describe('pages of an entity', () => {
  it('are said by pagesOf, not written out', () => {
    const written = sources.filter((file) => file.startsWith('src/modules/') && placeOf(file) === 'pure')
    const literal = /^\s*kind: '(?:detail|form)',\n|[{,] kind: '(?:detail|form)', entity:/m
    expect(written.filter((file) => literal.test(codeOf(file)))).toEqual([])
    expect(written.filter((file) => codeOf(file).includes('pagesOf(')).length).toBeGreaterThan(15)
    expect(literal.test("  {\n    code: 'bookDetail',\n    kind: 'detail',\n  },")).toBe(true)
    expect(literal.test("{ code: 'bookAdd', kind: 'form', entity: 'book' }")).toBe(true)
  })
})

describe('a screen that was not granted', () => {
  const ruled = screens.filter((s) => (s.of ?? s.menu) && !s.everyones)
  it.each(['leasing', 'rental', 'tms'] as const)('is told as such, not shown and not taken for an address nobody knows (%s)', (look) => {
    const routing = buildRouting({ resources: [], screens, can: () => false, hasComponent: () => true, look, root: true })
    const screensOfLook = ruled.filter((s) => s.looks?.includes(look) ?? true)
    const open = screensOfLook.filter((s) => routing.resolve(pattern(s.path)).kind !== 'denied')
    expect(open.map((s) => s.code)).toEqual([])
    expect(screensOfLook.length).toBeGreaterThan(300)
  })
})

describe('help', () => {
  it('is there for every screen: its own words, or those of the list it belongs to', () => {
    const silent = screens.filter((s) => !s.help && !screens.find((other) => other.code === s.of)?.help)
    expect(silent.map((s) => s.code)).toEqual([])
  })
})

describe('every component and icon', () => {
  it('a component belongs to a screen of that name', () => {
    expect([...components].filter((code) => !codes.has(code))).toEqual([])
  })
  it('an icon named by a menu or screen is drawn', () => {
    const named = [...menus.map((m) => m.icon), ...screens.flatMap((s) => (s.icon ? [s.icon] : []))]
    expect(named.filter((icon) => !ICONS[icon])).toEqual([])
  })
})
