/**
 * Who wrote what stands in a record, by the journal: whoever added it, and whoever changed a field that people fill in, by its form, an import
 * or an action that asked for a figure. Not who moved it on, answered, or paid: what the program writes down of that is nobody's figure.
 */
import { sql } from 'kysely'
import type { Context, Db } from '../access/context.server.ts'
import { actionEntries } from './api/present.server.ts'
import type { Entity } from './entity.ts'
import { fieldsOf } from './names.ts'
import type { ServedEntity } from './serve.server.ts'

/** Reasons and answers are said of a record; figures, days, payees and files are what it says. */
const SAID: ReadonlySet<string> = new Set(['reason', 'answer', 'remark'])

/** Fields that are a person's own when a line of this action changed them. */
function figuresOf(served: ServedEntity): { always: string[]; byAction: Record<string, string[]> } {
  const entity = served.entity as Entity
  const fields = fieldsOf(entity)
  const filledIn = fields.filter(([name, field]) => !field.readOnly && name !== entity.state && field.kind !== 'computed')
  const asked = actionEntries(served).map(([action, spec]) => [action, Object.keys(spec.input ?? {}).filter((name) => !SAID.has(name))])
  return { always: (entity.writes ?? 'full') === 'none' ? [] : filledIn.map(([name]) => name), byAction: Object.fromEntries(asked) }
}

/** Record → those who wrote it. */
export async function writersOf(
  db: Db,
  ctx: Context,
  name: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (ids.length === 0) return new Map()
  const { always, byAction } = figuresOf(ctx.registry.entity(name))
  const rows = await db
    .selectFrom('auditLog')
    .distinct()
    .select(['entityId', 'userId'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('entity', '=', name)
    .where('entityId', 'in', [...ids])
    .where('userId', 'is not', null)
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
    .execute()
  const by = Map.groupBy(rows, (row) => row.entityId!)
  return new Map([...by].map(([id, lines]) => [id, new Set(lines.map((line) => line.userId!))]))
}
