/** The areas that are drawn and offered are those of today: nobody looks for 南汇区, which has been a part of 浦东新区 since 2009. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
interface Area {
  properties: { code?: string; name: string; kind?: string }
  geometry: { type: string; coordinates: number[][][][] }
}
const read = (name: string): Area[] =>
  (JSON.parse(readFileSync(join(import.meta.dirname, 'base', name), 'utf8')) as { features: Area[] }).features
const features = read('areas.json')
const shape = (kind: string): Area[] => read('shape.json').filter(({ properties }) => properties.kind === kind)
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
test('no district that is no more is named: those that were joined before 2020', () => {
  const names = new Set(features.map(({ properties }) => properties.name))
  for (const gone of [
    '南汇区',
    '卢湾区',
    '闸北区',
    '崇文区',
    '宣武区',
    '塘沽区',
    '汉沽区',
    '大港区',
    '万盛区',
    '双桥区',
    '莱芜市',
    '崇明县',
  ])
    expect(names, gone).not.toContain(gone)
})
test('outlines close, also of those that were joined', () => {
  for (const { properties, geometry } of features)
    if (geometry.type === 'MultiPolygon')
      for (const [ring] of geometry.coordinates) expect([properties.name, ring!.at(-1)]).toEqual([properties.name, ring![0]])
})

const keyOf = (a: unknown, b: unknown): string => [String(a), String(b)].toSorted().join('|')
const edgesOf = (lines: readonly (readonly unknown[])[]): string[] =>
  lines.flatMap((line) => line.slice(1).map((b, i) => keyOf(line[i], b)))

test('what two areas of a province share is drawn once; borders run along the very outlines of areas', () => {
  const times = new Map<string, number>()
  for (const { properties, geometry } of features)
    if (!properties.kind)
      for (const key of edgesOf(geometry.coordinates.flat())) {
        const ofProvince = `${properties.code!.slice(0, 2)} ${key}`
        times.set(ofProvince, (times.get(ofProvince) ?? 0) + 1)
      }
  const [shared, alone] = [true, false].map((isShared) =>
    [...times].filter(([, count]) => count > 1 === isShared).map(([key]) => key.slice(3)),
  ) as [string[], string[]]
  const inner = features
    .filter(({ properties }) => properties.kind === 'inner')
    .flatMap(({ geometry }) => edgesOf(geometry.coordinates as never))
  expect(inner.length).toBeGreaterThan(15_000)
  expect(inner.toSorted()).toEqual(shared.toSorted())
  const edges = new Set(alone)
  for (const kind of ['border', 'frontier']) {
    const drawn = shape(kind).flatMap(({ geometry }) => edgesOf(geometry.coordinates as never))
    expect(drawn.length).toBeGreaterThan(2000)
    expect(drawn.filter((key) => !edges.has(key))).toEqual([])
    expect(new Set(drawn).size).toBe(drawn.length)
  }
})
test('the coast is finer than the areas behind it, and lies along our shore only', () => {
  const [coast] = shape('coast')
  const lines = coast!.geometry.coordinates as unknown as [number, number][][]
  const points = lines.flat()
  expect(points.length).toBeGreaterThan(6000)
  for (const [lng, lat] of points) {
    if (lng < 108 || lng > 124.4 || lat < 17.8 || lat > 41.3) expect.fail(`${lng}, ${lat} is no shore of ours`)
  }
})
test('the large rivers and lakes are there, by their Chinese names', () => {
  const water = read('water.json')
  const names = new Set(water.map(({ properties }) => properties.name))
  for (const name of ['长江', '黄河', '黑龙江', '西江', '淮河', '松花江', '雅鲁藏布江', '青海湖', '鄱阳湖', '洞庭湖', '太湖', '洪泽湖'])
    expect(names, name).toContain(name)
  expect([...names].filter((name) => name && !/^[一-龥]+$/.test(name))).toEqual([])
})
