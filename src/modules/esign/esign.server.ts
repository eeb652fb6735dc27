/** Server part of e-contracts, put together. What needs files or keys is a route and is given them (esignRoutes). */
import type { ScheduledJob, ServedModule } from '#kit/entity/registry.server.ts'
import { copyInput, moveOnly, serve } from '#kit/entity/serve.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { claimFiles } from '#kit/entity/write/references.server.ts'
import type { Route } from '#kit/http/route.server.ts'
import { prolongFlows } from './ceremony/prolong.server.ts'
import { publicRoutes } from './ceremony/public.server.ts'
import { verifyRoutes } from './ceremony/verify.server.ts'
import { esignActs } from './acts.server.ts'
import { esign } from './esign.ts'
import { rolesOf } from './flows/compose.server.ts'
import { anchorDays } from './flows/anchor.server.ts'
import { expireFlows, servedFlow, servedParty } from './flows/flow.server.ts'
import { remindSigning, signReminders } from './flows/remind.server.ts'
import { sha256hex } from './flows/record.server.ts'
import { lesseeRenamed } from './identity/renamed.server.ts'
import { signIdentityActions, signSealActions } from './identity/identity.ts'
import type { Instance } from './instance.server.ts'
import { revokeSeal } from './keys/keys.server.ts'
import { askJob } from './provider/ask.server.ts'
import { signCalls } from './provider/calls.server.ts'
import { esignPort } from './provider/esign-port.server.ts'
import { filesOf } from './provider/outside-flow.server.ts'
import { noticeRoute } from './provider/notice.server.ts'
import { providerRoutes } from './routes/provider.server.ts'
import { credit, expireLots } from './quota/quota.server.ts'
import { rechargeOrderActions, rechargePlanActions } from './quota/quota.ts'
import { codeCall } from './ceremony/code-call.server.ts'
import { consoleRoutes } from './routes.server.ts'
import { DICTIONARY } from './templates/dictionary.ts'
import { signTemplateActions, signTemplateVersion } from './templates/template.ts'
import { textRefusal } from './templates/text.rules.ts'
import { canonical } from './flows/chain.rules.ts'

const versions = storeOf(signTemplateVersion)

const servedTemplate = serve(signTemplateActions, {
  effects: {
    publish: async ({ tx, ctx, record: template }) => {
      const components = template.components ?? []
      const why = template.kind === 'text' ? textRefusal(template.text ?? '') : null
      if (why) throw refused(why)
      const unknown = components.find((c) => c.path !== undefined && !(c.path in DICTIONARY))
      if (unknown) throw refused(`控件“${unknown.label}”引用的字段不存在`)
      const roles = rolesOf({ kind: template.kind, text: template.text, components })
      if (roles.length === 0 || roles.includes('')) throw refused('没有签署区，请先在设计页放置签署区并选择签署方')
      const seq = (template.versionNo ?? 0) + 1
      const made = await versions.add(tx, ctx, {
        template: template.id,
        seq,
        text: template.text,
        file: template.file,
        components: components,
        roles: roles.join('、'),
        sha256: sha256hex(canonical({ text: template.text, file: template.file?.[0]?.id, components })),
        publishedAt: ctx.clock.now(),
      })
      await claimFiles(
        tx,
        'signTemplateVersion',
        made.id,
        (template.file ?? []).map((file) => file.id),
      )
      return { versionNo: seq }
    },
    disable: moveOnly,
  },
  hooks: {
    refuseDelete: (template) => ((template.used ?? 0) > 0 ? `模板已被 ${template.used} 个流程使用，请停用` : null),
  },
})

const servedIdentity = serve(signIdentityActions, {
  effects: {
    begin: moveOnly,
    check: async ({ ctx }) => ({ checkedBy: ctx.user.id || null, checkedAt: ctx.clock.now(), failReason: null, method: 'staff' as const }),
    fail: async ({ input }) => ({ failReason: input.reason }),
    beginThere: async ({ input }) => ({ providerFlow: input.providerFlow, method: 'provider' as const, failReason: null }),
    verifiedThere: async ({ ctx }) => ({ checkedAt: ctx.clock.now() }),
    authorisedThere: async ({ ctx }) => ({ checkedAt: ctx.clock.now() }),
    reset: moveOnly,
  },
  hooks: {
    // What was checked is what stood there then.
    beforeEdit: async ({ record, patch }) => {
      const checked = record.status === 'verified' || record.status === 'authorised'
      if (checked && (['name', 'idNo', 'creditCode'] as const).some((key) => key in patch))
        throw refused('已认证的姓名与证件号不能修改，请删除后重新登记')
    },
  },
})

const servedSeal = serve(signSealActions, {
  effects: {
    disable: moveOnly,
    enable: moveOnly,
    revoke: async ({ tx, ctx, record: seal, input }) => {
      if ((await revokeSeal(tx, ctx, seal.id, input.reason)) === 0) throw refused('该印章还没有用过，没有可吊销的证书；不再使用请停用')
    },
  },
})
const servedPlan = serve(rechargePlanActions, { effects: { disable: moveOnly, enable: moveOnly } })
const servedOrder = serve(rechargeOrderActions, {
  facts: async ({ records }) => records.map((order) => ({ orderedById: order.orderedBy })),
  effects: {
    confirm: async ({ tx, ctx, record: order, input }) => {
      const expiresOn = order.validDays ? addDays(ctx.clock.today(), order.validDays) : null
      await credit(tx, ctx, { source: 'order', total: order.copies, expiresOn, rechargeOrder: order.id, refKey: `order:${order.id}` })
      return { voucher: input.voucher, confirmedBy: ctx.user.id || null, paidAt: ctx.clock.now() }
    },
    close: copyInput,
  },
})

const jobs: readonly ScheduledJob[] = [
  { name: 'expireSignFlows', cron: '*/5 * * * *', run: async (ctx) => void (await expireFlows(ctx)) },
  { name: 'expireSignQuota', cron: '5 0 * * *', run: expireLots },
  { name: 'remindSigning', cron: '0 10 * * *', run: remindSigning },
  // In the small hours: each file is read, stamped and written.
  {
    name: 'prolongSignFlows',
    cron: '40 3 * * *',
    run: async (ctx) => void (await prolongFlows(ctx, { ...filesOf(ctx), secretKey: ctx.ports.esign.houseKey() })),
  },
  // Before anybody works: the day that is over, into the chain of the operation log.
  { name: 'anchorSignEvents', cron: '20 0 * * *', run: anchorDays },
  askJob,
]

export const esignServer: ServedModule = {
  module: esign,
  entities: [servedTemplate, servedFlow, servedParty, servedIdentity, servedSeal, servedPlan, servedOrder],
  jobs,
  routes: [noticeRoute, ...providerRoutes],
  ports: [esignPort],
  calls: [...signCalls, codeCall],
  provides: {
    approvalActs: esignActs,
    reminderEnds: signReminders,
    lesseeRenamed: [lesseeRenamed],
    identity: [
      { entity: 'signSeal', by: 'keepers' },
      { entity: 'signIdentity', by: 'user' },
    ],
  },
}

export const esignRoutes = (instance: Instance): readonly Route[] => [
  ...publicRoutes(instance),
  ...verifyRoutes(instance),
  ...consoleRoutes(instance),
]
