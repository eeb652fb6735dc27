/** Lines of the log in words: objects, actions, states and values as a reader knows them. One look-up for a whole page. */
import type { Changes } from '#kit/audit/audit.server.ts'
import { actionLabel, valueText } from '#kit/audit/timeline.server.ts'
import type { Context, Db } from '#kit/access/context.server.ts'
import { dictionaryOf } from '#kit/entity/dictionary.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { labelsOfIds, type Labels } from '#kit/entity/query/labels.server.ts'
import { fieldOf } from '#kit/entity/names.ts'
import type { TemplateEntry } from '../rights/permission.ts'
import { entriesText } from '../rights/template.ts'
import { OTHER_ACTIONS, OTHER_OBJECTS } from './log.ts'
import type { LogLine } from '../system.wire.ts'

interface Stored {
  entity: string
  action: string
  fromState: string | null
  toState: string | null
  changes: Changes | null
}

interface Worded {
  entityLabel: string
  actionLabel: string
  from: string | null
  to: string | null
  lines: LogLine[]
}

export async function wordsOf<R extends Stored>(
  db: Db,
  ctx: Context,
  rows: readonly R[],
): Promise<(Omit<R, 'changes' | 'fromState' | 'toState'> & Worded)[]> {
  const served = new Map(ctx.registry.entities().map((s) => [s.entity.name, s]))
  const fieldIn = (row: Stored, name: string): Field | undefined => {
    const entity = served.get(row.entity)?.entity as Entity | undefined
    return entity && fieldOf(entity, name)
  }
  const changed = rows.flatMap((row) => Object.entries(row.changes ?? {}).map(([name, pair]) => ({ field: fieldIn(row, name), pair })))
  const labels = await labelsOfIds(db, ctx, wantedIds(changed))
  const groups = new Set(changed.flatMap(({ field }) => (field?.kind === 'dict' ? [field.group] : [])))
  const dictionaries = new Map(await Promise.all([...groups].map(async (group) => [group, await dictionaryOf(db, ctx, group)] as const)))
  return rows.map(({ changes, fromState, toState, ...row }) => {
    const of = served.get(row.entity)
    const state = of?.entity.state ? (of.entity.fields[of.entity.state] as Extract<Field, { kind: 'state' }>) : null
    const word = (value: string | null): string | null => (value === null ? null : (state?.options[value] ?? value))
    const known = actionLabel(of, row.action)
    return {
      ...row,
      entityLabel: of?.entity.label ?? OTHER_OBJECTS[row.entity] ?? row.entity,
      actionLabel: known === row.action ? (OTHER_ACTIONS[row.action] ?? row.action) : known,
      from: word(fromState),
      to: word(toState),
      lines: Object.entries(changes ?? {})
        .map(([name, pair]) =>
          row.entity === 'dataTemplate' && name === 'entries'
            ? templateLine(ctx, pair)
            : lineOf(fieldIn(row as unknown as Stored, name), name, pair, labels, dictionaries),
        )
        .filter((line) => line.before !== line.after),
    }
  })
}

function lineOf(
  field: Field | undefined,
  name: string,
  [was, is]: [unknown, unknown],
  labels: Labels,
  dictionaries: ReadonlyMap<string, Record<string, string>>,
): LogLine {
  const text = (value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (field && field.kind !== 'json') return valueText(field, value, labels, dictionaries)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return { label: field?.label ?? name, before: text(was), after: text(is) }
}

/** 「车辆列表：门店 = 本门店」 instead of the stored structure. */
function templateLine(ctx: Context, [was, is]: [unknown, unknown]): LogLine {
  const text = (entries: unknown): string =>
    entriesText((entries ?? []) as TemplateEntry[], (code) => ctx.registry.screen(code)?.title ?? code)
  return { label: '权限明细', before: text(was), after: text(is) }
}

function wantedIds(changed: readonly { field: Field | undefined; pair: [unknown, unknown] }[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>()
  for (const { field, pair } of changed) {
    if (field?.kind !== 'ref' && field?.kind !== 'refs') continue
    const set = ids.get(field.to) ?? new Set<number>()
    for (const id of pair.flat()) if (typeof id === 'number') set.add(id)
    ids.set(field.to, set)
  }
  return ids
}
