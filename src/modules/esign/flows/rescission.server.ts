/** 解约: a child flow between the same parties. What was signed falls when the last of them has signed that it shall. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { dayWords } from '#kit/basics/dayWords.ts'
import { dayOf } from '#kit/basics/day.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import type { Instance } from '../instance.server.ts'
import { subjectOf } from '../subjects.server.ts'
import { draftFlow } from './draft.server.ts'
import { signFlow } from './flow.ts'
import { partiesOf } from './flow.server.ts'
import { openChild } from './open-child.server.ts'

const flows = storeOf(signFlow)

/** Which files of the flow are meant: all of them belong to it. */
export async function ownFiles(tx: Tx, flow: number, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  const known = await tx.selectFrom('signFile').select(['fileId', 'sha256']).where('flow', '=', flow).execute()
  if (fileIds.some((id) => !known.some((file) => file.fileId === id || file.sha256 === id)))
    throw invalid({ fileIds: '解约文件必须属于原流程' })
}

/** Makes the paper, once, and sends it off. */
export async function startRescission(ctx: Context, instance: Instance, id: number, opened: string): Promise<number> {
  const { parent, parties, child } = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db as Tx
    const flow = await flows.get(tx, ctx, id, 'person')
    return { parent: flow, parties: await partiesOf(tx, id), child: await openChild(tx, id) }
  })
  if (parent.rescission !== 'running') throw refused('请先登记解约')
  const subject = subjectOf(ctx, parent.bizEntity)
  const why =
    subject?.mayRescind && parent.bizId
      ? await ctx.db.read(ctx.user.operatorId, (tx) => subject.mayRescind!(tx as Tx, ctx, parent.bizId!))
      : null
  if (why) throw refused(why)
  if (child?.status === 'signing') throw refused('解约协议已发起，正在签署')
  const draft =
    child?.id ??
    (
      await draftFlow(
        ctx,
        instance,
        {
          title: `解约协议 ${parent.no}`,
          bizType: 'rescission',
          rescissionOf: parties.map((party) => party.role),
          parent: id,
          store: parent.store,
          ordered: parent.ordered,
          values: {
            'rescission.parties': parties.map((party) => `${party.role}：${party.name}`).join('　　'),
            'rescission.title': parent.title,
            'rescission.no': parent.bizNo ?? parent.no,
            'rescission.reason': parent.endReason ?? '双方协商',
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
        },
        opened,
      )
    ).id
  await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const locked = await flows.lock(tx, ctx, id)
    if (locked.rescission !== 'running') throw refused('请先登记解约')
    const other = await openChild(tx, id)
    if (!other) throw absent('解约协议草稿不存在，请重试')
    if (other.id !== draft || other.status === 'signing') throw refused('解约协议已发起，正在签署')
    await act(tx, ctx, 'signFlow', 'start', draft, null, {}, 'person')
  })
  return draft
}
