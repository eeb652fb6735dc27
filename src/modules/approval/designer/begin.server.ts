/** 新建流程 in one go: the process, its form and a first drawing, from templates or from what there is. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { id } from '../input.server.ts'
import { actOf } from '../acts.server.ts'
import { EMPTY_FORM, type FormSchema } from '../forms/form.ts'
import { CATEGORIES } from '../process.ts'
import { publishedForm } from './check.server.ts'
import { freeWord } from './design.file.server.ts'
import { draftOf, formDraftOf, forms, formVersions, processes, versions } from './design.store.server.ts'
import { FLOW_TEMPLATES, FORM_TEMPLATES, templateFlow, templateForm, type FlowTemplateCode, type FormTemplateCode } from './templates.ts'

const keys = <T extends string>(of: Readonly<Record<T, unknown>>) => z.enum(Object.keys(of) as [T, ...T[]])
export const BEGIN = z.strictObject({
  name: z.string().trim().min(1, '请填写流程名称').max(60, '流程名称最多 60 字'),
  category: keys(CATEGORIES),
  act: z.string().max(60).nullable(),
  /** A form there is, a new one of a template, or none (a process of an act needs none). */
  form: z.union([z.strictObject({ use: id }), z.strictObject({ template: keys<FormTemplateCode>(FORM_TEMPLATES) }), z.null()]),
  flow: keys<FlowTemplateCode>(FLOW_TEMPLATES),
})
export const BEGUN = z.object({
  process: z.number(),
  version: z.number(),
  form: z.number().nullable().describe('尚无字段、需要先设计的表单'),
})

interface Begun {
  id: number | null
  schema: FormSchema
  open: boolean
}
async function formOf(tx: Tx, ctx: Context, i: z.output<typeof BEGIN>): Promise<Begun> {
  if (i.form === null) return { id: null, schema: EMPTY_FORM, open: false }
  if ('use' in i.form) {
    const { id: formId } = await forms.get(tx, ctx, i.form.use)
    return { id: formId, schema: (await publishedForm(tx, formId))?.schema ?? EMPTY_FORM, open: false }
  }
  const schema = templateForm(i.form.template)
  const { id: formId } = await forms.add(tx, ctx, { name: await freeWord(tx, 'approvalForm', 'name', i.name) }, 'person')
  if (schema.fields.length === 0) return { id: formId, schema, open: true }
  const draft = await formDraftOf(tx, ctx, formId)
  await formVersions.edit(tx, ctx, draft, { schema })
  await formVersions.act(tx, ctx, 'publish', draft)
  return { id: formId, schema, open: false }
}

export async function beginProcess(tx: Tx, ctx: Context, i: z.output<typeof BEGIN>): Promise<z.output<typeof BEGUN>> {
  if (i.act !== null && !actOf(ctx, i.act)) throw invalid({ act: '没有这项业务，请重新选择' })
  if (i.act === null && i.form === null) throw invalid({ form: '自由流程由员工填写表单发起，请选择或新建一张表单' })
  const form = await formOf(tx, ctx, i)
  const made = await processes.add(
    tx,
    ctx,
    {
      key: await freeWord(tx, 'approvalProcess', 'key', i.act?.replaceAll(/\W/g, '') || 'flow'),
      name: i.name,
      category: i.category,
      act: i.act,
      form: form.id,
    },
    'person',
  )
  const version = await draftOf(tx, ctx, made.id)
  await versions.edit(tx, ctx, version, { definition: templateFlow(i.flow, form.schema) })
  return { process: made.id, version, form: form.open ? form.id : null }
}
