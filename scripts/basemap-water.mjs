/** Coast, rivers and lakes of the shipped map, from Natural Earth 1:10m (public domain). Borders of that source are not used. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import clipping from 'polygon-clipping'
import { feature as decoded } from 'topojson-client'
import { thin } from './basemap-thin.mjs'

const load = createRequire(import.meta.url)
const grid = (decimals) => (p) => p.slice(0, 2).map((n) => Math.round(n * 10 ** decimals) / 10 ** decimals)

/**
 * Along our coast from the mouth of the 鸭绿江 to that of the 北仑河, and around 台湾 and 海南: where the coast of the finer source counts. No
 * land of another country lies in it.
 */
const ZONES = [
  [
    [124.3, 40.0],
    [123.9, 39.6],
    [122.0, 38.4],
    [123.4, 37.4],
    [122.9, 36.4],
    [121.2, 34.9],
    [122.6, 33.0],
    [123.2, 31.4],
    [123.3, 29.7],
    [122.6, 28.4],
    [121.6, 26.8],
    [120.9, 26.0],
    [122.3, 25.6],
    [122.35, 24.8],
    [121.95, 23.4],
    [121.4, 21.8],
    [120.7, 21.6],
    [119.2, 22.8],
    [118.2, 23.4],
    [116.9, 22.5],
    [114.6, 21.7],
    [112.5, 21.2],
    [111.4, 20.3],
    [111.3, 19.4],
    [110.3, 18.0],
    [109.0, 17.9],
    [108.3, 18.8],
    [108.3, 20.2],
    [108.7, 21.2],
    [108.12, 21.42],
    [108.12, 21.75],
    [109.5, 22.2],
    [111.5, 22.6],
    [113.2, 23.6],
    [115.0, 23.5],
    [116.6, 24.2],
    [118.0, 25.3],
    [119.0, 26.6],
    [119.9, 27.9],
    [120.3, 29.0],
    [119.6, 30.2],
    [120.0, 31.0],
    [119.6, 32.3],
    [119.6, 33.5],
    [118.7, 34.6],
    [119.0, 35.6],
    [119.7, 36.8],
    [118.2, 36.9],
    [117.2, 38.2],
    [117.3, 39.4],
    [119.0, 40.3],
    [120.8, 41.2],
    [122.5, 41.4],
    [123.2, 40.6],
    [124.3, 40.0],
  ],
]
const areaOf = (ring) =>
  Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0)) / 2
const boxOf = (ring) => [
  Math.min(...ring.map(([x]) => x)),
  Math.min(...ring.map(([, y]) => y)),
  Math.max(...ring.map(([x]) => x)),
  Math.max(...ring.map(([, y]) => y)),
]
const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
const SHORE = 0.002

/** Land and sea within the zones, and the line between them. `shapes`: our areas; an island only they have stays land. */
export function shoreOf(shapes) {
  const atlas = load('world-atlas/land-10m.json')
  const zone = ZONES.map((ring) => [ring])
  const zoneBox = boxOf(ZONES.flat())
  const rings = decoded(atlas, atlas.objects.land)
    .features.flatMap(({ geometry }) => geometry.coordinates.map((polygon) => polygon.map((ring) => ring.map((p) => p.slice(0, 2)))))
    .filter(([ring]) => meets(boxOf(ring), zoneBox))
    .map((polygon) => polygon.map((ring) => thin(ring, SHORE)).filter((ring) => ring.length > 3))
    .filter((polygon) => polygon.length > 0)
  const land = clipping.intersection(rings, zone)
  const landBoxes = land.map(([ring]) => boxOf(ring))
  // The source draws no islands below some square kilometres; ours are counties.
  const islands = shapes
    .flatMap(({ coordinates }) => coordinates)
    .filter(([ring]) => areaOf(ring) < 0.05 && meets(boxOf(ring), zoneBox))
    .filter(([ring]) => {
      const box = boxOf(ring)
      const near = land.filter((_, i) => meets(landBoxes[i], box))
      return near.length === 0 || clipping.intersection([[ring]], near).length === 0
    })
    .filter(([ring]) => clipping.intersection([[ring]], zone).length > 0)
  const whole = clipping.union(land, ...islands.map((polygon) => [[polygon[0]]]))
  const sea = clipping.difference(zone, whole)
  const round = (polygons) =>
    polygons
      .map((polygon) => polygon.map((ring) => ring.map(grid(3))).filter((ring) => ring.length > 3))
      .filter((polygon) => polygon.length)
  const [landRounded, seaRounded] = [round(whole), round(sea)]
  return [
    { type: 'Feature', properties: { kind: 'shore-land' }, geometry: { type: 'MultiPolygon', coordinates: landRounded } },
    { type: 'Feature', properties: { kind: 'shore-sea' }, geometry: { type: 'MultiPolygon', coordinates: seaRounded } },
    {
      type: 'Feature',
      properties: { kind: 'coast' },
      geometry: { type: 'MultiLineString', coordinates: landRounded.flat().flatMap(withoutZone) },
    },
  ]
}
/** Cut where the land was cut off by the zone and not by the sea. */
function withoutZone(ring) {
  const onZone = (p) =>
    ZONES.some((zone) =>
      zone
        .slice(1)
        .some(
          (b, i) =>
            Math.abs((b[0] - zone[i][0]) * (p[1] - zone[i][1]) - (b[1] - zone[i][1]) * (p[0] - zone[i][0])) /
              Math.hypot(b[0] - zone[i][0], b[1] - zone[i][1]) <
              0.002 && inBox(p, zone[i], b),
        ),
    )
  const lines = []
  let line = [ring[0]]
  for (let i = 1; i < ring.length; i++) {
    if (onZone(ring[i - 1]) && onZone(ring[i])) {
      if (line.length > 1) lines.push(line)
      line = [ring[i]]
    } else line.push(ring[i])
  }
  if (line.length > 1) lines.push(line)
  return lines
}
const inBox = (p, a, b) =>
  p[0] >= Math.min(a[0], b[0]) - 0.003 &&
  p[0] <= Math.max(a[0], b[0]) + 0.003 &&
  p[1] >= Math.min(a[1], b[1]) - 0.003 &&
  p[1] <= Math.max(a[1], b[1]) + 0.003

/** As the source spells them; what is not listed is drawn without a name. The number says from which level on. */
const RIVERS = {
  'Chang Jiang': ['长江', 3],
  Yangtze: ['长江', 3],
  Jinsha: ['金沙江', 4],
  Tongtian: ['通天河', 5],
  Tuotuo: ['沱沱河', 6],
  Huang: ['黄河', 3],
  'Heilong Jiang': ['黑龙江', 3],
  Amur: ['黑龙江', 3],
  'Argun’': ['额尔古纳河', 5],
  Songhua: ['松花江', 4],
  Nen: ['嫩江', 5],
  Ussuri: ['乌苏里江', 5],
  Tumen: ['图们江', 6],
  Yalu: ['鸭绿江', 5],
  Liao: ['辽河', 5],
  Xiliao: ['西辽河', 6],
  'Xar Moron': ['西拉木伦河', 7],
  'Di’er Songhua': ['第二松花江', 6],
  Hai: ['海河', 7],
  Yongding: ['永定河', 7],
  Sanggan: ['桑干河', 7],
  Luan: ['滦河', 7],
  Wei: ['渭河', 5],
  Jing: ['泾河', 7],
  Wuding: ['无定河', 7],
  Qin: ['沁河', 7],
  Huai: ['淮河', 4],
  Ying: ['颍河', 7],
  Han: ['汉江', 5],
  Dan: ['丹江', 7],
  Jialing: ['嘉陵江', 5],
  Min: ['岷江', 6],
  Dadu: ['大渡河', 6],
  Yalong: ['雅砻江', 5],
  Tuo: ['沱江', 7],
  Wu: ['乌江', 5],
  Xiang: ['湘江', 5],
  Zi: ['资江', 7],
  Yuan: ['沅江', 5],
  Gan: ['赣江', 5],
  Fuchun: ['钱塘江', 6],
  Xi: ['西江', 4],
  Xun: ['浔江', 5],
  Hongshui: ['红水河', 5],
  Nanpan: ['南盘江', 6],
  Yu: ['郁江', 6],
  You: ['右江', 7],
  Zuo: ['左江', 7],
  Bei: ['北江', 6],
  Dong: ['东江', 6],
  Liu: ['柳江', 7],
  Mei: ['梅江', 7],
  Lancang: ['澜沧江', 4],
  Nu: ['怒江', 4],
  Yarlung: ['雅鲁藏布江', 4],
  Maquan: ['马泉河', 6],
  Tarim: ['塔里木河', 4],
  Yarkant: ['叶尔羌河', 6],
  Yurungkax: ['玉龙喀什河', 7],
  Aksu: ['阿克苏河', 7],
  Konqi: ['孔雀河', 7],
  Qarqan: ['车尔臣河', 7],
  Ertix: ['额尔齐斯河', 5],
  Ile: ['伊犁河', 5],
  Shiquan: ['狮泉河', 6],
  Hailar: ['海拉尔河', 6],
  Muling: ['穆棱河', 7],
  Daling: ['大凌河', 7],
}
const LAKES = {
  'Qinghai Hu': ['青海湖', 4],
  'Poyang Hu': ['鄱阳湖', 4],
  'Dongting Hu': ['洞庭湖', 4],
  'Tai Hu': ['太湖', 5],
  'Hongze Hu': ['洪泽湖', 5],
  'Chao Hu': ['巢湖', 6],
  'Nam Co': ['纳木错', 5],
  'Siling Co': ['色林错', 5],
  'Hulun Nuur': ['呼伦湖', 5],
  'Bosten Hu': ['博斯腾湖', 5],
  'Lake Khanka': ['兴凯湖', 5],
  'Weishan Hu': ['微山湖', 6],
  'Gaoyou Hu': ['高邮湖', 6],
  'Ngoring Hu': ['鄂陵湖', 6],
  'Gyaring Hu': ['扎陵湖', 7],
  'Yamzho Yumco': ['羊卓雍错', 6],
  'Mapam Yumco': ['玛旁雍错', 6],
  'Banggong Co': ['班公错', 6],
  'Tangra Yumco': ['当惹雍错', 7],
  'Liangzi Hu': ['梁子湖', 7],
  'Hong Hu': ['洪湖', 7],
  'Ebinur Hu': ['艾比湖', 6],
  'Luoma Hu': ['骆马湖', 7],
  'Dongping Hu': ['东平湖', 7],
  'Danjiangkou Shuiku': ['丹江口水库', 6],
  'Xinanjiang Shuiku': ['千岛湖', 7],
  'Xinfengjiang Shuiku': ['新丰江水库', 7],
  'Dalai Nur': ['达里诺尔湖', 7],
  'Ulansuhai Nur': ['乌梁素海', 7],
}
/** 汉江 of Korea, 梅江 of Taiwan …: names are only of what lies within. */
const INSIDE = {
  Han: [105, 30, 115, 34],
  Min: [100, 28, 106, 34],
  Mei: [114, 23, 117, 26],
  Yuan: [105, 25, 113, 30],
  Dan: [108, 32, 113, 35],
  Wu: [104, 26, 109, 31],
}
const FRAME = [73, 18, 135.5, 54]

export function waterOf(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')).features
  const seen = (line) => line.some(([x, y]) => x > FRAME[0] && x < FRAME[2] && y > FRAME[1] && y < FRAME[3])
  const rivers = read('ne_10m_rivers_lake_centerlines').flatMap(({ properties: { name, scalerank }, geometry }) => {
    if (!geometry) return []
    const lines = (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates).filter(seen)
    if (lines.length === 0 || (scalerank > 8 && !RIVERS[name])) return []
    const [label, from] = named(RIVERS, name, lines[0]) ?? [null, null]
    const coordinates = lines.map((line) => thin(line.map(grid(3)), 0.008))
    return [
      {
        type: 'Feature',
        properties: { kind: 'river', rank: scalerank, ...(label ? { name: label, from } : {}) },
        geometry: { type: 'MultiLineString', coordinates },
      },
    ]
  })
  const lakes = read('ne_10m_lakes').flatMap(({ properties: { name, scalerank }, geometry }) => {
    if (!geometry) return []
    const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).filter(([ring]) => seen(ring))
    const coordinates = polygons
      .map((polygon) => polygon.map((ring) => thin(ring.map(grid(3)), 0.005)).filter((ring) => ring.length > 3))
      .filter((p) => p.length)
    if (coordinates.length === 0 || (scalerank > 8 && !LAKES[name])) return []
    const [label, from] = named(LAKES, name, coordinates[0][0]) ?? [null, null]
    return [
      {
        type: 'Feature',
        properties: { kind: 'lake', rank: scalerank, ...(label ? { name: label, from } : {}) },
        geometry: { type: 'MultiPolygon', coordinates },
      },
    ]
  })
  return [...lakes, ...rivers]
}
function named(table, name, line) {
  const label = table[name]
  const box = INSIDE[name]
  return label && (!box || line.some(([x, y]) => x > box[0] && x < box[2] && y > box[1] && y < box[3])) ? label : null
}
