/** What an import left out, as a workbook: each row as it was typed, with the reason behind it. */
import type { Context } from '../../access/context.server.ts'
import { dayOf } from '../../basics/time/day.ts'
import { labelWithUnit } from '../../excel/sheet.ts'
import { xlsxBytes } from '../../excel/write.server.ts'
import type { Entity } from '../entity.ts'
import type { Services } from '../services.server.ts'
import { importColumns, templateColumn } from '../value/cells.ts'
import type { ImportCheck } from '../wire.ts'
import { XLSX } from './export.server.ts'

/** Heading of what was wrong; the file may be uploaded again with it. */
export const ERRORS = '错误'
const KEEP_DAYS = 7

export interface TypedRow {
  line: number
  cells: Record<string, string>
}
export interface LeftOut extends TypedRow {
  reason: string
}

export const headings = (entity: Entity): ImportCheck['columns'] =>
  importColumns(entity).map(({ name, field }) => {
    const column = templateColumn(name, field, undefined)
    return { field: name, label: labelWithUnit(column), required: column.required ?? false }
  })

/** Repaired there, it can be uploaded again. */
export function rowsWithReasons(entity: Entity, left: readonly LeftOut[]): AsyncGenerator<Uint8Array> {
  const columns = [
    ...headings(entity).map(({ field, label, required }) => ({ key: field, label: required ? `${label}*` : label, kind: 'text' as const })),
    { key: '$errors', label: ERRORS, kind: 'text' as const, width: 60 },
  ]
  const sheet = left.map(({ cells, reason }) => ({ ...cells, $errors: reason }))
  return xlsxBytes(sheet, { sheetName: `${entity.label}导入`, columns })
}

/** For whoever looks at the task later, when the grid with the rows is long closed. */
export async function keepLeft(ctx: Context, services: Services, entity: Entity, left: readonly LeftOut[]): Promise<string> {
  const at = ctx.clock.now()
  const { id } = await services.files.put(ctx, {
    name: `${entity.label}未导入的行_${dayOf(at).replaceAll('-', '')}.xlsx`,
    mime: XLSX,
    body: rowsWithReasons(entity, left),
    purpose: 'import',
    expiresAt: new Date(Date.parse(at) + KEEP_DAYS * 86_400_000).toISOString(),
  })
  return id
}
