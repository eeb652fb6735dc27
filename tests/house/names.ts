/** Names that one room says and another defines, where no type can tell: what each finds wrong, in words. */
import { whyNot, type ActionSpec } from '#kit/action/action.ts'
import { rightsOf } from '#kit/access/authorise.ts'
import { scopePath, type Entity } from '#kit/entity/entity.ts'
import type { Field, Fields } from '#kit/entity/field.ts'
import type { Module } from '#kit/entity/module.ts'
import { fieldOf } from '#kit/entity/names.ts'
import { listField } from '#kit/entity/query/conditions.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { isReview, type ActSpec } from '#modules/approval/acts.server.ts'
import { wantedResources } from '#modules/system/rights/resources.server.ts'

type Values = Record<string, unknown>
const optionsOf = (field: Field): string[] | null => ('options' in field && field.options ? Object.keys(field.options) : null)

/** A right that nobody can be granted shuts a door for ever, or leaves it to administrators alone. */
export function wrongRights(registry: Registry, routes: readonly Route[], web: readonly WebModule[]): string[] {
  const known = new Set(['public', 'signedIn', ...wantedResources(registry).map((r) => r.code)])
  const said: [string, string][] = [
    ...routes.flatMap((r) => rightsOf(r.right).map((code): [string, string] => [`${r.method} ${r.path}`, code])),
    ...registry.screens().flatMap((s): [string, string][] => (s.right ? [[`screen ${s.code}`, s.right]] : [])),
    ...registry.entities().map(({ entity }): [string, string] => [`entity ${entity.name}`, entity.right]),
    ...registry.modules.flatMap((m) => (m.home ?? []).map((card): [string, string] => [`card ${card.code}`, card.right])),
    ...web.flatMap((w) =>
      Object.entries(w.tabs ?? {}).flatMap(([entity, tabs]) =>
        (tabs ?? []).flatMap((tab): [string, string][] => (tab.right ? [[`tab ${entity}.${tab.key}`, tab.right]] : [])),
      ),
    ),
  ]
  return said.filter(([, code]) => !known.has(code)).map(([where, code]) => `${where}: no right ${code}`)
}

/** Names of entities, fields and actions in slots are types; a screen's code is a word of its module. */
export function wrongSlots(modules: readonly Module[], web: readonly WebModule[]): string[] {
  const codes = new Set(modules.flatMap((m) => m.screens.map((s) => s.code)))
  return web.flatMap((w) => Object.keys(w.screens ?? {})).filter((code) => !codes.has(code))
}

/** What a condition reads, and whether any of it can make it say yes and no. */
function faultOf(condition: (values: Values) => boolean, fields: Fields): string | null {
  const read = new Set<string>()
  const ask = (given: Values): boolean =>
    Boolean(condition(new Proxy(given, { get: (of, name) => (read.add(String(name)), of[String(name)]) })))
  const answers = new Set([ask({})])
  for (const name of read) {
    const field = fields[name]
    if (!field) return `no field ${name}`
    for (const value of optionsOf(field) ?? [true, false]) answers.add(ask({ [name]: value }))
  }
  return answers.size === 2 ? null : `reads ${[...read].join(', ')} and always says ${String([...answers][0])}`
}
function conditionsIn(fields: Fields, around: Fields, path: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const why = field.when ? faultOf(field.when as (values: Values) => boolean, around) : null
    const inner = field.kind === 'lines' ? conditionsIn(field.of, field.of, `${path}.${name}`) : []
    return [...(why ? [`${path}.${name}: ${why}`] : []), ...inner]
  })
}
export function wrongConditions(modules: readonly Module[]): string[] {
  const ofEntities = modules.flatMap((m) => m.entities.flatMap((e) => conditionsIn(e.fields, e.fields, e.name)))
  const ofActions = modules.flatMap((m) =>
    m.actions.flatMap((a) =>
      Object.entries(a.all as Record<string, ActionSpec>).flatMap(([name, spec]) =>
        conditionsIn(spec.input ?? {}, spec.input ?? {}, `${(a.entity as Entity).name}.${name}`),
      ),
    ),
  )
  return [...ofEntities, ...ofActions]
}

/** What it takes a function to see is the filter of a page only that takes the same function. */
function wrongFilter(entity: Entity, filter: Values, where: string, right?: string): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const anyField = right === undefined ? undefined : fieldOf(entity, name)
    const field = listField(entity, name) ?? (anyField?.seenBy === right ? anyField : undefined)
    if (!field) return [`${where}: ${entity.name} has no ${name}`]
    const options = optionsOf(field)
    const words = [value].flat().filter((word): word is string => typeof word === 'string')
    return options ? words.filter((word) => !options.includes(word)).map((word) => `${where}: ${name} is never ${word}`) : []
  })
}
/** Fixed filters of queue screens and pickers; those of tabs above a list and of figures are types. */
export function wrongFilters(modules: readonly Module[]): string[] {
  const byName = new Map(modules.flatMap((m) => m.entities).map((e) => [e.name, e]))
  const pickers = (fields: Fields, path: string): string[] =>
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind === 'lines') return pickers(field.of, `${path}.${name}`)
      if (field.kind !== 'ref' && field.kind !== 'refs') return []
      const other = byName.get(field.to)
      return other && field.filter ? wrongFilter(other, field.filter, `${path}.${name}`) : []
    })
  return modules.flatMap((m) => [
    ...m.screens.flatMap((s) => {
      const entity = byName.get(s.entity ?? '')
      return entity && s.view?.filter ? wrongFilter(entity, s.view.filter, s.code, s.right) : []
    }),
    ...m.entities.flatMap((e) => pickers(e.fields, e.name)),
    ...m.actions.flatMap((a) =>
      Object.entries(a.all as Record<string, ActionSpec>).flatMap(([name, spec]) =>
        pickers(spec.input ?? {}, `${(a.entity as Entity).name}.${name}`),
      ),
    ),
  ])
}

/** Acts of approval name an entity, its waiting state, the actions that decide and the input that takes the reason. */
export function wrongActs(registry: Registry, acts: readonly ActSpec[]): string[] {
  return acts.flatMap((act) => {
    const served = registry.findEntity(act.entity)
    if (!served) return [`${act.code}: no entity ${act.entity}`]
    const { entity } = served
    const specs = (served.actions?.all ?? {}) as Record<string, ActionSpec>
    const wrong: string[] = []
    const named = (name: string, input?: string): void => {
      if (!specs[name]) wrong.push(`${act.code}: ${act.entity} has no action ${name}`)
      else if (input !== undefined && !specs[name].input?.[input]) wrong.push(`${act.code}: ${name} takes no ${input}`)
    }
    if (!isReview(act)) {
      named(act.action)
      return wrong
    }
    if (!optionsOf((entity.fields[entity.state ?? ''] ?? {}) as Field)?.includes(act.waits))
      wrong.push(`${act.code}: ${act.entity} is never ${act.waits}`)
    named(act.pass)
    for (const { action, input } of [act.reject, act.withdraw ?? act.reject]) {
      named(action, input)
      const refuses =
        specs[action] && whyNot(entity as Entity, { ...specs[action], refuse: undefined }, { [entity.state!]: act.waits }, null as never)
      if (refuses) wrong.push(`${act.code}: ${action} does not begin in ${act.waits}`)
    }
    return wrong
  })
}

/** Neither held to stores nor said to be of the whole company: what stands here is seen by everybody who has its screen. */
export const withoutScope = (modules: readonly Module[]): string[] =>
  (modules.flatMap((m) => m.entities) as Entity[])
    .filter((e) => e.scope?.store === undefined && !e.letter && e.tenant !== 'global')
    .map((e) => e.name)
    .toSorted()

/** `vehicle.store`, `vehicle:source.store` in a scope: a field that refers, and a field of the other record that says a store. */
export function wrongScopes(modules: readonly Module[]): string[] {
  const entities = modules.flatMap((m) => m.entities) as Entity[]
  const byName = (name: string): Entity | undefined => entities.find((x) => x.name === name)
  return entities.flatMap((e) =>
    Object.values(e.scope ?? {}).flatMap((path) => {
      if (path === null) return []
      const { from, field, of, many } = scopePath(path)
      if (of === null) return from === null ? [] : [`${e.name}: ${path}`]
      const refers = (from === null ? e : byName(from))?.fields[field] as Field | undefined
      const other = from !== null ? byName(from) : refers?.kind === 'ref' ? byName(refers.to) : undefined
      const refersHere = refers?.kind === 'ref' && (from === null || refers.to === e.name)
      return refersHere && (other?.fields[of] as Field | undefined)?.kind === (many ? 'refs' : 'ref') ? [] : [`${e.name}: ${path}`]
    }),
  )
}
