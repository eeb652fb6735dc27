/** A folder fits on a screen, its floors can be told, and its files are named alike. */
import { expect, test } from 'vitest'
import { files, imports, placeOf, sources } from './source.ts'

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))

/** What one looks at in a folder counts, tests too. */
const MOST = 25
test(`folders of the product hold no more than ${MOST} files`, () => {
  const ours = files.filter((file) => file.startsWith('src/'))
  const sizes = new Map([...Map.groupBy(ours, folderOf)].map(([folder, held]) => [folder, held.length]))
  expect(sizes.size).toBeGreaterThan(100)
  // Outlines of the shipped map are data.
  sizes.delete('src/kit/ui/map/base')
  expect([...sizes].filter(([, size]) => size > MOST)).toEqual([])
})

/** `late-fees.server.test.ts`: words with hyphens, then where it runs. */
const KEBAB = /(?:^|\/)[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*\.(?:tsx?|css)$/
test('files are named in kebab-case', () => {
  const named = files.filter((file) => /\.(?:tsx?|css)$/.test(file))
  expect(named.length).toBeGreaterThan(sources.length)
  expect(named.filter((file) => !KEBAB.test(file))).toEqual([])
  expect(['src/kit/lateFees.ts', 'src/kit/late_fees.ts', 'src/kit/LateFees.web.tsx'].filter((file) => KEBAB.test(file))).toEqual([])
})

interface Arrow {
  from: string
  to: string
}
type Step = { from: string; file: string }
/** Which folder of a room (kit, shell, a module) imports which other one of it; types and late imports too. Files that lie loose in a room belong to no folder. */
function arrowsByRoom(of: readonly Step[]): Map<string, Arrow[]> {
  const rooms = new Map<string, Map<string, Arrow>>()
  for (const { from, file } of of) {
    const room = /^src\/(?:kit|shell|modules\/\w+)\//.exec(from)?.[0]
    if (!room || !file.startsWith(room)) continue
    const [a = '', b = ''] = [from, file].map((path) => path.slice(room.length).split('/').slice(0, -1)[0])
    if (a === '' || b === '' || a === b) continue
    const arrows = rooms.get(room) ?? new Map<string, Arrow>()
    rooms.set(room, arrows.set(`${a} ${b}`, { from: a, to: b }))
  }
  return new Map([...rooms].map(([room, arrows]) => [room, [...arrows.values()]]))
}
/** Servers and definitions made for tests stand beside what they serve. */
const isHelpOfTests = (file: string): boolean => file.includes('/fixture/') || /\btesting\.server\.ts$/.test(file)
const rooms = arrowsByRoom(
  imports.filter((i): i is typeof i & Step => i.file !== null && placeOf(i.from) !== 'test' && !isHelpOfTests(i.from)),
)

const mutualIn = (room: string, arrows: readonly Arrow[]): string[] =>
  arrows
    .filter(({ from, to }) => from < to && arrows.some((back) => back.from === to && back.to === from))
    .map(({ from, to }) => `${room}${from} ↔ ${to}`)
const step = (from: string, file: string): Step => ({ from: `src/kit/${from}.ts`, file: `src/kit/${file}.ts` })

/** Folders that import each other. The list only gets shorter. */
const MUTUAL: readonly string[] = [
  'src/kit/access ↔ entity',
  'src/kit/action ↔ entity',
  'src/kit/audit ↔ entity',
  'src/kit/database ↔ entity',
  'src/kit/entity ↔ report',
  'src/modules/approval/cases ↔ people',
  'src/modules/billing/bills ↔ coupons',
  'src/modules/billing/bills ↔ payments',
  'src/modules/esign/flows ↔ provider',
  'src/modules/finance/accounts ↔ cash',
  'src/modules/finance/period ↔ vouchers',
  'src/modules/leasing/changes ↔ rent',
  'src/modules/leasing/contracts ↔ handovers',
  'src/modules/leasing/contracts ↔ rent',
  'src/modules/system/rights ↔ settings',
  'src/modules/telematics/commands ↔ tracks',
  'src/modules/telematics/engine ↔ gateway',
  'src/modules/telematics/fences ↔ terminals',
  'src/modules/telematics/gateway ↔ terminals',
]
test('folders that import each other do not become more', () => {
  const mutual = [...rooms].flatMap(([room, arrows]) => mutualIn(room, arrows)).toSorted()
  expect(mutual.filter((pair) => !MUTUAL.includes(pair))).toEqual([])
  // What was untangled leaves the list, so that it stays so.
  expect(MUTUAL.filter((pair) => !mutual.includes(pair))).toEqual([])
  const [[room, arrows] = ['', []]] = [...arrowsByRoom([step('a/x', 'b/y'), step('b/z', 'a/w'), step('a/x', 'c/y')])]
  expect(mutualIn(room, arrows)).toEqual(['src/kit/a ↔ b'])
})

/**
 * How many arrows between folders must point up, in whatever order they stand above each other: exact, floor by floor over all sets of
 * folders that may lie below (Held and Karp, 1962, for another thing that is put in order).
 */
function arrowsUp(arrows: readonly Arrow[]): number {
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))]
  const importers = names.map((name) => arrows.reduce((set, { from, to }) => (to === name ? set | (1 << names.indexOf(from)) : set), 0))
  const least = new Int32Array(1 << names.length).fill(arrows.length)
  least[0] = 0
  for (let below = 0; below < least.length; below++)
    for (let i = 0; i < names.length; i++) {
      if (below & (1 << i)) continue
      // What lies below and imports this one points up.
      let up = least[below]!
      for (let set = importers[i]! & below; set !== 0; set &= set - 1) up++
      const next = below | (1 << i)
      if (up < least[next]!) least[next] = up
    }
  return least.at(-1)!
}
/** ARCHITECTURE.md names the floors of kit. */
const UP: Readonly<Record<string, number>> = {
  'src/kit/': 5,
  'src/modules/approval/': 1,
  'src/modules/billing/': 2,
  'src/modules/esign/': 1,
  'src/modules/finance/': 2,
  'src/modules/leasing/': 3,
  'src/modules/system/': 1,
  'src/modules/telematics/': 5,
}
test('few arrows between folders point up, in every room', () => {
  const upward = Object.fromEntries([...rooms].map(([room, arrows]) => [room, arrowsUp(arrows)]).filter(([, up]) => up !== 0))
  expect(upward).toEqual(UP)
  expect(Math.max(...Object.values(UP))).toBeLessThanOrEqual(5)
  const circle = [step('a/x', 'b/y'), step('b/z', 'c/w'), step('c/x', 'a/y'), step('c/x', 'd/y')]
  expect([...arrowsByRoom(circle)].map(([, arrows]) => arrowsUp(arrows))).toEqual([1])
})
