/** Requests to a provider carried out: outside any transaction, again when they failed, and what comes of them is heard once. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { kindOf } from '#kit/basics/file-check.ts'
import { signFlow } from '../flows/flow.ts'
import { tell } from '../flows/flow.server.ts'
import { keepBytes, type Flow } from '../flows/record.server.ts'
import { applyProviderState, type ProviderState } from './provider-state.server.ts'
import { applicantOf, identities, open } from './identify.server.ts'
import { filesOf, outsideFlow, seenFlow } from './outside-flow.server.ts'
import type { Identified } from './provider.server.ts'
import {
  createRequest,
  delayRequest,
  detailRequest,
  identityRequest,
  revokeRequest,
  startRequest,
  urgeRequest,
  type Named,
} from './requests.ts'
import { WAITING } from './words.ts'

const flows = storeOf(signFlow)

/** The whole state, and the signed file when there is one we have not got. */
async function look(ctx: Context, flow: Flow, at: Date): Promise<ProviderState> {
  const { esign } = ctx.ports
  const flowId = flow.providerFlowId!
  const said = await esign.detail(ctx, flowId, at)
  if (said.status !== 'completed' || flow.status !== 'signing') return { said, file: null }
  const bytes = await esign.file(ctx, flowId, at)
  if (kindOf(bytes)?.mime !== 'application/pdf') throw new AppError('busy', '服务商给出的已签文件不是 PDF')
  const keep = () => keepBytes(ctx, filesOf(ctx), `${flow.title}.pdf`, bytes)
  return { said, file: { signed: await keep(), copy: await keep() } }
}
const heardOf = async (tx: Tx, ctx: Context, { flow }: Named, heard: ProviderState | null): Promise<void> => {
  if (heard) await applyProviderState(tx, ctx, flow, heard)
}
/** It goes on nowhere: as if it had been revoked, with the reason. */
async function notTaken(tx: Tx, ctx: Context, id: number, reason: string): Promise<void> {
  const flow = await flows.lock(tx, ctx, id)
  if (flow.status !== 'signing') return
  await flows.act(tx, ctx, 'endedThere', id, { reason: `服务商未受理：${reason}`.slice(0, 200) })
}
const note = (tx: Tx, id: number, providerNote: string | null): Promise<unknown> =>
  tx.updateTable('signFlow').set({ providerNote }).where('id', '=', id).execute()

const createCall = defineCall<Named, string | null>({
  ...createRequest,
  async deliver(ctx, { flow: id }, { at }) {
    const flow = await seenFlow(ctx, id)
    if (flow.status !== 'signing' || flow.providerFlowId) return null
    return ctx.ports.esign.create(ctx, await outsideFlow(ctx, flow), at)
  },
  tried: (tx, _ctx, { flow }, { reason, next }) =>
    note(tx, flow, next === null ? reason : `${WAITING}（${reason}）`.slice(0, 200)).then(() => {}),
  async settle(tx, ctx, { flow: id, no }, flowId) {
    const flow = await flows.lock(tx, ctx, id)
    // Ended meanwhile, or another worker was first: a draft at the provider that nobody hears of.
    if (flowId === null || flow.status !== 'signing' || flow.providerFlowId) return
    await tx.updateTable('signFlow').set({ providerFlowId: flowId, providerNote: WAITING }).where('id', '=', id).execute()
    await enqueue(tx, ctx, startRequest, { flow: id, no }, { key: `esignStart:${id}:${flow.quotaCycle}` })
  },
  failed: (tx, ctx, { flow }, reason) => notTaken(tx, ctx, flow, reason),
})

const startCall = defineCall<Named, ProviderState | null>({
  ...startRequest,
  async deliver(ctx, { flow: id }, { at }) {
    const flow = await seenFlow(ctx, id)
    if (flow.status !== 'signing' || !flow.providerFlowId) return null
    await ctx.ports.esign.start(ctx, flow.providerFlowId, at)
    return look(ctx, flow, at)
  },
  settle: heardOf,
  async failed(tx, ctx, { flow, no }, reason) {
    await notTaken(tx, ctx, flow, reason)
    // Nobody knows whether it was heard: what may have begun there is taken back.
    await enqueue(tx, ctx, revokeRequest, { flow, no, reason: '发起未成功' }, { key: `esignUnstart:${flow}` })
  },
})

const urgeCall = defineCall<Named, null>({
  ...urgeRequest,
  // A reminder of hours ago is none.
  pauses: [60, 300],
  async deliver(ctx, { flow: id }, { at }) {
    const flow = await seenFlow(ctx, id)
    if (flow.status === 'signing' && flow.providerFlowId) await ctx.ports.esign.urge(ctx, flow.providerFlowId, at)
    return null
  },
})

const delayCall = defineCall<ReturnType<typeof delayRequest.payload.parse>, ProviderState | null>({
  ...delayRequest,
  async deliver(ctx, { flow: id, expireAt }, { at }) {
    const flow = await seenFlow(ctx, id)
    if (flow.status !== 'signing' || !flow.providerFlowId) return null
    await ctx.ports.esign.delay(ctx, flow.providerFlowId, expireAt, at)
    return look(ctx, flow, at)
  },
  settle: heardOf,
  async failed(tx, ctx, { flow: id, no, expireAt, before }, reason) {
    const flow = await flows.lock(tx, ctx, id)
    if (flow.status !== 'signing' || flow.expireAt !== expireAt) return
    await tx
      .updateTable('signFlow')
      .set({ expireAt: before, delayCount: 0, providerNote: `延期未成功：${reason}`.slice(0, 200) })
      .where('id', '=', id)
      .execute()
    await tell(tx, ctx, flow, `延期未成功：${flow.title}`, `delay:${expireAt}`)
    await enqueue(tx, ctx, detailRequest, { flow: id, no })
  },
})

const revokeCall = defineCall<ReturnType<typeof revokeRequest.payload.parse>, ProviderState | null>({
  ...revokeRequest,
  async deliver(ctx, { flow: id, reason }, { at }) {
    const flow = await seenFlow(ctx, id)
    if (!flow.providerFlowId) return null
    const { status } = await ctx.ports.esign.detail(ctx, flow.providerFlowId, at)
    // Its start is on the way: what is revoked before it would start behind it.
    if (status === 'draft' && flow.status === 'signing') throw new AppError('busy', '服务商尚未开始签署，稍后再撤销')
    await ctx.ports.esign.revoke(ctx, flow.providerFlowId, reason, at)
    return look(ctx, flow, at)
  },
  settle: heardOf,
  async failed(tx, ctx, { flow: id }, reason) {
    const flow = await flows.lock(tx, ctx, id)
    if (flow.status !== 'signing') return
    await note(tx, id, `撤销未成功：${reason}`.slice(0, 200))
    await tell(tx, ctx, flow, `撤销未成功：${flow.title}`, `revoke:${ctx.clock.now()}`)
  },
})

const detailCall = defineCall<Named, ProviderState | null>({
  ...detailRequest,
  // The next question comes by itself.
  pauses: [10, 60, 300],
  async deliver(ctx, { flow: id }, { at }) {
    const flow = await seenFlow(ctx, id)
    return flow.status === 'signing' && flow.providerFlowId ? look(ctx, flow, at) : null
  },
  settle: heardOf,
})

/** Whose real name is shown there, as the provider knows it now. */
const identityCall = defineCall<{ identity: number }, Identified>({
  ...identityRequest,
  // The next question comes by itself.
  pauses: [10, 60, 300],
  async deliver(ctx, { identity }, { at }) {
    const row = await ctx.db.read(ctx.user.operatorId, (tx) => identities.get(tx, ctx, identity))
    return open(row) ? ctx.ports.esign.authInfo(ctx, applicantOf(row), at) : 'unknown'
  },
  async settle(tx, ctx, { identity }, said) {
    const row = await identities.lock(tx, ctx, identity)
    if (!open(row) || said === 'unknown' || said === row.status) return
    await identities.act(tx, ctx, said === 'verified' ? 'verifiedThere' : 'authorisedThere', identity)
  },
})

export const signCalls = [identityCall, createCall, startCall, urgeCall, delayCall, revokeCall, detailCall] as const
