/**
 * One command on one case, in one transaction: the case is locked and loaded, the engine works, what changed is written, those
 * concerned are told, and the business goes on when the case has ended. Everything or nothing: a crash leaves the state before.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { absent, invalid, refused } from '#kit/basics/errors.ts'
import { worded } from '#kit/database/compiled-statement.server.ts'
import { jsonText } from '#kit/database/jsonb.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { nextSerial, serialSql } from '#kit/entity/serial.server.ts'
import { sql } from 'kysely'
import { actOf } from '../acts.server.ts'
import { endBusiness } from '../business.server.ts'
import { approvalCase } from './case.ts'
import { LIVE, type CaseStatus } from '../engine/state.ts'
import { load, planOf, saveState, writeHistory, type CaseRow, type Loaded, type Process, type Sent } from './case-store.server.ts'
import { CommandRefused, type Command, type Effect } from '../engine/command.ts'
import { Directory, starterFacts, type Starter } from '../people/directory.server.ts'
import { drive } from '../people/drive.server.ts'
import type { World } from '../engine/engine.ts'
import { checkForm, formFacts, type FormValues } from '../forms/form.ts'
import { tellPeople } from '../notices.server.ts'
import { summaryOf, titleOf } from './case-text.server.ts'
import { claimFormFiles, claimOwn, factValues, mergeValues, needs, permissionAt, worldOf } from './command-input.server.ts'
import { emptyMemory, type CaseState } from '../engine/state.ts'

/** A refusal of the engine as the wire knows it. */
const asRefusal = (error: unknown): unknown => (error instanceof CommandRefused ? refused(error.message, { gone: error.gone }) : error)

const withFields = (values: FormValues, effects: readonly Effect[]): FormValues =>
  effects.reduce<FormValues>((all, e) => (e.kind === 'setField' ? { ...all, [e.field]: e.value } : all), values)

async function think(tx: Tx, ctx: Context, loaded: Loaded, state: CaseState | null, command: Command, world: World) {
  const directory = new Directory(tx, {
    operatorId: ctx.user.operatorId,
    starter: loaded.row.starter,
    store: loaded.row.store,
    managers: loaded.process.managers,
    values: world.values,
  })
  return drive(state, command, world, directory).catch((error: unknown) => {
    throw asRefusal(error)
  })
}

/** Runs a command on a case that is locked and loaded. */
export async function execute(tx: Tx, ctx: Context, loaded: Loaded, command: Command, sent: Sent = {}): Promise<CaseState> {
  needs(loaded, command, sent)
  const { values, changes } = await mergeValues(tx, ctx, loaded, command, sent)
  const world = worldOf(ctx, loaded, values)
  const done = await think(tx, ctx, loaded, loaded.state, command, world)
  await claimOwn(tx, ctx, loaded.row.id, [...(sent.attachments ?? []), ...(sent.signature ?? [])])
  await Promise.all([
    saveState(tx, ctx, {
      row: loaded.row,
      plan: loaded.plan,
      before: loaded.state,
      after: done.state,
      values: withFields(values, done.effects),
      sent,
      command,
    }),
    writeHistory(tx, ctx, loaded.row.id, loaded.plan, done.history, sent, changes),
    audit(tx, ctx, {
      entity: 'approvalCase',
      entityId: loaded.row.id,
      action: command.kind,
      title: loaded.row.no,
      from: loaded.state.status,
      to: done.state.status,
      reason: sent.opinion ?? null,
    }),
    tellPeople(tx, ctx, loaded, done.effects, done.state),
  ])
  await carryOut(tx, ctx, loaded, done.effects)
  if (LIVE.includes(loaded.state.status)) await afterEnd(tx, ctx, loaded.row, done.state.status, sent.opinion ?? null)
  return done.state
}

async function afterEnd(tx: Tx, ctx: Context, row: CaseRow, status: CaseStatus, opinion: string | null): Promise<void> {
  if (LIVE.includes(status)) return
  await endBusiness(tx, ctx, row, status, opinion)
  if (row.parent === null || row.parentToken === null) return
  const parent = await load(tx, ctx, row.parent, true)
  const waiting = parent.state.tokens.find((t) => t.key === row.parentToken && t.status === 'child')
  if (waiting) await execute(tx, ctx, parent, { kind: 'childEnded', token: waiting.key, outcome: status as 'passed' })
}

/** Lock, load, run. */
export async function onCase(
  tx: Tx,
  ctx: Context,
  id: number,
  make: (loaded: Loaded) => Promise<{ command: Command; sent?: Sent }>,
): Promise<CaseState> {
  const loaded = await load(tx, ctx, id, true)
  const { command, sent } = await make(loaded)
  return execute(tx, ctx, loaded, command, sent)
}

/** What is more than writing down and telling. */
async function carryOut(tx: Tx, ctx: Context, loaded: Loaded, effects: readonly Effect[]): Promise<void> {
  for (const e of effects) {
    if (e.kind === 'copied')
      await tx
        .insertInto('approvalCopy')
        .values(
          e.users.map((userId) => ({
            operatorId: ctx.user.operatorId,
            caseId: loaded.row.id,
            userId,
            node: e.node,
            byUser: e.by || null,
            createdAt: ctx.clock.now(),
            readAt: null,
          })),
        )
        .onConflict((c) => c.doNothing())
        .execute()
    else if (e.kind === 'startChild') await startChild(tx, ctx, loaded, e.token, e.node)
    else if (e.kind === 'cancelChild') await cancelChildren(tx, ctx, loaded.row.id, e.token)
    else if (e.kind === 'call') await callBusiness(tx, ctx, loaded.row, e.call)
  }
}

async function callBusiness(tx: Tx, ctx: Context, row: CaseRow, call: string): Promise<void> {
  const businessCall = row.act ? actOf(ctx, row.act)?.calls?.[call] : undefined
  if (!businessCall || row.bizId === null) throw refused(`业务没有提供动作「${call}」，请联系流程管理员`)
  await businessCall.run(tx, ctx, row.bizId)
}

async function cancelChildren(tx: Tx, ctx: Context, parent: number, token: number): Promise<void> {
  const rows = await tx
    .selectFrom('approvalCase')
    .select('id')
    .where('parent', '=', parent)
    .where('parentToken', '=', token)
    .where('status', 'in', [...LIVE])
    .execute()
  for (const { id } of rows) {
    const child = await load(tx, ctx, id, true)
    if (LIVE.includes(child.row.status))
      await execute(tx, ctx, child, { kind: 'terminate', by: ctx.user.id, opinion: '上级流程已结束' }, { opinion: '上级流程已结束' })
  }
}

export interface NewCase {
  process: Process
  /** Published version with its form. */
  version: number
  starter: number
  /** Facts about the starter, when they were asked for in this transaction. */
  known?: Starter
  values: FormValues
  choices?: Readonly<Record<string, readonly number[]>> | undefined
  business?:
    | {
        act: string
        label: string
        entity: string
        id: number
        title: string
        store: number | null
        facts: Readonly<Record<string, unknown>>
        summary: readonly { label: string; value: string }[]
      }
    | undefined
  parent?: { id: number; token: number } | undefined
}

/** 发起. Everything a case is based on is fixed here: version, facts, starter. */
export async function startCase(tx: Tx, ctx: Context, n: NewCase): Promise<{ id: number; no: string; state: CaseState }> {
  const [plan, starter] = await Promise.all([planOf(tx, ctx, n.version), n.known ?? starterFacts(tx, n.starter)])
  const may = permissionAt(plan, 'start')
  const checked = checkForm(plan.form, n.values, { starter: starter.values, asks: (field) => may(field) === 'edit' })
  if (!checked.ok) throw invalid(checked.errors)
  const now = ctx.clock.now()
  const store = n.business ? n.business.store : storeIn(plan.form, checked.values, starter.stores)
  const draft = { starter: n.starter, facts: n.business?.facts ?? {}, urgedAt: null, store, process: n.process.id }
  const row = {
    ...draft,
    id: 0,
    act: n.business?.act ?? null,
    bizType: n.business?.entity ?? null,
    bizId: n.business?.id ?? null,
    parent: n.parent?.id ?? null,
    parentToken: n.parent?.token ?? null,
    values: checked.values,
    memory: emptyMemory(),
    status: 'running',
  } as unknown as CaseRow
  const loaded: Loaded = {
    row,
    process: n.process,
    plan,
    state: { status: 'running', round: 1, tokens: [], tasks: [], memory: emptyMemory() },
    taskRows: [],
    starter,
    deptName: null,
  }
  const world: World = {
    definition: plan.definition,
    starter: n.starter,
    now,
    values: { ...formFacts(plan.form, checked.values), ...factValues(draft.facts), ...starter.values },
  }
  const done = await think(tx, ctx, loaded, null, { kind: 'start', ...(n.choices ? { choices: n.choices } : {}) }, world)
  const about = { form: plan.form, values: checked.values, record: n.business ? { entity: n.business.entity, id: n.business.id } : null }
  const { settings } = plan.definition
  const summary = await summaryOf(tx, ctx, about, settings.summary, n.business?.summary)
  // The number last: its counter is held until the commit, and others wait for it. Unless the title names it.
  const {
    name,
    fields: {
      no: { pattern },
    },
  } = approvalCase
  const drawn = settings.title?.includes('{no}') ? await nextSerial(tx, ctx, name, pattern) : null
  const title = await titleOf(tx, ctx, about, settings.title, {
    starter: starter.name ?? '系统',
    process: n.process.name,
    subject: n.business?.title,
    no: drawn ?? '',
  })
  const { id, no } = await tx
    .insertInto('approvalCase')
    .values({
      operatorId: ctx.user.operatorId,
      createdBy: ctx.user.id || null,
      createdAt: now,
      updatedBy: ctx.user.id || null,
      updatedAt: now,
      no: drawn ?? serialSql(ctx, name, pattern),
      title,
      process: n.process.id,
      processVersion: n.version,
      status: 'running',
      starter: n.starter,
      starterDept: starter.dept,
      store,
      act: row.act,
      bizType: row.bizType,
      bizId: row.bizId,
      parent: row.parent,
      parentToken: row.parentToken,
      round: done.state.round,
      startedAt: now,
      urgeCount: 0,
      values: json(withFields(checked.values, done.effects)),
      facts: json(draft.facts),
      summary: json(summary),
      memory: json(done.state.memory),
    })
    .returning(['id', 'no'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if ((error as { constraint?: string }).constraint === 'approval_case_one_live' || String(error).includes('approval_case_one_live'))
        throw refused('该业务正在审批中，请勿重复提交')
      throw error
    })
  const made: Loaded = { ...loaded, row: { ...row, id, no, title } }
  await claimFormFiles(tx, ctx, id, plan.form, checked.values)
  await Promise.all([
    saveState(tx, ctx, {
      row: made.row,
      plan,
      before: null,
      after: done.state,
      values: withFields(checked.values, done.effects),
      sent: {},
      command: { kind: 'start' },
    }),
    writeHistory(tx, ctx, id, plan, done.history, {}, null),
    audit(tx, ctx, { entity: 'approvalCase', entityId: id, action: 'add', title: no, to: done.state.status }),
    tellPeople(tx, ctx, made, done.effects, done.state),
  ])
  await carryOut(tx, ctx, made, done.effects)
  await afterEnd(tx, ctx, made.row, done.state.status, null)
  return { id, no, state: done.state }
}

const json = (value: unknown) => sql<never>`${jsonText(value)}::jsonb`

/** The store of a free flow: as chosen in the form, else where the starter works. */
function storeIn(form: Loaded['plan']['form'], values: FormValues, stores: readonly number[]): number | null {
  const field = form.fields.find((f) => f.kind === 'store')
  const chosen = field ? values[field.name] : undefined
  return typeof chosen === 'number' ? chosen : (stores[0] ?? null)
}

const published = (tx: Tx) =>
  liveRows(tx, 'approvalProcess as p')
    .leftJoin('approvalVersion as v', (join) =>
      join.onRef('v.process', '=', 'p.id').on('v.status', '=', 'published').on('v.deletedAt', 'is', null),
    )
    .select(['p.id', 'p.key', 'p.name', 'p.act', 'p.managers', 'p.status', 'v.id as version'])
const publishedByKey = worded((tx, p: { operatorId: number; key: string }) => published(tx).where('p.key', '=', p.key))
const publishedById = worded((tx, p: { operatorId: number; id: number }) => published(tx).where('p.id', '=', p.id))

export async function publishedOf(
  tx: Tx,
  ctx: Context,
  by: { key: string } | { id: number },
): Promise<{ process: Process; version: number; status: string }> {
  const { operatorId } = ctx.user
  const {
    rows: [row],
  } = await ('key' in by ? publishedByKey(tx, { operatorId, key: by.key }) : publishedById(tx, { operatorId, id: by.id }))
  if (!row) throw absent('审批流程已被删除，请刷新后重新选择')
  if (row.status !== 'active' || row.version === null)
    throw refused(`流程「${row.name}」${row.status === 'disabled' ? '已停用' : '还没有发布'}，不能发起`)
  return {
    process: { id: row.id, key: row.key, name: row.name, act: row.act, managers: row.managers ?? [] },
    version: row.version,
    status: row.status,
  }
}

async function startChild(tx: Tx, ctx: Context, parent: Loaded, token: number, nodeId: string): Promise<void> {
  const node = parent.plan.places.get(nodeId)?.node
  if (node?.kind !== 'subprocess') return
  const world = worldOf(ctx, parent, parent.row.values)
  const { process, version } = await publishedOf(tx, ctx, { key: node.process })
  const values = Object.fromEntries(
    (node.fields ?? []).map((f) => [f.to, world.values[f.from]]).filter(([, v]) => v !== undefined && v !== null),
  )
  await startCase(tx, ctx, {
    process,
    version,
    starter: parent.row.starter,
    values,
    ...(node.wait ? { parent: { id: parent.row.id, token } } : {}),
  })
}
