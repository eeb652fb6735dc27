/** One case as its reader sees it: form, record, picture, trail, and what he may do now. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { worded } from '#kit/database/compiled-statement.server.ts'
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { asText } from '#kit/basics/text.ts'
import { allowedIn, standsIn, type Allowed } from '../people/access.server.ts'
import { actOf } from '../acts.server.ts'
import { CASE_STATES, LIVE } from '../engine/state.ts'
import type { Loaded } from './case-store.server.ts'
import { COMMANDS } from '../engine/command.ts'
import { BUTTONS, isApproving, type ApproveNode, type Button } from '../engine/definition.ts'
import { allNodes } from '../engine/definition.rules.ts'
import { namesOf } from '../people/directory.server.ts'
import { chooseOf, choicesAhead } from '../designer/dryrun.server.ts'
import { backTargets } from '../engine/engine.ts'
import { whyNotInPlaceOf } from '../engine/engine.voices.ts'
import { formLabels, formNames, valueText } from '../forms/formtext.server.ts'
import { labelOf, sumOf, withoutHidden, type FormValues } from '../forms/form.ts'
import { saidOf } from './case-text.server.ts'
import { worldOf } from './command-input.server.ts'
import { nodeStates } from './node-states.rules.ts'
import { changesSeen, linesSeen, sightOf, standsOf, type Sight } from './form-sight.server.ts'
import { isLive, isOpenTask, type Task } from '../engine/state.ts'
import { HELD_INPUT } from '../business.server.ts'
import { describeRecord } from '../watcher.server.ts'
import { answersOf } from './page/trail.ts'
import type { CaseView, HistoryView, PrintSheet, TaskView } from '../wire.ts'

const URGE_PAUSE_MS = 10 * 60_000

function buttonsOf(node: ApproveNode, task: Task, allowed: Allowed, spoken: string | null): { name: Button; reason: string | null }[] {
  const offered = node.buttons ?? (Object.keys(BUTTONS) as Button[])
  const delegated = task.origin === 'delegate'
  const why = (name: Button): string | null => {
    if (name === 'approve' || name === 'reject') if (spoken !== null) return spoken
    if (name === 'approve') return null
    if (name === 'reject' && node.kind === 'handle') return '办理任务不能拒绝'
    if (delegated && name !== 'reject' && name !== 'copy') return '委派的任务只能给出意见'
    return allowed[name] ? null : '处理人权限中未开放此操作'
  }
  return (Object.keys(BUTTONS) as Button[]).filter((name) => offered.includes(name)).map((name) => ({ name, reason: why(name) }))
}

function mineOf(
  ctx: Context,
  loaded: Loaded,
  who: readonly number[],
  allowed: Allowed,
  names: (id: number) => { id: number; name: string },
): CaseView['mine'] {
  const open = loaded.taskRows.filter((t) => who.includes(t.assignee) && t.status === 'open')
  const taskOf = (key: number): Task => loaded.state.tasks.find((t) => t.key === key)!
  const voices = { tasks: loaded.state.tasks, memory: loaded.state.memory, places: loaded.plan.places, starter: loaded.row.starter }
  const spoken = (key: number): string | null => whyNotInPlaceOf(voices, taskOf(key), ctx.user.id)
  const row = open.find((t) => t.assignee === ctx.user.id) ?? open.find((t) => spoken(t.key) === null) ?? open[0]
  const node = row && loaded.plan.places.get(row.node)?.node
  if (!row || !node || !isApproving(node)) return null
  const task = taskOf(row.key)
  const named = (id: string): { node: string; name: string } => ({ node: id, name: loaded.plan.places.get(id)?.node.name ?? id })
  const world = worldOf(ctx, loaded, loaded.row.values)
  const targets = backTargets(loaded.state, loaded.plan.places, task).map(named)
  const added = loaded.taskRows.filter(
    (t) => t.parent === row.key && (t.origin === 'before' || t.origin === 'after') && isOpenTask(t as Task),
  )
  return {
    task: row.id,
    node: node.name,
    buttons: buttonsOf(node, task, allowed, spoken(row.key)),
    needReason: node.needReason ?? false,
    needSignature: node.needSignature ?? false,
    sendBackTo: targets,
    chooseNext: choicesAhead(loaded.plan.definition, world.values, 'previousChoice', node.id).map((n) => ({
      node: n.id,
      name: n.name,
      ...chooseOf(n, names),
    })),
    removable: added.map((t) => ({ task: t.id, name: names(t.assignee).name })),
    rejectTo: node.reject?.policy === 'choose' ? targets : [],
  }
}

function ownOf(ctx: Context, loaded: Loaded, who: readonly number[], allowed: Allowed): CaseView['own'] {
  const { row, state, plan } = loaded
  const live = LIVE.includes(row.status)
  const isStarter = row.starter === ctx.user.id || standsIn(loaded, who)
  const ended = '流程已经结束'
  const urgedLately = row.urgedAt !== null && Date.parse(ctx.clock.now()) - Date.parse(row.urgedAt) < URGE_PAUSE_MS
  const mine = loaded.taskRows.filter((t) => t.actedBy === ctx.user.id && t.status === 'agreed' && t.origin === 'node').at(-1)
  const pass = mine && state.memory.passes[String(mine.token)]
  const isStillOpen =
    mine && state.tokens.some((t) => t.key === mine.token && isLive(t) && (t.node === mine.node || pass?.task === mine.key))
  return {
    withdraw: !live
      ? ended
      : !isStarter
        ? '只有发起人可以撤销'
        : !plan.definition.settings.allowWithdraw || !allowed.withdraw
          ? '该流程不允许撤销'
          : null,
    urge: !live
      ? ended
      : !isStarter
        ? '只有发起人可以催办'
        : !allowed.urge
          ? '该流程不允许催办'
          : urgedLately
            ? '10 分钟内已催办过，请稍后再试'
            : null,
    resubmit: row.status !== 'returned' ? '当前不需要重新提交' : isStarter ? null : '只有发起人可以重新提交',
    takeBack:
      live && mine && isStillOpen
        ? { task: mine.id, reason: plan.definition.settings.allowTakeBack && allowed.takeBack ? null : '该流程不允许拿回' }
        : null,
    copy: allowed.copy ? null : '处理人权限中未开放此操作',
    terminate: !live ? ended : ctx.access.can('approvalCaseList_terminate') ? null : '您没有终止审批的权限，请联系管理员开通',
  }
}

const readHistory = worded((tx, p: { case: number }) =>
  tx.selectFrom('approvalHistory').selectAll().where('caseId', '=', p.case).orderBy('id').limit(2000),
)
const readCopies = worded((tx, p: { case: number }) =>
  tx.selectFrom('approvalCopy').select(['userId', 'readAt']).where('caseId', '=', p.case).orderBy('createdAt').limit(500),
)
const readNames = worded(
  (_tx, p: { case: number }) => sql<{ id: number; name: string }>`
  select id, name from "user" where id in (
    select starter from approval_case where id = ${p.case}
    union select unnest(array[assignee, owner, acted_by]) from approval_task where case_id = ${p.case}
    union select unnest(array[user_id, on_behalf_of] || to_users) from approval_history where case_id = ${p.case}
    union select user_id from approval_copy where case_id = ${p.case})`,
)

type Trail = Awaited<ReturnType<typeof trailOf>>
/** What has been done, by whom, who was told and what handlers may do: shown to nobody before it is known that he may see the case. */
export async function trailOf(tx: Tx, ctx: Context, caseId: number) {
  const of = { case: caseId }
  const [history, copies, names, allowed] = await Promise.all([
    readHistory(tx, of),
    readCopies(tx, of),
    readNames(tx, of),
    allowedIn(tx, ctx.user.operatorId, of),
  ])
  return { history: history.rows, copies: copies.rows, names: new Map(names.rows.map((r) => [r.id, r.name])), allowed }
}

export async function caseView(
  tx: Tx,
  ctx: Context,
  loaded: Loaded,
  { history, copies, names, allowed }: Trail,
  { who, readOnly }: { who: readonly number[]; readOnly: boolean },
): Promise<CaseView> {
  const { row, plan, process } = loaded
  const among = allNodes(plan.definition.nodes)
    .flatMap((n) => ('who' in n && 'among' in n.who ? [...(n.who.among ?? [])] : []))
    .filter((id) => !names.has(id))
  const all = new Map([...names, ...(await namesOf(tx, among))])
  const name = (id: number): { id: number; name: string } => ({ id, name: all.get(id) ?? `#${id}` })
  const userName = (id: number | null): string => (id === null ? '系统' : name(id).name)
  const mine = readOnly ? null : mineOf(ctx, loaded, who, allowed, name)
  const own = ownOf(ctx, loaded, who, allowed)
  const at = mine ? loaded.taskRows.find((t) => t.id === mine.task)!.node : !readOnly && own.resubmit === null ? 'start' : null
  const permissions = sightOf(plan, standsOf(ctx, loaded, who), at)
  const shown = withoutHidden(plan.form, row.values, permissions)
  const formText = await formNames(tx, ctx, shown.form, shown.values)
  return {
    id: row.id,
    version: row.version,
    no: row.no,
    title: row.title,
    status: row.status,
    round: row.round,
    process: { key: process.key, name: process.name, version: plan.version },
    starter: { ...name(row.starter), dept: loaded.deptName },
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    definition: plan.definition,
    form: shown.form,
    values: shown.values,
    about: loaded.starter.values,
    permissions,
    subject: await subjectView(tx, ctx, loaded, permissions),
    nodes: nodeStates(plan.definition.nodes, loaded.state, history),
    tasks: loaded.taskRows.map((t): TaskView => ({
      id: t.id,
      key: t.key,
      node: t.node,
      nodeName: t.nodeName,
      round: t.round,
      origin: t.origin,
      parent: t.parent,
      assignee: name(t.assignee),
      owner: name(t.owner),
      status: t.status,
      actedBy: t.actedBy === null ? null : userName(t.actedBy),
      actedAt: t.actedAt,
      opinion: t.opinion,
      attachments: t.attachments ?? [],
      signature: t.signature ?? [],
      viewedAt: t.viewedAt,
      dueAt: t.dueAt,
    })),
    history: history.map((h): HistoryView => ({
      id: h.id,
      at: h.at,
      user: userName(h.userId),
      onBehalfOf: h.onBehalfOf === null ? null : userName(h.onBehalfOf),
      action: h.action,
      label: COMMANDS[h.action as keyof typeof COMMANDS] ?? h.action,
      node: h.node,
      nodeName: h.nodeName,
      task: h.task,
      to: (h.toUsers ?? []).map((u) => userName(u)),
      toNode: h.toNode === null ? null : (plan.places.get(h.toNode)?.node.name ?? h.toNode),
      opinion: said(h.action, h.opinion),
      attachments: h.attachments ?? [],
      changes: changesSeen(plan, h.changes, permissions).map(([label, [before, after]]) => ({
        label,
        before: asText(before),
        after: asText(after),
      })),
      round: h.round,
    })),
    copies: copies.map((c) => ({ ...name(c.userId), readAt: c.readAt })),
    mine,
    own,
    labels: formLabels(shown.form, shown.values, formText),
  }
}

async function subjectView(tx: Tx, ctx: Context, { row, plan }: Loaded, sight: Sight): Promise<CaseView['subject']> {
  const act = row.act ? actOf(ctx, row.act) : null
  if (!act || row.bizId === null) return null
  const { title, summary } = await describeRecord(tx, ctx, act.entity, row.bizId, {
    code: act.code,
    input: (row.facts[HELD_INPUT] ?? null) as Record<string, unknown> | null,
  }).catch(() => ({
    title: '记录已删除',
    summary: linesSeen(plan, row.summary ?? [], true, sight),
  }))
  return { act: act.code, label: act.label, scene: act.scene, entity: act.entity, businessId: row.bizId, title, summary }
}

/** `who`: as whom the reader may act; the sheet shows what he may see. */
export async function printSheet(tx: Tx, ctx: Context, loaded: Loaded, who: readonly number[]): Promise<PrintSheet> {
  const view = await caseView(tx, ctx, loaded, await trailOf(tx, ctx, loaded.row.id), { who, readOnly: true })
  const { print } = loaded.plan.definition.settings
  const wanted = print?.fields?.length ? print.fields : null
  const fields = view.form.fields.filter(
    (f) => f.kind !== 'hint' && (wanted === null || wanted.includes(`form.${f.name}`) || wanted.includes(f.name)),
  )
  const record = loaded.row.bizType !== null && loaded.row.bizId !== null ? { entity: loaded.row.bizType, id: loaded.row.bizId } : null
  const facts = await saidOf(tx, ctx, { form: view.form, values: view.values, record }, wanted?.filter((p) => p.startsWith('fact.')) ?? [])
  const answers = answersOf(view)
  const signed = fields.filter((f) => f.kind === 'signature')
  const names = await formNames(tx, ctx, view.form, view.values)
  const tables = fields.filter((f) => f.kind === 'table')
  return {
    heading: print?.heading || loaded.process.name,
    no: view.no,
    status: CASE_STATES[view.status],
    rows: [
      { label: '标题', value: view.title },
      { label: '发起人', value: `${view.starter.name}${view.starter.dept ? `（${view.starter.dept}）` : ''}` },
      { label: '发起时间', value: when(view.startedAt) },
      ...(facts.size ? facts.values().filter((line) => line.value !== '') : (view.subject?.summary ?? [])),
      ...fields
        .filter((f) => f.kind !== 'table' && f.kind !== 'signature')
        .map((f) => ({ label: labelOf(f), value: valueText(f, view.values[f.name], names) }))
        .filter((r) => r.value !== ''),
    ],
    signatures: signed.flatMap((f) => ((view.values[f.name] as FileLink[] | undefined) ?? []).map((file) => ({ label: f.label, file }))),
    tables: tables.map((f) => {
      const rows = (Array.isArray(view.values[f.name]) ? view.values[f.name] : []) as FormValues[]
      const columns = f.columns ?? []
      return {
        label: f.label,
        columns: columns.map(labelOf),
        rows: rows.map((r) => columns.map((c) => valueText(c, r[c.name], names))),
        sums: columns.map((c) => (c.sum ? valueText(c, sumOf(rows, c.name), names) : '')),
      }
    }),
    trail: print?.trail === false ? [] : view.history.filter((h) => !SILENT.includes(h.action)).map((h) => trailLine(h, answers.get(h.id))),
    printedAt: when(ctx.clock.now()),
  }
}
/** What the engine notes for itself, in words. */
function said(action: string, opinion: string | null): string | null {
  if (opinion === null) return null
  return action === 'end'
    ? (CASE_STATES[opinion as keyof typeof CASE_STATES] ?? opinion)
    : action === 'delay'
      ? `到 ${when(opinion)} 继续`
      : opinion
}

/** Steps nobody took, and nothing that anybody would look for on paper. */
const SILENT: readonly string[] = ['arrive', 'end', 'delay', 'wake', 'route', 'trigger', 'remind', 'loopCut']
function trailLine(h: HistoryView, task: TaskView | undefined): PrintSheet['trail'][number] {
  const towards = h.toNode ?? h.to.join('、')
  return {
    node: h.nodeName ?? '',
    user: h.onBehalfOf === null ? h.user : `${h.user}（代 ${h.onBehalfOf}）`,
    action: towards && h.action !== 'start' ? `${h.label} → ${towards}` : h.label,
    at: when(h.at),
    opinion: h.opinion,
    signature: task?.signature[0] ?? null,
  }
}
const when = (at: string): string => `${dayOf(at)} ${timeOf(at).slice(0, 5)}`
