/**
 * 申请表 of a process that a business act starts: the page of the act does not know it, so it is asked back (code 40103 with
 * `ask: 'approval'`) and comes beside the same call, sent again: `$given: {approval: {<flowKey>: {values, choices}}}`. Nothing
 * is kept meanwhile: what is asked for is judged anew each time, by the record as it would stand.
 */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { AppError, forbidden, invalid } from '#kit/basics/errors.ts'
import { mayStart } from '../people/access.server.ts'
import type { Plan, Process } from './case-store.server.ts'
import type { ApproveNode } from '../engine/definition.ts'
import { namesOf, type Starter } from '../people/directory.server.ts'
import { chooseOf, choicesAhead } from '../designer/dryrun.server.ts'
import { checkForm, formFacts, visibleFields, type FormValues } from '../forms/form.ts'
import { closedAtStart, factValues, permissionAt } from './command-input.server.ts'
import type { ApplyForm, AskedSheet } from '../wire.ts'

export interface Sheet {
  values: FormValues
  choices?: Readonly<Record<string, readonly number[]>> | undefined
}
const SHEETS = z.record(
  z.string().max(40),
  z.strictObject({
    values: z.record(z.string().max(40), z.unknown()),
    choices: z.record(z.string().max(40), z.array(z.int().min(1)).max(50)).optional(),
  }),
)

/** What was filled in for this process, when anything was. */
function sheetGiven(ctx: Context, key: string): Sheet | null {
  const all = ctx.given?.['approval']
  if (all === undefined) return null
  const read = SHEETS.safeParse(all)
  if (!read.success) throw invalid('申请表的内容格式不正确，请刷新页面后重新填写')
  return Object.hasOwn(read.data, key) ? (read.data[key] ?? null) : null
}
/** The context of somebody who brings his sheet with him. */
export const withSheet = (ctx: Context, key: string, sheet: Sheet): Context => ({
  ...ctx,
  given: { ...ctx.given, approval: { ...(ctx.given?.['approval'] as object | undefined), [key]: sheet } },
})

/** The form and its people to choose, as the browser shows them. */
export async function sheetForm(
  tx: Tx,
  process: Process,
  plan: Plan,
  starter: Starter,
  ahead: readonly ApproveNode[],
): Promise<Omit<ApplyForm, 'subject'>> {
  const may = permissionAt(plan, 'start')
  const names = await namesOf(
    tx,
    ahead.flatMap((n) => ('among' in n.who ? [...(n.who.among ?? [])] : [])),
  )
  const { remark } = await tx.selectFrom('approvalProcess').select('remark').where('id', '=', process.id).executeTakeFirstOrThrow()
  return {
    process: { key: process.key, name: process.name, remark, act: process.act },
    form: plan.form,
    permissions: Object.fromEntries(plan.form.fields.map((f) => [f.name, may(f.name)])),
    about: starter.values,
    choose: ahead.map((n) => ({ node: n.id, name: n.name, ...chooseOf(n, (u) => ({ id: u, name: names.get(u) ?? `#${u}` })) })),
  }
}

export interface Asking {
  process: Process
  plan: Plan
  starter: Starter
  /** As 业务流程设置 calls it. */
  label: string
  facts: Readonly<Record<string, unknown>>
  subject: ApplyForm['subject']
  /** Of the record, when it was there before this call: drafts are kept by it. */
  record: string | null
}

/** Whoever sits before the page can be asked; a list of rows, a file or a job cannot. */
const asksPerson = (ctx: Context): boolean => ctx.source === 'form' || ctx.source === 'action'

/** The sheet this case starts with; thrown back to the browser while something of it is open. */
export async function sheetOf(tx: Tx, ctx: Context, a: Asking): Promise<Sheet> {
  if (ctx.user.id && !(await mayStart(tx, ctx, [a.process.id])).has(a.process.id))
    throw forbidden(`「${a.label}」由审批流程「${a.process.name}」决定，您没有发起该流程的权限，请联系管理员在「发起人权限」中设置`)
  const given = sheetGiven(ctx, a.process.key)
  const sheet = given ?? { values: {} }
  const may = permissionAt(a.plan, 'start')
  const mine = (field: string): boolean => may(field) === 'edit'
  const errors = {
    ...checkForm(a.plan.form, sheet.values, { starter: a.starter.values, asks: mine }).errors,
    ...closedAtStart(a.plan, sheet.values),
  }
  const ahead = choicesAhead(
    a.plan.definition,
    { ...formFacts(a.plan.form, sheet.values), ...factValues(a.facts), ...a.starter.values },
    'starterChoice',
  )
  const unchosen = ahead.filter((n) => !sheet.choices?.[n.id]?.length)
  // What may be left empty is offered too, once: otherwise nobody could ever write it.
  const offered =
    given === null && asksPerson(ctx) && visibleFields(a.plan.form, {}, a.starter.values).some((f) => f.kind !== 'hint' && mine(f.name))
  if (Object.keys(errors).length === 0 && unchosen.length === 0 && !offered) return sheet
  const open = [...Object.values(errors), ...unchosen.map((n) => `请选择「${n.name}」的审批人`)].join('；')
  const asked: AskedSheet = {
    ask: 'approval',
    ...(await sheetForm(tx, a.process, a.plan, a.starter, ahead)),
    subject: a.subject,
    errors: given ? errors : {},
    record: a.record,
  }
  throw new AppError(
    'needsConfirmation',
    `「${a.label}」需要填写审批流程「${a.process.name}」的申请表${open ? `（${open}）` : ''}${asksPerson(ctx) ? '' : '，请打开单据逐条提交'}`,
    asked,
  )
}
