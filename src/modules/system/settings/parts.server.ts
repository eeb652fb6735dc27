/** Which parts of the product a company uses, how its menu is grouped, and who may change both. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#kit/access/context.server.ts'
import { PARTS } from '#kit/entity/module.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { KEEPERS } from '../system.wire.ts'
import { parameterValue } from './parameters.server.ts'

export interface MenuSettings {
  /** Codes of `PARTS` that are switched off. */
  partsOff: ReadonlySet<string>
  layout: 'work' | 'tree'
}

/** Asked whenever somebody's rights are loaded; the parameters of one look are read once. */
export async function menuSettings(db: Db, registry: Registry): Promise<MenuSettings> {
  const used = new Map<string, unknown>()
  for (const code of Object.keys(PARTS)) used.set(code, await parameterValue(db, registry, code))
  return {
    partsOff: new Set([...used].filter(([, value]) => value === false).map(([code]) => code)),
    layout: (await parameterValue(db, registry, 'menuLayout')) === 'tree' ? 'tree' : 'work',
  }
}

/** What somebody who stands before a closed door asks: whose name? */
const OPENS = { parts: 'parameterSett_edit', rights: 'role_grant' } as const
const MOST_NAMES = 3

export const partRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/keepers',
    summary: '谁可以启用模块或开通权限',
    right: 'signedIn',
    input: z.strictObject({ of: z.enum(['parts', 'rights']) }),
    output: KEEPERS,
    // A driver or a carrier is signed in here and yet of another house: whom to ask there, he asks whoever gave him the account.
    handler: (ctx, { of }) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        if (ctx.user.customerType !== 'staff') return []
        const divided = (await parameterValue(db, ctx.registry, 'separateAdmins')) === true
        const rows = await liveRows(db, 'user as u')
          .select('u.name')
          .where('u.status', '=', 'active')
          .where((eb) =>
            eb.or([
              ...(divided ? [] : [eb('u.isAdmin', '=', true)]),
              eb.exists(
                liveRows(eb, 'role')
                  .innerJoin('roleGrant', (join) =>
                    join.onRef('roleGrant.operatorId', '=', 'role.operatorId').onRef('roleGrant.roleId', '=', 'role.id'),
                  )
                  .select('role.id')
                  .where('role.status', '=', 'active')
                  .where('roleGrant.resourceCode', '=', OPENS[of])
                  .where(sql<boolean>`role.id = any(u.roles)`),
              ),
            ]),
          )
          .orderBy('u.id')
          .limit(MOST_NAMES)
          .execute()
        return rows.map((row) => row.name)
      }),
  }),
]
