/** What a person sends with a command: form fields he may change here, files that are his, an opinion where one is needed. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { conflict, invalid } from '#kit/basics/errors.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { claimFiles } from '#kit/entity/write/references.server.ts'
import type { Loaded, Plan, Sent } from './case-store.server.ts'
import type { Command } from '../engine/command.ts'
import { isApproving, type ApproveNode, type FieldPermission } from '../engine/definition.ts'
import type { World } from '../engine/engine.ts'
import type { Values } from '../engine/expression.ts'
import { checkForm, formFacts, type FormSchema, type FormValues } from '../forms/form.ts'
import { formNames, valueText } from '../forms/formtext.server.ts'

export const factValues = (facts: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(Object.entries(facts).map(([k, v]) => [`fact.${k}`, v]))

export function worldOf(ctx: Context, { row, plan, starter }: Pick<Loaded, 'row' | 'plan' | 'starter'>, values: FormValues): World {
  return {
    definition: plan.definition,
    starter: row.starter,
    now: ctx.clock.now(),
    urgedAt: row.urgedAt,
    values: { ...formFacts(plan.form, values), ...factValues(row.facts), ...starter.values },
  }
}

/** Form fields changed on the way, by those the node allows to: label → before and after. */
async function applyValues(
  tx: Tx,
  ctx: Context,
  loaded: Loaded,
  sent: FormValues,
  may: (field: string) => FieldPermission,
  strict: boolean,
): Promise<{ values: FormValues; changes: Record<string, [unknown, unknown]> | null }> {
  const { form } = loaded.plan
  const closed = Object.keys(sent).filter(
    (name) => may(name) !== 'edit' && JSON.stringify(sent[name] ?? null) !== JSON.stringify(loaded.row.values[name] ?? null),
  )
  if (closed.length) throw invalid(Object.fromEntries(closed.map((name) => [name, '这一步不能修改这一项'])))
  const checked = checkForm(
    form,
    { ...loaded.row.values, ...sent },
    { strict, starter: loaded.starter.values, asks: (name) => may(name) === 'edit' },
  )
  if (!checked.ok) throw invalid(checked.errors)
  const changed = form.fields.filter(
    (f) => JSON.stringify(checked.values[f.name] ?? null) !== JSON.stringify(loaded.row.values[f.name] ?? null),
  )
  if (changed.length === 0) return { values: loaded.row.values, changes: null }
  const names = await formNames(tx, ctx, { fields: changed }, loaded.row.values, checked.values)
  const changes = Object.fromEntries(
    changed.map((f): [string, [unknown, unknown]] => [
      f.label,
      [valueText(f, loaded.row.values[f.name], names), valueText(f, checked.values[f.name], names)],
    ]),
  )
  await claimFormFiles(tx, ctx, loaded.row.id, form, checked.values)
  return { values: checked.values, changes }
}

/** Files belong to the case from now on; what somebody else uploaded for something else cannot be slipped in. */
export async function claimFormFiles(tx: Tx, ctx: Context, caseId: number, form: FormSchema, values: FormValues): Promise<void> {
  const links = form.fields.flatMap((f) =>
    f.kind === 'attachment' || f.kind === 'signature' ? ((values[f.name] as FileLink[] | undefined) ?? []) : [],
  )
  await claimOwn(tx, ctx, caseId, links)
}
export async function claimOwn(tx: Tx, ctx: Context, caseId: number, links: readonly FileLink[]): Promise<void> {
  if (links.length === 0) return
  const ids = links.map((l) => l.id)
  const rows = await tx.selectFrom('file').select(['id', 'createdBy', 'entity', 'entityId']).where('id', 'in', ids).execute()
  const fine = (r: (typeof rows)[number]): boolean =>
    r.entity === null ? r.createdBy === ctx.user.id : r.entity === 'approvalCase' && Number(r.entityId) === caseId
  if (new Set(rows.filter(fine).map((r) => r.id)).size !== new Set(ids).size) throw invalid('附件不存在或已过期，请重新上传')
  await claimFiles(tx, 'approvalCase', caseId, ids)
}

/** What stands in a field the starter may not write is its default, whatever was sent. */
export function closedAtStart(plan: Plan, values: FormValues): Record<string, string> {
  const may = permissionAt(plan, 'start')
  const wrong = plan.form.fields.filter(
    (f) =>
      may(f.name) !== 'edit' &&
      Object.hasOwn(values, f.name) &&
      JSON.stringify(values[f.name] ?? null) !== JSON.stringify(f.default ?? null),
  )
  return Object.fromEntries(wrong.map((f) => [f.name, '发起时不能填写这一项']))
}

export const permissionAt = (plan: Plan, node: string): ((field: string) => FieldPermission) => {
  const at = plan.places.get(node)?.node
  const own = at && (isApproving(at) || at.kind === 'start') ? (at.fields ?? {}) : {}
  return (field) => own[field] ?? (at?.kind === 'start' ? 'edit' : 'read')
}

export async function mergeValues(tx: Tx, ctx: Context, loaded: Loaded, command: Command, sent: Sent) {
  const task = 'task' in command ? loaded.state.tasks.find((t) => t.key === command.task) : undefined
  const node = command.kind === 'resubmit' ? 'start' : task?.node
  if (!node) return { values: loaded.row.values, changes: null }
  const may = permissionAt(loaded.plan, node)
  // Whoever only gives his opinion leaves the sheet to its owner.
  const strict = (command.kind === 'approve' && task?.origin !== 'delegate') || command.kind === 'resubmit'
  // Nothing sent is an answer too, when something was to be filled in here.
  const asked = strict && loaded.plan.form.fields.some((f) => f.required && may(f.name) === 'edit')
  if (!sent.values && !asked) return { values: loaded.row.values, changes: null }
  return applyValues(tx, ctx, loaded, sent.values ?? {}, may, strict)
}

export function needs(loaded: Loaded, command: Command, sent: Sent): void {
  if (command.kind !== 'approve' && command.kind !== 'reject' && command.kind !== 'sendBack') return
  const task = loaded.state.tasks.find((t) => t.key === command.task)
  const node = task && (loaded.plan.places.get(task.node)?.node as ApproveNode | undefined)
  if (!node || task.status !== 'open') return
  if ((node.needReason || command.kind !== 'approve') && !sent.opinion?.trim())
    throw invalid({ opinion: command.kind === 'approve' ? '这一步必须填写审批意见' : '请填写原因' })
  if (node.needSignature && command.kind === 'approve' && !sent.signature?.length)
    throw invalid({ signature: '这一步必须手写签名，请在审批单中签名' })
}

/** Somebody changed the form meanwhile: what was read is not what would be overwritten. */
export function sameCase(loaded: Loaded, version: number | undefined, sent: Sent): void {
  if (version !== undefined && sent.values && loaded.row.version !== version) throw conflict('审批单内容已更新，请刷新后再提交修改')
}
