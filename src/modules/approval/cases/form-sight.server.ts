/** What of a case's form somebody may see: a field that was hidden from him is in no answer, neither before nor after he acted. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { allNodes } from '../engine/definition.rules.ts'
import { isApproving, type FieldPermission } from '../engine/definition.ts'
import { vocabularyOf } from '../forms/form.ts'
import type { Line } from './case-text.server.ts'
import type { Loaded, Plan } from './case-store.server.ts'
import { permissionAt } from './command-input.server.ts'

export type Sight = Readonly<Record<string, FieldPermission>>
/** Where somebody stands or stood in a case: ids of nodes; `start` is the starter's. Null: he sees everything (the company's administrator). */
export type Stands = ReadonlySet<string> | null

/** Whether anything is hidden from anybody: most drawings hide nothing. */
export const hidesFields = (plan: Plan): boolean =>
  allNodes(plan.definition.nodes).some((n) => (isApproving(n) || n.kind === 'start') && Object.values(n.fields ?? {}).includes('hidden'))

/** Acting at a node, that node's word holds. Otherwise one sees what one of one's own nodes shows; whoever has none (a copy, a monitor), what no node hides. */
export function sightOf(plan: Plan, stands: Stands, acting: string | null): Sight {
  if (acting !== null) {
    const may = permissionAt(plan, acting)
    return Object.fromEntries(plan.form.fields.map((f) => [f.name, may(f.name)]))
  }
  const mine = [...(stands ?? [])].map((node) => permissionAt(plan, node))
  const all = allNodes(plan.definition.nodes).map((n) => permissionAt(plan, n.id))
  const hidden = (field: string): boolean =>
    stands !== null && (mine.length ? mine.every((may) => may(field) === 'hidden') : all.some((may) => may(field) === 'hidden'))
  return Object.fromEntries(plan.form.fields.map((f) => [f.name, hidden(f.name) ? 'hidden' : 'read']))
}

/** Nodes of a loaded case that are those of the reader, or of somebody he stands in for. */
export const standsOf = (ctx: Context, { row, taskRows }: Loaded, who: readonly number[]): Stands =>
  ctx.user.isAdmin
    ? null
    : new Set([
        ...(who.includes(row.starter) ? ['start'] : []),
        ...taskRows.filter((t) => who.includes(t.assignee) || who.includes(t.owner) || t.actedBy === ctx.user.id).map((t) => t.node),
      ])

/** The same of many cases, in one question: case → nodes. */
export async function standsOfMany(tx: Tx, ctx: Context, cases: readonly { id: number; starter: number }[]): Promise<Map<number, Stands>> {
  const me = ctx.user.id
  const rows =
    ctx.user.isAdmin || cases.length === 0
      ? []
      : await tx
          .selectFrom('approvalTask')
          .select(['caseId', 'node'])
          .distinct()
          .where(
            'caseId',
            'in',
            cases.map((c) => c.id),
          )
          .where((eb) => eb.or([eb('assignee', '=', me), eb('owner', '=', me), eb('actedBy', '=', me)]))
          .execute()
  return new Map(
    cases.map((c) => [
      c.id,
      ctx.user.isAdmin
        ? null
        : new Set([...(c.starter === me ? ['start'] : []), ...rows.filter((r) => r.caseId === c.id).map((r) => r.node)]),
    ]),
  )
}

/** Labels under which lines of the form are told that must not be: of the field, and of what is reckoned from it. */
function hiddenLabels(plan: Plan, sight: Sight): ReadonlySet<string> {
  const hidden = plan.form.fields.filter((f) => sight[f.name] === 'hidden')
  const terms = Object.entries(vocabularyOf(plan.form))
  return new Set(
    hidden.flatMap((f) => [
      f.label,
      ...terms.filter(([path]) => path === `form.${f.name}` || path.startsWith(`form.${f.name}.`)).map(([, t]) => t.label),
    ]),
  )
}

/** Summary as it was written down at the start. Of a record's own lines nothing is hidden: `hasRecord` and no list chosen by the process. */
export function linesSeen(plan: Plan, lines: readonly Line[], hasRecord: boolean, sight: Sight): Line[] {
  if (hasRecord && !plan.definition.settings.summary?.some((path) => path.startsWith('form.'))) return [...lines]
  const hidden = hiddenLabels(plan, sight)
  return lines.filter((line) => !hidden.has(line.label))
}

/** Changes of a step, by label: without those of fields that are hidden. */
export function changesSeen<T>(plan: Plan, changes: Readonly<Record<string, T>> | null, sight: Sight): [string, T][] {
  const hidden = hiddenLabels(plan, sight)
  return Object.entries(changes ?? {}).filter(([label]) => !hidden.has(label))
}
