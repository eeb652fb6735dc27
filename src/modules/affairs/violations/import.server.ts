/** Violations from a file or pasted: shown with what each would become before anything is written; taken in once (A10). */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { codeOf } from '#kit/database/errors.ts'
import { readXlsx } from '#kit/excel/read.server.ts'
import { AppError } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { visibleWhere } from '#kit/entity/query/scope.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { asText } from '#kit/basics/text.ts'
import { rebuildDues } from '../ground/dues.server.ts'
import { linesOf, textOf } from '../ground/pasted.rules.ts'
import { matchAll, type Match } from './match.server.ts'
import { readViolations, type ViolationRow } from './read.rules.ts'
import { completed, sumUp, tariffs } from './violation.server.ts'
import { violation, violationQuery } from './violation.ts'
import { READ_VIOLATIONS, TAKEN_VIOLATIONS, type ReadViolationsAnswer, type TakenViolations } from './violation.wire.ts'

const violations = storeOf(violation)
const queries = storeOf(violationQuery)

interface JudgedRow extends ViolationRow {
  /** What becomes of it: new, here already, or why not. */
  result: 'new' | 'known' | 'bad'
  match: Match | null
  lesseeName: string | null
}

const keyOf = (r: { plateNo: string; occurredAt: string | null; code: string | null }): string =>
  `${r.plateNo}|${r.occurredAt}|${r.code ?? ''}`

/** Each row with its holder and whether it is here already. */
async function judge(tx: Tx, ctx: Context, rows: readonly ViolationRow[]): Promise<JudgedRow[]> {
  const entity = ctx.registry.entity('violation').entity as Entity
  const good = rows.filter((r) => !r.problem)
  const here = good.length
    ? await tx
        .selectFrom('violation as t')
        .select(['t.no', 't.plateNo', 't.occurredAt', 't.code', 't.recordNo', visibleWhere(ctx, entity).as('seen')])
        .where('t.operatorId', '=', ctx.user.operatorId)
        .where('t.plateNo', 'in', [...new Set(good.map((r) => r.plateNo))])
        .where('t.deletedAt', 'is', null)
        .execute()
    : []
  // Whoever may not see it learns that it is here, not which one it is.
  const called = (v: (typeof here)[number]): string => (v.seen ? `该违章已登记（${v.no}）` : '该违章已登记')
  const byKey = new Map(here.map((v) => [keyOf({ ...v, occurredAt: new Date(v.occurredAt).toISOString() }), called(v)]))
  const byRecord = new Map(here.filter((v) => v.recordNo).map((v) => [v.recordNo!, called(v)]))
  const matches = await matchAll(
    tx,
    ctx,
    good.map((r) => ({ plateNo: r.plateNo, occurredAt: r.occurredAt! })),
    true,
  )
  const names = new Map(
    (
      await tx
        .selectFrom('lessee')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(matches.map((m) => m.lessee ?? -1)), -1])
        .execute()
    ).map((l) => [l.id, l.name]),
  )
  const of = new Map(good.map((r, i) => [r, matches[i]!]))
  return rows.map((r): JudgedRow => {
    if (r.problem) return { ...r, result: 'bad', match: null, lesseeName: null }
    const m = of.get(r)!
    const known = byKey.get(keyOf(r)) ?? (r.recordNo ? byRecord.get(r.recordNo) : undefined)
    return {
      ...r,
      result: known ? 'known' : 'new',
      problem: known ?? null,
      match: m,
      lesseeName: m.lessee ? (names.get(m.lessee) ?? null) : null,
    }
  })
}

const CHUNK = 200

/** In pieces: an import that dies has taken in whole rows, and taken up again adds only the rest. */
export async function takeIn(ctx: Context, rows: readonly ViolationRow[], source: 'import' | 'api'): Promise<TakenViolations> {
  const done: TakenViolations = { added: 0, known: 0, bad: 0, near: 0, byHolder: {} }
  for (let i = 0; i < rows.length; i += CHUNK) {
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const judged = await judge(tx, ctx, rows.slice(i, i + CHUNK))
      const tariff = await tariffs(tx, ctx)
      const touched = new Set<number>()
      for (const r of judged) {
        if (r.result === 'bad') done.bad++
        if (r.result === 'known') done.known++
        if (r.result !== 'new') continue
        const values = {
          plateNo: r.plateNo,
          occurredAt: r.occurredAt!,
          place: r.place || null,
          city: r.city || null,
          code: r.code,
          behaviour: r.behaviour || null,
          points: r.points,
          fine: r.fine === null ? null : fen(r.fine),
          recordNo: r.recordNo || null,
          source,
        }
        if (
          !(await addOnce(tx, ctx, { ...values, ...completed(values, r.match!, tariff(r.code, r.city || null, dayOf(r.occurredAt!))) }))
        ) {
          done.known++
          continue
        }
        done.added++
        if (r.match!.near) done.near++
        done.byHolder[r.match!.holderKind] = (done.byHolder[r.match!.holderKind] ?? 0) + 1
        if (r.match!.vehicle) touched.add(r.match!.vehicle)
      }
      const counts = Map.groupBy(
        judged.filter((r) => r.match?.vehicle),
        (r) => r.match!.vehicle!,
      )
      for (const [vehicle, of] of counts) await queries.add(tx, ctx, { vehicle, queriedAt: ctx.clock.now(), found: of.length, source })
      await sumUp(tx, ctx, [...touched])
      await rebuildDues(tx, ctx, [...touched])
    })
  }
  return done
}

/** Two imports of one file at once: the second row is here already. A savepoint keeps the rest of the piece. */
async function addOnce(tx: Tx, ctx: Context, values: Partial<Rec<typeof violation>>): Promise<boolean> {
  const here = await tx
    .selectFrom('violation')
    .select('id')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('plateNo', '=', values.plateNo!)
    .where('occurredAt', '=', values.occurredAt!)
    .where('code', '=', values.code!)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (here) return false
  await violations.add(tx, ctx, values)
  return true
}

/** Another import of the same rows at this moment: the whole piece is judged anew, and finds them here. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await work()
    } catch (error) {
      const twice = codeOf(error) === '23505' || (error instanceof AppError && /已登记/.test(error.message))
      if (!twice || n >= 3) throw error
    }
  }
}

export async function sheetLines(file: { fileName: string; data: Buffer }): Promise<string[][]> {
  if (/\.xlsx$/i.test(file.fileName)) {
    const { rows } = await readXlsx(file.data)
    return rows.map((r) => r.cells.map((c) => asText(c)))
  }
  if (!/\.(?:csv|txt|tsv)$/i.test(file.fileName)) throw invalid('请上传 .xlsx、.csv 或 .txt 文件')
  return linesOf(textOf(file.data))
}

function read(ctx: Context, lines: readonly (readonly string[])[]): ViolationRow[] {
  const found = readViolations(lines, ctx.clock.now())
  if (!found.ok) throw invalid({ text: found.message })
  return found.rows
}
/** As the page shows it. */
const shown = (text: string, rows: readonly JudgedRow[]): ReadViolationsAnswer => ({
  text,
  rows: rows.map((r) => ({
    line: r.line,
    result: r.result,
    problem: r.problem,
    repaired: r.repaired,
    plateNo: r.plateNo,
    occurredAt: r.occurredAt,
    behaviour: r.behaviour,
    fine: r.fine,
    points: r.points,
    holderKind: r.match?.holderKind ?? null,
    lesseeName: r.lesseeName,
    driverName: r.match?.driverName ?? null,
    near: r.match?.near ?? false,
    why: r.match?.why ?? null,
  })),
})
const TEXT = z.strictObject({ text: z.string().min(1, '请先粘贴违章记录').max(2_000_000, '内容过长，请分几次粘贴') })
const right = 'breRegulationsL_import'

export const violationRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/violation/read',
    summary: '读取粘贴的违章记录并归责（不写入）',
    right,
    safe: true,
    big: true,
    input: TEXT,
    output: READ_VIOLATIONS,
    handler: (ctx, { text }) =>
      ctx.db.read(ctx.user.operatorId, async (db) => shown(text, await judge(db as Tx, ctx, read(ctx, linesOf(text))))),
  }),
  route({
    method: 'POST',
    path: '/api/v1/violation/readFile',
    summary: '读取违章文件并归责（不写入）',
    right,
    safe: true,
    input: z.object({}),
    output: READ_VIOLATIONS,
    upload: { maxBytes: 20 * 1024 * 1024, maxFiles: 1 },
    handler: async (ctx, _input, { files }) => {
      if (!files[0]) throw invalid('请选择要上传的文件')
      const lines = await sheetLines(files[0])
      const text = lines.map((cells) => cells.join('\t')).join('\n')
      return ctx.db.read(ctx.user.operatorId, async (db) => shown(text, await judge(db as Tx, ctx, read(ctx, lines))))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/violation/take',
    summary: '导入违章记录',
    right,
    big: true,
    resumes: true,
    input: TEXT,
    output: TAKEN_VIOLATIONS,
    handler: (ctx, { text }) => retried(() => takeIn(ctx, read(ctx, linesOf(text)), 'import')),
  }),
]
