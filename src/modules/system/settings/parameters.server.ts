/** Business parameters: defaults stand in the modules, differences in the table parameter_value. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'

export async function parameterValue(db: Db, registry: Registry, code: string): Promise<number | boolean | string> {
  const known = registry.parameter(code)
  if (!known) throw new Error(`no such parameter: ${code}`)
  const row = await db
    .selectFrom('parameterValue')
    .select('value')
    .where('code', '=', code)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.value ?? known.default
}

export async function parameterNumber(db: Db, registry: Registry, code: string): Promise<number> {
  const value = await parameterValue(db, registry, code)
  if (typeof value !== 'number') throw new Error(`parameter ${code} is not a number`)
  return value
}

/** A number among the rows of a statement (sources of reports). */
export function parameterSql(ctx: Context, code: string): RawBuilder<number> {
  const known = ctx.registry.parameter(code)
  if (typeof known?.default !== 'number') throw new Error(`no such number: ${code}`)
  return sql<number>`coalesce((select (value #>> '{}')::numeric from parameter_value where operator_id = ${ctx.user.operatorId} and code = ${code} and deleted_at is null), ${known.default})`
}
