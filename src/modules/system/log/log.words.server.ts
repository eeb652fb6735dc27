/** Lines of the log in words: objects, actions, states and values as a reader knows them. One look-up for a whole page. */
import type { Changes } from '#kit/audit/audit.server.ts'
import { actionLabel } from '#kit/audit/timeline.server.ts'
import { wordingOf } from '#kit/audit/wording.server.ts'
import type { Context, Db } from '#kit/access/context.server.ts'
import { asText } from '#kit/basics/text.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field } from '#kit/entity/field.ts'
import { fieldOf } from '#kit/entity/names.ts'
import { listField } from '#kit/entity/query/conditions.ts'
import { OTHER_ACTIONS, OTHER_FIELDS, OTHER_OBJECTS } from './log.ts'
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
  const wording = await wordingOf(
    db,
    ctx,
    rows.flatMap((row) =>
      Object.entries(row.changes ?? {}).map(([name, pair]) => ({
        name,
        field: fieldIn(row, name),
        pair,
        said: served.get(row.entity)?.said,
      })),
    ),
  )
  const lineOf = (row: Stored, name: string, pair: readonly [unknown, unknown]): LogLine[] => {
    const field = fieldIn(row, name)
    if (!field) return [otherLine(ctx, served.get(row.entity)?.entity as Entity | undefined, name, pair)]
    // Of what the program stores for itself a content says that it changed; keys and counters are nothing to read.
    if (field.internal)
      return field.kind === 'json' ? [{ label: field.label, before: '', after: pair[1] === null ? '已清除' : '已更新' }] : []
    return [{ label: field.label, field: name, ...wording(field, pair) }]
  }
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
        .flatMap(([name, pair]) => lineOf(row as unknown as Stored, name, pair))
        .filter((line) => line.before !== line.after || line.was || line.is),
    }
  })
}

/** What is logged beside fields of a record: of an export its columns and page by their names. */
function otherLine(ctx: Context, entity: Entity | undefined, name: string, [was, is]: readonly [unknown, unknown]): LogLine {
  const columns = (text: string): string =>
    text
      .split(',')
      .map((one) => (entity && listField(entity, one)?.label) ?? one)
      .join('、')
  const text = (value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (name === 'columns' && typeof value === 'string') return columns(value)
    if (name === 'view' && typeof value === 'string') return ctx.registry.screen(value)?.title ?? value
    if (Array.isArray(value)) return value.map(text).join('、')
    return typeof value === 'object' ? '有内容' : typeof value === 'boolean' ? (value ? '是' : '否') : asText(value)
  }
  return { label: OTHER_FIELDS[name] ?? name, before: text(was), after: text(is) }
}
