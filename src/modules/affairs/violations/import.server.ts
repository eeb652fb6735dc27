/** Violations from a file or pasted: shown with what each would become before anything is written; taken in once (A10). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf } from '#kit/basics/time/day.ts'
import { invalid } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { codeOf } from '#kit/database/errors.ts'
import { AppError } from '#kit/basics/errors.ts'
import { fileGrid } from '#kit/excel/file-grid.server.ts'
import { textOfGrid } from '#kit/excel/text-table.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { rebuildDues } from '../dues.server.ts'
import { linesOf } from '../ground/pasted.rules.ts'
import { judge, type Answers, type JudgedRow } from './judge.server.ts'
import { readViolations, type ViolationRow } from './read.rules.ts'
import { completed, noteHandled, sumUp, tariffs } from './violation.server.ts'
import { surcharge } from './violation.rules.ts'
import { violation, violationQuery } from './violation.ts'
import { READ_VIOLATIONS, TAKEN_VIOLATIONS, type ReadViolationsAnswer, type TakenViolations } from './violation.wire.ts'

const violations = storeOf(violation)
const queries = storeOf(violationQuery)

const CHUNK = 200
type Tariffs = Awaited<ReturnType<typeof tariffs>>

const values = (r: JudgedRow, source: 'import' | 'api') => ({
  plateNo: r.plateNo,
  occurredAt: r.occurredAt!,
  part: r.part,
  place: r.place || null,
  city: r.city || null,
  code: r.code,
  behaviour: r.behaviour || null,
  points: r.points,
  fine: r.fine === null ? null : fen(r.fine),
  recordNo: r.recordNo || null,
  dueOn: r.dueOn,
  source,
})

/** What the sheet says is dealt with arrives so; of what is open and late, what came on top by today. */
async function add(tx: Tx, ctx: Context, r: JudgedRow, source: 'import' | 'api', tariff: Tariffs): Promise<void> {
  const own = values(r, source)
  const whole = { ...own, ...completed(own, r.match!, tariff(r.code, r.city || null, dayOf(r.occurredAt!))) }
  const until = r.alreadyHandled ? r.decidedOn : ctx.clock.today()
  const late = until === null ? fen(0) : surcharge(whole.fine ?? 0, r.dueOn, until)
  const { id, no } = await violations.add(tx, ctx, { ...whole, surcharge: late })
  if (!r.alreadyHandled) return
  await violations.act(tx, ctx, 'markHandled', id, { decidedOn: r.decidedOn })
  if (whole.lessee) await noteHandled(tx, ctx, whole.lessee, { no, fine: whole.fine ?? 0, points: whole.points ?? 0 })
}

/** In pieces: an import that dies has taken in whole rows, and taken up again adds only the rest. */
export async function takeIn(
  ctx: Context,
  rows: readonly ViolationRow[],
  source: 'import' | 'api',
  answers: Answers = {},
): Promise<TakenViolations> {
  const done: TakenViolations = { added: 0, known: 0, bad: 0, near: 0, asked: 0, byHolder: {} }
  for (let i = 0; i < rows.length; i += CHUNK) {
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      // One import of a company at a time: a row of two at once would be new in both.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`violationImport:${ctx.user.operatorId}`}, 0))`.execute(tx)
      const judged = await judge(tx, ctx, rows.slice(i, i + CHUNK), answers)
      const tariff = await tariffs(tx)
      const touched = new Set<number>()
      for (const r of judged) {
        if (r.result === 'bad') done.bad++
        if (r.result === 'known') done.known++
        if (r.result === 'ask') done.asked++
        if (r.result !== 'new') continue
        await add(tx, ctx, r, source, tariff)
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

/** Somebody writes one of them down by hand at this moment: the whole piece is judged anew, and finds it here. */
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

function read(ctx: Context, lines: readonly (readonly string[])[]): ViolationRow[] {
  const reading = readViolations(lines, ctx.clock.now())
  if (!reading.ok) throw invalid({ text: reading.message })
  return reading.rows
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
    place: r.place,
    recordNo: r.recordNo,
    handled: r.alreadyHandled,
    decidedOn: r.decidedOn,
    dueOn: r.dueOn,
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
      ctx.db.read(ctx.user.operatorId, async (db) => shown(text, await judge(db, ctx, read(ctx, linesOf(text)), {}))),
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
      // Read as it will be when it is sent again: what was shown is what is stored.
      const text = textOfGrid(await fileGrid(files[0], (lines) => readViolations(lines, ctx.clock.now()).ok))
      return ctx.db.read(ctx.user.operatorId, async (db) => shown(text, await judge(db, ctx, read(ctx, linesOf(text)), {})))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/violation/take',
    summary: '导入违章记录',
    right,
    big: true,
    resumes: true,
    input: TEXT.extend({ answers: z.record(z.string().regex(/^\d{1,7}$/), z.enum(['new', 'same'])).default({}) }),
    output: TAKEN_VIOLATIONS,
    handler: (ctx, { text, answers }) => retried(() => takeIn(ctx, read(ctx, linesOf(text)), 'import', answers)),
  }),
]
