/** What a record that waits for an approval says of it: whose step it is, since when, and the way there for those who may see the case. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Note } from '#kit/entity/wire.ts'
import type { ActSpec } from '../acts.server.ts'
import { namesOf } from '../people/directory.server.ts'
import { maySee } from '../people/access.server.ts'
import { LIVE, type CaseStatus } from '../engine/state.ts'
import { load } from './case-store.server.ts'
import { isLive } from '../engine/state.ts'

interface LiveCase {
  id: number
  no: string
  act: string | null
  status: CaseStatus
  starter: number
  process: number
  startedAt: string
}

const liveCases = (tx: Tx, acts: readonly ActSpec[], bizId: number): Promise<LiveCase[]> =>
  liveRows(tx, 'approvalCase')
    .select(['id', 'no', 'act', 'status', 'starter', 'process', 'startedAt'])
    .where(
      'act',
      'in',
      acts.map((spec) => spec.code),
    )
    .where('bizId', '=', bizId)
    .where('status', 'in', [...LIVE])
    .orderBy('id')
    .limit(20)
    .execute()

/** Those who are asked now, by the step they are asked at. */
async function asked(tx: Tx, caseId: number): Promise<string | null> {
  const tasks = await tx
    .selectFrom('approvalTask')
    .select(['nodeName', 'assignee', 'openedAt'])
    .where('caseId', '=', caseId)
    .where('status', '=', 'open')
    .orderBy('id')
    .limit(100)
    .execute()
  if (tasks.length === 0) return null
  const names = await namesOf(
    tx,
    tasks.map((t) => t.assignee),
  )
  return [...Map.groupBy(tasks, (t) => t.nodeName)]
    .map(([node, of]) => {
      const people = [...new Set(of.map((t) => names.get(t.assignee) ?? `#${t.assignee}`))]
      const since = of.flatMap((t) => t.openedAt ?? []).toSorted()[0]
      return `「${node}」等待${people.join('、')}处理${since ? `（${formatTime(since, 'YYYY-MM-DD HH:mm')} 起）` : ''}`
    })
    .join('；')
}

/** Sent back: to whom, and when. */
async function returned(tx: Tx, row: LiveCase): Promise<string> {
  const [names, last] = await Promise.all([
    namesOf(tx, [row.starter]),
    tx
      .selectFrom('approvalHistory')
      .select('at')
      .where('caseId', '=', row.id)
      .where('action', 'in', ['sendBack', 'reject', 'autoReject'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return `已退回，等待发起人${names.get(row.starter) ?? ''}修改后重新提交（${formatTime(last?.at ?? row.startedAt, 'YYYY-MM-DD HH:mm')} 起）`
}

export async function standingOf(tx: Tx, ctx: Context, acts: readonly ActSpec[], bizId: number): Promise<Note[]> {
  const notes: Note[] = []
  for (const row of await liveCases(tx, acts, bizId)) {
    const label = acts.find((spec) => spec.code === row.act)?.label ?? ''
    const standing = row.status === 'returned' ? await returned(tx, row) : ((await asked(tx, row.id)) ?? (await passing(tx, ctx, row)))
    notes.push({
      text: `${label}审批（${row.no}）：${standing}`,
      link: (await maySee(tx, ctx, row)) ? { label: '查看审批单', to: `/approval/workflow?id=${row.id}` } : undefined,
    })
  }
  return notes
}

/** Nobody is asked: a delay, or a process below it. */
async function passing(tx: Tx, ctx: Context, row: LiveCase): Promise<string> {
  const { state, plan } = await load(tx, ctx, row.id, false)
  const at = state.tokens.find((t) => isLive(t) && t.status !== 'forked')
  const name = at && plan.places.get(at.node)?.node.name
  return name ? `正在「${name}」，不需要人处理${at.wakeAt ? `，${formatTime(at.wakeAt, 'YYYY-MM-DD HH:mm')} 继续` : ''}` : '正在流转'
}
