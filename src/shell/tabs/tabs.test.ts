import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  close,
  closedBy,
  evict,
  find,
  identityOf,
  LIVE_CAP,
  move,
  NO_TABS,
  pin,
  refresh,
  restore,
  setDirty,
  setSearch,
  setTitle,
  visit,
  type Tabs,
  type Visit,
} from './tabs.ts'

const to = (path: string, more: Partial<Visit> = {}): Visit => ({ code: path, path, search: '', identity: path, ...more })
const open = (...paths: string[]): Tabs => paths.reduce((tabs, path) => visit(tabs, to(path)), NO_TABS)
const paths = (tabs: Tabs): string[] => tabs.list.map((t) => t.path)
const keyOf = (tabs: Tabs, path: string): string => tabs.list.find((t) => t.path === path)!.key
const after = (tabs: Tabs, how: Parameters<typeof closedBy>[1], path: string): Tabs =>
  close(tabs, new Set(closedBy(tabs, how, keyOf(tabs, path)).map((t) => t.key)))

describe('which addresses are one tab', () => {
  it('a list is one tab whatever its filter', () => {
    expect(identityOf('list', '/a', '?id=1&status=x')).toBe('/a')
  })
  it('two records are two tabs, two inner pages of one record are one', () => {
    expect(identityOf('detail', '/a', '?id=1')).not.toBe(identityOf('detail', '/a', '?id=2'))
    expect(identityOf('detail', '/a', '?id=1&tab=bills')).toBe(identityOf('detail', '/a', '?id=1'))
    expect(identityOf('page', '/w', '?approvalScene=3&businessId=9')).toBe(identityOf('page', '/w', '?businessId=9&approvalScene=3&x=1'))
  })
  it('two processes on the drawing board are two tabs, and each becomes the tab of the version it shows', () => {
    const [first, second] = ['?process=1', '?process=2'].map((search) => ({ search, identity: identityOf('page', '/design', search) }))
    const board = visit(open(), to('/design', first))
    const drawn = setSearch(board, board.active!, '?id=7', identityOf('page', '/design', '?id=7'))
    expect(visit(drawn, to('/design', { search: '?id=7', identity: identityOf('page', '/design', '?id=7') })).list).toHaveLength(1)
    expect(visit(drawn, to('/design', second)).list.map((t) => t.search)).toEqual(['?id=7', '?process=2'])
  })
})

describe('visiting', () => {
  it('opens a tab once and comes back to it', () => {
    const tabs = visit(open('/a', '/b'), to('/a'))
    expect(paths(tabs)).toEqual(['/a', '/b'])
    expect(find(tabs, tabs.active)?.path).toBe('/a')
  })
  it('by menu keeps the filter of an open list; by a link with a query takes the query; by going back takes exactly the address', () => {
    const filtered = visit(open('/a'), to('/a', { search: '?s=1' }))
    expect(visit(filtered, to('/a')).list[0]!.search).toBe('?s=1')
    expect(visit(filtered, to('/a', { search: '?s=2' })).list[0]!.search).toBe('?s=2')
    expect(visit(filtered, to('/a', { exact: true })).list[0]!.search).toBe('')
  })
  it('the tab named by the history wins over the identity', () => {
    const tabs = open('/a', '/b')
    const moved = visit(tabs, to('/a', { search: '?id=5', identity: '/a?id=5', tabKey: keyOf(tabs, '/a') }))
    expect(moved.list).toHaveLength(2)
    expect(moved.list[0]).toMatchObject({ search: '?id=5', identity: '/a' })
  })
})

describe('stepping to another record in a tab', () => {
  const record = (id: number): Visit => to('/a', { search: `?id=${id}`, identity: `/a?id=${id}` })
  const stepped = (tabs: Tabs, id: number): Tabs => setSearch(tabs, tabs.active!, `?id=${id}`, `/a?id=${id}`)
  it('makes it the tab of that record: opening the record again finds it, opening the first one again is a new tab', () => {
    const tabs = stepped(visit(NO_TABS, record(1)), 2)
    expect(visit(tabs, record(2)).list).toHaveLength(1)
    expect(visit(tabs, record(1)).list.map((t) => t.search)).toEqual(['?id=2', '?id=1'])
  })
  it('is the same when the browser goes back within the tab', () => {
    const tabs = stepped(visit(NO_TABS, record(1)), 2)
    const back = visit(tabs, { ...record(1), tabKey: tabs.active, exact: true })
    expect(visit(back, record(1)).list).toHaveLength(1)
  })
  it('closes the tab that record had, but not when something was typed there', () => {
    const two = visit(visit(NO_TABS, record(2)), record(1))
    expect(stepped(two, 2).list.map((t) => t.key)).toEqual(['t2'])
    expect(stepped(setDirty(two, 't1', true), 2).list).toHaveLength(2)
  })
  it('leaves a page that was opened without a record the page it is', () => {
    const tabs = stepped(open('/a'), 2)
    expect(visit(tabs, to('/a')).list).toHaveLength(1)
  })
})

describe('closing', () => {
  it('one, others, left, right, all', () => {
    const tabs = open('/a', '/b', '/c', '/d')
    expect(paths(after(tabs, 'one', '/b'))).toEqual(['/a', '/c', '/d'])
    expect(paths(after(tabs, 'others', '/b'))).toEqual(['/b'])
    expect(paths(after(tabs, 'left', '/c'))).toEqual(['/c', '/d'])
    expect(paths(after(tabs, 'right', '/b'))).toEqual(['/a', '/b'])
    expect(paths(after(tabs, 'all', '/b'))).toEqual([])
  })
  it('spares pinned tabs, except when that one is closed itself', () => {
    const tabs = pin(open('/a', '/b', '/c'), 't3')
    expect(paths(tabs)).toEqual(['/c', '/a', '/b'])
    expect(paths(after(tabs, 'all', '/a'))).toEqual(['/c'])
    expect(paths(after(tabs, 'one', '/c'))).toEqual(['/a', '/b'])
  })
  it('goes to where the tab was opened from, else to its neighbour', () => {
    const tabs = visit(visit(open('/a', '/b', '/c'), to('/a')), to('/d'))
    expect(find(after(tabs, 'one', '/d'), after(tabs, 'one', '/d').active)?.path).toBe('/a')
    const plain = visit({ ...tabs, list: tabs.list.map((t) => ({ ...t, openedFrom: null })) }, to('/b'))
    expect(find(after(plain, 'one', '/b'), after(plain, 'one', '/b').active)?.path).toBe('/c')
  })
})

describe('keeping alive', () => {
  it('drops the least recently seen first, kept screens later, unsaved ones last', () => {
    let tabs = visit(NO_TABS, to('/keep', { keep: true }))
    tabs = visit(tabs, to('/dirty'))
    tabs = setDirty(tabs, keyOf(tabs, '/dirty'), true)
    tabs = ['/x', '/y', '/z'].reduce((all, path) => visit(all, to(path)), tabs)
    const live = (cap: number): string[] =>
      evict(tabs, cap)
        .list.filter((t) => t.live)
        .map((t) => t.path)
    expect(live(4)).toEqual(['/keep', '/dirty', '/y', '/z'])
    expect(live(3)).toEqual(['/keep', '/dirty', '/z'])
    expect(live(2)).toEqual(['/dirty', '/z'])
    expect(live(1)).toEqual(['/z'])
  })
  it('a page that may not be cached is dropped when it is left', () => {
    const tabs = visit(visit(NO_TABS, to('/map', { noCache: true })), to('/a'))
    expect(tabs.list.map((t) => t.live)).toEqual([false, true])
  })
  it('never keeps more than the cap, and always the active one', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ page: fc.nat(40), keep: fc.boolean(), dirty: fc.boolean() }), { maxLength: 80 }), (visits) => {
        let tabs = NO_TABS
        for (const v of visits) {
          tabs = visit(tabs, to(`/${v.page}`, { keep: v.keep }))
          tabs = setDirty(tabs, tabs.active!, v.dirty)
          expect(tabs.list.filter((t) => t.live).length).toBeLessThanOrEqual(LIVE_CAP)
          expect(find(tabs, tabs.active)?.live).toBe(true)
          expect(new Set(tabs.list.map((t) => t.key)).size).toBe(tabs.list.length)
        }
      }),
    )
  })
})

describe('order, title, refresh, return', () => {
  it('moves a tab, never a plain one among the pinned', () => {
    const tabs = pin(open('/a', '/b', '/c'), 't1')
    expect(paths(move(tabs, 't3', 0))).toEqual(['/a', '/c', '/b'])
    expect(paths(move(tabs, 't1', 2))).toEqual(['/a', '/b', '/c'])
    expect(move(tabs, 't2', 1)).toBe(tabs)
  })
  it('an empty title is no title; refreshing forgets what was typed', () => {
    const tabs = setDirty(setTitle(open('/a'), 't1', '  '), 't1', true)
    expect(tabs.list[0]!.title).toBeNull()
    expect(refresh(tabs, 't1').list[0]).toMatchObject({ refresh: 1, dirty: false })
  })
  it('comes back after F5 with the same bar, nothing built, and new keys that were never used', () => {
    const before = open('/a', '/b', '/gone')
    const back = restore(JSON.parse(JSON.stringify(before)), (path) => path !== '/gone')
    expect(paths(back)).toEqual(['/a', '/b'])
    expect(back.list.every((t) => !t.live)).toBe(true)
    const next = visit(back, to('/c'))
    expect(next.list.at(-1)!.key).toBe('t4')
  })
  it('survives any garbage in the store', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => restore(value, () => true).list.every((t) => typeof t.path === 'string')))
    fc.assert(fc.property(fc.array(fc.jsonValue()), (list) => restore({ list, count: 'x' }, () => true).active === null))
  })
})
