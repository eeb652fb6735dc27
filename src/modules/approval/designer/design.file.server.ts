/** A process as a file: out of one company, into another. People and roles are named by their codes, never by numbers of here. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { actOf } from '../acts.server.ts'
import { definitionSchema } from '../engine/definition.ts'
import { EMPTY_FORM, formSchema, vocabularyOf } from '../forms/form.ts'
import { CATEGORIES } from '../process.ts'
import type { FileNames } from '../wire.ts'
import { design, draftOf, formDraftOf, forms, formVersions, processes, versions } from './design.store.server.ts'
import { NAMED_KINDS, numbersIn, renumbered, type NamedKind } from './ids.rules.ts'

const KINDS = Object.keys(NAMED_KINDS) as [NamedKind, ...NamedKind[]]
const named = z.strictObject({ id: z.int().min(1), code: z.string().max(60).nullable(), name: z.string().max(60) })
type Named = z.output<typeof named>
/** Format 1 had numbers without names: each of them is asked for. */
const FILE = z.strictObject({
  kind: z.literal('approvalProcess'),
  format: z.union([z.literal(1), z.literal(2)]),
  process: z.strictObject({
    key: z.string().max(40),
    name: z.string().max(60),
    category: z.enum(Object.keys(CATEGORIES) as [keyof typeof CATEGORIES]),
    act: z.string().max(60).nullable(),
    remark: z.string().max(300).nullable(),
  }),
  definition: definitionSchema,
  form: z.strictObject({ name: z.string().max(60), schema: formSchema }).nullable(),
  names: z.partialRecord(z.enum(KINDS), z.array(named).max(500)).optional(),
})
type ProcessFile = z.output<typeof FILE>
/** Kind → number in the file → number of here, or null for nobody. */
export const MAPPING = z.partialRecord(z.enum(KINDS), z.record(z.string().regex(/^\d{1,15}$/), z.int().min(1).nullable()))
type Mapping = z.output<typeof MAPPING>

const CODES: Readonly<Record<NamedKind, string>> = { user: 'username', role: 'code', dept: 'code', store: 'code' }
/** Rows of a kind: by number, or, when there are none, those that bear one of these codes or names. */
async function rowsOf(
  tx: Tx,
  operatorId: number,
  kind: NamedKind,
  by: { ids: readonly number[] } | { codes: readonly string[]; names: readonly string[] },
): Promise<Named[]> {
  const code = sql.ref(CODES[kind])
  const wanted =
    'ids' in by
      ? sql<boolean>`id = any(${sql.val([...by.ids])}::bigint[])`
      : sql<boolean>`deleted_at is null and (${code} = any(${sql.val([...by.codes])}::text[]) or name = any(${sql.val([...by.names])}::text[]))`
  const { rows } = await sql<Named>`
    select id, ${code} as code, name from ${sql.table(kind)} where operator_id = ${operatorId} and ${wanted} order by id limit 2000`.execute(
    tx,
  )
  return rows
}

export async function fileOf(tx: Tx, ctx: Context, version: number): Promise<ProcessFile> {
  const d = await design(tx, ctx, version)
  const p = await processes.get(tx, ctx, d.process.id, 'person')
  const form = p.form === null ? null : await forms.get(tx, ctx, p.form)
  const numbers = numbersIn(d.definition, d.vocabulary)
  const names: Partial<Record<NamedKind, Named[]>> = {}
  for (const kind of KINDS) if (numbers[kind].length) names[kind] = await rowsOf(tx, ctx.user.operatorId, kind, { ids: numbers[kind] })
  return {
    kind: 'approvalProcess',
    format: 2,
    process: { key: p.key, name: p.name, category: p.category, act: p.act, remark: p.remark },
    definition: d.definition,
    form: form && { name: form.name, schema: d.form },
    names,
  }
}

function read(content: unknown): ProcessFile {
  const parsed = FILE.safeParse(content)
  if (parsed.success) return parsed.data
  const at = parsed.error.issues[0]?.path.join('.')
  throw invalid({ content: at ? `不是有效的流程文件：${at} 不正确` : '不是有效的流程文件：不是由「导出流程文件」得到的内容' })
}
const vocabularyIn = (ctx: Context, file: ProcessFile) =>
  vocabularyOf(file.form?.schema ?? EMPTY_FORM, (file.process.act ? actOf(ctx, file.process.act)?.facts : undefined) ?? {})

/** Whom a file names, and who of here bears the same code, else the same name alone. */
export async function namesInFile(tx: Tx, ctx: Context, content: unknown): Promise<FileNames> {
  const file = read(content)
  const numbers = numbersIn(file.definition, vocabularyIn(ctx, file))
  const all: FileNames = []
  for (const kind of KINDS) {
    const known = new Map((file.names?.[kind] ?? []).map((n) => [n.id, n]))
    const asked = numbers[kind].map((id): Named => known.get(id) ?? { id, code: null, name: '' })
    if (asked.length === 0) continue
    const candidates = await rowsOf(tx, ctx.user.operatorId, kind, {
      codes: asked.flatMap((n) => n.code ?? []),
      names: asked.map((n) => n.name).filter(Boolean),
    })
    for (const n of asked) {
      const sameName = candidates.filter((h) => n.name !== '' && h.name === n.name)
      const match = candidates.find((h) => n.code !== null && h.code === n.code) ?? (sameName.length === 1 ? sameName[0] : undefined)
      all.push({ kind, id: n.id, code: n.code, name: n.name || `#${n.id}`, to: match?.id ?? null, toName: match?.name ?? null })
    }
  }
  return all
}

/** A free name or key: what is taken gets a number. */
export async function freeWord(tx: Tx, table: 'approvalProcess' | 'approvalForm', column: 'key' | 'name', wanted: string): Promise<string> {
  for (let i = 1; i < 100; i++) {
    const word = i === 1 ? wanted : `${wanted}${i}`
    const taken = await liveRows(tx, table)
      .select('id')
      .where(column as 'name', '=', word)
      .executeTakeFirst()
    if (!taken) return word
  }
  throw refused('同名的流程太多，请先改名')
}

/** `mapping` wins over what bears the same code; only rows of this company are taken. */
export async function importFile(
  tx: Tx,
  ctx: Context,
  content: unknown,
  mapping: Mapping = {},
): Promise<{ process: number; version: number }> {
  const file = read(content)
  const { process, form } = file
  const names = await namesInFile(tx, ctx, content)
  const chosen = new Map<string, number | null>()
  for (const n of names) {
    const given = mapping[n.kind]?.[String(n.id)]
    chosen.set(`${n.kind}:${n.id}`, given === undefined ? n.to : given)
  }
  for (const kind of KINDS) {
    const ids = [...new Set(names.filter((n) => n.kind === kind).flatMap((n) => chosen.get(`${kind}:${n.id}`) ?? []))]
    const there = ids.length ? await rowsOf(tx, ctx.user.operatorId, kind, { ids }) : []
    if (there.length < ids.length) throw invalid({ mapping: `所选${NAMED_KINDS[kind]}不存在，请重新选择` })
  }
  const definition = renumbered(file.definition, vocabularyIn(ctx, file), (kind, id) => chosen.get(`${kind}:${id}`) ?? null)
  const free = (table: 'approvalProcess' | 'approvalForm', column: 'key' | 'name', word: string): Promise<string> =>
    freeWord(tx, table, column, word)
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
