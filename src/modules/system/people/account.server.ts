/** Accounts that other modules open for people they took on: without roles, and with a password nobody knows until one is issued. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { user } from '../rights/org.ts'

const users = storeOf(user)

/** A name that nobody of the installation signs in with: the telephone, or the telephone and a number. */
async function freeName(tx: Tx, mobile: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from (select ${mobile}::text as name, 1 as n union all select ${mobile}::text || '_' || n, n from generate_series(2, 99) n) names
    where not exists (select from auth_find_user(names.name)) order by n limit 1`.execute(tx)
  if (!rows[0]) throw refused('该手机号的账号过多，请在「用户」中手工新增')
  return rows[0].name
}

/** The id of the new account; it belongs to the department of who opens it, else to the topmost. Refused as adding a user is. */
export async function openAccount(
  tx: Tx,
  ctx: Context,
  of: Pick<Rec<typeof user>, 'name' | 'mobile' | 'stores' | 'customerType'>,
): Promise<number> {
  const top = await liveRows(tx, 'dept')
    .select('id')
    .orderBy(sql`parent is not null`)
    .orderBy('id')
    .executeTakeFirst()
  const dept = ctx.user.deptId ?? top?.id
  if (!dept) throw refused('请先建立部门，再开通账号')
  return (await users.add(tx, ctx, { ...of, username: await freeName(tx, of.mobile), dept })).id
}
