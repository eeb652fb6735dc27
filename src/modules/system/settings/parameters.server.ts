/** Business parameters: defaults stand in the modules, differences in the table parameter_value. */
import { sql, type RawBuilder } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'

type Values = ReadonlyMap<string, number | boolean | string>
/** A piece of work asks for the same few again and again (a settlement for a dozen): what differs is read once and stays as it was read. */
const readBefore = new WeakMap<Db, Promise<Values>>()

async function readAll(db: Db): Promise<Values> {
  const rows = await liveRows(db, 'parameterValue').select(['code', 'value']).orderBy('id', 'desc').execute()
  return new Map(rows.map((row) => [row.code, row.value as number | boolean | string]))
}

/** Of a transaction that has just written one: the next question reads them anew. */
export const forgetParameters = (db: Db): void => void readBefore.delete(db)

export async function parameterValue(db: Db, registry: Registry, code: string): Promise<number | boolean | string> {
  const known = registry.parameter(code)
  if (!known) throw new Error(`no such parameter: ${code}`)
  let values = readBefore.get(db)
  if (!values) {
    values = readAll(db)
    readBefore.set(db, values)
    values.catch(() => readBefore.delete(db))
  }
  return (await values).get(code) ?? known.default
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
