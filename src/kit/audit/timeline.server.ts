/** The history of one record, in words. */
import type { Context, Db } from '../access/context.server.ts'
import type { Entity } from '../entity/entity.ts'
import { STANDARD_VERBS } from '../entity/entity.ts'
import type { Field } from '../entity/field.ts'
import { fieldOf, unseen } from '../entity/names.ts'
import { actionEntries } from '../entity/present.server.ts'
import type { ServedEntity } from '../entity/serve.server.ts'
import type { TimelineEntry } from '../entity/wire.ts'
import type { Changes } from './audit.server.ts'
import { wordingOf } from './wording.server.ts'

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

const brief = (text: string): string => (Array.from(text).length > BRIEF ? `${Array.from(text).slice(0, BRIEF).join('')}…` : text)

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
  const { said } = served
  const wording = await wordingOf(
    db,
    ctx,
    typed.flatMap((row) => Object.entries(row.changes ?? {}).map(([name, pair]) => ({ name, field: fieldOf(entity, name), pair, said }))),
  )
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
      if (!field || field.internal || unseen(field, (right) => ctx.access.can(right))) return []
      const { before, after, ...parts } = wording(field, [was, is])
      return [{ field: name, label: field.label, before: brief(before), after: brief(after), ...parts }]
    })
    // What a record was born with is in the record; the history shows what changed since.
    if (changes.length && row.action !== 'add') entry.changes = changes
    return entry
  })
  return { list, total: counted.n }
}
