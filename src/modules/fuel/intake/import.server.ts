/** Suppliers' statements: read in their layouts, matched to cards and vehicles, taken in once; a corrected row reverses and is entered anew (§6, §11). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { and, live } from '#kit/entity/query/rows.server.ts'
import { pickerWhere } from '#kit/entity/query/scope.server.ts'
import { act } from '#kit/entity/store.server.ts'
import { checkValues } from '#kit/entity/value/values.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { fileGrid } from '#kit/excel/file-grid.server.ts'
import { textOfGrid } from '#kit/excel/text-table.ts'
import { driversNamed, type DriverMatch } from '#modules/transport/transport.public.ts'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { holdVehicles, vehiclesWithPlates } from '#modules/vehicles/vehicles.public.ts'
import { approachesOf, type Approaches } from '../fuellings/check.server.ts'
import { moveAll, type Movement } from '../cards/entries.server.ts'
import type { FUELS } from '../cards/account.ts'
import { fuelling } from '../fuellings/fuelling.ts'
import { addFuellings, spendOf } from '../fuellings/fuelling.server.ts'
import { READ_STATEMENT, TAKEN_STATEMENT, type ReadStatementAnswer, type TakenStatement } from './fuel.wire.ts'
import { isUndoing, judge, type JudgedRow, type PlacedRow } from './judge.server.ts'
import { legsOf } from '../cards/pots.rules.ts'
import { readFuelStatement, type StatementColumn, type StatementRow } from '../statements/statement.rules.ts'
import { undoAll } from './undo.server.ts'

/** Of the accounts whoever asks could have chosen from a list. */
async function accountOf(tx: Tx, ctx: Context, id: number) {
  const entity = ctx.registry.entity('fuelAccount').entity as Entity
  const account = await tx
    .selectFrom('fuelAccount as t')
    .select(['t.id', 't.headings'])
    .where(and([live(entity, ctx.user.operatorId), pickerWhere(ctx, entity)]))
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!account) throw invalid({ account: '请选择主账户' })
  return account
}

async function rowsOf(tx: Tx, ctx: Context, account: number, lines: readonly (readonly string[])[]): Promise<StatementRow[]> {
  const { headings } = await accountOf(tx, ctx, account)
  const own = (headings ?? []).map((h) => ({ column: h.column as StatementColumn, heading: h.heading }))
  const statement = readFuelStatement(lines, ctx.clock.now(), own)
  if (!statement.ok) throw invalid({ text: statement.message })
  return statement.rows
}

const NOBODY: DriverMatch = { driver: null, driverName: null, unclear: null }

const plainCard = (no: string): string => no.replaceAll(/[\s*-]/g, '')

async function place(db: Tx, ctx: Context, account: number, rows: readonly StatementRow[]): Promise<PlacedRow[]> {
  const spends = rows.filter((r) => r.kind === 'spend' && !r.undoes)
  const people = await driversNamed(
    db,
    spends.map((r) => ({ name: r.driverName, mobile: r.driverMobile, licence: r.driverLicence })),
  )
  const who = new Map(spends.map((r, i) => [r, people[i]!]))
  const cards = await liveRows(db, 'fuelCard')
    .leftJoin('vehicle', 'vehicle.id', 'fuelCard.vehicle')
    .select(['fuelCard.id', 'fuelCard.cardNo', 'fuelCard.vehicle', 'vehicle.plateNo'])
    .where('fuelCard.account', '=', account)
    .execute()
  const byNo = new Map(cards.map((c) => [plainCard(c.cardNo), c]))
  const vehicles = await vehiclesWithPlates(db, ctx, rows.map((r) => r.plateNo).filter(Boolean))
  return rows.map((row) => {
    const card = row.cardNo ? byNo.get(row.cardNo) : undefined
    const vehicle = (row.plateNo ? vehicles.get(row.plateNo) : undefined) ?? card?.vehicle ?? null
    const r = { ...row, card: card?.id ?? null, vehicle, plate: row.plateNo || (card?.plateNo ?? null), who: who.get(row) ?? NOBODY }
    return { ...r, problem: whyBad(r) }
  })
}

/** What is wrong with a row by itself. */
function whyBad(r: PlacedRow): string | null {
  if (r.problem) return r.problem
  if (r.cardNo && r.card === null) return `卡号尾号 ${r.cardNo.slice(-4)} 不属于该主账户，请先登记油卡`
  if (r.kind !== 'spend') return r.supplierNo || r.undoes ? null : '没有流水号的充值、分配、圈存请在油卡列表登记'
  if (r.vehicle === null) return r.plateNo ? `找不到车辆 ${r.plateNo}` : '油卡未绑定车辆，也没有车牌号'
  if (r.undoes) return null
  const wrong = checkValues(fuelling as Entity, valuesOf(r), { mode: 'add', server: true })
  return wrong.ok ? null : Object.values(wrong.errors).join('；')
}

function valuesOf(r: PlacedRow) {
  const charge = r.fuel === 'electric' || r.socTo !== null
  return {
    kind: charge ? ('charge' as const) : ('fuel' as const),
    vehicle: r.vehicle!,
    pay: r.card ? ('card' as const) : ('company' as const),
    card: r.card,
    at: r.at!,
    station: r.station || null,
    city: r.city || null,
    fuel: (r.fuel ?? (charge ? 'electric' : null)) as keyof typeof FUELS | null,
    quantity: r.quantity,
    unitPrice: fen(r.unitPrice),
    amount: fen(r.amount),
    serviceFee: fen(r.serviceFee),
    discount: fen(r.discount),
    km: r.km,
    socFrom: r.socFrom,
    socTo: r.socTo,
    driver: r.who.driver,
    driverName: r.who.driverName,
    supplierNo: r.supplierNo || null,
    source: 'import' as const,
  }
}

/** What a row moves; a fuelling that no card paid moves nothing. */
function movementOf(r: JudgedRow, made: Parameters<typeof spendOf>[0] | undefined, account: number): Movement | null {
  if (made) return r.card === null ? null : spendOf(made, account)
  const legs = legsOf(r.kind, r.amount, r.card ? 'wallet' : 'quota')
  return { account, card: r.card, kind: r.kind, legs, at: r.at!, supplierNo: r.supplierNo, station: r.station || null, force: true }
}

/** Rows of a piece: what is checked and written costs by the statement, not by the row. */
const PIECE = 1000

/** What is asked of a piece ahead, on another connection, while the piece before it is being written. */
interface Piece {
  rows: PlacedRow[]
  approaches: Approaches
}
const readAhead = (ctx: Context, account: number, rows: readonly StatementRow[]): Promise<Piece> =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const placed = await place(db, ctx, account, rows)
    const fills = placed.flatMap((r) => (r.kind === 'spend' && !r.problem ? [valuesOf(r)] : []))
    return { rows: placed, approaches: await approachesOf(db, ctx, fills) }
  })

/** Locks are taken as everybody takes them: vehicles, cards, accounts, each in the order of their numbers. */
async function takePiece(tx: Tx, ctx: Context, account: number, { rows, approaches }: Piece): Promise<TakenStatement> {
  // One import of an account at a time: rows of two at once would both be new.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fuelStatement:${account}`}, 0))`.execute(tx)
  const judged = await judge(tx, account, rows)
  const back = judged.filter(isUndoing)
  const fresh = judged.filter((r) => !r.undoes && (r.result === 'new' || r.result === 'changed'))
  const fills = fresh.filter((r) => r.kind === 'spend')
  const held = await holdVehicles(tx, [...new Set(fills.map((r) => r.vehicle!))])
  const stores = new Map(held.map((v) => [v.id, v.store]))
  // Fuellings before cards, as whoever strikes one out does.
  await holdFuellings(
    tx,
    [...back, ...fills].flatMap((r) => r.of ?? []),
  )
  for (const r of fills) if (r.of !== null) await act(tx, ctx, 'fuelling', 'void', r.of, null, { reason: '供应商更正对账单' })
  const made = await addFuellings(tx, ctx, fills.map(valuesOf), {
    stores,
    ahead: approaches,
    spend: (written) => {
      const of = new Map(fills.map((r, i) => [r, written[i]!]))
      return moveAll(
        tx,
        ctx,
        fresh.flatMap((r) => movementOf(r, of.get(r), account) ?? []),
        'ledger',
      )
    },
  })
  await undoAll(tx, ctx, account, back)
  const count = (which: (r: JudgedRow) => boolean): number => judged.filter(which).length
  return {
    bad: count((r) => r.result === 'bad'),
    known: count((r) => r.result === 'known'),
    entries: fresh.length - fills.length,
    added: fills.filter((r) => r.result === 'new').length,
    changed: fills.filter((r) => r.result === 'changed').length,
    reversed: back.length,
    unclear: fills.filter((r) => r.who.unclear).length,
    suspect: made.filter((f) => f.status === 'suspect').length,
  }
}
const holdFuellings = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  if (ids.length)
    await tx
      .selectFrom('fuelling')
      .select('id')
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
}

/** In pieces, in the order of time: a vehicle's fills follow each other. What dies half-way is taken up again and adds only the rest. */
export async function takeIn(ctx: Context, account: number, rows: readonly StatementRow[], size = PIECE): Promise<TakenStatement> {
  const done: TakenStatement = { added: 0, known: 0, changed: 0, bad: 0, reversed: 0, suspect: 0, entries: 0, unclear: 0 }
  const sorted = rows.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : a.line - b.line))
  const ahead = (from: number): Promise<Piece> => {
    const asked = readAhead(ctx, account, sorted.slice(from, from + size))
    // Told when its turn has come.
    asked.catch(() => {})
    return asked
  }
  let next = ahead(0)
  for (let i = 0; i < sorted.length; i += size) {
    const asked = await next
    if (i + size < sorted.length) next = ahead(i + size)
    const piece = await ctx.db.write(ctx.user.operatorId, (tx) => takePiece(tx, ctx, account, asked))
    for (const what of Object.keys(done) as (keyof TakenStatement)[]) done[what] += piece[what]
  }
  return done
}

const shown = (rows: readonly JudgedRow[]): ReadStatementAnswer => ({
  rows: rows.map(({ line, result, problem, kind, cardNo, plate, at, quantity, amount, station, who }) => ({
    line,
    result,
    problem,
    kind,
    // The last four are enough to tell the cards of a company apart.
    cardNo: cardNo.slice(-4),
    plate,
    at,
    quantity,
    amount,
    station,
    driverName: who.driverName,
    unclear: who.unclear,
  })),
})
const TEXT = z.strictObject({
  account: z.number('请选择主账户').int(),
  text: z.string().min(1, '请先粘贴对账单').max(8_000_000, '内容过长，请分几次导入'),
})
const right = 'oilCardRecord_statement'

export const fuelRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/fuelling/readStatement',
    summary: '读取粘贴的油电对账单（不写入）',
    right,
    safe: true,
    big: true,
    input: TEXT,
    output: READ_STATEMENT,
    handler: (ctx, { account, text }) =>
      ctx.db.read(ctx.user.operatorId, async (db) =>
        shown(await judge(db, account, await place(db, ctx, account, await rowsOf(db, ctx, account, linesOf(text))))),
      ),
  }),
  route({
    method: 'POST',
    path: '/api/v1/fuelling/readFile',
    summary: '读取油电对账单文件的文字（不写入）',
    right,
    safe: true,
    input: z.object({}),
    output: z.object({ text: z.string() }),
    upload: { maxBytes: 20 * 1024 * 1024, maxFiles: 1 },
    handler: async (ctx, _input, { files }) => {
      if (!files[0]) throw invalid('请选择要上传的文件')
      return { text: textOfGrid(await fileGrid(files[0], (lines) => readFuelStatement(lines, ctx.clock.now()).ok)) }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/fuelling/takeStatement',
    summary: '导入油电对账单',
    right,
    big: true,
    resumes: true,
    input: TEXT,
    output: TAKEN_STATEMENT,
    handler: async (ctx, { account, text }) =>
      takeIn(ctx, account, await ctx.db.read(ctx.user.operatorId, (db) => rowsOf(db, ctx, account, linesOf(text)))),
  }),
]
