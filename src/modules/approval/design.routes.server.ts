/** Calls of the designers: drafts, checks, dry runs, files in and out. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { absent, conflict, invalid, refused } from '#kit/basics/errors.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { lock, storeOf } from '#kit/entity/store.server.ts'
import { actOf, allActs, type ApprovalAct } from './acts.server.ts'
import { bpmnOf } from './bpmn.ts'
import { problemsOf, publishedForm } from './check.server.ts'
import { definitionSchema, emptyDefinition, type ProcessDefinition } from './definition.ts'
import { allNodes, usedFields } from './definition.rules.ts'
import { namesOf, starterFacts } from './directory.server.ts'
import { dryRun } from './dryrun.server.ts'
import { checkFormSchema, EMPTY_FORM, formFacts, formSchema, vocabularyOf } from './form.ts'
import { approvalForm, approvalFormVersion, approvalProcess, approvalVersion, CATEGORIES } from './process.ts'
import type { Act, Design, FormDesign } from './wire.ts'

const DESIGN = 'workflowList_design'
const processes = storeOf(approvalProcess)
const versions = storeOf(approvalVersion)
const forms = storeOf(approvalForm)
const formVersions = storeOf(approvalFormVersion)
const id = z.int().min(1)
const queryId = z.coerce.number().int().min(1)

const actView = (act: ApprovalAct, processes: Act['processes'] = []): Act => ({
  code: act.code, label: act.label, scene: act.scene, entity: act.entity, money: act.money ?? false, facts: act.facts, calls: Object.entries(act.calls ?? {}).map(([code, { label }]) => ({ code, label })), processes,
})
async function actList(tx: Tx, ctx: Context): Promise<Act[]> {
  const rows = await tx.selectFrom('approvalProcess').select(['id', 'name', 'status', 'act']).where('operatorId', '=', ctx.user.operatorId).where('act', 'is not', null).where('deletedAt', 'is', null).orderBy('name').orderBy('id').limit(2000).execute()
  return allActs(ctx).map((act) => actView(act, rows.filter((r) => r.act === act.code).map(({ act: _act, ...r }) => r)))
}
const write = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work)
const read = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)

/** The draft people work on; made from what is published when there is none. */
async function draftOf(tx: Tx, ctx: Context, process: number): Promise<number> {
  await lock(tx, ctx, 'approvalProcess', process, 'person')
  const rows = await tx.selectFrom('approvalVersion').select(['id', 'number', 'status', 'definition']).where('process', '=', process).where('deletedAt', 'is', null).orderBy('number', 'desc').execute()
  const draft = rows.find((r) => r.status === 'draft')
  if (draft) return draft.id
  const base = rows.find((r) => r.status === 'published') ?? rows[0]
  return (await versions.add(tx, ctx, { process, number: (rows[0]?.number ?? 0) + 1, definition: base?.definition ?? emptyDefinition() })).id
}
async function formDraftOf(tx: Tx, ctx: Context, form: number): Promise<number> {
  await lock(tx, ctx, 'approvalForm', form, 'person')
  const rows = await tx.selectFrom('approvalFormVersion').select(['id', 'number', 'status', 'schema']).where('form', '=', form).where('deletedAt', 'is', null).orderBy('number', 'desc').execute()
  const draft = rows.find((r) => r.status === 'draft')
  if (draft) return draft.id
  return (await formVersions.add(tx, ctx, { form, number: (rows[0]?.number ?? 0) + 1, schema: rows[0]?.schema ?? EMPTY_FORM })).id
}

function idsIn(definition: ProcessDefinition): { users: number[]; roles: number[]; depts: number[] } {
  const rules = allNodes(definition.nodes).flatMap((n) => ('who' in n ? [n.who] : n.kind === 'trigger' && n.action.kind === 'message' ? [n.action.who] : []))
  const extra = allNodes(definition.nodes).flatMap((n) => ('empty' in n ? [n.empty.person, ...(n.vote?.weights ?? []).map((w) => w.user)] : []))
  return {
    users: [...rules.flatMap((r) => (r.kind === 'person' ? [...r.users] : 'among' in r ? [...(r.among ?? [])] : [])), ...extra.filter((x): x is number => x !== undefined)],
    roles: rules.flatMap((r) => (r.kind === 'role' ? [...r.roles] : [])), depts: rules.flatMap((r) => (r.kind === 'deptLeader' ? [r.dept] : [])),
  }
}

async function labelsOf(tx: Tx, operatorId: number, definition: ProcessDefinition): Promise<Design['labels']> {
  const wanted = idsIn(definition)
  const names = async (table: 'role' | 'dept', ids: readonly number[]): Promise<Record<number, string>> =>
    ids.length ? Object.fromEntries((await tx.selectFrom(table).select(['id', 'name']).where('id', 'in', [...ids]).execute()).map((r) => [r.id, r.name])) : {}
  const roles = await tx.selectFrom('approvalRole').select(['code', 'name']).where('operatorId', '=', operatorId).where('status', '=', 'active').where('deletedAt', 'is', null).orderBy('code').limit(500).execute()
  const others = await tx.selectFrom('approvalProcess').select(['key', 'name']).where('operatorId', '=', operatorId).where('status', '=', 'active').where('deletedAt', 'is', null).orderBy('name').limit(500).execute()
  return {
    users: Object.fromEntries(await namesOf(tx, wanted.users)), roles: await names('role', wanted.roles), depts: await names('dept', wanted.depts),
    approvalRoles: Object.fromEntries(roles.map((r) => [r.code, r.name])), processes: Object.fromEntries(others.map((p) => [p.key, p.name])),
  }
}

async function design(tx: Tx, ctx: Context, version: number): Promise<Design> {
  const v = await versions.get(tx, ctx, version, 'person')
  const process = await processes.get(tx, ctx, v.process, 'person')
  const form = v.formVersion ? await formVersions.get(tx, ctx, v.formVersion) : await publishedForm(tx, process.form)
  const act = process.act ? actOf(ctx, process.act) : null
  const schema = form?.schema ?? EMPTY_FORM
  const { problems } = await problemsOf(tx, ctx, process, v.definition)
  return {
    id: v.id, version: v.version, number: v.number, status: v.status, process: { id: process.id, key: process.key, name: process.name, act: process.act, form: process.form },
    definition: v.definition, form: schema, vocabulary: vocabularyOf(schema, act?.facts ?? {}), act: act ? actView(act) : null, labels: await labelsOf(tx, ctx.user.operatorId, v.definition), problems,
  }
}

async function formDesign(tx: Tx, ctx: Context, version: number): Promise<FormDesign> {
  const v = await formVersions.get(tx, ctx, version, 'person')
  const form = await forms.get(tx, ctx, v.form, 'person')
  const using = await tx
    .selectFrom('approvalVersion').innerJoin('approvalProcess', 'approvalProcess.id', 'approvalVersion.process').select(['approvalProcess.name', 'approvalVersion.definition'])
    .where('approvalProcess.form', '=', v.form).where('approvalVersion.status', 'in', ['draft', 'published']).where('approvalProcess.deletedAt', 'is', null).where('approvalVersion.deletedAt', 'is', null).limit(50).execute()
  const used = using.flatMap((p) => usedFields(p.definition).filter((f) => f.startsWith('form.')).map((f) => ({ field: f.slice(5), process: p.name })))
  return { id: v.id, version: v.version, number: v.number, status: v.status, form: { id: form.id, name: form.name }, schema: v.schema, used: used.filter((u, i) => used.findIndex((x) => x.field === u.field && x.process === u.process) === i) }
}

/** A file of ours: what is needed to rebuild process and form elsewhere. People are ids of here; what is missing there is listed as a problem. */
const FILE = z.strictObject({
  kind: z.literal('approvalProcess'), format: z.literal(1),
  process: z.strictObject({ key: z.string().max(40), name: z.string().max(60), category: z.enum(Object.keys(CATEGORIES) as [keyof typeof CATEGORIES]), act: z.string().max(60).nullable(), remark: z.string().max(300).nullable() }),
  definition: definitionSchema, form: z.strictObject({ name: z.string().max(60), schema: formSchema }).nullable(),
})

async function fileOf(tx: Tx, ctx: Context, version: number): Promise<z.infer<typeof FILE>> {
  const d = await design(tx, ctx, version)
  const p = await processes.get(tx, ctx, d.process.id, 'person')
  const form = p.form === null ? null : await forms.get(tx, ctx, p.form)
  return { kind: 'approvalProcess', format: 1, process: { key: p.key, name: p.name, category: p.category, act: p.act, remark: p.remark }, definition: d.definition, form: form && { name: form.name, schema: d.form } }
}

/** A free name or key: what is taken gets a number. */
async function freeWord(tx: Tx, operatorId: number, table: 'approvalProcess' | 'approvalForm', column: 'key' | 'name', wanted: string): Promise<string> {
  for (let i = 1; i < 100; i++) {
    const word = i === 1 ? wanted : `${wanted}${i}`
    const taken = await tx.selectFrom(table).select('id').where(column as 'name', '=', word).where('operatorId', '=', operatorId).where('deletedAt', 'is', null).executeTakeFirst()
    if (!taken) return word
  }
  throw refused('同名的流程太多，请先改名')
}

async function importFile(tx: Tx, ctx: Context, content: unknown): Promise<{ process: number; version: number }> {
  const parsed = FILE.safeParse(content)
  if (!parsed.success) throw invalid({ content: `不是有效的流程文件：${parsed.error.issues[0]?.path.join('.') ?? ''} 不正确` })
  const { process, definition, form } = parsed.data
  const free = (table: 'approvalProcess' | 'approvalForm', column: 'key' | 'name', word: string): Promise<string> => freeWord(tx, ctx.user.operatorId, table, column, word)
  let formId: number | null = null
  if (form) {
    formId = (await forms.add(tx, ctx, { name: await free('approvalForm', 'name', form.name) })).id
    const draft = await formDraftOf(tx, ctx, formId)
    await formVersions.edit(tx, ctx, draft, { schema: form.schema })
    await formVersions.act(tx, ctx, 'publish', draft)
  }
  const made = await processes.add(tx, ctx, { ...process, key: await free('approvalProcess', 'key', process.key), name: await free('approvalProcess', 'name', process.name), form: formId }, 'person')
  const version = await draftOf(tx, ctx, made.id)
  await versions.edit(tx, ctx, version, { definition })
  return { process: made.id, version }
}

async function save(tx: Tx, ctx: Context, which: 'version' | 'form', row: number, version: number, patch: object): Promise<{ version: number }> {
  const store = which === 'version' ? versions : formVersions
  const locked = await store.lock(tx, ctx, row, 'person')
  if (locked.version !== version) throw conflict('草稿已被他人修改，请刷新后重试')
  if (locked.status !== 'draft') throw refused('已发布的版本不能修改，请新建草稿')
  return { version: (await store.edit(tx, ctx, row, patch as never)).version }
}

const fileName = (d: { process: { key: string }; number?: number }, ending: string): string => `${d.process.key}${d.number ? `-v${d.number}` : ''}.${ending}`
const DRY = z.strictObject({ process: id, definition: definitionSchema, values: z.record(z.string(), z.unknown()), facts: z.record(z.string(), z.unknown()).optional(), starter: id.optional(), store: id.nullish(), choices: z.record(z.string(), z.array(id).max(50)).optional() })

async function dry(tx: Tx, ctx: Context, i: z.infer<typeof DRY>) {
  if (i.definition.nodes[0]?.kind !== 'start') throw invalid({ definition: '流程必须从发起人开始' })
  const process = await processes.get(tx, ctx, i.process, 'person')
  const form = await publishedForm(tx, process.form)
  const starter = i.starter ?? ctx.user.id
  const of = await starterFacts(tx, starter)
  const values = { ...formFacts(form?.schema ?? EMPTY_FORM, i.values), ...Object.fromEntries(Object.entries(i.facts ?? {}).map(([k, v]) => [`fact.${k}`, v])), ...of.values }
  return dryRun(tx, i.definition, { operatorId: ctx.user.operatorId, starter, store: i.store ?? of.stores[0] ?? null, managers: process.managers ?? [], values }, ctx.clock.now(), i.choices)
}

export const designRoutes: readonly Route[] = [
  route({ method: 'POST', path: '/api/v1/approvalVersion/draft', summary: '取得流程草稿（没有则由已发布版本生成）', right: DESIGN, input: z.strictObject({ process: id }), handler: (ctx, i) => write(ctx, async (tx) => ({ id: await draftOf(tx, ctx, i.process) })) }),
  route({ method: 'GET', path: '/api/v1/approvalVersion/design', summary: '流程设计内容', right: ['workflowList', DESIGN], input: z.strictObject({ id: queryId }), handler: (ctx, i) => read(ctx, (tx) => design(tx, ctx, i.id)) }),
  route({ method: 'POST', path: '/api/v1/approvalVersion/save', summary: '保存流程草稿', right: DESIGN, big: true, input: z.strictObject({ id, version: id, definition: definitionSchema }), handler: (ctx, i) => write(ctx, (tx) => save(tx, ctx, 'version', i.id, i.version, { definition: i.definition })) }),
  route({
    method: 'POST', path: '/api/v1/approvalVersion/check', summary: '检查流程能否发布', right: DESIGN, safe: true, big: true, input: z.strictObject({ process: id, definition: definitionSchema }),
    handler: (ctx, i) => read(ctx, async (tx) => ({ problems: (await problemsOf(tx, ctx, await processes.get(tx, ctx, i.process, 'person'), i.definition)).problems })),
  }),
  route({ method: 'POST', path: '/api/v1/approvalVersion/dryRun', summary: '用样例数据试走流程', right: DESIGN, safe: true, big: true, input: DRY, handler: (ctx, i) => read(ctx, (tx) => dry(tx, ctx, i)) }),
  route({
    method: 'GET', path: '/api/v1/approvalVersion/exportJson', summary: '导出流程文件', right: ['workflowList', DESIGN], input: z.strictObject({ id: queryId }),
    handler: (ctx, i) => read(ctx, async (tx) => {
      const file = await fileOf(tx, ctx, i.id)
      return download({ fileName: fileName(file, 'json'), mime: 'application/json', body: Buffer.from(`${JSON.stringify(file, null, 2)}\n`) })
    }),
  }),
  route({
    method: 'GET', path: '/api/v1/approvalVersion/exportBpmn', summary: '导出 BPMN 2.0', right: ['workflowList', DESIGN], input: z.strictObject({ id: queryId }),
    handler: (ctx, i) => read(ctx, async (tx) => {
      const d = await design(tx, ctx, i.id)
      return download({ fileName: fileName(d, 'bpmn'), mime: 'application/xml', body: Buffer.from(bpmnOf(d.process, d.definition, d.vocabulary)) })
    }),
  }),
  route({ method: 'POST', path: '/api/v1/approvalProcess/importJson', summary: '导入流程文件', right: DESIGN, big: true, input: z.strictObject({ content: z.unknown() }), handler: (ctx, i) => write(ctx, (tx) => importFile(tx, ctx, i.content)) }),
  route({ method: 'GET', path: '/api/v1/approvalProcess/acts', summary: '可以绑定流程的业务', right: ['workflowList', 'businessProcessSettings'], input: z.strictObject({}), handler: (ctx) => read(ctx, (tx) => actList(tx, ctx)) }),
  route({ method: 'POST', path: '/api/v1/approvalFormVersion/draft', summary: '取得表单草稿（没有则由已发布版本生成）', right: DESIGN, input: z.strictObject({ form: id }), handler: (ctx, i) => write(ctx, async (tx) => ({ id: await formDraftOf(tx, ctx, i.form) })) }),
  route({ method: 'GET', path: '/api/v1/approvalFormVersion/design', summary: '表单设计内容', right: ['workflowList', DESIGN], input: z.strictObject({ id: queryId }), handler: (ctx, i) => read(ctx, (tx) => formDesign(tx, ctx, i.id)) }),
  route({ method: 'POST', path: '/api/v1/approvalFormVersion/save', summary: '保存表单草稿', right: DESIGN, big: true, input: z.strictObject({ id, version: id, schema: formSchema }), handler: (ctx, i) => write(ctx, (tx) => save(tx, ctx, 'form', i.id, i.version, { schema: i.schema })) }),
  route({ method: 'POST', path: '/api/v1/approvalFormVersion/check', summary: '检查表单能否发布', right: DESIGN, safe: true, big: true, input: z.strictObject({ schema: formSchema }), handler: async (_ctx, i) => ({ problems: checkFormSchema(i.schema) }) }),
]

export const processOf = async (tx: Tx, operatorId: number, key: string) => {
  const row = await tx.selectFrom('approvalProcess').selectAll().where('key', '=', key).where('operatorId', '=', operatorId).where('deletedAt', 'is', null).executeTakeFirst()
  if (!row) throw absent('流程不存在')
  return row
}
