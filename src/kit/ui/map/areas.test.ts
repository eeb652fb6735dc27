/** The areas that are drawn and offered are those of today: nobody looks for 南汇区, which has been a part of 浦东新区 since 2009. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
interface Area {
  properties: { code?: string; name: string; kind?: 'name' | 'border' }
  geometry: { type: string; coordinates: number[][][][] }
}
const { features } = JSON.parse(readFileSync(join(import.meta.dirname, 'base/areas.json'), 'utf8')) as { features: Area[] }
const today = new Map(
  readFileSync(join(root, 'src/shell/gazetteer/data/places.txt'), 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([code]) => code && code.length <= 6)
    .map(([code, name]) => [code!.padEnd(6, '0'), name!]),
)

test('each has its code and the name the gazetteer has for it, once; each name that is written is of one', () => {
  const outlines = features.filter(({ properties }) => !properties.kind)
  expect(outlines.length).toBeGreaterThan(400)
  for (const { properties } of outlines) expect([properties.name, today.get(properties.code!)]).toEqual([properties.name, properties.name])
  const codes = outlines.map(({ properties }) => properties.code)
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([])
  const names = new Set(outlines.map(({ properties }) => properties.name))
  expect(features.filter(({ properties }) => properties.kind === 'name' && !names.has(properties.name))).toEqual([])
})
test('outlines close, also of those that were joined', () => {
  for (const { properties, geometry } of features)
    if (geometry.type === 'MultiPolygon')
      for (const [ring] of geometry.coordinates) expect([properties.name, ring!.at(-1)]).toEqual([properties.name, ring![0]])
})

test('the border of a province runs along the outlines of its very areas: no line crosses another, no sea shines through', () => {
  const keyOf = (a: unknown, b: unknown): string => [String(a), String(b)].toSorted().join('|')
  const edges = new Map<string, number>()
  for (const { properties, geometry } of features)
    if (!properties.kind)
      for (const ring of geometry.coordinates.flat())
        for (let i = 0; i + 1 < ring.length; i++) {
          const key = `${properties.code!.slice(0, 2)} ${keyOf(ring[i], ring[i + 1])}`
          edges.set(key, (edges.get(key) ?? 0) + 1)
        }
  const known = new Set([...edges.keys()].map((key) => key.slice(3)))
  const borders = features.filter(({ properties }) => properties.kind === 'border')
  expect(borders).toHaveLength(34)
  let drawn = 0
  for (const { geometry } of borders)
    for (const line of geometry.coordinates as unknown as number[][][])
      for (let i = 0; i + 1 < line.length; i++) {
        drawn++
        if (!known.has(keyOf(line[i], line[i + 1]))) expect.fail(`${String(line[i])} – ${String(line[i + 1])} is the edge of no area`)
      }
  // What two areas of a province share is inside; what one has alone is its border, or coast.
  expect(drawn).toBe([...edges.values()].filter((n) => n === 1).length)
  expect([...edges.values()].filter((n) => n === 2).length).toBeGreaterThan(20_000)
})
