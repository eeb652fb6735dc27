/** Designing: drafts, checks, publishing. A draft is a row like any other; a published version is never written again. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { usedBy } from '#kit/entity/write/references.server.ts'
import { moveOnly, serve, serveEntity, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { emptyDefinition, type ProcessDefinition } from '../engine/definition.ts'
import { allNodes } from '../engine/definition.rules.ts'
import { checkFormSchema, EMPTY_FORM, type FormSchema } from '../forms/form.ts'
import {
  approvalForm,
  approvalFormVersion,
  approvalFormVersionActions,
  approvalProcess,
  approvalProcessActions,
  approvalVersion,
  approvalVersionActions,
} from '../process.ts'
import { problemsOf } from './check.server.ts'

const forms = storeOf(approvalForm)
const formVersions = storeOf(approvalFormVersion)
const processes = storeOf(approvalProcess)
const versions = storeOf(approvalVersion)

export const servedForm = serveEntity(approvalForm, {
  afterAdd: async ({ tx, ctx, record }) => void (await formVersions.add(tx, ctx, { form: record.id, number: 1, schema: EMPTY_FORM })),
  beforeDelete: async ({ tx, record }) => {
    const user = await liveRows(tx, 'approvalProcess').select('name').where('form', '=', record.id).limit(1).executeTakeFirst()
    if (user) throw refused(`表单正被流程「${user.name}」使用，不能删除`)
  },
})

/** Of a form or a process: the version that new work uses. */
/** What a history says of a version; both are compared in the designer. */
const formSaid = ({ fields }: FormSchema): string => `${fields.length} 项：${fields.map(({ label }) => label).join('、')}`
const definitionSaid = ({ nodes }: ProcessDefinition): string => {
  const all = allNodes(nodes)
  return `${all.length} 步：${all.flatMap(({ name }) => (name ? [name] : [])).join('、')}`
}

async function retireOthers(tx: Tx, ctx: Context, which: 'form' | 'process', of: number, except: number): Promise<void> {
  const rows =
    which === 'form'
      ? await liveRows(tx, 'approvalFormVersion')
          .select('id')
          .where('form', '=', of)
          .where('status', '=', 'published')
          .where('id', '!=', except)
          .execute()
      : await liveRows(tx, 'approvalVersion')
          .select('id')
          .where('process', '=', of)
          .where('status', '=', 'published')
          .where('id', '!=', except)
          .execute()
  for (const { id } of rows) await (which === 'form' ? formVersions : versions).act(tx, ctx, 'retire', id)
}

export const servedFormVersion: ServedEntity = {
  ...serve(approvalFormVersionActions, {
    effects: {
      publish: async ({ tx, ctx, record }) => {
        const [problem] = checkFormSchema(record.schema)
        if (problem) throw refused(problem.message)
        if (record.schema.fields.length === 0) throw refused('表单还没有字段，请先添加字段再发布')
        await forms.lock(tx, ctx, record.form)
        await retireOthers(tx, ctx, 'form', record.form, record.id)
        await forms.edit(tx, ctx, record.form, { currentVersion: record.number })
        return { publishedAt: ctx.clock.now() }
      },
      retire: moveOnly,
    },
  }),
  said: { schema: async (_db, _ctx, value) => formSaid(value as FormSchema) },
}

export const servedProcess = serve(approvalProcessActions, {
  effects: { open: moveOnly, disable: moveOnly, enable: moveOnly },
  hooks: {
    beforeAdd: async ({ values }) => {
      if (!values.act && !values.form) throw invalid({ form: '自由流程由员工填写表单发起，请选择表单；还没有表单时请用「新建流程」' })
    },
    afterAdd: async ({ tx, ctx, record }) =>
      void (await versions.add(tx, ctx, { process: record.id, number: 1, definition: emptyDefinition() })),
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await usedBy(tx, ctx, record.id, { entity: 'approvalCase', by: 'process', shows: 'no', label: '审批单' })
      if (used) throw refused(`流程已有${used}，不能删除，可以停用`)
    },
  },
})

export const servedVersion: ServedEntity = {
  ...serve(approvalVersionActions, {
    effects: {
      publish: async ({ tx, ctx, record }) => {
        const process = await processes.lock(tx, ctx, record.process)
        const { problems, formVersion } = await problemsOf(tx, ctx, process, record.definition)
        if (problems.length)
          throw invalid({ '': problems[0]!.message, ...Object.fromEntries(problems.map((p, i) => [p.node ?? `#${i}`, p.message])) })
        await retireOthers(tx, ctx, 'process', record.process, record.id)
        await processes.edit(tx, ctx, record.process, { currentVersion: record.number })
        if (process.status === 'draft') await processes.act(tx, ctx, 'open', process.id)
        return { publishedAt: ctx.clock.now(), publishedBy: ctx.user.id || null, formVersion }
      },
      retire: moveOnly,
    },
  }),
  said: { definition: async (_db, _ctx, value) => definitionSaid(value as ProcessDefinition) },
}
