/** 我的合同: what waits for my signature or for a seal I keep. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { confirmOwnPassword } from '#kit/access/ownPassword.server.ts'
import { absent } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { signAs } from '../ceremony/sign.server.ts'
import { signFlow, signParty } from '../flows/flow.ts'
import { bytesOf } from '../flows/record.server.ts'
import type { Instance } from '../instance.server.ts'
import { base, id } from './shapes.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)

export function mineRoutes(instance: Instance): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: `${base}/sign/mine`,
      summary: '待我签署与我已签署的合同',
      right: 'myContract',
      input: z.strictObject({ tab: z.enum(['toSign', 'signed']).default('toSign') }),
      handler: (ctx, { tab }) =>
        ctx.db.read(ctx.user.operatorId, async (tx) => {
          const rows = await tx
            .selectFrom('signParty as p')
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
            .where('p.operatorId', '=', ctx.user.operatorId)
            .where('p.status', 'in', tab === 'toSign' ? ['toSign'] : ['signed'])
            .where((eb) =>
              eb.or([eb('p.user', '=', ctx.user.id), eb(sql<boolean>`s.keepers @> array[${ctx.user.id}]::bigint[]`, '=', true)]),
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
      right: 'myContract',
      input: z.strictObject({ partyId: id }),
      handler: async (ctx, { partyId }) => {
        const { flow } = await own(ctx, partyId)
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
      right: ['myContract_sign', 'electronicContracts_seal'],
      input: z.strictObject({ partyId: id, password: z.string().min(1, '请输入您的登录密码').max(200) }),
      handler: async (ctx, { partyId, password }) => {
        const { party: mine } = await own(ctx, partyId)
        await confirmOwnPassword(ctx, password)
        return signAs(ctx, instance, {
          party: partyId,
          level: 'D',
          look: mine.seal ? { kind: 'seal' } : { kind: 'typed' },
          by: `user:${ctx.user.id}`,
          proof: async () => {},
        })
      },
    }),
  ]
}

/** Mine: as the user named, as a keeper of the seal, or by the right to use seals. */
async function own(ctx: Context, partyId: number) {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db as Tx
    const row = await parties.get(tx, ctx, partyId)
    const flow = await flows.get(tx, ctx, row.flow)
    const keepers = row.seal
      ? ((await tx.selectFrom('signSeal').select('keepers').where('id', '=', row.seal).executeTakeFirst())?.keepers ?? [])
      : []
    if (row.user !== ctx.user.id && !keepers.includes(ctx.user.id) && !(row.seal && ctx.access.can('electronicContracts_seal')))
      throw absent('合同不存在或无权查看')
    return { party: row, flow }
  })
}
