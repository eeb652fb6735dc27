/** Business parameters: defaults stand in the modules, differences in the table parameter_value. */
import type { Db } from '#kit/access/context.server.ts'
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
