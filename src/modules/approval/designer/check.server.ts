/** What a definition is checked against: the operator's people, roles, forms, processes, and the facts of its act. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { actOf } from '../acts.server.ts'
import type { ProcessDefinition } from '../engine/definition.ts'
import { allNodes, checkDefinition, type Problem } from '../engine/definition.rules.ts'
import { EMPTY_FORM, vocabularyOf, type FormSchema } from '../forms/form.ts'
import type { approvalProcess } from '../process.ts'

type Process = Rec<typeof approvalProcess>

/** The published version of a form, with what it says. */
export async function publishedForm(tx: Tx, form: number | null): Promise<{ id: number; schema: FormSchema } | null> {
  if (form === null) return null
  const row = await liveRows(tx, 'approvalFormVersion')
    .select(['id', 'schema'])
    .where('form', '=', form)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return row ?? null
}

async function known(tx: Tx) {
  const ids = async (table: 'user' | 'role'): Promise<Set<number>> =>
    new Set((await liveRows(tx, table).select('id').where('status', '=', 'active').execute()).map((r) => r.id))
  const depts = await liveRows(tx, 'dept').select('id').execute()
  const roles = await liveRows(tx, 'approvalRole').select('code').where('status', '=', 'active').execute()
  const published = await liveRows(tx, 'approvalProcess')
    .innerJoin('approvalVersion', 'approvalVersion.process', 'approvalProcess.id')
    .select(['approvalProcess.key', 'approvalVersion.definition'])
    .where('approvalVersion.status', '=', 'published')
    .execute()
  return {
    users: await ids('user'),
    roles: await ids('role'),
    depts: new Set(depts.map((d) => d.id)),
    approvalRoles: new Set(roles.map((r) => r.code)),
    processes: new Map(published.map((p) => [p.key, subprocessesOf(p.definition)])),
  }
}
const subprocessesOf = (definition: ProcessDefinition): string[] =>
  allNodes(definition.nodes).flatMap((n) => (n.kind === 'subprocess' ? [n.process] : []))

/** Everything wrong with a definition for this process, and the form version it would be published with. */
export async function problemsOf(
  tx: Tx,
  ctx: Context,
  process: Process,
  definition: ProcessDefinition,
): Promise<{ problems: Problem[]; formVersion: number | null }> {
  const form = await publishedForm(tx, process.form)
  const act = process.act ? actOf(ctx, process.act) : null
  const missing: Problem[] = []
  if (process.form !== null && !form) missing.push({ node: null, message: '所选表单还没有发布的版本，请先发布表单' })
  if (process.form === null && !process.act) missing.push({ node: null, message: '自由流程需要一张表单，请先在流程信息中选择' })
  if (process.act && !act) missing.push({ node: null, message: `没有名为「${process.act}」的业务` })
  const schema = form?.schema ?? EMPTY_FORM
  const problems = checkDefinition(definition, {
    vocabulary: vocabularyOf(schema, act?.facts ?? {}),
    formFields: Object.fromEntries(schema.fields.map((f) => [f.name, f.kind])),
    personFacts: Object.entries(act?.facts ?? {})
      .filter(([, t]) => t.type === 'person' || t.type === 'ids')
      .map(([name]) => name),
    ...(await known(tx)),
    self: process.key,
    calls: Object.keys(act?.calls ?? {}),
    money: act?.money ?? false,
  })
  return { problems: [...missing, ...problems], formVersion: form?.id ?? null }
}
