/** Small calls on one record: the row after a write, comments, the audited look behind a mask. */
import type { Context, Tx } from '../../access/context.server.ts'
import { audit } from '../../audit/audit.server.ts'
import { forbidden, invalid } from '../../basics/errors.ts'
import { functionCode, type Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { cleanText } from '../value/value.ts'
import { fieldOf } from '../names.ts'
import { labelsFor, titleOf } from '../query/labels.server.ts'
import { present, typedByMe, verbs } from '../present.server.ts'
import { takeReveal } from '../query/masked/lookups.server.ts'
import { find } from '../query/query.server.ts'
import type { Record_ } from '../query/rows.server.ts'
import type { ServedEntity } from '../serve.server.ts'
import { heldNote } from '../store.server.ts'
import type { DetailExtras, Row } from '../wire.ts'

/** Presented as it is, with what another module holds of it: the write itself may have moved the record out of the writer's sight (another store). */
export async function rowAfter(tx: Tx, ctx: Context, served: ServedEntity, record: Record_): Promise<Row & Pick<DetailExtras, '$verbs'>> {
  const [row] = await present(tx, ctx, served, [record], { actions: true })
  const held = heldNote(record)
  return { ...row!, $verbs: await verbs(tx, ctx, served, record), ...(held === null ? {} : { $held: held }) }
}

export async function addComment(ctx: Context, entity: Entity, id: number, text: string): Promise<null> {
  const reason = cleanText(text, true)
  if (reason === '') throw invalid({ text: '请填写评论' })
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const record = await find(tx, ctx, entity, id)
    const title = titleOf(entity, record, await labelsFor(tx, ctx, entity, [record]))
    await audit(tx, ctx, { entity: entity.name, entityId: id, action: 'comment', title, reason, source: 'comment' })
  })
  return null
}

/** `mobile`, or `contacts.0.mobile` inside lines. */
function hiddenValue(entity: Entity, record: Record_, path: string): { label: string; value: unknown } {
  const [name = '', index, inner = ''] = path.split('.')
  const field = fieldOf(entity, name)
  if (field?.kind === 'lines' && index !== undefined) {
    const inside = Object.hasOwn(field.of, inner) ? (field.of as Record<string, Field>)[inner] : undefined
    const line = (record[name] as Record<string, unknown>[] | null)?.[Number(index)]
    if (inside?.mask && line) return { label: `${field.label}第 ${Number(index) + 1} 行 ${inside.label}`, value: line[inner] ?? null }
  } else if (field?.mask && index === undefined) return { label: field.label, value: record[name] ?? null }
  throw invalid({ field: '这一项没有隐藏的内容' })
}

/** One value of one record, with a reason, and a line in the log in the same transaction: no line, no value. */
export async function reveal(ctx: Context, entity: Entity, id: number, path: string, reason: string): Promise<{ value: unknown }> {
  await takeReveal(ctx)
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const record = await find(tx, ctx, entity, id)
    if (!ctx.access.can(functionCode(entity.right, 'reveal')) && !typedByMe(ctx, entity, record)) throw forbidden()
    const { label, value } = hiddenValue(entity, record, path)
    const title = titleOf(entity, record, await labelsFor(tx, ctx, entity, [record]))
    await audit(tx, ctx, { entity: entity.name, entityId: id, action: 'reveal', title, reason: `${label}：${reason}` })
    return { value }
  })
}
