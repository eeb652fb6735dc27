/** Who reads a field: the nearest declarations that name its table. */
import type { Unit } from './units.ts'

/** How far a table is looked for among those who use a declaration. */
const REACH = 3
/**
 * Rules are handed what others read, by way of others still; other code of a module by whoever uses it, and farther within its file only.
 * What serves every table is handed everything, which is no reading of anything.
 */
const reaches = (unit: Unit, user: Unit, step: number): boolean =>
  unit.file.startsWith('src/modules/') && (step === 0 || unit.file.endsWith('.rules.ts') || user.file === unit.file)

interface Placed {
  unit: Unit
  /** Tables by their distance. */
  rings: readonly ReadonlySet<string>[]
}

function placed(units: readonly Unit[]): Placed[] {
  const byName = new Map<string, Unit>()
  for (const unit of units) for (const name of unit.names) byName.set(`${unit.file}#${name}`, unit)
  for (const unit of units) for (const [name, table] of unit.lends) byName.get(name)?.tables.add(table)
  const usedBy = new Map<Unit, Set<Unit>>()
  for (const unit of units)
    for (const name of unit.uses) {
      const used = byName.get(name)
      if (used && used !== unit) usedBy.set(used, (usedBy.get(used) ?? new Set()).add(unit))
    }
  /** Tables of what it uses, within its file also of what that uses. */
  const nearOf = (unit: Unit): Set<string> => {
    const tables = new Set<string>()
    const seen = new Set([unit])
    const follow = (one: Unit): void => {
      for (const used of [...one.uses].flatMap((name) => byName.get(name) ?? [])) {
        if (seen.has(used)) continue
        seen.add(used)
        for (const table of used.tables) if (!unit.tables.has(table)) tables.add(table)
        if (used.file === unit.file) follow(used)
      }
    }
    follow(unit)
    return tables
  }
  const near = new Map(units.map((unit) => [unit, nearOf(unit)]))
  return units.map((unit) => {
    const rings: ReadonlySet<string>[] = [unit.tables, near.get(unit)!]
    let ring = new Set([unit])
    for (let step = 0; step < REACH; step++) {
      ring = new Set([...ring].flatMap((one) => [...(usedBy.get(one) ?? [])]).filter((user) => reaches(unit, user, step)))
      rings.push(new Set([...ring].flatMap((one) => [...one.tables, ...near.get(one)!])))
    }
    return { unit, rings }
  })
}

export interface Reading {
  /** `table.field` → files that read it. */
  readers: Map<string, Set<string>>
  /** Table → the words said by whoever has to do with it: what a choice is compared with. */
  words: Map<string, Set<string>>
}

/** `fieldsOf`: which fields a table has. */
export function readingOf(units: readonly Unit[], fieldsOf: ReadonlyMap<string, ReadonlySet<string>>): Reading {
  const readers = new Map<string, Set<string>>()
  const words = new Map<string, Set<string>>([...fieldsOf.keys()].map((table) => [table, new Set()]))
  const add = (key: string, file: string): void => void readers.set(key, (readers.get(key) ?? new Set()).add(file))
  for (const { unit, rings } of placed(units)) {
    for (const table of new Set(rings.flatMap((ring) => [...ring])))
      for (const word of [...unit.texts, ...unit.keys]) words.get(table)?.add(word)
    for (const column of unit.columns) add(column, unit.file)
    for (const name of unit.reads) {
      const owners = (ring: ReadonlySet<string>): string[] => [...ring].filter((table) => fieldsOf.get(table)?.has(name))
      const nearest = rings.map(owners).find((tables) => tables.length > 0)
      for (const table of nearest ?? []) add(`${table}.${name}`, unit.file)
    }
  }
  return { readers, words }
}
