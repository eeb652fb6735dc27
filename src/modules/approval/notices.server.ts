/** Telling people: a message in the box of each, heard at once by whoever is signed in; and the notice panel of the shell. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { sendMessages, withdrawMessages } from '#modules/system/system.public.ts'
import type { Loaded } from './cases/case-store.server.ts'
import type { Effect, NoticeKind } from './engine/command.ts'
import type { CaseState } from './engine/state.ts'

const TITLES: Readonly<Record<NoticeKind, string>> = {
  task: '待您审批',
  copy: '抄送给您',
  urge: '催办',
  returned: '被退回，请修改后重新提交',
  passed: '审批通过',
  rejected: '审批不通过',
  withdrawn: '已撤销',
  terminated: '已被终止',
  remind: '即将超时，请尽快处理',
  takenBack: '已被拿回',
}
const link = (id: number): string => `/approval/workflow?id=${id}`

/** What a notice asks for: one task of one case, or, of an urge, the case as it stands. */
const aboutTask = (id: number, task: number | null): string => `approvalTask:${id}:${task ?? 'all'}`

export async function tellPeople(
  tx: Tx,
  ctx: Context,
  { row, state: before }: Loaded,
  effects: readonly Effect[],
  state: CaseState,
): Promise<void> {
  const open = new Map(state.tasks.filter((t) => t.status === 'open').map((t) => [t.key, t.assignee]))
  const now = Date.parse(ctx.clock.now())
  // Whoever is not asked any more need not look: answered by another, handed over, cancelled.
  const done = before.tasks.filter((t) => t.status === 'open' && open.get(t.key) !== t.assignee).map((t) => aboutTask(row.id, t.key))
  if (done.length) await withdrawMessages(tx, ctx, open.size ? done : [...done, aboutTask(row.id, null)])
  const messages: Promise<number>[] = []
  for (const e of effects) {
    if (e.kind === 'message')
      messages.push(
        sendMessages(tx, ctx, {
          receivers: e.users,
          category: 'approval',
          title: `${row.no}：${e.text}`.slice(0, 80),
          content: e.text,
          link: link(row.id),
          dedupe: null,
        }),
      )
    if (e.kind !== 'notify') continue
    // Somebody asked and already relieved within the same command need not hear of it.
    if (e.notice === 'task' && (e.task === null || !open.has(e.task))) continue
    messages.push(
      sendMessages(tx, ctx, {
        receivers: e.users.filter((u) => u > 0),
        category: 'approval',
        title: `${TITLES[e.notice]}：${row.title}`.slice(0, 80),
        content: row.no,
        link: link(row.id),
        about: e.notice === 'task' || e.notice === 'urge' || e.notice === 'remind' ? aboutTask(row.id, e.task) : null,
        dedupe:
          e.notice === 'urge' || e.notice === 'remind'
            ? `approval:${row.id}:${e.notice}:${Math.floor(now / 60_000)}`
            : `approval:${row.id}:${e.notice}:${e.task ?? state.round}`,
      }),
    )
  }
  await Promise.all(messages)
}
