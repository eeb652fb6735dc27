/** 我的合同: what waits for my signature or for a seal I keep, what I have signed, and what is copied to me. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { confirmOwnPassword } from '#kit/access/own-password.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { CONSENT } from '../ceremony/public.server.ts'
import { signAs } from '../ceremony/sign.server.ts'
import { signFlow, signParty } from '../flows/flow.ts'
import { codeOnlyRefusal } from '../flows/outside.server.ts'
import { bytesOf, record, sha256hex, type Flow } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { base, id } from './shapes.server.ts'
import { mineAnswer, signedAnswer } from '../ceremony/answers.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)

export function mineRoutes(instance: Instance): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: `${base}/sign/mine`,
      summary: '待我签署、我已签署与抄送我的合同',
      output: mineAnswer,
      right: 'myContract',
      input: z.strictObject({ tab: z.enum(['toSign', 'signed', 'copied']).default('toSign') }),
      handler: (ctx, { tab }) =>
        ctx.db.read(ctx.user.operatorId, async (tx) => {
          if (tab === 'copied') return copiedTo(tx, ctx)
          const rows = await allRows(tx, 'signParty as p')
            .innerJoin('signFlow as f', 'f.id', 'p.flow')
            .leftJoin('signSeal as s', 's.id', 'p.seal')
            .select([
              'p.id',
              'p.role',
              'p.status',
              'p.signedAt',
              'f.id as flow',
              'f.no',
              'f.title',
              'f.status as flowStatus',
              'f.expireAt',
              's.name as seal',
            ])
            .where('p.status', 'in', tab === 'toSign' ? ['toSign'] : ['signed'])
            .where((eb) =>
              eb.or([
                eb('p.user', '=', ctx.user.id),
                eb(sql<boolean>`s.keepers @> array[${ctx.user.id}]::bigint[]`, '=', true),
                // Who may use any seal sees what any seal is waited for.
                ...(ctx.access.can('electronicContracts_seal') ? [eb('p.seal', 'is not', null)] : []),
              ]),
            )
            .orderBy('p.id', 'desc')
            .limit(200)
            .execute()
          return { list: rows, total: rows.length, pageNo: 1, pageSize: 200 }
        }),
    }),
    route({
      method: 'GET',
      path: `${base}/sign/mine/file`,
      summary: '我的合同：文件',
      output: fileAnswer,
      right: 'myContract',
      input: z.strictObject({ partyId: id.optional(), flowId: id.optional() }),
      handler: async (ctx, { partyId, flowId }) => {
        const flow = flowId ? await copied(ctx, flowId) : (await own(ctx, partyId ?? 0)).flow
        return download({
          fileName: `${flow.title}.pdf`,
          mime: 'application/pdf',
          body: await bytesOf(ctx, instance, flow.fileId, flow.currentSha),
          inline: true,
        })
      },
    }),
    route({
      method: 'POST',
      path: `${base}/sign/stamp`,
      summary: '用印：以本单位印章签署',
      output: signedAnswer,
      // Whoever keeps the seal may use it; which contracts are his, `own` says.
      right: ['myContract', 'myContract_sign', 'electronicContracts_seal'],
      // As the signer's own confirmation: nothing is signed before the last of its transactions.
      resumes: true,
      input: z.strictObject({ partyId: id, password: z.string().min(1, '请输入您的登录密码').max(200), agreed: z.boolean().optional() }),
      handler: async (ctx, { partyId, password, agreed }) => {
        const { party: mine } = await own(ctx, partyId)
        // A seal is the company's; a person's own name asks for what it asks on /sign.
        if (!mine.seal && agreed !== true) throw refused('请先阅读全文并同意电子签署')
        const why = mine.seal ? null : await ctx.db.read(ctx.user.operatorId, (tx) => codeOnlyRefusal(tx, ctx, '账号确认'))
        if (why) throw refused(why)
        await confirmOwnPassword(ctx, password)
        return signAs(ctx, instance, {
          party: partyId,
          level: 'D',
          look: mine.seal ? { kind: 'seal' } : { kind: 'typed' },
          by: `user:${ctx.user.id}`,
          proof: async (tx, flow, party) => {
            if (!party.seal) await agreedTo(tx, ctx, flow, party)
          },
        })
      },
    }),
  ]
}

/** In the commit of his signature: what he read and agreed to, as a signer on a telephone does. */
async function agreedTo(tx: Tx, ctx: Context, flow: Flow, party: { id: number; seq: number }): Promise<void> {
  const pages = flow.pages ?? 0
  await tx.updateTable('signParty').set({ consentedAt: ctx.clock.now(), pagesRead: pages }).where('id', '=', party.id).execute()
  const by = `user:${ctx.user.id}`
  await record(tx, ctx, flow, { kind: 'read', by, docSha: flow.currentSha, data: { party: party.seq, pages } })
  await record(tx, ctx, flow, { kind: 'consented', by, data: { party: party.seq, consentSha: sha256hex(CONSENT) } })
}

/** Started ones that are copied to me, the newest first. */
async function copiedTo(tx: Db, ctx: Context) {
  const rows = await liveRows(tx, 'signFlow as f')
    .select(['f.id', 'f.id as flow', 'f.no', 'f.title', 'f.status', 'f.status as flowStatus', 'f.expireAt', 'f.endedAt as signedAt'])
    .where(sql<boolean>`f.copies @> array[${ctx.user.id}]::bigint[]`)
    .where('f.status', '!=', 'draft')
    .orderBy('f.id', 'desc')
    .limit(200)
    .execute()
  const list = rows.map((row) => ({ ...row, role: '抄送', seal: null }))
  return { list, total: list.length, pageNo: 1, pageSize: 200 }
}
async function copied(ctx: Context, flowId: number) {
  const flow = await ctx.db.read(ctx.user.operatorId, (tx) => flows.get(tx, ctx, flowId))
  if (!flow.copies?.includes(ctx.user.id) || flow.status === 'draft') throw absent('合同已被删除，或不在您的数据权限内，请刷新后重新选择')
  return flow
}

/** Mine: as the user named, as a keeper of the seal, or by the right to use seals. */
async function own(ctx: Context, partyId: number) {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db
    const row = await parties.get(tx, ctx, partyId)
    const flow = await flows.get(tx, ctx, row.flow)
    const keepers = row.seal
      ? ((await tx.selectFrom('signSeal').select('keepers').where('id', '=', row.seal).executeTakeFirst())?.keepers ?? [])
      : []
    if (row.user !== ctx.user.id && !keepers.includes(ctx.user.id) && !(row.seal && ctx.access.can('electronicContracts_seal')))
      throw absent('合同已被删除，或不在您的数据权限内，请刷新后重新选择')
    return { party: row, flow }
  })
}
