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
  /** What is searched: the full name. */
  text: string
}

/** 2 digits: province, 4: city, 6: district, 9: street. */
const LEVELS = { 2: 'province', 4: 'city', 6: 'district', 9: 'street' } as const
const parentOf = (code: string): string => code.slice(0, code.length === 9 ? 6 : code.length - 2)

let entries: Entry[] | undefined

function load(): Entry[] {
  const byCode = new Map<string, Entry>()
  const list: Entry[] = []
  for (const row of readFileSync(join(import.meta.dirname, 'data/places.txt'), 'utf8').split('\n')) {
    const [code, name, point] = row.split(' ')
    const level = LEVELS[code?.length as keyof typeof LEVELS]
    if (!code || !name || !level) continue
    // A municipality has no city between itself and its districts.
    const up = byCode.get(parentOf(code)) ?? byCode.get(parentOf(parentOf(code)))
    const own = point?.split(',').map(Number)
    const fullName = `${up?.fullName ?? ''}${name}`
    const entry: Entry = { code, name, level, fullName, text: fullName, lng: own?.[0] ?? up?.lng ?? null, lat: own?.[1] ?? up?.lat ?? null, approx: !own }
    byCode.set(code, entry)
    list.push(entry)
  }
  return list
}

/** Larger areas first, then shorter names: «深圳» means the city, not a street that mentions it. */
const rank = (e: Entry): number => e.code.length * 100 + e.fullName.length

/** At most `limit` places whose full name contains every part of `text` (parts are divided by spaces or commas). */
export function searchPlaces(text: string, limit: number): FoundPlace[] {
  const parts = text.split(/[\s,，、/]+/).filter(Boolean).slice(0, 6)
  if (parts.length === 0) return []
  entries ??= load()
  const found = entries.filter((e) => parts.every((part) => e.text.includes(part)))
  const exact = (e: Entry): number => (parts.some((part) => e.name === part || e.name.startsWith(part)) ? 0 : 1000)
  return found
    .map((e) => ({ e, score: exact(e) + rank(e) }))
    .toSorted((a, b) => a.score - b.score)
    .slice(0, limit)
    .map(({ e: { text: _text, ...place } }) => place)
}
