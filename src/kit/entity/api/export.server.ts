/** Export = what I see: the same filter, columns, order and texts as the list, masked, and written into the log. */
import { createHash } from 'node:crypto'
import type { Context, Db } from '../../access/context.server.ts'
import { exportMark, personMark } from '../../access/person-mark.server.ts'
import { audit } from '../../audit/audit.server.ts'
import { valueText } from '../../audit/wording.server.ts'
import { refused } from '../../basics/errors.ts'
import { dayOf, daysBetween, isDay, timeOf } from '../../basics/time/day.ts'
import type { SheetColumn } from '../../excel/sheet.ts'
import { xlsxBytes } from '../../excel/write.server.ts'
import { download, type Download } from '../../http/route.server.ts'
import { CELL_KINDS } from '../value/cells.ts'
import { listField } from '../query/conditions.ts'
import { describeQuery } from '../query/query-words.server.ts'
import { dictionaryOf } from '../dictionary.server.ts'
import type { Entity } from '../entity.ts'
import { isAge } from '../names.ts'
import { labelsFor, masked } from '../query/labels.server.ts'
import { idsOf, recordsOf } from '../query/query.server.ts'
import { parseColumns } from '../query/query-parse.ts'
import { ruling } from '../query/scope.server.ts'
import type { Services } from '../services.server.ts'
import { shownDay } from '../value/range-end.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DIRECT_LIMIT = 5000
const EXPORT_LIMIT = 200_000
const PORTION = 1000
const KEEP_DAYS = 7

function sheetColumn(entity: Entity, name: string): SheetColumn {
  const field = listField(entity, name)!
  const kind =
    field.kind === 'computed'
      ? ({ text: 'text', money: 'money', int: 'number', flag: 'bool', day: 'day' } as const)[field.as]
      : CELL_KINDS[field.kind]
  if (isAge(field)) return { key: name, label: `${field.label}（天）`, kind: 'number' }
  const unit = field.kind === 'money' ? '（元）' : 'unit' in field && field.unit ? `（${field.unit}）` : ''
  return { key: name, label: `${field.label}${unit}`, kind: field.kind === 'computed' && field.options ? 'text' : (kind ?? 'text') }
}

export interface ExportInput {
  query: Record<string, string>
  columns: readonly string[]
  view?: string | undefined
}

type Rows = AsyncGenerator<Record<string, unknown>>

async function portionOf(
  db: Db,
  ctx: Context,
  entity: Entity,
  ids: readonly number[],
  columns: readonly SheetColumn[],
): Promise<Record<string, unknown>[]> {
  const records = await recordsOf(db, ctx, entity, ids)
  const labels = await labelsFor(db, ctx, entity, records)
  const fields = columns.map((column) => [column, listField(entity, column.key)!] as const)
  const groups = [...new Set(fields.flatMap(([, field]) => (field.kind === 'dict' ? [field.group] : [])))]
  const dictionaries = new Map(await Promise.all(groups.map(async (group) => [group, await dictionaryOf(db, ctx, group)] as const)))
  return records.map((record) =>
    Object.fromEntries(
      fields.map(([column, field]) => {
        const value = field.mask ? masked(field.mask, record[column.key]) : record[column.key]
        return [
          column.key,
          column.kind === 'text'
            ? valueText(field, value, labels, dictionaries)
            : isAge(field) && isDay(value)
              ? daysBetween(value, ctx.clock.today())
              : field.kind === 'day' && value
                ? shownDay(field, value)
                : value,
        ]
      }),
    ),
  )
}

async function* rowsOf(
  ctx: Context,
  entity: Entity,
  ids: readonly number[],
  columns: readonly SheetColumn[],
  onRow: (n: number) => void,
): Rows {
  for (let at = 0; at < ids.length; at += PORTION) {
    // A connection is borrowed per portion: a slow reader holds none in between.
    const portion = await ctx.db.read(ctx.user.operatorId, (db) => portionOf(db, ctx, entity, ids.slice(at, at + PORTION), columns))
    onRow(Math.min(at + PORTION, ids.length))
    yield* portion
  }
}

interface Written {
  bytes: AsyncGenerator<Uint8Array>
  hash: () => string
}

function write(
  ctx: Context,
  entity: Entity,
  ids: readonly number[],
  columns: readonly SheetColumn[],
  { filter, resource }: { filter: string; resource: string },
  progress: (n: number) => void,
): Written {
  const at = ctx.clock.now()
  const when = `${dayOf(at)} ${timeOf(at)}`
  const digest = createHash('sha256')
  const source = xlsxBytes(rowsOf(ctx, entity, ids, columns, progress), {
    sheetName: entity.label,
    columns,
    footer: exportMark(ctx),
    about: [
      ['导出内容', entity.label],
      ['导出人', personMark(ctx)],
      ['导出时间', when],
      ['筛选条件', filter || '全部'],
      ['数据范围', ctx.access.scopeText(resource)],
      ['记录数', String(ids.length)],
    ],
  })
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      digest.update(piece)
      yield piece
    }
  }
  return { bytes: bytes(), hash: () => digest.digest('hex') }
}

async function record(ctx: Context, entity: Entity, input: ExportInput, filter: string, rows: number, sha256: string): Promise<void> {
  const changes: Record<string, [unknown, unknown]> = {
    filter: [null, filter],
    columns: [null, input.columns.join(',')],
    rows: [null, rows],
    sha256: [null, sha256],
    view: [null, input.view ?? null],
  }
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    audit(tx, ctx, { entity: entity.name, entityId: null, action: 'export', title: `${entity.label} ${rows} 条`, changes }),
  )
}

export async function exportXlsx(
  ctx: Context,
  services: Services,
  entity: Entity,
  input: ExportInput,
): Promise<Download | { taskId: number }> {
  const columns = parseColumns(entity, input.columns.length ? input.columns : entity.list.columns).map((name) => sheetColumn(entity, name))
  const query = { ...input.query, ...(input.view ? { view: input.view } : {}) }
  const resource = ruling(ctx, entity, input.view)
  const ids = await ctx.db.read(ctx.user.operatorId, (db) => idsOf(db, ctx, entity, query, EXPORT_LIMIT + 1))
  if (ids.length > EXPORT_LIMIT) throw refused(`一次最多导出 ${EXPORT_LIMIT} 条，请缩小筛选范围`)
  const filter = await ctx.db.read(ctx.user.operatorId, (db) => describeQuery(db, ctx, entity, input.query))
  const name = `${entity.label}_${dayOf(ctx.clock.now()).replaceAll('-', '')}.xlsx`
  if (ids.length <= DIRECT_LIMIT) {
    const { bytes, hash } = write(ctx, entity, ids, columns, { filter, resource }, () => {})
    const pieces: Uint8Array[] = []
    for await (const piece of bytes) pieces.push(piece)
    // Logged before it leaves the house.
    await record(ctx, entity, input, filter, ids.length, hash())
    return download({ fileName: name, mime: XLSX, body: Buffer.concat(pieces) })
  }
  const taskId = await services.tasks.start(ctx, 'export', `导出${entity.label} ${ids.length} 条`, async (own, progress) => {
    const { bytes, hash } = write(own, entity, ids, columns, { filter, resource }, (n) => progress(n, ids.length))
    const expiresAt = new Date(Date.parse(own.clock.now()) + KEEP_DAYS * 86_400_000).toISOString()
    const file = await services.files.put(own, { name, mime: XLSX, body: bytes, purpose: 'export', expiresAt })
    await record(own, entity, input, filter, ids.length, hash())
    return { fileId: file.id, result: { rows: ids.length } }
  })
  return { taskId }
}
