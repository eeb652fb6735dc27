/** Accounts and pay types: what every company has from its first day, and where money of a channel goes when nobody said. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { companyAccount, companyAccountActions, INTERNAL_CHANNELS, isInternal, PAY_CHANNELS, payType, payTypeActions } from './account.ts'
import { takeOver } from '../cash/take-over.server.ts'

const accounts = storeOf(companyAccount)
const types = storeOf(payType)

const FIRST = {
  bank: '基本存款账户',
  cash: '库存现金',
  wechat: '微信商户号',
  alipay: '支付宝商户号',
} as const
const HOME: Record<string, keyof typeof FIRST> = { wechat: 'wechat', alipay: 'alipay', transfer: 'bank', cash: 'cash', pos: 'bank' }

/** One account a kind and one pay type a channel, to be completed by the company; what moved before is taken over once. */
export async function seedAccounts(tx: Tx, ctx: Context): Promise<void> {
  const known = await allRows(tx, 'payType').select('id').limit(1).executeTakeFirst()
  if (known) return
  const made = new Map<string, number>()
  for (const [kind, name] of Object.entries(FIRST) as [keyof typeof FIRST, string][]) {
    const { id } = await accounts.add(tx, ctx, { name, kind, openingOn: ctx.clock.today(), opening: fen(0) })
    made.set(kind, id)
  }
  for (const [channel, label] of Object.entries(PAY_CHANNELS) as [keyof typeof PAY_CHANNELS, string][])
    await types.add(tx, ctx, {
      channel,
      label,
      account: isInternal(channel) ? null : made.get(HOME[channel]!)!,
      needsTradeNo: channel === 'transfer',
    })
  await takeOver(tx, ctx, (channel) => made.get(HOME[channel] ?? 'bank')!)
}

export async function accountOf(tx: Tx, ctx: Context, channel: string, store: number): Promise<number | null> {
  if ((INTERNAL_CHANNELS as readonly string[]).includes(channel)) return null
  const rows = await liveRows(tx, 'payType')
    .innerJoin('companyAccount', (join) =>
      join.onRef('companyAccount.id', '=', 'payType.account').on('companyAccount.deletedAt', 'is', null),
    )
    .select(['payType.account', 'payType.stores'])
    .where('payType.channel', '=', channel as keyof typeof PAY_CHANNELS)
    .where('payType.status', '=', 'active')
    .where('companyAccount.status', '=', 'active')
    .orderBy('payType.id')
    .execute()
  // What is meant for this store alone comes before what is meant for all.
  const own = rows.find((row) => row.stores?.includes(store)) ?? rows.find((row) => !row.stores?.length)
  return own?.account ?? null
}

const servedType = serve(payTypeActions, {
  effects: { disable: moveOnly, enable: moveOnly },
  hooks: { refuseDelete: (p) => (isInternal(p.channel) ? '内部结转由程序使用，不能删除' : null) },
})
const servedAccount = serve(companyAccountActions, {
  effects: { disable: moveOnly, enable: moveOnly },
  hooks: {
    beforeEdit: async ({ tx, record, patch }) => {
      if (patch.opening === undefined && patch.openingOn === undefined) return
      const moved = await allRows(tx, 'cashEntry').select('no').where('account', '=', record.id).limit(1).executeTakeFirst()
      if (moved) throw refused('该账户已有财务流水，期初不能再改，请用其他收款或其他付款调整')
    },
  },
})
export const accountEntities: readonly ServedEntity[] = [servedType, servedAccount]
