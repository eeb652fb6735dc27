/** 解约: a child flow between the same parties. What was signed falls when the last of them has signed that it shall. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { conflict, invalid, refused } from '#kit/basics/errors.ts'
import { dayWords } from '#kit/basics/time/day-words.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { act, actNamed, heldNote, storeOf } from '#kit/entity/store.server.ts'
import type { Instance } from '../instance.server.ts'
import { subjectOf } from '../subjects.server.ts'
import { composeFlow, type Composed, type DraftInput } from './compose.server.ts'
import { writeFlow } from './draft.server.ts'
import { rescissionReason, signFlow, type RESCISSION_REASONS } from './flow.ts'
import { partiesOf } from './flow.server.ts'
import { openChild } from './open-child.server.ts'
import type { Flow } from './record.server.ts'

const flows = storeOf(signFlow)

/** Which files of the flow are meant: all of them belong to it. */
async function ownFiles(tx: Tx, flow: number, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const known = await tx.selectFrom('signFile').select(['fileId', 'sha256']).where('flow', '=', flow).execute()
  if (fileIds.some((id) => !known.some((file) => file.fileId === id || file.sha256 === id)))
    throw invalid({ fileIds: '解约文件必须属于原流程' })
}

interface Read {
  parent: Flow
  parties: Awaited<ReturnType<typeof partiesOf>>
  child: Awaited<ReturnType<typeof openChild>>
}
const read = (ctx: Context, id: number): Promise<Read> =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db
    return { parent: await flows.get(tx, ctx, id, 'person'), parties: await partiesOf(tx, id), child: await openChild(tx, id) }
  })

const paperOf = ({ parent, parties }: Read, reason: string): DraftInput => ({
  title: `解约协议 ${parent.no}`,
  bizType: 'rescission',
  rescissionOf: parties.map((party) => party.role),
  parent: parent.id,
  store: parent.store,
  ordered: parent.ordered,
  values: {
    'rescission.parties': parties.map((party) => `${party.role}：${party.name}`).join('　　'),
    'rescission.title': parent.title,
    'rescission.no': parent.bizNo ?? parent.no,
    'rescission.reason': reason,
    'rescission.signedOn': parent.endedAt ? dayWords(dayOf(parent.endedAt)) : '',
  },
  parties: parties.map(({ role, kind, name, mobile, idNo, seq, intent, seal, lessee }) => ({
    role,
    kind,
    name,
    mobile,
    idNo,
    seq,
    seal,
    lessee,
    intent: intent === 'provider' ? 'sms' : intent,
  })),
})

interface Rescinding {
  flowId: number
  reasonCode: keyof typeof RESCISSION_REASONS
  reason: string | null
  fileIds: readonly string[]
}
/** The child, or null and why it waits: somebody has to allow it first. */
interface Rescinded {
  child: number | null
  held: string | null
}
/** Registered, its paper written and sent off in one commit: whatever goes wrong, the contract stands as it stood. */
export async function rescindNow(ctx: Context, instance: Instance, asked: Rescinding, opened: string): Promise<Rescinded> {
  const { flowId, reasonCode, fileIds } = asked
  const reason = rescissionReason(reasonCode, asked.reason)
  const seen = await read(ctx, flowId)
  const { parent, child } = seen
  // The same once more, whose answer was lost.
  if (parent.rescission === 'running' && child?.status === 'signing' && parent.endReason === reason) return { child: child.id, held: null }
  const may = parent.status === 'completed' && parent.rescission === 'none' && !parent.parent
  const composed = may ? await composeFlow(ctx, instance, paperOf(seen, reason), opened) : null
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    await ownFiles(tx, flowId, fileIds)
    const held = heldNote(await actNamed(tx, ctx, 'signFlow', 'rescind', flowId, null, { reasonCode, reason: asked.reason }, 'person'))
    if (held !== null) return { child: null, held }
    // Only what changed while the paper was drawn gets here without one.
    if (!composed) throw conflict()
    return send(tx, ctx, composed)
  })
}

async function send(tx: Tx, ctx: Context, composed: Composed | number): Promise<Rescinded> {
  const id = typeof composed === 'number' ? composed : (await writeFlow(tx, ctx, composed)).id
  return { child: id, held: heldNote(await act(tx, ctx, 'signFlow', 'start', id, null, {}, 'person')) }
}

/** Of one that is registered already: allowed by somebody else, or left for later. */
export async function startRescission(ctx: Context, instance: Instance, id: number, opened: string): Promise<number> {
  const seen = await read(ctx, id)
  const { parent, child } = seen
  if (parent.rescission !== 'running') throw refused('请先登记解约')
  const subject = subjectOf(ctx, parent.bizEntity)
  const why =
    subject?.mayRescind && parent.bizId ? await ctx.db.read(ctx.user.operatorId, (tx) => subject.mayRescind!(tx, ctx, parent.bizId!)) : null
  if (why) throw refused(why)
  if (child?.status === 'signing') throw refused('解约协议已发起，正在签署；请在它的签署流程中查看进展')
  const composed = child ? child.id : await composeFlow(ctx, instance, paperOf(seen, parent.endReason ?? '双方协商'), opened)
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const locked = await flows.lock(tx, ctx, id)
    if (locked.rescission !== 'running') throw refused('请先登记解约')
    const other = await openChild(tx, id)
    if (other?.id !== child?.id || other?.status === 'signing') throw refused('解约协议已发起，正在签署；请在它的签署流程中查看进展')
    const { child: sent } = await send(tx, ctx, composed)
    return sent!
  })
}
