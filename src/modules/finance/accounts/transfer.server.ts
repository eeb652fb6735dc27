/** The account a customer transfers to: that of the pay type 银行转账 of his store, where it has a number. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { dictionaryWord } from '#modules/system/system.public.ts'
import { accountOf } from './accounts.server.ts'

export async function transferAccount(tx: Tx, ctx: Context, store: number) {
  const id = await accountOf(tx, ctx, 'transfer', store)
  if (id === null) return null
  const row = await liveRows(tx, 'companyAccount')
    .select(['bank', 'branch', 'accountNo'])
    .where('id', '=', id)
    .where('kind', '=', 'bank')
    .executeTakeFirst()
  if (!row?.accountNo) return null
  const bank = row.bank ? ((await dictionaryWord(tx, 'bankOfAccount', row.bank)) ?? '') : ''
  return { bank, branch: row.branch ?? '', no: row.accountNo }
}
