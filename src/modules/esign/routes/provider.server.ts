/** What people may ask about the provider: whether it lets us in, and how one flow stands. */
import { z } from 'zod'
import { systemClock } from '#kit/basics/time/clock.ts'
import type { Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { signFlow } from '../flows/flow.ts'
import { base, id, LIST } from './shapes.server.ts'
import { askAbout } from '../provider/ask.server.ts'
import { chosenProvider } from '../provider/chosen.server.ts'
import { identifyThere } from '../provider/identify.server.ts'
import { isOutside } from '../provider/outside-flow.server.ts'

const flows = storeOf(signFlow)

export const providerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${base}/provider/info`,
    summary: '在哪里签署：本机，或已接入的服务商',
    right: ['electronicContracts', 'contractAuth'],
    input: z.strictObject({}),
    output: z.object({ name: z.enum(['local', 'esign']), outside: z.boolean() }),
    handler: (ctx) =>
      ctx.db.read(ctx.user.operatorId, async (tx) => {
        const { name, outside } = await chosenProvider(tx, ctx)
        return { name, outside }
      }),
  }),
  route({
    method: 'POST',
    path: `${base}/provider/test`,
    summary: '测试与服务商的连接',
    right: 'contractAuth_check',
    safe: true,
    input: z.strictObject({}),
    output: z.object({ reason: z.string().nullable() }),
    handler: async (ctx) => ({ reason: await ctx.ports.esign.test(new Date(systemClock.now())) }),
  }),
  route({
    method: 'POST',
    path: `${base}/auth/begin`,
    summary: '到服务商实名：认证页地址与二维码',
    right: 'contractAuth_auth',
    input: z.strictObject({ id }),
    output: z.object({ url: z.string(), qr: z.string(), flowId: z.number() }),
    handler: (ctx, input) => identifyThere(ctx, input.id),
  }),
  route({
    method: 'POST',
    path: `${base}/provider/ask`,
    summary: '向服务商查询签署进展',
    right: LIST,
    single: true,
    input: z.strictObject({ flowId: id }),
    output: z.object({ asked: z.boolean() }),
    handler: (ctx, { flowId }) =>
      ctx.db.write(ctx.user.operatorId, async (tx: Tx) => {
        const flow = await flows.get(tx, ctx, flowId, 'person')
        if (!isOutside(flow) || flow.status !== 'signing' || !flow.providerFlowId) throw refused('该流程在本机签署，不需要向服务商查询')
        return { asked: await askAbout(tx, ctx, flow, 'person', 1) }
      }),
  }),
]
