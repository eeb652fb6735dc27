/** Nothing is stored, asked, granted or set that nobody reads (CONTRIBUTING): how it is judged stands in reading/. */
import { afterAll, describe, expect, test } from 'vitest'
import { buildRegistry } from '#kit/entity/registry.server.ts'
import { wantedResources } from '#modules/system/rights/resources.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { judge, type Item } from './reading/items.ts'
import { NAMESAKES, NOTES, SORTING, TRAIL } from './reading/notes.ts'
import { NOT_READ_YET } from './reading/not-read-yet.ts'
import { codesAsked, unitsOf } from './reading/units.ts'

const units = unitsOf(new Set(modules.flatMap((m) => m.entities.map((e) => e.name))))
const items = judge(modules, units)
const isRead = ({ name, readBy }: Item): boolean => readBy.some((reader) => !NAMESAKES[name]?.includes(reader))
const unread = items.filter((item) => !isRead(item) && !item.note)
const yet = Object.entries(NOT_READ_YET).flatMap(([module, names]) => names.map((name) => ({ module, name })))
const notes = new Map(NOTES.flatMap(({ why, of }) => of.map((name) => [name, why])))
const sorting = new Set(SORTING.flatMap(({ of }) => of))
const fieldOf = (name: string): string => name.split('=')[0]!
const isNoted = ({ name, what }: Item): boolean =>
  what === 'choice' ? sorting.has(fieldOf(name)) : notes.has(name) || TRAIL.includes(name.split('.').at(-1)!)
const isPromised = ({ module, name }: Pick<Item, 'module' | 'name'>): boolean => NOT_READ_YET[module]?.includes(name) ?? false

describe('what is stored is read', () => {
  test('there is much to judge, and most of it is read', () => {
    expect(items.length).toBeGreaterThan(5000)
    expect(items.filter(isRead).length / items.length).toBeGreaterThan(0.85)
  })
  test('every field, input, parameter, right, choice and quick filter is read, a note with a reason, or not read yet', () => {
    expect(
      unread
        .filter((item) => !isNoted(item) && !isPromised(item))
        .map(({ module, what, name, label }) => `${module}: ${what} ${name} ${label}`),
    ).toEqual([])
  })
  test('what was not read yet and is read now, or gone, leaves the list', () => {
    expect(yet.filter((one) => !unread.some(({ module, name }) => module === one.module && name === one.name))).toEqual([])
  })
  test('so does a note; none stands twice or is also promised', () => {
    const open = new Set(unread.map(({ name }) => name))
    expect([...notes.keys()].filter((name) => !open.has(name))).toEqual([])
    expect(TRAIL.filter((name) => !unread.some((item) => item.name.endsWith(`.${name}`)))).toEqual([])
    expect([...sorting].filter((field) => !unread.some((item) => item.what === 'choice' && fieldOf(item.name) === field))).toEqual([])
    const all = [...NOTES, ...SORTING].flatMap(({ of }) => of)
    expect(
      all.filter((name, i) => all.indexOf(name) !== i || isPromised({ module: name, name }) || yet.some((one) => one.name === name)),
    ).toEqual([])
  })
  test('a namesake is one', () => {
    const known = new Map(items.map((item) => [item.name, item.readBy]))
    expect(Object.entries(NAMESAKES).filter(([name, files]) => files.some((file) => !known.get(name)?.includes(file)))).toEqual([])
  })
  test('every code that is asked for can be granted', () => {
    const registry = buildRegistry(modules, servedModules)
    const granted = new Set(wantedResources(registry).map(({ code }) => code))
    const screens = new Set(registry.screens().map(({ code }) => code))
    const asked = codesAsked(units).filter(([code]) => screens.has(code.split('_')[0]!))
    expect(asked.length).toBeGreaterThan(100)
    expect(asked.filter(([code]) => !granted.has(code))).toEqual([])
  })
})

afterAll(() => {
  const figures = Map.groupBy(items, ({ what }) => what)
  for (const [what, all] of figures) {
    const open = all.filter((item) => !isRead(item))
    const promised = open.filter(isPromised).length
    process.stdout.write(
      `${what}: ${all.length} judged, ${all.length - open.length} read, ${open.length - promised} notes, ${promised} not read yet\n`,
    )
  }
})
