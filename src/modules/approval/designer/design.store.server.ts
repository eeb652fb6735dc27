/** What the designers work on: drafts of processes and forms, made from what is published, kept until they are published themselves. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { conflict, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { lock, storeOf } from '#kit/entity/store.server.ts'
import { actOf, allActs, type ApprovalAct } from '../acts.server.ts'
import { problemsOf, publishedForm } from './check.server.ts'
import { emptyDefinition, type ProcessDefinition } from '../engine/definition.ts'
import { allNodes, usedFields } from '../engine/definition.rules.ts'
import { namesOf } from '../people/directory.server.ts'
import { EMPTY_FORM, vocabularyOf } from '../forms/form.ts'
import { approvalForm, approvalFormVersion, approvalProcess, approvalVersion } from '../process.ts'
import type { Act, Design, FormDesign } from '../wire.ts'

export const processes = storeOf(approvalProcess)
export const versions = storeOf(approvalVersion)
export const forms = storeOf(approvalForm)
export const formVersions = storeOf(approvalFormVersion)

const actView = (act: ApprovalAct, processes: Act['processes'] = []): Act => ({
  code: act.code,
  label: act.label,
  scene: act.scene,
  entity: act.entity,
  money: act.money ?? false,
  facts: act.facts,
  calls: Object.entries(act.calls ?? {}).map(([code, { label }]) => ({ code, label })),
  processes,
})
export async function actList(tx: Tx, ctx: Context): Promise<Act[]> {
  const rows = await liveRows(tx, 'approvalProcess')
    .select(['id', 'name', 'status', 'act'])
    .where('act', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .limit(2000)
    .execute()
  return allActs(ctx).map((act) =>
    actView(
      act,
      rows.filter((r) => r.act === act.code).map(({ act: _act, ...r }) => r),
    ),
  )
}

/** The draft people work on; made from what is published when there is none. */
export async function draftOf(tx: Tx, ctx: Context, process: number): Promise<number> {
  await lock(tx, ctx, 'approvalProcess', process, 'person')
  const rows = await liveRows(tx, 'approvalVersion')
    .select(['id', 'number', 'status', 'definition'])
    .where('process', '=', process)
    .orderBy('number', 'desc')
    .execute()
  const draft = rows.find((r) => r.status === 'draft')
  if (draft) return draft.id
  const base = rows.find((r) => r.status === 'published') ?? rows[0]
  return (await versions.add(tx, ctx, { process, number: (rows[0]?.number ?? 0) + 1, definition: base?.definition ?? emptyDefinition() }))
    .id
}
export async function formDraftOf(tx: Tx, ctx: Context, form: number): Promise<number> {
  await lock(tx, ctx, 'approvalForm', form, 'person')
  const rows = await liveRows(tx, 'approvalFormVersion')
    .select(['id', 'number', 'status', 'schema'])
    .where('form', '=', form)
    .orderBy('number', 'desc')
    .execute()
  const draft = rows.find((r) => r.status === 'draft')
  if (draft) return draft.id
  return (await formVersions.add(tx, ctx, { form, number: (rows[0]?.number ?? 0) + 1, schema: rows[0]?.schema ?? EMPTY_FORM })).id
}

function idsIn(definition: ProcessDefinition): { users: number[]; roles: number[]; depts: number[] } {
  const rules = allNodes(definition.nodes).flatMap((n) =>
    'who' in n ? [n.who] : n.kind === 'trigger' && n.action.kind === 'message' ? [n.action.who] : [],
  )
  const extra = allNodes(definition.nodes).flatMap((n) =>
    'empty' in n ? [n.empty.person, ...(n.vote?.weights ?? []).map((w) => w.user)] : [],
  )
  return {
    users: [
      ...rules.flatMap((r) => (r.kind === 'person' ? [...r.users] : 'among' in r ? [...(r.among ?? [])] : [])),
      ...extra.filter((x): x is number => x !== undefined),
    ],
    roles: rules.flatMap((r) => (r.kind === 'role' ? [...r.roles] : [])),
    depts: rules.flatMap((r) => (r.kind === 'deptLeader' ? [r.dept] : [])),
  }
}

async function labelsOf(tx: Tx, definition: ProcessDefinition): Promise<Design['labels']> {
  const wanted = idsIn(definition)
  const names = async (table: 'role' | 'dept', ids: readonly number[]): Promise<Record<number, string>> =>
    ids.length
      ? Object.fromEntries(
          (
            await tx
              .selectFrom(table)
              .select(['id', 'name'])
              .where('id', 'in', [...ids])
              .execute()
          ).map((r) => [r.id, r.name]),
        )
      : {}
  const roles = await liveRows(tx, 'approvalRole')
    .select(['code', 'name'])
    .where('status', '=', 'active')
    .orderBy('code')
    .limit(500)
    .execute()
  const others = await liveRows(tx, 'approvalProcess')
    .select(['key', 'name'])
    .where('status', '=', 'active')
    .orderBy('name')
    .limit(500)
    .execute()
  return {
    users: Object.fromEntries(await namesOf(tx, wanted.users)),
    roles: await names('role', wanted.roles),
    depts: await names('dept', wanted.depts),
    approvalRoles: Object.fromEntries(roles.map((r) => [r.code, r.name])),
    processes: Object.fromEntries(others.map((p) => [p.key, p.name])),
  }
}

export async function design(tx: Tx, ctx: Context, version: number): Promise<Design> {
  const v = await versions.get(tx, ctx, version, 'person')
  const process = await processes.get(tx, ctx, v.process, 'person')
  const form = v.formVersion ? await formVersions.get(tx, ctx, v.formVersion) : await publishedForm(tx, process.form)
  const act = process.act ? actOf(ctx, process.act) : null
  const schema = form?.schema ?? EMPTY_FORM
  const { problems } = await problemsOf(tx, ctx, process, v.definition)
  return {
    id: v.id,
    version: v.version,
    number: v.number,
    status: v.status,
    process: { id: process.id, key: process.key, name: process.name, act: process.act, form: process.form },
    definition: v.definition,
    form: schema,
    vocabulary: vocabularyOf(schema, act?.facts ?? {}),
    act: act ? actView(act) : null,
    labels: await labelsOf(tx, v.definition),
    problems,
  }
}

export async function formDesign(tx: Tx, ctx: Context, version: number): Promise<FormDesign> {
  const v = await formVersions.get(tx, ctx, version, 'person')
  const form = await forms.get(tx, ctx, v.form, 'person')
  const using = await liveRows(tx, 'approvalVersion')
    .innerJoin('approvalProcess', (join) =>
      join.onRef('approvalProcess.id', '=', 'approvalVersion.process').on('approvalProcess.deletedAt', 'is', null),
    )
    .select(['approvalProcess.name', 'approvalVersion.definition'])
    .where('approvalProcess.form', '=', v.form)
    .where('approvalVersion.status', 'in', ['draft', 'published'])
    .limit(50)
    .execute()
  const used = using.flatMap((p) =>
    usedFields(p.definition)
      .filter((f) => f.startsWith('form.'))
      .map((f) => ({ field: f.slice(5), process: p.name })),
  )
  return {
    id: v.id,
    version: v.version,
    number: v.number,
    status: v.status,
    form: { id: form.id, name: form.name },
    schema: v.schema,
    used: used.filter((u, i) => used.findIndex((x) => x.field === u.field && x.process === u.process) === i),
  }
}

export async function save(
  tx: Tx,
  ctx: Context,
  which: 'version' | 'form',
  row: number,
  version: number,
  patch: object,
): Promise<{ version: number }> {
  const store = which === 'version' ? versions : formVersions
  const locked = await store.lock(tx, ctx, row, 'person')
  if (locked.version !== version) throw conflict('草稿已被他人修改，请刷新后重试')
  if (locked.status !== 'draft') throw refused('已发布的版本不能修改，请新建草稿')
  return { version: (await store.edit(tx, ctx, row, patch)).version }
}
