/** The public page 招商加盟 writes here, on behalf of the operator whose host was visited. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { copyInput, moveOnly, serve, type InputOf, type ServedEntity } from '#kit/entity/serve.server.ts'
import { add, storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { route } from '#kit/http/route.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ActSpec } from '#modules/approval/approval.public.ts'
import { operatorOfHost } from '#modules/system/system.public.ts'
import { promoCodeOf } from '../promotion/promo.server.ts'
import { isPlatform, profiles } from '../companies/profile.server.ts'
import { merchant } from '../merchants/merchant.ts'
import { franchiseApplyActions, type franchiseApply } from './apply.ts'

type Input = InputOf<typeof franchiseApplyActions.all.convert>

const APPLY = z.strictObject({
  name: z.string('请输入联系人').trim().min(1, '请输入联系人').max(40, '联系人过长'),
  phone: z.string('请输入联系电话').trim().min(1, '请输入联系电话'),
  company: z.string().trim().max(80, '公司名称过长').optional(),
  region: z.string('请输入意向城市').trim().min(1, '请输入意向城市').max(40, '意向城市过长'),
  intent: z.string().trim().max(500, '加盟意向最多 500 字').optional(),
  /** Of the link the visitor came by; one that counts no more is let go. */
  promo: z.string().max(40).optional(),
})

/** A visitor has no operator: the row is written as the system user of the operator behind this host. */
async function apply(ctx: Context, a: z.infer<typeof APPLY>, host: string | undefined): Promise<null> {
  const operatorId = await operatorOfHost(ctx.db, host)
  if (operatorId === null) throw refused('暂不接受加盟申请')
  const as: Context = {
    ...ctx,
    user: { ...ctx.user, id: 0, name: '访客', operatorId, isAdmin: true },
    access: { can: () => true, scopeOf: () => 'all', scopeText: () => '' },
  }
  await ctx.db.write(operatorId, async (tx) => {
    await add(tx, as, 'franchiseApply', {
      contact: a.name,
      mobile: a.phone,
      company: a.company || null,
      city: a.region,
      intent: a.intent || null,
      host: (host ?? '').slice(0, 100),
      promoCode: a.promo ? await promoCodeOf(tx, as, a.promo) : null,
    })
  })
  return null
}

/** A passed applicant becomes a company: its profile and the draft of its merchant, in the transaction that claims the application. */
async function convert(tx: Tx, ctx: Context, a: Rec<typeof franchiseApply>, i: Input): Promise<{ profile: number; creditCode: string }> {
  const known = await liveRows(tx, 'operatorProfile').select('name').where('creditCode', '=', i.creditCode).executeTakeFirst()
  if (known) throw refused(`统一社会信用代码已有运营商：${known.name}`)
  const { id: profile } = await profiles.add(tx, ctx, {
    name: i.name,
    creditCode: i.creditCode,
    kind: i.kind,
    parent: i.parent,
    adminUsername: i.adminUsername,
    settleDay: i.settleDay,
    region: a.city,
    contact: a.contact,
    mobile: a.mobile,
    apply: a.id,
  })
  await storeOf(merchant).add(tx, ctx, {
    profile,
    provider: 'wechat',
    subjectName: i.name,
    subjectCode: i.creditCode,
    legalMobile: a.mobile,
    accountName: i.name,
  })
  return { profile, creditCode: i.creditCode }
}

export const servedApply: ServedEntity = serve(franchiseApplyActions, {
  facts: async ({ tx, ctx, records }) => {
    const platform = await isPlatform(tx, ctx.user.operatorId)
    return records.map(() => ({ platform }))
  },
  effects: {
    follow: moveOnly,
    pass: copyInput,
    refuse: copyInput,
    convert: ({ tx, ctx, record, input }) => convert(tx, ctx, record, input),
  },
})

export const applyRoute = route({
  method: 'POST',
  path: '/api/v1/franchise/apply',
  summary: '提交加盟申请',
  right: 'public',
  costly: true,
  input: APPLY,
  output: doneAnswer,
  handler: (ctx, a, { host }) => apply(ctx, a, host),
})
export const applyActs: readonly ActSpec[] = [
  { code: 'franchiseApply.pass', label: '加盟通过', scene: 12, entity: 'franchiseApply', action: 'pass' },
]
