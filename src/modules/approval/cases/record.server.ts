/** The business record as whoever takes part in its case reads it, although data permission hides it; personal data stays masked. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import type { Field, FileLink } from '#kit/entity/field.ts'
import { labelsFor, titleOf } from '#kit/entity/query/labels.server.ts'
import { rowOf } from '#kit/entity/present.server.ts'
import { get } from '#kit/entity/store.server.ts'
import { actOf, isReview } from '../acts.server.ts'
import { HELD_INPUT } from '../business.server.ts'
import type { Loaded } from './case-store.server.ts'
import { cellText } from './case-text.server.ts'
import type { RecordTable, RecordView } from '../wire.ts'

type Fields = Readonly<Record<string, Field>>
type Values = Record<string, unknown>

function rowsOf(fields: Fields, names: readonly string[], row: Values): RecordView['sections'][number]['rows'] {
  return names.flatMap((name) => {
    const field = fields[name]!
    if (field.kind === 'lines') return []
    const value = cellText(field, row, name)
    if (value === '') return []
    return [{ label: field.label, value, ...(field.kind === 'files' ? { files: row[name] as FileLink[] } : {}) }]
  })
}

/** Lines are read line by line: what is asked for is often only there. */
function tablesOf(fields: Fields, names: readonly string[], row: Values): RecordTable[] {
  return names.flatMap((name) => {
    const field = fields[name]!
    const lines = row[name]
    if (field.kind !== 'lines' || !Array.isArray(lines) || lines.length === 0) return []
    const columns = Object.entries(field.of as Fields)
    return [
      {
        label: field.label,
        columns: columns.map(([, f]) => f.label),
        rows: lines.map((line) => columns.map(([column, f]) => cellText(f, line as Values, column))),
      },
    ]
  })
}

/** What had been filled in for an action that is held, read like fields of the record itself. */
async function heldOf(
  tx: Tx,
  ctx: Context,
  { row }: Loaded,
  entity: Entity,
): Promise<{ fields: Fields; values: Values; label: string } | null> {
  const input = row.facts[HELD_INPUT] as Values | undefined
  const act = row.act ? actOf(ctx, row.act) : null
  if (!input || !act || isReview(act)) return null
  const specs = ctx.registry.entity(entity.name).actions?.all as Record<string, { input?: Fields }> | undefined
  const fields = specs?.[act.action]?.input ?? {}
  const held = { ...input, id: 0, version: 0 }
  const asked = { ...entity, fields, title: [] } as unknown as Entity
  return { fields, values: rowOf(asked, held, await labelsFor(tx, ctx, asked, [held]), (code) => ctx.access.can(code)), label: act.label }
}

export async function recordView(tx: Tx, ctx: Context, loaded: Loaded): Promise<RecordView | null> {
  const { bizType, bizId } = loaded.row
  if (bizType === null || bizId === null) return null
  const entity = ctx.registry.entity(bizType).entity as Entity
  const fields = entity.fields as Fields
  const record = await get(tx, ctx, bizType, bizId)
  const labels = await labelsFor(tx, ctx, entity, [record])
  const row = rowOf(entity, record, labels, (code) => ctx.access.can(code))
  const sections = Object.entries(entity.form).map(([heading, names]) => ({
    heading,
    rows: rowsOf(fields, names as readonly string[], row),
  }))
  const tables = tablesOf(fields, Object.values(entity.form).flat() as string[], row)
  const held = await heldOf(tx, ctx, loaded, entity)
  if (held) {
    const names = Object.keys(held.fields)
    sections.unshift({ heading: `${held.label}（申请内容）`, rows: rowsOf(held.fields, names, held.values) })
    tables.unshift(...tablesOf(held.fields, names, held.values))
  }
  return {
    entity: bizType,
    label: entity.label,
    title: titleOf(entity, record, labels),
    sections: sections.filter((s) => s.rows.length),
    tables,
  }
}
