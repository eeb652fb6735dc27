/** The areas that are drawn and offered are those of today: nobody looks for 南汇区, which has been a part of 浦东新区 since 2009. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
interface Area {
  properties: { code?: string; name: string; kind?: 'name' }
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
  const outlines = features.filter(({ properties }) => properties.kind !== 'name')
  expect(outlines.length).toBeGreaterThan(400)
  for (const { properties } of outlines) expect([properties.name, today.get(properties.code!)]).toEqual([properties.name, properties.name])
  const codes = outlines.map(({ properties }) => properties.code)
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([])
  const names = new Set(outlines.map(({ properties }) => properties.name))
  expect(features.filter(({ properties }) => !names.has(properties.name))).toEqual([])
})
test('outlines close, also of those that were joined', () => {
  for (const { properties, geometry } of features)
    if (geometry.type === 'MultiPolygon')
      for (const [ring] of geometry.coordinates) expect([properties.name, ring!.at(-1)]).toEqual([properties.name, ring![0]])
})
