/** A process as a file: out of one company, into another. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { definitionSchema } from '../engine/definition.ts'
import { design, draftOf, formDraftOf, forms, formVersions, processes, versions } from './design.store.server.ts'
import { formSchema } from '../forms/form.ts'
import { CATEGORIES } from '../process.ts'

/** A file of ours: what is needed to rebuild process and form elsewhere. People are ids of here; what is missing there is listed as a problem. */
const FILE = z.strictObject({
  kind: z.literal('approvalProcess'),
  format: z.literal(1),
  process: z.strictObject({
    key: z.string().max(40),
    name: z.string().max(60),
    category: z.enum(Object.keys(CATEGORIES) as [keyof typeof CATEGORIES]),
    act: z.string().max(60).nullable(),
    remark: z.string().max(300).nullable(),
  }),
  definition: definitionSchema,
  form: z.strictObject({ name: z.string().max(60), schema: formSchema }).nullable(),
})

export async function fileOf(tx: Tx, ctx: Context, version: number): Promise<z.infer<typeof FILE>> {
  const d = await design(tx, ctx, version)
  const p = await processes.get(tx, ctx, d.process.id, 'person')
  const form = p.form === null ? null : await forms.get(tx, ctx, p.form)
  return {
    kind: 'approvalProcess',
    format: 1,
    process: { key: p.key, name: p.name, category: p.category, act: p.act, remark: p.remark },
    definition: d.definition,
    form: form && { name: form.name, schema: d.form },
  }
}

/** A free name or key: what is taken gets a number. */
async function freeWord(
  tx: Tx,
  operatorId: number,
  table: 'approvalProcess' | 'approvalForm',
  column: 'key' | 'name',
  wanted: string,
): Promise<string> {
  for (let i = 1; i < 100; i++) {
    const word = i === 1 ? wanted : `${wanted}${i}`
    const taken = await tx
      .selectFrom(table)
      .select('id')
      .where(column as 'name', '=', word)
      .where('operatorId', '=', operatorId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!taken) return word
  }
  throw refused('同名的流程太多，请先改名')
}

export async function importFile(tx: Tx, ctx: Context, content: unknown): Promise<{ process: number; version: number }> {
  const parsed = FILE.safeParse(content)
  if (!parsed.success) throw invalid({ content: `不是有效的流程文件：${parsed.error.issues[0]?.path.join('.') ?? ''} 不正确` })
  const { process, definition, form } = parsed.data
  const free = (table: 'approvalProcess' | 'approvalForm', column: 'key' | 'name', word: string): Promise<string> =>
    freeWord(tx, ctx.user.operatorId, table, column, word)
  let formId: number | null = null
  if (form) {
    formId = (await forms.add(tx, ctx, { name: await free('approvalForm', 'name', form.name) })).id
    const draft = await formDraftOf(tx, ctx, formId)
    await formVersions.edit(tx, ctx, draft, { schema: form.schema })
    await formVersions.act(tx, ctx, 'publish', draft)
  }
  const made = await processes.add(
    tx,
    ctx,
    {
      ...process,
      key: await free('approvalProcess', 'key', process.key),
      name: await free('approvalProcess', 'name', process.name),
      form: formId,
    },
    'person',
  )
  const version = await draftOf(tx, ctx, made.id)
  await versions.edit(tx, ctx, version, { definition })
  return { process: made.id, version }
}
