/**
 * Who wrote what stands in a record, by the journal: whoever added it, and whoever changed a field that people fill in, by its form, an import
 * or an action that asked for a figure. Not who moved it on, answered, or paid: what the program writes down of that is nobody's figure.
 * What was written before the decision was last taken has been decided.
 */
import { sql } from 'kysely'
import type { Context, Db } from '../../access/context.server.ts'
import { actionEntries } from '../present.server.ts'
import type { Entity } from '../entity.ts'
import { fieldsOf, isProgramOwned } from '../names.ts'
import type { ServedEntity } from '../serve.server.ts'

/** Reasons and answers are said of a record; figures, days, payees and files are what it says. */
const SAID: ReadonlySet<string> = new Set(['reason', 'answer', 'remark'])

/** Fields that are a person's own when a line of this action changed them. */
function figuresOf(served: ServedEntity): { always: string[]; byAction: Record<string, string[]>; program: string[] } {
  const entity = served.entity as Entity
  const fields = fieldsOf(entity)
  const filledIn = fields.filter(
    ([name, field]) => !isProgramOwned(field) && !SAID.has(name) && name !== entity.state && field.kind !== 'computed',
  )
  const actions = actionEntries(served)
  const asked = actions
    .filter(([, spec]) => !spec.internal)
    .map(([action, spec]) => [action, Object.keys(spec.input ?? {}).filter((name) => !SAID.has(name))] as const)
  return {
    always: (entity.writes ?? 'full') === 'none' ? [] : filledIn.map(([name]) => name),
    byAction: Object.fromEntries(asked),
    // Not said by a person, or without a question: what they change follows from this record or another.
    program: actions.filter(([, spec]) => spec.internal || Object.keys(spec.input ?? {}).length === 0).map(([action]) => action),
  }
}

/** Record → the line of the journal with which this decision was last taken. A decision that only began to wait for an approval moves no state. */
export async function decidedAt(
  db: Db,
  ctx: Context,
  name: string,
  action: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('auditLog')
    .select(['entityId', (e) => e.fn.max('id').as('line')])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('entity', '=', name)
    .where('entityId', 'in', [...ids])
    .where('action', '=', action)
    .where(sql<boolean>`from_state is distinct from to_state`)
    .groupBy('entityId')
    .execute()
  return new Map(rows.map((row) => [row.entityId!, Number(row.line)]))
}

/** Record → those who wrote it, of records that were decided upon before (`decided`) since then. */
export async function writersOf(
  db: Db,
  ctx: Context,
  name: string,
  ids: readonly number[],
  decided: ReadonlyMap<number, number> = new Map(),
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (ids.length === 0) return new Map()
  const { always, byAction, program } = figuresOf(ctx.registry.entity(name))
  const rows = await db
    .selectFrom('auditLog')
    .select(['entityId', 'userId', (e) => e.fn.max('id').as('line')])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('entity', '=', name)
    .where('entityId', 'in', [...ids])
    .where('userId', 'is not', null)
    .$if(program.length > 0, (q) => q.where('action', 'not in', program))
    .where((e) =>
      e.or([
        e('action', '=', 'add'),
        // An entity without a form is changed by the program alone, as it keeps sums and days.
        ...(always.length ? [sql<boolean>`changes ?| ${sql.val(always)}::text[]`] : []),
        ...Object.entries(byAction).flatMap(([action, fields]) =>
          fields.length ? [e.and([e('action', '=', action), sql<boolean>`changes ?| ${sql.val(fields)}::text[]`])] : [],
        ),
      ]),
    )
    .groupBy(['entityId', 'userId'])
    .execute()
  const by = Map.groupBy(
    rows.filter((row) => Number(row.line) > (decided.get(row.entityId!) ?? 0)),
    (row) => row.entityId!,
  )
  return new Map([...by].map(([id, lines]) => [id, new Set(lines.map((line) => line.userId!))]))
}
