/** Merchants at work: materials stay as sent while somebody looks at them, the provider's words move the application, an account stands at its end. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { operatorProfile } from '../companies/profile.ts'
import { heard, itemNamed, MERCHANT_STATES } from './merchant.rules.ts'
import { ACCOUNT_STATES, type merchant, merchantActions, PROVIDERS, providerAccount, providerAccountActions } from './merchant.ts'
import { applicationOf, photosOf, queryCall, submitCall } from './merchant-calls.server.ts'
import type { Progress } from './provider.server.ts'

type Merchant = Rec<typeof merchant>
const accounts = storeOf(providerAccount)

/** What follows from a word; columns to write. */
async function applyProgress(tx: Tx, ctx: Context, m: Merchant, said: Progress): Promise<Partial<Merchant>> {
  const what = heard(m.status, said.state)
  const counted = said.seq === null ? {} : { providerSeq: said.seq }
  if (what.kind === 'late') return counted
  if (what.kind === 'unknown') return { ...counted, providerState: said.state, flagged: true }
  const known = {
    ...counted,
    providerState: said.state,
    flagged: false,
    problem: null,
    ...(said.signUrl === null ? {} : { signUrl: said.signUrl }),
    ...(said.subMerchantId === null ? {} : { subMerchantId: said.subMerchantId }),
  }
  if (what.kind === 'stays') return known
  const { to } = what
  // FINISHED without a number is nothing one could pay to.
  if (to === 'done' && !(said.subMerchantId ?? m.subMerchantId)) return { ...counted, providerState: said.state, flagged: true }
  if (to === 'done') await openAccounts(tx, ctx, m, said.subMerchantId ?? m.subMerchantId!)
  if (to === 'frozen') await eachAccount(tx, ctx, m, 'freeze')
  if (m.status === 'frozen' && to === 'done') await eachAccount(tx, ctx, m, 'thaw')
  // Nobody pays to a merchant that the provider has given up.
  if (to === 'voided') await eachAccount(tx, ctx, m, 'close')
  return {
    ...known,
    status: to,
    movedAt: ctx.clock.now(),
    rejectReasons: to === 'rejected' ? said.reasons.map((r) => ({ field: itemNamed(r.field), reason: r.reason })) : null,
    ...(to === 'toVerify' || to === 'toSign' ? {} : { signUrl: null }),
  }
}

const accountsOf = (tx: Tx, m: Merchant) =>
  liveRows(tx, 'providerAccount').select(['id', 'kind', 'status']).where('merchant', '=', m.id).execute()
async function eachAccount(tx: Tx, ctx: Context, m: Merchant, action: 'freeze' | 'thaw' | 'close'): Promise<void> {
  const from: readonly string[] = providerAccountActions.all[action].from
  for (const account of await accountsOf(tx, m)) if (from.includes(account.status)) await accounts.act(tx, ctx, action, account.id)
}
/** The account it is settled to is the merchant's own; one to split from is applied for. */
async function openAccounts(tx: Tx, ctx: Context, m: Merchant, accountNo: string): Promise<void> {
  const have = await accountsOf(tx, m)
  for (const kind of ['settle', 'split'] as const) {
    if (have.some((a) => a.kind === kind)) continue
    const { id } = await accounts.add(tx, ctx, { merchant: m.id, profile: m.profile, kind })
    if (kind === 'settle') await accounts.act(tx, ctx, 'open', id, { accountNo })
  }
}

/** One live application per company and provider, decided under the lock of the company. */
async function refuseSecond(tx: Tx, ctx: Context, profile: number, provider: string): Promise<void> {
  const company = await storeOf(operatorProfile).lock(tx, ctx, profile)
  if (company.status === 'closed') throw refused('该运营商已关闭，不能进件；请选择营业中的运营商')
  const known = await liveRows(tx, 'merchant')
    .select('no')
    .where('profile', '=', profile)
    .where('provider', '=', provider as Merchant['provider'])
    .where('status', '<>', 'voided')
    .executeTakeFirst()
  if (known) throw refused(`该运营商在此支付平台已有进件 ${known.no}，请在其上修改后提交`)
}

export const servedMerchant: ServedEntity = serve(merchantActions, {
  effects: {
    submit: async ({ tx, ctx, record }) => {
      await enqueue(
        tx,
        ctx,
        submitCall,
        { id: record.id, application: applicationOf(record), photos: photosOf(record) },
        { key: `merchant:${record.no}:${record.attempt + 1}` },
      )
      return {
        attempt: record.attempt + 1,
        approach: ctx.ports.merchant.name,
        sentAt: ctx.clock.now(),
        movedAt: ctx.clock.now(),
        problem: null,
        flagged: false,
        rejectReasons: null,
      }
    },
    register: ({ tx, ctx, record, input }) =>
      applyProgress(tx, ctx, record, {
        state: input.state,
        seq: null,
        reasons: (input.reasons ?? []).map((r) => ({ field: r.field, reason: r.reason })),
        signUrl: input.signUrl,
        subMerchantId: input.subMerchantId,
      }),
    told: ({ tx, ctx, record, input }) =>
      applyProgress(tx, ctx, record, {
        state: input.state,
        seq: input.seq,
        reasons: (input.reasons ?? []).map((r) => ({ field: r.field, reason: r.reason })),
        signUrl: input.signUrl,
        subMerchantId: input.subMerchantId,
      }),
    query: async ({ tx, ctx, record }) => {
      await enqueue(tx, ctx, queryCall, { id: record.id, no: record.no, attempt: record.attempt })
    },
    void: async ({ input }) => ({ remark: input.remark }),
    note: async ({ input }) => ({ problem: input.reason }),
  },
  hooks: {
    beforeAdd: ({ tx, ctx, values }) => refuseSecond(tx, ctx, values.profile!, values.provider!),
    refuseEdit: (m) => (m.status === 'editing' || m.status === 'rejected' ? null : '资料已提交支付平台，驳回后才能修改'),
    refuseDelete: (m) => (m.attempt === 0 ? null : '已提交过的进件不能删除，可以作废'),
  },
})

export const servedAccount: ServedEntity = serve(providerAccountActions, {
  effects: {
    apply: moveOnly,
    open: async ({ ctx, input }) => ({ accountNo: input.accountNo, openedAt: ctx.clock.now() }),
    freeze: moveOnly,
    thaw: moveOnly,
    close: moveOnly,
  },
})

/** Accounts a rule of sharing may name: of a merchant that is finished, and open. */
export async function splitAccounts(tx: Tx, ctx: Context, ids: readonly number[]) {
  const rows = await liveRows(tx, 'providerAccount as a')
    .innerJoin('merchant as m', (join) => join.onRef('m.operatorId', '=', 'a.operatorId').onRef('m.id', '=', 'a.merchant'))
    .select(['a.id', 'a.kind', 'a.status', 'a.accountNo', 'm.no', 'm.status as progress', 'm.provider', 'm.subjectName'])
    .where('a.id', 'in', [...ids])
    .execute()
  const why = (a: (typeof rows)[number]): string | null => {
    if (a.kind !== 'split') return `进件 ${a.no} 的结算账户不能用于分账，请选择分账账户`
    if (a.progress !== 'done') return `进件 ${a.no} 尚未完成（${MERCHANT_STATES[a.progress]}），不能作为分账账户`
    return a.status === 'active' && a.accountNo ? null : `进件 ${a.no} 的分账账户为「${ACCOUNT_STATES[a.status]}」，开通后才能选择`
  }
  return new Map(
    rows.map((a) => [
      a.id,
      { payee: a.subjectName ?? a.no, bankName: PROVIDERS[a.provider], bankAccount: a.accountNo ?? '', problem: why(a) },
    ]),
  )
}

export const merchantActs: readonly ActSpec[] = [
  { code: 'merchant.submit', label: '商户进件', scene: 33, entity: 'merchant', action: 'submit' },
]
