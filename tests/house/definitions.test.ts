import { describe, expect, test } from 'vitest'
import { actionRight, type Actions } from '#kit/action/action.ts'
import { scopePath, type Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { pendingChanges } from '#kit/entity/schema/migration.server.ts'
import { modules } from '../../src/modules.ts'
import { servedModules } from '../../src/modules.server.ts'
import { textOf } from './source.ts'

const entities = modules.flatMap((m) => m.entities) as Entity[]
const names = new Set(entities.map((e) => e.name))
const screens = modules.flatMap((m) => m.screens)
const codes = new Set(screens.map((s) => s.code))
const menus = modules.flatMap((m) => m.menus ?? [])
const actions: Actions[] = modules.flatMap((m) => m.actions)

function* fieldsIn(fields: Record<string, Field>, path: string): Generator<[string, Field]> {
  for (const [name, field] of Object.entries(fields)) {
    yield [`${path}.${name}`, field]
    if (field.kind === 'lines') yield* fieldsIn(field.of as Record<string, Field>, `${path}.${name}`)
  }
}
const allFields: [string, Field][] = [
  ...entities.flatMap((e) => [...fieldsIn(e.fields as Record<string, Field>, e.name)]),
  ...actions.flatMap((a) =>
    Object.entries(a.all).flatMap(([name, spec]) => [...fieldsIn((spec.input ?? {}) as Record<string, Field>, `${a.entity.name}.${name}`)]),
  ),
]
const twice = (list: readonly string[]): string[] => [...new Set(list.filter((x, i) => list.indexOf(x) !== i))]
const isColumn = (e: Entity, name: string): boolean =>
  name in e.fields || ['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'operatorId'].includes(name)

describe('definitions', () => {
  test('agree with the migrations', () => expect(pendingChanges(entities)).toEqual([]))
  test('name the parts of every structure that people may read, or say it in words: nobody reads the program’s own keys', () => {
    const said = new Map(servedModules.flatMap((m) => (m.entities ?? []).map((e) => [e.entity.name, e.said ?? {}] as const)))
    const bare = entities.flatMap((e) =>
      Object.entries(e.fields as Record<string, Field>).flatMap(([name, field]) =>
        field.kind === 'json' && !field.internal && !field.secret && !field.of && !Object.hasOwn(said.get(e.name) ?? {}, name)
          ? [`${e.name}.${name}`]
          : [],
      ),
    )
    // A number, a word or yes and no.
    expect(bare).toEqual(['parameterValue.value'])
  })
  test('share no name, code or path', () => {
    expect(twice(entities.map((e) => e.name))).toEqual([])
    expect(twice([...screens.map((s) => s.code), ...menus.map((m) => m.code)])).toEqual([])
    expect(twice(screens.map((s) => s.path))).toEqual([])
    expect(twice(modules.flatMap((m) => (m.parameters ?? []).map((p) => p.code)))).toEqual([])
    expect(twice(modules.flatMap((m) => Object.keys(m.dictionaries ?? {})))).toEqual([])
  })
  test('add up no prices of one: a unit price or a rent for a month among lines says so', () => {
    const inLines = allFields.flatMap(([path, lines]) =>
      lines.kind === 'lines' ? [...fieldsIn(lines.of as Record<string, Field>, path)] : [],
    )
    const prices = inLines.flatMap(([path, field]) =>
      field.kind === 'money' && /单价|月租金|日租金/.test(field.label) ? [{ path, ...field }] : [],
    )
    expect(prices.length).toBeGreaterThan(3)
    expect(prices.filter((price) => !price.each).map(({ path }) => path)).toEqual([])
  })
  test('say on their buttons what they move', () => {
    const isMoney = (fields: Record<string, Field>, path: string): boolean => {
      const [name = '', column] = path.split('.')
      const field = fields[name]
      if (column !== undefined) return field?.kind === 'lines' && (field.of as Record<string, Field>)[column]?.kind === 'money'
      return field?.kind === 'money' || (field?.kind === 'computed' && field.as === 'money')
    }
    /** Amounts that are offered, promised, or one of many things looked at: pressing the button moves none of them. */
    const quoted = new Set(['bill.remind', 'cargoSource.bid', 'orderPush.bid', 'vehicleReturn.inspect', 'violation.dispose'])
    const wrong = actions.flatMap(({ entity, all }) =>
      Object.entries(all).flatMap(([name, { input = {}, money, internal }]) => {
        const path = `${entity.name}.${name}`
        if (
          typeof money === 'string' &&
          !isMoney({ ...(entity.fields as Record<string, Field>), ...(input as Record<string, Field>) }, money)
        )
          return [`${path}: ${money} is no money`]
        const asks = Object.values(input as Record<string, Field>).some((field) => field.kind === 'money')
        return asks && !money && !internal && !quoted.has(path) && name !== 'fill'
          ? [`${path}: asks for money and does not say what it moves`]
          : []
      }),
    )
    for (const e of entities) {
      const fields = e.fields as Record<string, Field>
      if (typeof e.money === 'string' && !isMoney(fields, e.money)) wrong.push(`${e.name}: ${e.money} is no money`)
      const { amount } = fields
      const typed = amount?.kind === 'money' && !amount.readOnly && (e.writes ?? 'full') !== 'none'
      // A line of the bank and an invoice that came are copied, not moved.
      if (typed && !e.money && e.name !== 'bankLine' && e.name !== 'receivedInvoice')
        wrong.push(`${e.name}: its form does not say the amount`)
    }
    expect(wrong).toEqual([])
  })
  test('name what follows saving: an action that asks nothing more', () => {
    const wrong = entities.flatMap(({ name, next, right }) => {
      const spec = next === undefined ? undefined : actions.find((a) => a.entity.name === name)?.all[next]
      if (next === undefined) return []
      return spec && !spec.internal && Object.keys(spec.input ?? {}).length === 0 ? [] : [`${name} (${right}): ${next}`]
    })
    expect(wrong).toEqual([])
  })
  test('begin a form with the store of whoever types, and never with evidence', () => {
    const wrong: string[] = []
    for (const e of entities.filter((x) => (x.writes ?? 'full') === 'full')) {
      const listed = new Set(Object.values(e.form).flat())
      for (const [name, field] of Object.entries(e.fields as Record<string, Field>))
        if (
          field.kind === 'ref' &&
          field.to === 'store' &&
          field.required &&
          !field.readOnly &&
          listed.has(name) &&
          field.begins !== 'mine'
        )
          wrong.push(`${e.name}.${name}: a clerk of one store chooses it each time`)
    }
    for (const [path, field] of allFields) {
      const { begins } = field
      // Readings, amounts, photos, ticks and lists are looked at; who, where, when and how may be as last time.
      const plain = ['ref', 'day', 'instant', 'choice', 'dict', 'text'].includes(field.kind)
      if (begins && (!plain || field.default !== undefined)) wrong.push(`${path}: must be looked at, or has a default of its own`)
      if (begins === 'now' && field.kind !== 'day' && field.kind !== 'instant') wrong.push(`${path}: is no day`)
      if (begins === 'me' && !(field.kind === 'ref' && field.to === 'user')) wrong.push(`${path}: is no person`)
    }
    expect(wrong).toEqual([])
  })
  test('refer to what exists: entities, screens, menus, dictionaries', () => {
    const wrong: string[] = []
    const groups = new Set(modules.flatMap((m) => Object.keys(m.dictionaries ?? {})))
    for (const [path, field] of allFields) {
      if ((field.kind === 'ref' || field.kind === 'refs') && !names.has(field.to) && field.to !== ('operator' as never))
        wrong.push(`${path}: no entity ${field.to}`)
      if (field.kind === 'dict' && !groups.has(field.group)) wrong.push(`${path}: no dictionary ${field.group}`)
    }
    for (const e of entities) {
      if (!codes.has(e.right)) wrong.push(`${e.name}: no screen ${e.right}`)
      for (const child of e.children ?? []) {
        const other = entities.find((x) => x.name === child.entity)
        if (!other || !(child.by in other.fields)) wrong.push(`${e.name}: no child ${child.entity}.${child.by}`)
      }
    }
    for (const s of screens) {
      if (s.entity && !names.has(s.entity)) wrong.push(`${s.code}: no entity ${s.entity}`)
      if (s.of && !codes.has(s.of)) wrong.push(`${s.code}: no screen ${s.of}`)
      if (s.menu && !menus.some((m) => m.code === s.menu)) wrong.push(`${s.code}: no menu ${s.menu}`)
    }
    for (const a of actions) if (!names.has(a.entity.name)) wrong.push(`actions of ${a.entity.name}: no such entity`)
    expect(wrong).toEqual([])
  })
  test('narrow a picker by fields that both sides have', () => {
    const wrong: string[] = []
    for (const [path, field] of allFields) {
      if ((field.kind !== 'ref' && field.kind !== 'refs') || !field.within) continue
      const [own, other] = [entities.find((e) => e.name === path.split('.')[0])!, entities.find((e) => e.name === field.to)!]
      // An action is about a record, which has a number.
      const known = path.split('.').length > 2 ? { ...own.fields, id: true } : own.fields
      /** What a path refers to in the end: `product.model` is a model. */
      const endOf = (from: object, way: string): unknown => {
        const [first = '', second = ''] = way.split('.')
        const to = (from as Record<string, { to?: string }>)[first]?.to
        const next = entities.find((e) => e.name === to)?.fields as Record<string, { kind?: string; to?: string }> | undefined
        return next?.[second]?.kind === 'ref' ? next[second].to : undefined
      }
      for (const [theirs, mine] of Object.entries(field.within)) {
        const matches = theirs.includes('.')
          ? endOf(other.fields, theirs) !== undefined && endOf(other.fields, theirs) === endOf(known, mine)
          : theirs in other.fields && mine in known
        if (!matches) wrong.push(`${path}: ${theirs} → ${mine}`)
      }
    }
    expect(wrong).toEqual([])
  })
  test('add up what comes in and what goes out apart', () => {
    const mixed = entities.filter(({ fields, list }) => {
      const { direction } = fields as Record<string, { kind: string; options?: object }>
      return list.totals?.length && direction?.options && Object.keys(direction.options).toSorted().join() === 'payable,receivable'
    })
    // A bill is always receivable: what is owed to others is a payable.
    expect(mixed.filter((e) => e.list.totalsEach !== 'direction').map((e) => e.name)).toEqual(['bill'])
  })
  test('name only fields they have', () => {
    const wrong = entities.flatMap((e) => {
      const { list, form, title, search, unique, indexes, scope } = e
      const used = [
        ...list.columns,
        ...(list.filters ?? []),
        ...(list.totals ?? []),
        ...(list.totalsEach ? [list.totalsEach] : []),
        ...(list.sort ?? '')
          .split(',')
          .filter(Boolean)
          .map((s) => s.replace(/^-/, '')),
        ...Object.values(list.quick ?? {}).flatMap((filter) => Object.keys(filter)),
        ...Object.values(form).flat(),
        ...title,
        ...(search ?? []),
        ...(unique ?? []).flatMap((u) => u.fields),
        ...(indexes ?? []).flat(),
        ...Object.values(scope ?? {}).flatMap((path) => (path && scopePath(path).from === null ? [scopePath(path).field] : [])),
      ]
      return used.filter((name) => !isColumn(e, name as string)).map((name) => `${e.name}.${String(name)}`)
    })
    const views = screens.flatMap((s) => {
      const e = entities.find((x) => x.name === s.entity)
      if (!e || !s.view) return []
      const own = actions.find((a) => a.entity.name === e.name)
      const used = [
        ...Object.keys(s.view.filter ?? {}),
        ...(s.view.columns ?? []),
        ...(s.view.sort ?? '')
          .split(',')
          .filter(Boolean)
          .map((x) => x.replace(/^-/, '')),
      ]
      const { leadsTo } = s.view
      return [
        ...used.filter((name) => !isColumn(e, name)),
        ...(s.view.promoted ?? []).filter((name) => !own?.all[name]),
        ...(leadsTo && !screens.some(({ code }) => code === leadsTo.screen) ? [leadsTo.screen] : []),
      ].map((name) => `${s.code}.${name}`)
    })
    expect([...wrong, ...views]).toEqual([])
  })
  test('show every field a person may fill in the form', () => {
    const hidden = entities.flatMap((e) => {
      if (e.writes === 'none') return []
      const shown = new Set(Object.values(e.form).flat())
      return Object.entries(e.fields as Record<string, Field>)
        .filter(([name, field]) => !field.readOnly && field.required && field.default === undefined && !shown.has(name))
        .map(([name]) => `${e.name}.${name}`)
    })
    expect(hidden).toEqual([])
  })
  test('keep from people what only the program reads', () => {
    const internal = (e: Entity, name: string): boolean => (e.fields[name] as Field | undefined)?.internal === true
    const met = entities.flatMap((e) =>
      [...e.list.columns, ...(e.list.filters ?? []), ...Object.values(e.form).flat()]
        .filter((name) => internal(e, name))
        .map((name) => `${e.name}.${name}`),
    )
    expect(met).toEqual([])
    const technical = allFields
      .filter(([, f]) => /键$|幂等|哈希|校验值|核对码|令牌|JSON/.test(f.label) && !f.internal)
      .map(([path]) => path)
    expect(technical).toEqual([])
    expect(allFields.filter(([, f]) => f.internal).length).toBeGreaterThan(5)
  })
  // The number of a licence is the number of the person: shown beside a hidden identity number it tells that number.
  test('hide the numbers that tell who a person is', () => {
    const personal = allFields.filter(([, f]) => f.kind === 'text' && /^(?:身份证号|驾驶证号)$/.test(f.label))
    expect(personal.length).toBeGreaterThan(2)
    expect(personal.filter(([, f]) => (f as { mask?: string }).mask !== 'idNo').map(([path]) => path)).toEqual([])
  })
  test('let every function code mean one thing', () => {
    const meanings = new Map<string, Set<string>>()
    const add = (code: string, label: string): void => void meanings.set(code, (meanings.get(code) ?? new Set()).add(label))
    // The same action of two entities on one screen (启用 of a product and of its plans) is one function by intent.
    for (const a of actions) for (const [name, spec] of Object.entries(a.all)) add(actionRight(a.entity, name, spec), spec.label)
    for (const s of screens) for (const [code, label] of Object.entries(s.functions ?? {})) add(code, label)
    const clash = [...meanings].filter(([code]) => codes.has(code))
    expect(clash.map(([code]) => code)).toEqual([])
    for (const standard of ['add', 'edit', 'delete', 'import', 'export', 'reveal']) {
      const taken = actions.filter((a) => standard in a.all).map((a) => `${a.entity.name}.${standard}`)
      expect(taken, 'an action may not stand in for a standard verb').toEqual([])
    }
  })
  test('speak Chinese wherever a user reads', () => {
    const chinese = /[\u4e00-\u9fff]/
    const labels = [
      ...entities.map((e) => [e.name, e.label] as const),
      ...allFields.map(([path, field]) => [path, field.label] as const),
      ...screens.map((s) => [s.code, s.title] as const),
      ...menus.map((m) => [m.code, m.title] as const),
      ...actions.flatMap((a) => Object.entries(a.all).map(([name, spec]) => [`${a.entity.name}.${name}`, spec.label] as const)),
      ...allFields.flatMap(([path, field]) =>
        'options' in field && field.options
          ? Object.entries(field.options).map(([value, label]) => [`${path}.${value}`, label] as const)
          : [],
      ),
    ]
    // Abbreviations that are Chinese usage.
    expect(labels.filter(([, label]) => !chinese.test(label) && !/^(?:VIN|ICP|GPS|ETC|Logo|POS|A|B|C|\d+|[A-Z]\d?)$/.test(label))).toEqual(
      [],
    )
    expect(labels.length).toBeGreaterThan(500)
  })
  test('have their words in the glossary', () => {
    const glossary = new Set(textOf('docs/glossary.md').match(/[A-Za-z]+/g))
    expect(entities.map((e) => e.name).filter((name) => !glossary.has(name))).toEqual([])
  })
})
