/** Moves of a flow (esign.md §2.1): each with its event in the chain, its copies, its parties and what it means for the record behind it. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { eachAlone } from '#kit/basics/each.ts'
import { AppError, invalid, refused } from '#kit/basics/errors.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, moveOnly } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { consume, freeze, settle } from '../quota/quota.server.ts'
import { subjectOf } from '../subjects.server.ts'
import { delayRefusal, whoseTurn, type Turn } from './flow.rules.ts'
import { rescissionReason, SIGNED_ALREADY, signFlow, signFlowActions, signParty, signPartyActions, type FlowFacts } from './flow.ts'
import { askAbout } from '../provider/ask.server.ts'
import { chosenProvider } from '../provider/chosen.server.ts'
import { handOver, isOutside } from '../provider/outside-flow.server.ts'
import { delayRequest, revokeRequest, urgeRequest } from '../provider/requests.ts'
import { REVOKING } from '../provider/words.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { sameStill } from './behind.server.ts'
import { liveFlowOf } from './live.server.ts'
import { startRefusals } from './may-begin.server.ts'
import { sendLink } from './outside.server.ts'
import { record, type Flow } from './record.server.ts'
import { noChild } from './open-child.server.ts'

type Party = Rec<typeof signParty>
const flows = storeOf(signFlow)
const parties = storeOf(signParty)

export const partiesOf = async (tx: Tx, flow: number): Promise<Party[]> =>
  (await liveRows(tx, 'signParty').selectAll().where('flow', '=', flow).orderBy('seq').orderBy('id').execute()) as unknown as Party[]

const me = (ctx: Context): string => (ctx.user.id ? `user:${ctx.user.id}` : 'system')

const link = (id: number): string => `/contract/contractInfoDetail?id=${id}`
export async function tell(tx: Tx, ctx: Context, flow: Flow, title: string, kind: string, why = ''): Promise<void> {
  const receivers = [flow.owner, flow.createdBy].filter((id): id is number => !!id)
  await sendMessages(tx, ctx, {
    receivers,
    category: 'task',
    title: title.slice(0, 80),
    content: `${flow.title}（${flow.no}）${why ? `。${why}` : ''}`,
    link: link(flow.id),
    dedupe: `sign:${flow.id}:${flow.quotaCycle}:${kind}`,
  })
}

/** In the box of colleagues: who is named, or who keeps the seal. */
async function tellColleague(tx: Tx, ctx: Context, flow: Flow, party: Party, words: string, key: string): Promise<void> {
  const keepers = party.seal
    ? ((await tx.selectFrom('signSeal').select('keepers').where('id', '=', party.seal).executeTakeFirst())?.keepers ?? [])
    : []
  const receivers = party.user ? [party.user] : keepers
  if (receivers.length === 0) return
  await sendMessages(tx, ctx, {
    receivers,
    category: 'task',
    title: `${words}：${flow.title}`.slice(0, 80),
    content: `${flow.no} 轮到${party.role}签署`,
    link: `/contract/myContract`,
    dedupe: `sign:${flow.id}:${flow.quotaCycle}:${key}:${party.id}`,
    about: `signParty:${party.id}`,
  })
}

/** Colleagues it is copied to: that it runs, and how it ended. */
async function tellCopies(tx: Tx, ctx: Context, flow: Flow, words: string, kind: string): Promise<void> {
  if (!flow.copies?.length) return
  await sendMessages(tx, ctx, {
    receivers: flow.copies,
    category: 'task',
    title: `抄送：${words}：${flow.title}`.slice(0, 80),
    content: flow.no,
    link: '/contract/myContract',
    dedupe: `sign:${flow.id}:${flow.quotaCycle}:copy:${kind}`,
  })
}

/** Whoever's turn it is hears of it once more; nobody else. */
export async function urge(tx: Tx, ctx: Context, flow: Flow, by: string): Promise<void> {
  const turn = whoseTurn((await partiesOf(tx, flow.id)) as unknown as Turn[], flow.ordered) as unknown as Party[]
  await record(tx, ctx, flow, { kind: 'urged', by, data: { parties: turn.map((party) => party.seq) } })
  if (isOutside(flow)) await enqueue(tx, ctx, urgeRequest, { flow: flow.id, no: flow.no })
  for (const party of turn) {
    await sendLink(tx, ctx, flow, party, 'urge')
    await tellColleague(tx, ctx, flow, party, '催签', `urge:${ctx.clock.now()}`)
  }
}

/** Those whose turn it is now are told; keepers of the seal in their box. */
export async function nextTurn(tx: Tx, ctx: Context, flow: Flow): Promise<void> {
  const all = await partiesOf(tx, flow.id)
  for (const turn of whoseTurn(all as unknown as Turn[], flow.ordered)) {
    if (turn.status !== 'waiting') continue
    const party = await parties.act(tx, ctx, 'arrive', turn.id)
    await record(tx, ctx, flow, { kind: 'notified', by: 'system', data: { party: party.seq, role: party.role } })
    await sendLink(tx, ctx, flow, party as Party, 'turn')
    await tellColleague(tx, ctx, flow, party as Party, '待签署', 'turn')
  }
}

/** One flow at a time for a record: whoever starts another one waits here and finds it. */
async function onlyOne(tx: Tx, flow: Flow): Promise<void> {
  if (!flow.bizEntity || !flow.bizId) return
  await sql`select pg_advisory_xact_lock(hashtext(${`signFlow:${flow.bizEntity}`}), ${flow.bizId}::int)`.execute(tx)
  const live = (await liveFlowOf(tx, flow.bizEntity, [flow.bizId])).get(flow.bizId)
  if (live) throw refused(`该${flow.bizType === 'lease' ? '租赁合同' : '业务'}已有进行中的签署流程 ${live}`)
}

async function start(tx: Tx, ctx: Context, flow: Flow): Promise<Partial<Flow>> {
  await onlyOne(tx, flow)
  const subject = subjectOf(ctx, flow.bizEntity)
  const why = subject && flow.bizId ? await subject.refuse(tx, ctx, flow.bizId) : null
  if (why) throw refused(why)
  const all = await partiesOf(tx, flow.id)
  await startRefusals(tx, ctx, all)
  await sameStill(tx, ctx, flow, all, '请删除草稿后重新发起')
  if (Date.parse(flow.expireAt) <= Date.parse(ctx.clock.now())) throw refused('截止时间已过，请重新填写')
  const cycle = (flow.quotaCycle ?? 0) + 1
  await freeze(tx, ctx, flow.id, cycle)
  await record(tx, ctx, flow, {
    kind: 'started',
    by: me(ctx),
    docSha: flow.currentSha,
    data: { expireAt: flow.expireAt, ordered: flow.ordered },
  })
  const { name: provider, outside } = await chosenProvider(tx, ctx)
  const handed = outside ? await handOver(tx, ctx, flow, cycle) : {}
  await nextTurn(tx, ctx, { ...flow, provider, quotaCycle: cycle })
  await tellCopies(tx, ctx, { ...flow, quotaCycle: cycle }, '已发起签署', 'started')
  if (subject && flow.bizId) await subject.onStart(tx, ctx, flow.bizId, flow)
  return { startedAt: ctx.clock.now(), quotaCycle: cycle, provider, ...handed }
}

/** Ended without being completed: tokens die, parties are void, copies go back by the rule, the record behind is told. */
async function ended(
  tx: Tx,
  ctx: Context,
  flow: Flow,
  how: 'revoked' | 'expired' | 'declined',
  reason: string,
  by: string,
): Promise<Partial<Flow>> {
  for (const party of await partiesOf(tx, flow.id)) {
    if (party.status === 'waiting' || party.status === 'toSign') await parties.act(tx, ctx, 'end', party.id)
    await tx.updateTable('signParty').set({ tokenHash: null }).where('id', '=', party.id).execute()
  }
  await settle(tx, ctx, flow.id, flow.quotaCycle ?? 0, how)
  await record(tx, ctx, flow, { kind: how, by, docSha: flow.currentSha, data: { reason } })
  const subject = subjectOf(ctx, flow.bizEntity)
  if (subject && flow.bizId) await subject.onEnded(tx, ctx, flow.bizId, { id: flow.id, no: flow.no, reason })
  if (flow.parent) await flows.act(tx, ctx, 'rescissionMoves', flow.parent, { rescission: 'none' })
  const words = { revoked: '已撤销', expired: '已过期', declined: '已被拒签' }[how]
  // Who and why stands in the message: a contract that was declined is mended by who reads it.
  await tell(tx, ctx, flow, `${words}：${flow.title}`, how, reason)
  await tellCopies(tx, ctx, flow, words, how)
  return { endedAt: ctx.clock.now(), endReason: reason }
}

/** What somebody has signed has used its copy: whoever revokes it hears so first. */
function askAboutCopies(ctx: Context, flow: Flow): void {
  if ((flow.signedCount ?? 0) === 0 || ctx.source === 'job' || ctx.given?.[SIGNED_ALREADY] === true) return
  const alone = ctx.source === 'bulk' ? '，请打开该流程单独撤销' : ''
  throw new AppError('needsConfirmation', `已有签署方签署，撤销后份数不退还${alone}`, { ask: SIGNED_ALREADY })
}

/** Somebody may be signing there right now: it is over when the provider says so, in whatever way. */
async function revokeThere(tx: Tx, ctx: Context, flow: Flow, reason: string): Promise<Partial<Flow>> {
  await enqueue(tx, ctx, revokeRequest, { flow: flow.id, no: flow.no, reason })
  return { status: 'signing', providerNote: REVOKING }
}

async function delay(tx: Tx, ctx: Context, flow: Flow, expireAt: string): Promise<Partial<Flow>> {
  const why = delayRefusal(flow.expireAt, expireAt, ctx.clock.now())
  if (why) throw invalid({ expireAt: why })
  if (isOutside(flow) && flow.providerFlowId)
    await enqueue(tx, ctx, delayRequest, { flow: flow.id, no: flow.no, expireAt, before: flow.expireAt })
  if (flow.status === 'signing') {
    await record(tx, ctx, flow, { kind: 'delayed', by: me(ctx), data: { expireAt } })
    return { expireAt, delayCount: 1 }
  }
  await onlyOneAgain(tx, flow)
  if (flow.parent) await rescindsAgain(tx, ctx, flow.parent)
  const cycle = (flow.quotaCycle ?? 0) + 1
  await freeze(tx, ctx, flow.id, cycle)
  if (isOutside(flow) && !flow.providerFlowId) await handOver(tx, ctx, flow, cycle)
  for (const party of await partiesOf(tx, flow.id)) if (party.status === 'void') await parties.act(tx, ctx, 'revive', party.id)
  await record(tx, ctx, flow, { kind: 'delayed', by: me(ctx), data: { expireAt, from: 'expired' } })
  if ((flow.signedCount ?? 0) > 0) await consume(tx, ctx, flow.id, cycle)
  await nextTurn(tx, ctx, { ...flow, quotaCycle: cycle })
  const subject = subjectOf(ctx, flow.bizEntity)
  if (subject && flow.bizId) {
    const no = await subject.refuse(tx, ctx, flow.bizId)
    if (no) throw refused('这项业务已另外签署，原流程不能恢复；请打开新的签署流程')
    await sameStill(tx, ctx, flow, await partiesOf(tx, flow.id), '请重新发起')
    await subject.onStart(tx, ctx, flow.bizId, flow)
  }
  return { status: 'signing', expireAt, delayCount: 1, quotaCycle: cycle, endedAt: null, endReason: null }
}
/** Its parent went back to 未解约 when this one ran out. */
async function rescindsAgain(tx: Tx, ctx: Context, id: number): Promise<void> {
  const parent = await flows.lock(tx, ctx, id)
  const why = parent.bizId ? await subjectOf(ctx, parent.bizEntity)?.mayRescind?.(tx, ctx, parent.bizId) : null
  if (parent.rescission !== 'none' || why) throw refused(why ?? '这项业务已另外签署，原流程不能恢复；请打开新的签署流程')
  await flows.act(tx, ctx, 'rescissionMoves', id, { rescission: 'running' })
}
const onlyOneAgain = async (tx: Tx, flow: Flow): Promise<void> => {
  await onlyOne(tx, flow).catch(() => {
    throw refused('这项业务已另外签署，原流程不能恢复；请打开新的签署流程')
  })
}

/** All have signed: final for the flow, and its record goes on. */
export async function completed(
  tx: Tx,
  ctx: Context,
  flow: Flow,
  file: FileLink,
  ltUntil: Day | null,
  signedOn: Day = ctx.clock.today(),
): Promise<void> {
  const done = await flows.act(tx, ctx, 'complete', flow.id)
  await tx.updateTable('signFlow').set({ ltUntil, endedAt: ctx.clock.now() }).where('id', '=', flow.id).execute()
  await record(tx, ctx, done, { kind: 'completed', by: 'system', docSha: done.currentSha })
  const subject = subjectOf(ctx, flow.bizEntity)
  if (flow.parent) {
    const parent = await flows.lock(tx, ctx, flow.parent)
    await flows.act(tx, ctx, 'rescissionMoves', parent.id, { rescission: 'done' })
    await record(tx, ctx, parent, { kind: 'rescinded', by: 'system', data: { flow: flow.no } })
    const of = subjectOf(ctx, parent.bizEntity)
    if (of?.onRescinded && parent.bizId) await of.onRescinded(tx, ctx, parent.bizId, flow)
  } else if (subject && flow.bizId) await subject.onCompleted(tx, ctx, flow.bizId, { id: flow.id, no: flow.no, signedOn, file })
  await tell(tx, ctx, flow, `已签署完成：${flow.title}`, 'completed')
  await tellCopies(tx, ctx, flow, '已签署完成', 'completed')
}

export const servedFlow = serve(signFlowActions, {
  facts: async ({ tx, ctx, records }): Promise<FlowFacts[]> => {
    const all: FlowFacts[] = []
    for (const flow of records) {
      const live = flow.bizEntity && flow.bizId && flow.status !== 'signing' ? await liveFlowOf(tx, flow.bizEntity, [flow.bizId]) : null
      const subject = flow.status === 'completed' ? subjectOf(ctx, flow.bizEntity) : null
      all.push({
        otherLive: live?.get(flow.bizId!) ?? null,
        rescindRefusal: subject?.mayRescind && flow.bizId ? await subject.mayRescind(tx, ctx, flow.bizId) : null,
      })
    }
    return all
  },
  effects: {
    start: ({ tx, ctx, record: flow }) => start(tx, ctx, flow),
    urge: async ({ tx, ctx, record: flow }) => {
      await urge(tx, ctx, flow, me(ctx))
      return { urgedAt: ctx.clock.now() }
    },
    delay: ({ tx, ctx, record: flow, input }) => delay(tx, ctx, flow, input.expireAt),
    revoke: ({ tx, ctx, record: flow, input }) => {
      askAboutCopies(ctx, flow)
      return isOutside(flow) && flow.providerFlowId
        ? revokeThere(tx, ctx, flow, input.reason)
        : ended(tx, ctx, flow, 'revoked', input.reason, me(ctx))
    },
    endedThere: ({ tx, ctx, record: flow, input }) => ended(tx, ctx, flow, 'revoked', input.reason, 'provider'),
    decline: ({ tx, ctx, record: flow, input }) => ended(tx, ctx, flow, 'declined', input.reason, input.by),
    expire: ({ tx, ctx, record: flow }) => ended(tx, ctx, flow, 'expired', '超过截止时间', 'system'),
    note: async ({ input }) => ({ remark: input.remark ?? null }),
    rescind: async ({ tx, ctx, record: flow, input }) => {
      const reason = rescissionReason(input.reasonCode, input.reason)
      await record(tx, ctx, flow, { kind: 'rescinded', by: me(ctx), data: { reason, asked: true } })
      return { rescission: 'running' as const, endReason: reason }
    },
    keepOn: async ({ tx, ctx, record: flow }) => {
      await noChild(tx, ctx, flow.id)
      await record(tx, ctx, flow, { kind: 'rescinded', by: me(ctx), data: { takenBack: true } })
      return { rescission: 'none' as const, endReason: null }
    },
    remove: async ({ tx, ctx, record: flow }) => {
      await tx.updateTable('signFlow').set({ deletedAt: ctx.clock.now() }).where('id', '=', flow.id).execute()
    },
    progress: async () => {},
    complete: moveOnly,
    rescissionMoves: async ({ input }) => ({ rescission: input.rescission }),
  },
})

export const servedParty = serve(signPartyActions, {
  effects: {
    changeHandler: async ({ tx, ctx, record: party, input }) => {
      const flow = await flows.lock(tx, ctx, party.flow)
      if (isOutside(flow) && flow.status === 'signing') throw refused('已提交服务商，不能更换经办人，请撤销后重新发起')
      await record(tx, ctx, flow, { kind: 'notified', by: me(ctx), data: { party: party.seq, handler: input.handler } })
      // Another person: what the one before read, agreed to or was sent is nothing of his. Wrong codes stay counted by the party: who guessed waits on.
      const fresh = { handler: input.handler, mobile: input.mobile, tokenHash: null, code: null }
      if (party.status === 'toSign') await sendLink(tx, ctx, flow, { ...party, ...fresh, viewedAt: null }, 'turn')
      const { tokenHash } = await tx.selectFrom('signParty').select('tokenHash').where('id', '=', party.id).executeTakeFirstOrThrow()
      const anew = party.status === 'toSign' && tokenHash !== party.tokenHash ? tokenHash : null
      return { ...fresh, tokenHash: anew, consentedAt: null, viewedAt: null, pagesRead: 0 }
    },
    arrive: moveOnly,
    view: moveOnly,
    sign: moveOnly,
    decline: moveOnly,
    end: moveOnly,
    revive: moveOnly,
  },
})

/** Every five minutes, and when somebody opens one: what is over its time has expired. */
export async function expireFlows(ctx: Context): Promise<number> {
  const over = await ctx.db.read(ctx.user.operatorId, (tx) =>
    liveRows(tx, 'signFlow')
      .select('id')
      .where('status', '=', 'signing')
      .where('expireAt', '<', ctx.clock.now())
      .orderBy('expireAt')
      .limit(500)
      .execute(),
  )
  await eachAlone(over, ({ id }) =>
    ctx.db.write(ctx.user.operatorId, async (tx) => {
      const flow = await flows.lock(tx, ctx, id)
      if (flow.status !== 'signing' || flow.expireAt >= ctx.clock.now()) return
      // The last may have signed there in time: whoever has the flow says how it ended.
      if (isOutside(flow) && flow.providerFlowId) await askAbout(tx, ctx, flow, 'due', 10)
      else await flows.act(tx, ctx, 'expire', id)
    }),
  )
  return over.length
}
