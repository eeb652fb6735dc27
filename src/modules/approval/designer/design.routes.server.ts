/** Calls of the designers: drafts, checks, dry runs, files in and out. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { bpmnOf } from './tree/bpmn.ts'
import { problemsOf, publishedForm } from './check.server.ts'
import { definitionSchema } from '../engine/definition.ts'
import { BEGIN, beginProcess, BEGUN } from './begin.server.ts'
import { fileOf, importFile, MAPPING, namesInFile } from './design.file.server.ts'
import { actList, design, draftOf, formDesign, formDraftOf, processes, save } from './design.store.server.ts'
import { starterFacts } from '../people/directory.server.ts'
import { dryRun } from './dryrun.server.ts'
import { checkFormSchema, EMPTY_FORM, formFacts, formSchema } from '../forms/form.ts'
import { FILE_NAMES, ACT, DESIGN as DESIGN_ANSWER, DRY_RUN, FORM_DESIGN } from '../wire.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'

const DESIGN = 'workflowList_design'
const id = z.int().min(1)
const queryId = z.coerce.number().int().min(1)
const write = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.write(ctx.user.operatorId, work)
const read = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.db.read(ctx.user.operatorId, work)

const fileName = (d: { process: { key: string }; number?: number }, ending: string): string =>
  `${d.process.key}${d.number ? `-v${d.number}` : ''}.${ending}`
const DRY = z.strictObject({
  process: id,
  definition: definitionSchema,
  values: z.record(z.string(), z.unknown()),
  facts: z.record(z.string(), z.unknown()).optional(),
  starter: id.optional(),
  store: id.nullish(),
  choices: z.record(z.string(), z.array(id).max(50)).optional(),
})

async function dry(tx: Tx, ctx: Context, i: z.infer<typeof DRY>) {
  if (i.definition.nodes[0]?.kind !== 'start') throw invalid({ definition: '流程必须从发起人开始' })
  const process = await processes.get(tx, ctx, i.process, 'person')
  const form = await publishedForm(tx, process.form)
  const starter = i.starter ?? ctx.user.id
  const of = await starterFacts(tx, starter)
  const values = {
    ...formFacts(form?.schema ?? EMPTY_FORM, i.values),
    ...Object.fromEntries(Object.entries(i.facts ?? {}).map(([k, v]) => [`fact.${k}`, v])),
    ...of.values,
  }
  return dryRun(
    tx,
    i.definition,
    { operatorId: ctx.user.operatorId, starter, store: i.store ?? of.stores[0] ?? null, managers: process.managers ?? [], values },
    ctx.clock.now(),
    i.choices,
  )
}

const MADE = z.object({ id: z.number() })
const SAVED = z.object({ version: z.number() })
const PROBLEMS = z.object({ problems: z.array(z.object({ node: z.string().nullable(), message: z.string() })) })

export const designRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/approvalVersion/draft',
    summary: '取得流程草稿（没有则由已发布版本生成）',
    right: DESIGN,
    input: z.strictObject({ process: id }),
    output: MADE,
    handler: (ctx, i) => write(ctx, async (tx) => ({ id: await draftOf(tx, ctx, i.process) })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/approvalVersion/design',
    summary: '流程设计内容',
    right: ['workflowList', DESIGN],
    input: z.strictObject({ id: queryId }),
    output: DESIGN_ANSWER,
    handler: (ctx, i) => read(ctx, (tx) => design(tx, ctx, i.id)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalVersion/save',
    summary: '保存流程草稿',
    right: DESIGN,
    big: true,
    input: z.strictObject({ id, version: id, definition: definitionSchema }),
    output: SAVED,
    handler: (ctx, i) => write(ctx, (tx) => save(tx, ctx, 'version', i.id, i.version, { definition: i.definition })),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalVersion/check',
    summary: '检查流程能否发布',
    right: DESIGN,
    safe: true,
    big: true,
    input: z.strictObject({ process: id, definition: definitionSchema }),
    output: PROBLEMS,
    handler: (ctx, i) =>
      read(ctx, async (tx) => ({
        problems: (await problemsOf(tx, ctx, await processes.get(tx, ctx, i.process, 'person'), i.definition)).problems,
      })),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalVersion/dryRun',
    summary: '用样例数据试走流程',
    right: DESIGN,
    safe: true,
    big: true,
    input: DRY,
    output: DRY_RUN,
    handler: (ctx, i) => read(ctx, (tx) => dry(tx, ctx, i)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/approvalVersion/exportJson',
    summary: '导出流程文件',
    right: ['workflowList', DESIGN],
    input: z.strictObject({ id: queryId }),
    output: fileAnswer,
    handler: (ctx, i) =>
      read(ctx, async (tx) => {
        const file = await fileOf(tx, ctx, i.id)
        return download({
          fileName: fileName(file, 'json'),
          mime: 'application/json',
          body: Buffer.from(`${JSON.stringify(file, null, 2)}\n`),
        })
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/approvalVersion/exportBpmn',
    summary: '导出 BPMN 2.0',
    right: ['workflowList', DESIGN],
    input: z.strictObject({ id: queryId }),
    output: fileAnswer,
    handler: (ctx, i) =>
      read(ctx, async (tx) => {
        const d = await design(tx, ctx, i.id)
        return download({
          fileName: fileName(d, 'bpmn'),
          mime: 'application/xml',
          body: Buffer.from(bpmnOf(d.process, d.definition, d.vocabulary)),
        })
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalProcess/importJson',
    summary: '导入流程文件',
    right: DESIGN,
    big: true,
    input: z.strictObject({ content: z.unknown(), mapping: MAPPING.optional() }),
    output: z.object({ process: z.number(), version: z.number() }),
    handler: (ctx, i) => write(ctx, (tx) => importFile(tx, ctx, i.content, i.mapping)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalProcess/begin',
    summary: '新建流程：连同表单与流程图，由模板或已有表单开始',
    right: DESIGN,
    input: BEGIN,
    output: BEGUN,
    handler: (ctx, i) => write(ctx, (tx) => beginProcess(tx, ctx, i)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalProcess/namesInFile',
    summary: '流程文件中的人员、角色、部门与门店，以及本公司对应的记录',
    right: DESIGN,
    safe: true,
    big: true,
    input: z.strictObject({ content: z.unknown() }),
    output: FILE_NAMES,
    handler: (ctx, i) => read(ctx, (tx) => namesInFile(tx, ctx, i.content)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/approvalProcess/acts',
    summary: '可以绑定流程的业务',
    right: ['workflowList', 'businessProcessSettings'],
    input: z.strictObject({}),
    output: z.array(ACT),
    handler: (ctx) => read(ctx, (tx) => actList(tx, ctx)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalFormVersion/draft',
    summary: '取得表单草稿（没有则由已发布版本生成）',
    right: DESIGN,
    input: z.strictObject({ form: id }),
    output: MADE,
    handler: (ctx, i) => write(ctx, async (tx) => ({ id: await formDraftOf(tx, ctx, i.form) })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/approvalFormVersion/design',
    summary: '表单设计内容',
    right: ['workflowList', DESIGN],
    input: z.strictObject({ id: queryId }),
    output: FORM_DESIGN,
    handler: (ctx, i) => read(ctx, (tx) => formDesign(tx, ctx, i.id)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalFormVersion/save',
    summary: '保存表单草稿',
    right: DESIGN,
    big: true,
    input: z.strictObject({ id, version: id, schema: formSchema }),
    output: SAVED,
    handler: (ctx, i) => write(ctx, (tx) => save(tx, ctx, 'form', i.id, i.version, { schema: i.schema })),
  }),
  route({
    method: 'POST',
    path: '/api/v1/approvalFormVersion/check',
    summary: '检查表单能否发布',
    right: DESIGN,
    safe: true,
    big: true,
    input: z.strictObject({ schema: formSchema }),
    output: z.object({ problems: z.array(z.object({ field: z.string(), message: z.string() })) }),
    handler: async (_ctx, i) => ({ problems: checkFormSchema(i.schema) }),
  }),
]
