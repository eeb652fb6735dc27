/**
 * Any record on paper, by the one renderer: what its page shows, as whoever prints it sees it, and what happened to it. A record may hold
 * what no face of ours has (a smiley in a remark): unlike a paper that is signed it is printed all the same, with a mark in that place.
 */
import type { Context, Db } from '../access/context.server.ts'
import { timeline } from '../audit/timeline.server.ts'
import { formatTime } from '../basics/time/time-format.ts'
import { dictionaryOf } from '../entity/dictionary.server.ts'
import type { Entity } from '../entity/entity.ts'
import type { Field, Fields } from '../entity/field.ts'
import { detail } from '../entity/query/query.server.ts'
import type { ServedEntity } from '../entity/serve.server.ts'
import type { Row } from '../entity/wire.ts'
import { labelWithUnit, valueText } from '../ui/field/value-text.ts'
import { isEmpty } from '../basics/required.ts'
import { detailParts, STANDARD_LABELS } from '../ui/record/detail-parts.ts'
import { drawable } from './faces.server.ts'
import { heading, type Block, type Fact, type Grid, type Paper } from './paper.ts'
import { printedBy } from './printed-by.rules.ts'

type Words = ReadonlyMap<string, Record<string, string>>

/** Dictionaries of a record and of its lines, by group. */
async function wordsOf(db: Db, ctx: Context, fields: Fields): Promise<Words> {
  const groups = new Set<string>()
  const note = (all: Fields): void => {
    for (const field of Object.values(all)) {
      if (field.kind === 'dict') groups.add(field.group)
      if (field.kind === 'lines') note(field.of)
    }
  }
  note(fields)
  return new Map(await Promise.all([...groups].map(async (group) => [group, await dictionaryOf(db, ctx, group)] as const)))
}

const textOf = (words: Words, field: Field, value: unknown, labels: unknown): string => {
  if (isEmpty(value)) return field.kind === 'flag' && field.open ? field.open : ''
  if (field.kind === 'dict') return words.get(field.group)?.[String(value)] ?? String(value)
  return valueText(field, value, labels)
}

const RIGHT = new Set(['money', 'int', 'decimal', 'rate'])
/** Lines of a record as a table; those that say nothing of a column are not in it. */
function linesTable(words: Words, field: Extract<Field, { kind: 'lines' }>, value: readonly Record<string, unknown>[]): Grid {
  const columns = Object.entries(field.of).filter(([name]) => value.some((line) => !isEmpty(line[name])))
  return {
    kind: 'table',
    head: columns.map(([, of]) => ({ label: labelWithUnit(of), ...(RIGHT.has(of.kind) ? { align: 'right' as const } : {}) })),
    rows: value.map((line) => columns.map(([name, of]) => textOf(words, of, line[name], line[`${name}$`]))),
  }
}

function sections(entity: Entity, row: Row, words: Words): Block[] {
  const fields = entity.fields as Fields
  const blocks: Block[] = []
  for (const [i, part] of detailParts(entity, row).entries()) {
    const state = i === 0 && entity.state ? [entity.state] : []
    const items: Fact[] = []
    const tables: Block[] = []
    for (const name of [...state, ...part.names]) {
      const field = fields[name]
      const value = row[name]
      if (field?.kind === 'lines') {
        if (Array.isArray(value) && value.length)
          tables.push(
            { kind: 'text', runs: [{ text: field.label, bold: true }] },
            linesTable(words, field, value as Record<string, unknown>[]),
          )
        continue
      }
      const label = field ? labelWithUnit(field) : (STANDARD_LABELS[name] ?? name)
      const text = field ? textOf(words, field, value, row[`${name}$`]) : formatTime(String(value))
      const wide = field?.kind === 'note' || field?.kind === 'files' || field?.kind === 'json' || text.length > 40
      items.push({ label, value: text, ...(wide ? { wide } : {}) })
    }
    blocks.push(heading(part.heading), ...(items.length ? [{ kind: 'facts' as const, items }] : []), ...tables)
  }
  return blocks
}

const PAGES = 6
/** The whole story, within reason, oldest first. */
async function trailOf(db: Db, ctx: Context, served: ServedEntity, id: number): Promise<Block[]> {
  const rows: string[][] = []
  for (let page = 1; page <= PAGES; page++) {
    const { list, total } = await timeline(db, ctx, served, id, page)
    for (const e of list)
      rows.push([
        formatTime(e.at, 'YYYY-MM-DD HH:mm'),
        e.userName,
        e.label,
        e.to && e.from !== e.to ? `${e.from ? `${e.from} → ` : ''}${e.to}` : '',
        e.reason ?? '',
      ])
    if (rows.length >= total || list.length === 0) break
  }
  if (rows.length === 0) return []
  return [
    heading('操作记录'),
    {
      kind: 'table',
      head: [
        { label: '时间', weight: 1.5 },
        { label: '人员', weight: 1 },
        { label: '操作', weight: 1.2 },
        { label: '状态', weight: 1.6 },
        { label: '说明', weight: 3 },
      ],
      rows: rows.toReversed(),
    },
  ]
}

/** `trail`: with what happened to it. */
export async function recordPaper(db: Db, ctx: Context, served: ServedEntity, id: number, trail: boolean): Promise<Paper> {
  const entity = served.entity as Entity
  const row = await detail(db, ctx, served, id)
  const who = await db.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirst()
  const words = await wordsOf(db, ctx, entity.fields as Fields)
  const phone = await db.selectFrom('user').select('mobile').where('id', '=', ctx.user.id).executeTakeFirst()
  return drawable({
    title: entity.label,
    number: row.$title,
    company: who?.name ?? '',
    footer: `打印 ${printedBy(ctx.user.name, phone?.mobile ?? '', ctx.clock.now())}`,
    blocks: [
      ...sections(entity, row, words),
      ...(trail ? await trailOf(db, ctx, served, id) : []),
      {
        kind: 'zones',
        parties: [
          { role: '经办人', label: '经办人（签字）', lines: ['日期：'] },
          { role: '复核人', label: '复核人（签字）', lines: ['日期：'] },
        ],
      },
    ],
  })
}
