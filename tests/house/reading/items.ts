/** Everything the definitions say that somebody may fill in, choose or be granted, and who reads it. */
import type { ActionSpec } from '#kit/action/action.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { scopePath, type Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import type { Module } from '#kit/entity/module.ts'
import type { Report } from '#kit/report/report.ts'
import { readingOf } from './readers.ts'
import type { Unit } from './units.ts'

export interface Item {
  module: string
  /** `bill.dueOn`, `bill.pay.payee` for what an action asks, `bill.status=paid` for one word of a choice. */
  name: string
  what: 'field' | 'input' | 'parameter' | 'right' | 'choice' | 'quick filter'
  label: string
  readBy: readonly string[]
  /** Free words and papers for people: what the vocabulary itself calls a note, an attachment, a figure made of others. */
  note: boolean
}

type Options = Readonly<Record<string, string>>
interface Definitions {
  modules: readonly Module[]
  entities: ReadonlyMap<string, Entity>
  /** Field objects → where they stand: one that stands in two tables is one definition. */
  standing: ReadonlyMap<Field, readonly string[]>
}
const fieldsOf = (entity: Entity): [string, Field][] => Object.entries(entity.fields)
const partsOf = (field: Field): [string, Field][] => (field.kind === 'lines' ? Object.entries(field.of) : [])
type Specs = Readonly<Record<string, ActionSpec>>
/** What may be done with each table of a module. */
const actionsOf = (module: Module): { entity: Entity; all: Specs }[] =>
  (module.actions ?? []).map(({ entity, all }) => ({ entity: entity as Entity, all: all as Specs }))

function definitionsOf(modules: readonly Module[]): Definitions {
  const entities = new Map(modules.flatMap((m) => m.entities.map((e) => [e.name, e])))
  const standing = new Map<Field, string[]>()
  for (const entity of entities.values())
    for (const [name, field] of fieldsOf(entity)) standing.set(field, [...(standing.get(field) ?? []), `${entity.name}.${name}`])
  return { modules, entities, standing }
}

/** Names a table may be read by: its fields, the fields of their lines, what its actions ask. */
function namesOf({ modules, entities }: Definitions): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const [name, entity] of entities)
    names.set(name, new Set(fieldsOf(entity).flatMap(([key, field]) => [key, ...partsOf(field).map(([part]) => part)])))
  for (const { entity, all } of modules.flatMap(actionsOf))
    for (const { input } of Object.values(all)) for (const key of Object.keys(input ?? {})) names.get(entity.name)?.add(key)
  return names
}

type Add = (table: string, field: string, by: string) => void

/** Rules a definition itself says: whose row it is, what may not stand twice, what a picker offers, what is reckoned of it. */
function readByItself(entity: Entity, add: Add): void {
  const add1 = (field: string, by: string): void => add(entity.name, field, by)
  for (const field of entity.title) add1(field, 'title')
  for (const path of Object.values(entity.scope ?? {}))
    if (path && scopePath(path).from === null) add1(scopePath(path).field, 'data permission')
  if (entity.seenBy) add1(entity.seenBy.field, 'data permission')
  for (const { fields } of entity.unique ?? []) for (const field of fields) add1(field, 'unique')
  if (entity.tree) add1(entity.tree, 'tree')
  for (const [name, field] of fieldsOf(entity)) {
    if (field.unique) add1(name, 'unique')
    if (field.kind === 'computed')
      for (const [word] of field.sql.matchAll(/\w+/g))
        add1(
          word.replaceAll(/_([a-z])/g, (_, c: string) => c.toUpperCase()),
          'computed',
        )
    if (field.kind !== 'ref' && field.kind !== 'refs') continue
    for (const key of Object.keys(field.filter ?? {})) add(field.to, key, 'picker')
    for (const [other, own] of Object.entries(field.within ?? {})) {
      add(field.to, other.split('.')[0]!, 'picker')
      add1(own.split('.')[0]!, 'picker')
    }
  }
}

/** What a report adds up, divides by, or takes for its period. */
function readByReport(report: Report, { entities }: Definitions, add: Add): void {
  const by = `report ${report.name}`
  const through = (table: string, path: string): void => {
    const [field = '', rest] = path.split('.')
    add(table, field, by)
    const to = entities.get(table)?.fields[field]
    if (rest && to?.kind === 'ref') add(to.to, rest, by)
  }
  const keys = (table: string, where: unknown): void => {
    for (const key of Object.keys((typeof where === 'function' ? where('2026-01-15' as Day) : where) ?? {})) through(table, key)
  }
  for (const [name, source] of Object.entries(report.sources)) {
    if ('sql' in source) continue
    for (const day of [source.day, source.keptDay]) if (day) through(source.entity, day)
    keys(source.entity, source.where)
    for (const dimension of Object.values(report.dimensions)) {
      if (typeof dimension === 'string') through(source.entity, dimension)
      else if ('of' in dimension && dimension.of && typeof dimension.of === 'object' && name in dimension.of)
        through(source.entity, String((dimension.of as Options)[name]))
    }
    for (const measure of Object.values(report.measures)) {
      if ('from' in measure && measure.from && measure.from !== name) continue
      if ('sum' in measure) through(source.entity, measure.sum)
      if ('where' in measure) keys(source.entity, measure.where)
    }
  }
}

function readByDefinitions(all: Definitions, add: Add): void {
  for (const entity of all.entities.values()) readByItself(entity, add)
  for (const module of all.modules) {
    for (const report of module.reports ?? []) readByReport(report, all, add)
    for (const { entity, view, code } of module.screens)
      for (const key of Object.keys(view?.filter ?? {})) if (entity) add(entity, key, `screen ${code}`)
    for (const { entity, all: actions } of actionsOf(module))
      if (entity.state && Object.values(actions).some(({ from }) => from !== 'any')) add(entity.name, entity.state, 'actions')
  }
}

const BY_KIND = new Set(['note', 'files', 'computed'])
/** The kit itself reads these two of every action: they stand in the record's history. */
const SAID = new Set(['reason', 'remark'])

/** Every word that stands in a filter: of a list, a queue, a picker, a report. */
function wordsIn(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const one of value) wordsIn(one, into)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) wordsIn(one, into)
}

/** What definitions themselves tell apart in a table: states an action begins or ends at, filters of queues, pickers and figures. */
function wordsByDefinitions(all: Definitions): Map<string, Set<string>> {
  const words = new Map([...all.entities.keys()].map((name) => [name, new Set<string>()]))
  const of = (table: string): Set<string> => words.get(table) ?? new Set()
  for (const entity of all.entities.values())
    for (const [, field] of fieldsOf(entity)) if (field.kind === 'ref' || field.kind === 'refs') wordsIn(field.filter, of(field.to))
  for (const module of all.modules) {
    for (const { entity, view } of module.screens) if (entity) wordsIn(view?.filter, of(entity))
    for (const { entity, all: actions } of actionsOf(module))
      for (const { from, to } of Object.values(actions)) wordsIn([from, to], of(entity.name))
    for (const { sources, measures } of module.reports ?? [])
      for (const source of Object.values(sources)) {
        if ('sql' in source) continue
        for (const where of [source.where, ...Object.values(measures).map((m) => ('where' in m ? m.where : null))])
          wordsIn(typeof where === 'function' ? where('2026-01-15' as Day) : where, of(source.entity))
      }
  }
  return words
}

/** Whether a tab above a list can ever hold a row: every word it asks for is chosen by a person, begun with, or written by an action or code. */
function canBeShown(entity: Entity, wanted: object, written: ReadonlySet<string>): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const field = (entity.fields as Readonly<Record<string, Field>>)[name]
    if (!field || (field.kind !== 'choice' && field.kind !== 'state') || (!field.readOnly && entity.writes === undefined)) return true
    const begun = field.kind === 'state' ? field.initial : field.default
    const asked = (Array.isArray(value) ? value : [value]) as unknown[]
    return asked.some((word) => typeof word !== 'string' || word === begun || written.has(word))
  })
}

/** Words of a choice that nobody tells from the others. One may be what is left when all others are told apart. */
function alike(options: Options, apart: ReadonlySet<string>): string[] {
  const left = Object.keys(options).filter((option) => !apart.has(option))
  return left.length > 1 ? left : []
}

export function judge(modules: readonly Module[], units: readonly Unit[]): Item[] {
  const all = definitionsOf(modules)
  const names = namesOf(all)
  const { readers, words } = readingOf(units, names)
  readByDefinitions(all, (table, field, by) => {
    const key = `${table}.${field}`
    readers.set(key, (readers.get(key) ?? new Set()).add(by))
  })
  const wordsOf = wordsByDefinitions(all)
  for (const [table, spoken] of words) for (const word of spoken) wordsOf.get(table)?.add(word)
  const by = (key: string): string[] => [...(readers.get(key) ?? [])]
  const items: Item[] = []
  for (const module of modules) {
    const put = (item: Omit<Item, 'module' | 'note'> & { note?: boolean }): void =>
      void items.push({ module: module.name, note: false, ...item })
    for (const entity of module.entities) {
      for (const [name, field] of fieldsOf(entity)) {
        const places = all.standing.get(field)!
        put({
          name: `${entity.name}.${name}`,
          what: 'field',
          label: field.label,
          readBy: places.flatMap(by),
          note: BY_KIND.has(field.kind),
        })
        if ((field.kind === 'choice' || field.kind === 'state') && places.flatMap(by).length > 0) {
          const unheard = places.map((place) => alike(field.options, wordsOf.get(place.split('.')[0]!)!))
          for (const [option, word] of Object.entries(field.options))
            put({
              name: `${entity.name}.${name}=${option}`,
              what: 'choice',
              label: word,
              readBy: unheard.every((left) => left.includes(option)) ? [] : ['told apart'],
            })
        }
        for (const [part, { kind, label }] of partsOf(field))
          put({
            name: `${entity.name}.${name}.${part}`,
            what: 'field',
            label,
            readBy: places.flatMap((place) => by(`${place.split('.')[0]}.${part}`)),
            note: BY_KIND.has(kind),
          })
      }
      for (const [name, wanted] of Object.entries(entity.list.quick ?? {}))
        put({
          name: `${entity.name}: ${name}`,
          what: 'quick filter',
          label: name,
          readBy: canBeShown(entity, wanted, wordsOf.get(entity.name)!) ? ['rows'] : [],
        })
      for (const [action, { input }] of Object.entries(actionsOf(module).find((one) => one.entity === entity)?.all ?? {}))
        for (const [name, { label, kind }] of Object.entries(input ?? {}) as [string, Field][])
          if (!(name in entity.fields))
            put({
              name: `${entity.name}.${action}.${name}`,
              what: 'input',
              label,
              readBy: SAID.has(name) ? ['history'] : by(`${entity.name}.${name}`),
              note: BY_KIND.has(kind),
            })
    }
    for (const parameter of module.parameters ?? [])
      put({ name: parameter.code, what: 'parameter', label: parameter.label, readBy: readersOfText(units, parameter.code) })
    for (const screen of module.screens)
      for (const [code, label] of Object.entries(screen.functions ?? {}))
        put({ name: code, what: 'right', label, readBy: [...askersOf(units, code), ...askedByKit(code, all)] })
  }
  return items
}

/** What something is called, and only there, is no reading of it. */
const readersOfText = (units: readonly Unit[], text: string): string[] =>
  units.filter(({ texts }) => texts.has(text)).map(({ file }) => file)
/** A code of one word is that of a screen: as a function it is asked for by nobody. */
const askersOf = (units: readonly Unit[], code: string): string[] =>
  code.includes('_') ? units.filter(({ texts, codes }) => texts.has(code) || codes.has(code)).map(({ file }) => file) : []

/** `billInfoList_pay` of the action `pay`, `_add` of what is written by hand. */
function askedByKit(code: string, { modules }: Definitions): string[] {
  return modules.flatMap((m) =>
    actionsOf(m).flatMap(({ entity, all }) =>
      Object.entries(all).some(([name, spec]) => (spec.right ?? `${entity.right}_${name}`) === code) ? [`action of ${entity.name}`] : [],
    ),
  )
}
