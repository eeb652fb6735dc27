/** The signer that is shipped: the ceremony is this product's own, so nothing leaves, and what is known of a flow is its row. */
import { buffer } from 'node:stream/consumers'
import type { Context } from '#kit/access/context.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { partyKey } from './key.ts'
import type { PartyWord, SignProvider } from './provider.server.ts'

const NOT_OUTSIDE = '该流程在本机签署'
const PARTY_WORDS: Readonly<Record<string, PartyWord>> = { toSign: 'toSign', signed: 'signed', declined: 'declined' }

const flowOf = async (ctx: Context, bizNum: string) => {
  const { operatorId } = ctx.user
  const flowWithParties = await ctx.db.read(operatorId, async (tx) => {
    const flow = await liveRows(tx, 'signFlow')
      .select(['id', 'status', 'endReason', 'endedAt', 'fileId'])
      .where('customBizNum', '=', bizNum)
      .executeTakeFirst()
    const parties = flow && (await tx.selectFrom('signParty').select(['id', 'status']).where('flow', '=', flow.id).orderBy('seq').execute())
    return flow && { flow, parties: parties! }
  })
  if (!flowWithParties) throw absent('签署流程不存在或已被删除，请刷新列表')
  return flowWithParties
}

export const localSigner: SignProvider = {
  name: 'local',
  outside: false,
  houseKey: () => {
    throw new Error('opened without the key of the house')
  },
  create: async (_ctx, flow) => flow.bizNum,
  start: async () => {},
  urge: async () => {},
  delay: async () => {},
  revoke: async () => {},
  async detail(ctx, flowId) {
    const { flow, parties } = await flowOf(ctx, flowId)
    return {
      status: flow.status,
      reason: flow.endReason,
      finishedAt: flow.endedAt,
      parties: parties.map((party) => ({ key: partyKey(party.id), status: PARTY_WORDS[party.status] ?? 'waiting' })),
    }
  },
  async file(ctx, flowId) {
    const { flow } = await flowOf(ctx, flowId)
    if (flow.status !== 'completed') throw refused('合同还没有签署完成，签完后可以下载')
    const body = await ctx.ports.files.open(flow.fileId ?? '')
    if (!body) throw absent('合同文件没有找到，请联系管理员检查文件存储')
    return buffer(body)
  },
  partyUrl: async () => {
    throw refused(NOT_OUTSIDE)
  },
  authUrl: async () => null,
  authInfo: async () => 'unknown',
  notice: () => null,
  test: async () => null,
}
