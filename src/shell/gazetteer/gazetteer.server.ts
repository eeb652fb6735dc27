/** The shipped gazetteer: 45,000 places from province to street, found by parts of their names in any order. No network. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FoundPlace {
  code: string
  name: string
  fullName: string
  level: 'province' | 'city' | 'district' | 'street'
  lng: number | null
  lat: number | null
  /** The point is that of a larger area. */
  approx: boolean
}

interface Entry extends FoundPlace {
  up: Entry | undefined
  /** Without the word for its kind: what people type. */
  short: string
  /** Initials and syllables of the short names from the province down; streets have none. */
  initials: string
  syllables: string
}

/** 2 digits: province, 4: city, 6: district, 9: street. */
const LEVELS = { 2: 'province', 4: 'city', 6: 'district', 9: 'street' } as const
const parentOf = (code: string): string => code.slice(0, code.length === 9 ? 6 : code.length - 2)

const KIND_WORDS = /(?:特别行政区|(?:[\u4e00-\u9fff]+族)*自治[区州县旗]|地区|林区|新区|[省市区县盟])$/
function shortOf(name: string, level: FoundPlace['level']): string {
  if (level === 'street') return name
  const short = name.replace(KIND_WORDS, '')
  // 东区 is not called 东.
  return short.length < 2 ? name : short
}

/** Larger areas first, then shorter names: «深圳» means the city, not a street that mentions it. */
const rank = (e: Entry): number => e.code.length * 100 + e.fullName.length

interface Gazetteer {
  entries: readonly Entry[]
  /** Down to districts; the first of `entries`, since larger areas rank first. */
  areas: readonly Entry[]
  /** All full names, one per line: looking through one long text is several times faster than through 45,000 short ones. */
  text: string
  /** Where the line of an entry begins; one more for the end. */
  starts: Uint32Array
}
let gazetteer: Gazetteer | undefined

function load(): Gazetteer {
  const byCode = new Map<string, Entry>()
  for (const row of readFileSync(join(import.meta.dirname, 'data/places.txt'), 'utf8').split('\n')) {
    const [code, name, point, latin = ''] = row.split(' ')
    const level = LEVELS[code?.length as keyof typeof LEVELS]
    if (!code || !name || !level) continue
    // A municipality has no city between itself and its districts.
    const up = byCode.get(parentOf(code)) ?? byCode.get(parentOf(parentOf(code)))
    const own = point && point !== '-' ? point.split(',').map(Number) : undefined
    byCode.set(code, {
      code,
      name,
      level,
      up,
      fullName: `${up?.fullName ?? ''}${name}`,
      short: shortOf(name, level),
      initials: (up?.initials ?? '') + latin.replace(/([a-z])[a-z]*'?/g, '$1'),
      syllables: (up?.syllables ?? '') + latin.replaceAll("'", ''),
      lng: own?.[0] ?? up?.lng ?? null,
      lat: own?.[1] ?? up?.lat ?? null,
      approx: !own,
    })
  }
  const entries = [...byCode.values()].sort((a, b) => rank(a) - rank(b))
  const starts = new Uint32Array(entries.length + 1)
  entries.forEach((e, i) => (starts[i + 1] = starts[i]! + e.fullName.length + 1))
  return { entries, areas: entries.filter((e) => e.level !== 'street'), text: `${entries.map((e) => e.fullName).join('\n')}\n`, starts }
}

const isLatin = (text: string): boolean => /^[a-z']+$/i.test(text)

/** Entries whose full name contains `part`, in the order of their rank. */
function* containing({ entries, text, starts }: Gazetteer, part: string): Generator<Entry> {
  let line = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, starts[line])) {
    while (starts[line + 1]! <= at) line++
    yield entries[line++]!
  }
}

function testOf(part: string): (e: Entry) => boolean {
  if (!isLatin(part)) return (e) => e.fullName.includes(part)
  const letters = part.toLowerCase().replaceAll("'", '')
  return (e) => e.level !== 'street' && (e.initials.includes(letters) || e.syllables.includes(letters))
}

/** Enough are found («街道»): so many more are asked whether their own name begins with it. */
const PATIENCE = 3000

/** In the order of their rank; those whose own name begins with a part stand before those that only contain it. */
function byParts(all: Gazetteer, parts: readonly string[], limit: number): Entry[] {
  const [longest] = parts.filter((part) => !isLatin(part)).toSorted((a, b) => b.length - a.length)
  const candidates = longest === undefined ? all.areas : containing(all, longest)
  const tests = parts.filter((part) => part !== longest).map(testOf)
  const named: Entry[] = []
  const others: Entry[] = []
  let patience = PATIENCE
  for (const e of candidates) {
    if (others.length === limit && --patience < 0) break
    if (!tests.every((test) => test(e))) continue
    if (parts.some((part) => e.name.startsWith(part))) {
      if (named.push(e) === limit) break
    } else if (others.length < limit) others.push(e)
  }
  return [...named, ...others].slice(0, limit)
}

/** An address goes on where the gazetteer ends («…南山区科技园南路18号»): the smallest areas it names, best covered first. */
function byAddress({ entries, areas }: Gazetteer, address: string, limit: number): Entry[] {
  const covered = (e: Entry | undefined): number => (e ? (address.includes(e.short) ? e.short.length : 0) + covered(e.up) : 0)
  const scored = areas.filter((e) => address.includes(e.short)).map((e) => ({ e, score: covered(e) }))
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0)
  const bestEntries = scored.filter(({ score }) => score === best).map(({ e }) => e)
  const districts = new Set(bestEntries.filter((e) => e.level === 'district'))
  const streets = entries.filter((e) => e.level === 'street' && districts.has(e.up!) && address.includes(e.name))
  return [...streets, ...bestEntries].slice(0, limit)
}

/** At most `limit` places whose full name contains every part of `text` (parts are divided by spaces or commas). */
export function searchPlaces(text: string, limit: number): FoundPlace[] {
  const parts = text
    .split(/[\s,，、/]+/)
    .filter(Boolean)
    .slice(0, 6)
  if (parts.length === 0) return []
  gazetteer ??= load()
  const matches = byParts(gazetteer, parts, limit)
  const shown = matches.length > 0 ? matches : byAddress(gazetteer, parts.join(''), limit)
  return shown.map(({ code, name, fullName, level, lng, lat, approx }) => ({ code, name, fullName, level, lng, lat, approx }))
}

/** Down to districts, those whose own point is known. */
export function areasWithPoints(): FoundPlace[] {
  gazetteer ??= load()
  return gazetteer.areas
    .filter((e) => !e.approx)
    .map(({ code, name, fullName, level, lng, lat, approx }) => ({ code, name, fullName, level, lng, lat, approx }))
}

interface Area {
  code: string
  box: [west: number, south: number, east: number, north: number]
  rings: [number, number][][]
}
let areas: readonly Area[] | undefined
/** Outlines of the base map that is shipped. */
function loadAreas(): readonly Area[] {
  const read = (name: string) =>
    (
      JSON.parse(readFileSync(join(import.meta.dirname, '../../kit/ui/map/base', name), 'utf8')) as {
        features: { properties: { code?: string; kind?: string }; geometry: { coordinates: [number, number][][][] } }[]
      }
    ).features
  // Smaller ones first: a city before its province.
  return [...read('areas.json'), ...read('provinces.json')].flatMap(({ properties: { code, kind }, geometry }) => {
    if (!code || kind) return []
    const rings = geometry.coordinates.flat()
    const all = rings.flat()
    const box = all.reduce<Area['box']>(
      ([w, s, e, n], [x, y]) => [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)],
      [180, 90, -180, -90],
    )
    return [{ code, box, rings }]
  })
}
function within({ box: [w, s, e, n], rings }: Area, lng: number, lat: number): boolean {
  if (lng < w || lng > e || lat < s || lat > n) return false
  let inside = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[i]!
      const [bx, by] = ring[j]!
      if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside
    }
  return inside
}
/** Outline of a province, of a city, or of a district of a municipality, by its six digits; null when the base map has none. */
export function outlineOf(code: string): readonly (readonly [number, number][])[] | null {
  areas ??= loadAreas()
  return areas.find((area) => area.code === code)?.rings ?? null
}

/** The area a point lies in, down to where the outlines go: 广东省深圳市, 上海市闵行区. Null outside China. */
export function placeAt(lng: number, lat: number): string | null {
  areas ??= loadAreas()
  gazetteer ??= load()
  const short = areas.find((area) => within(area, lng, lat))?.code.replace(/0000$|00$/, '')
  return (short && gazetteer.areas.find((e) => e.code === short)?.fullName) || null
}
