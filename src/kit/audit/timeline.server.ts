/** The history of one record, in words. */
import { asText } from '../basics/text.ts'
import type { Context, Db } from '../access/context.server.ts'
import { dayOf, timeOf } from '../basics/time/day.ts'
import { formatFen } from '../basics/fen.ts'
import { shownDay } from '../entity/value/range-end.ts'
import type { Entity } from '../entity/entity.ts'
import { STANDARD_VERBS } from '../entity/entity.ts'
import type { Field, FileLink, Place } from '../entity/field.ts'
import { dictionaryOf } from '../entity/dictionary.server.ts'
import { labelIn, labelsOfIds, type Labels } from '../entity/query/labels.server.ts'
import { fieldOf, unseen } from '../entity/names.ts'
import { actionEntries } from '../entity/present.server.ts'
import type { ServedEntity } from '../entity/serve.server.ts'
import type { TimelineEntry } from '../entity/wire.ts'
import type { Changes } from './audit.server.ts'

const PAGE = 50
const OTHER_LABELS: Record<string, string> = {
  ...STANDARD_VERBS,
  restore: '撤销删除',
  comment: '评论',
  reveal: '查看完整信息',
  lookup: '按隐藏号码查找',
  print: '打印单据',
}

export interface TimelineAnswer {
  list: TimelineEntry[]
  total: number
}

export const actionLabel = (served: ServedEntity | undefined, action: string): string =>
  (served && actionEntries(served).find(([name]) => name === action)?.[1].label) ??
  served?.words?.[action] ??
  OTHER_LABELS[action] ??
  action

const BRIEF = 60

/** One value as a person reads it. */
export function valueText(field: Field, value: unknown, labels: Labels, dictionaries: ReadonlyMap<string, Record<string, string>>): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'state':
    case 'choice':
      return field.options[asText(value)] ?? asText(value)
    case 'computed':
      return field.options?.[asText(value)] ?? (field.as === 'money' ? formatFen(value as number) : asText(value))
    case 'dict':
      return dictionaries.get(field.group)?.[asText(value)] ?? asText(value)
    case 'ref':
      return labelIn(labels, field.to, value)
    case 'refs':
      return (value as number[]).map((id) => labelIn(labels, field.to, id)).join('、')
    case 'money':
      return formatFen(value as number)
    case 'rate':
      return `${(value as number) / 100}%`
    case 'flag':
      return value ? '是' : '否'
    case 'day':
      return shownDay(field, value)
    case 'instant':
      return `${dayOf(value as string)} ${timeOf(value as string)}`
    case 'files':
      return (value as FileLink[]).map((file) => file.name).join('、')
    case 'place':
      return (value as Place).address
    case 'lines':
      return `${(value as unknown[]).length} 行`
    case 'json':
      return '（数据）'
    default:
      return asText(value)
  }
}

const brief = (text: string): string => (Array.from(text).length > BRIEF ? `${Array.from(text).slice(0, BRIEF).join('')}…` : text)

function idsIn(entity: Entity, rows: readonly { changes: Changes | null }[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>()
  for (const { changes } of rows) {
    for (const [name, pair] of Object.entries(changes ?? {})) {
      const field = fieldOf(entity, name)
      if (field?.kind !== 'ref' && field?.kind !== 'refs') continue
      const set = ids.get(field.to) ?? new Set<number>()
      for (const id of pair.flat()) if (typeof id === 'number') set.add(id)
      ids.set(field.to, set)
    }
  }
  return ids
}

export async function timeline(db: Db, ctx: Context, served: ServedEntity, id: number, pageNo: number): Promise<TimelineAnswer> {
  const entity = served.entity as Entity
  const base = db
    .selectFrom('auditLog')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('entity', '=', entity.name)
    .where('entityId', '=', id)
  const [rows, counted] = await Promise.all([
    base
      .selectAll()
      .orderBy('id', 'desc')
      .limit(PAGE)
      .offset((pageNo - 1) * PAGE)
      .execute(),
    base.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  const typed = rows.map((row) => ({ ...row, changes: row.changes as Changes | null }))
  const labels = await labelsOfIds(db, ctx, idsIn(entity, typed))
  const groups = new Set(
    typed
      .flatMap((row) => Object.keys(row.changes ?? {}))
      .map((name) => fieldOf(entity, name))
      .flatMap((f) => (f?.kind === 'dict' ? [f.group] : [])),
  )
  const dictionaries = new Map(await Promise.all([...groups].map(async (group) => [group, await dictionaryOf(db, ctx, group)] as const)))
  const states = entity.state ? (fieldOf(entity, entity.state) as Field & { kind: 'state' }).options : {}
  const list = typed.map((row): TimelineEntry => {
    const entry: TimelineEntry = {
      id: row.id,
      at: row.at,
      userName: row.userName,
      action: row.action,
      label: actionLabel(served, row.action),
      source: row.source as TimelineEntry['source'],
    }
    if (row.fromState !== null) entry.from = states[row.fromState] ?? row.fromState
    if (row.toState !== null) entry.to = states[row.toState] ?? row.toState
    if (row.reason !== null) entry.reason = row.reason
    const changes = Object.entries(row.changes ?? {}).flatMap(([name, [was, is]]) => {
      const field = fieldOf(entity, name)
      if (!field || unseen(field, (right) => ctx.access.can(right))) return []
      return [
        {
          field: name,
          label: field.label,
          before: brief(valueText(field, was, labels, dictionaries)),
          after: brief(valueText(field, is, labels, dictionaries)),
        },
      ]
    })
    // What a record was born with is in the record; the history shows what changed since.
    if (changes.length && row.action !== 'add') entry.changes = changes
    return entry
  })
  return { list, total: counted.n }
}
