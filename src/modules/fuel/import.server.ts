/** Suppliers' statements: read in their layouts, matched to cards and vehicles, taken in once; a corrected row reverses and is entered anew (§6, §11). */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { fen, formatFen } from '#kit/basics/fen.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { sheetLines } from '#modules/affairs/affairs.public.ts'
import { driversNamed, type Found } from '#modules/transport/transport.public.ts'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { move } from './entries.server.ts'
import type { FUELS } from './account.ts'
import { fuelling } from './fuelling.ts'
import { READ_STATEMENT, TAKEN_STATEMENT, type ReadStatementAnswer, type TakenStatement } from './fuel.wire.ts'
import { legsOf } from './pots.rules.ts'
import { readFuelStatement, type StatementColumn, type StatementRow } from './statement.rules.ts'

const fuellings = storeOf(fuelling)

interface JudgedRow extends StatementRow {
  result: 'new' | 'known' | 'changed' | 'bad'
  card: number | null
  vehicle: number | null
  plate: string | null
  who: Found
  /** Of the fuelling there is, when the supplier has corrected it. */
  of: number | null
}

async function accountOf(tx: Tx, ctx: Context, id: number) {
  const account = await tx
    .selectFrom('fuelAccount')
    .select(['id', 'supplier', 'headings'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!account) throw invalid({ account: '请选择主账户' })
  return account
}

async function rowsOf(tx: Tx, ctx: Context, account: number, lines: readonly (readonly string[])[]): Promise<StatementRow[]> {
  const { headings } = await accountOf(tx, ctx, account)
  const own = (headings ?? []).map((h) => ({ column: h.column as StatementColumn, heading: h.heading }))
  const found = readFuelStatement(lines, ctx.clock.now(), own)
  if (!found.ok) throw invalid({ text: found.message })
  return found.rows
}

const NOBODY: Found = { driver: null, driverName: null, unclear: null }

async function judge(tx: Tx, ctx: Context, account: number, rows: readonly StatementRow[]): Promise<JudgedRow[]> {
  const spends = rows.filter((r) => r.kind === 'spend')
  const people = await driversNamed(
    tx,
    ctx,
    spends.map((r) => ({ name: r.driverName, mobile: r.driverMobile, licence: r.driverLicence })),
  )
  const who = new Map(spends.map((r, i) => [r, people[i]!]))
  const cards = await tx
    .selectFrom('fuelCard')
    .leftJoin('vehicle', 'vehicle.id', 'fuelCard.vehicle')
    .select(['fuelCard.id', 'fuelCard.cardNo', 'fuelCard.vehicle', 'vehicle.plateNo'])
    .where('fuelCard.account', '=', account)
    .where('fuelCard.deletedAt', 'is', null)
    .execute()
  const byNo = new Map(cards.map((c) => [c.cardNo.replaceAll(/[\s*-]/g, ''), c]))
  const plates = [...new Set(rows.map((r) => r.plateNo).filter(Boolean))]
  const vehicles = new Map(
    (plates.length
      ? await tx
          .selectFrom('vehicle')
          .select(['id', 'plateNo'])
          .where('operatorId', '=', ctx.user.operatorId)
          .where('plateNo', 'in', plates)
          .where('deletedAt', 'is', null)
          .execute()
      : []
    ).map((v) => [v.plateNo, v.id]),
  )
  const numbers = [...new Set(rows.map((r) => r.supplierNo).filter(Boolean))]
  const times = [...new Set(rows.flatMap((r) => (r.at ? [r.at] : [])))]
  const here = times.length
    ? await tx
        .selectFrom('fuelling')
        .select(['id', 'no', 'supplierNo', 'card', 'vehicle', 'at', 'amount', 'quantity', 'status'])
        .where('operatorId', '=', ctx.user.operatorId)
        .where((eb) => eb.or([eb('at', 'in', times), ...(numbers.length ? [eb('supplierNo', 'in', numbers)] : [])]))
        .where('status', '!=', 'voided')
        .where('deletedAt', 'is', null)
        .execute()
    : []
  const entries = numbers.length
    ? new Set(
        (
          await tx
            .selectFrom('fuelEntry')
            .select('supplierNo')
            .where('account', '=', account)
            .where('supplierNo', 'in', numbers)
            .where('deletedAt', 'is', null)
            .execute()
        ).map((e) => e.supplierNo),
      )
    : new Set<string | null>()
  return rows.map((r): JudgedRow => {
    const card = r.cardNo ? byNo.get(r.cardNo) : undefined
    const vehicle = (r.plateNo ? vehicles.get(r.plateNo) : undefined) ?? card?.vehicle ?? null
    const plate = r.plateNo || card?.plateNo || null
    const base = { ...r, card: card?.id ?? null, vehicle, plate, who: who.get(r) ?? NOBODY, of: null }
    if (r.problem) return { ...base, result: 'bad' }
    if (r.cardNo && !card) return { ...base, result: 'bad', problem: `卡号尾号 ${r.cardNo.slice(-4)} 不属于该主账户，请先登记油卡` }
    if (r.kind !== 'spend') {
      if (r.supplierNo && entries.has(r.supplierNo)) return { ...base, result: 'known', problem: '该流水已导入' }
      return r.supplierNo ? { ...base, result: 'new' } : { ...base, result: 'bad', problem: '没有流水号的充值、分配、圈存请在油卡列表登记' }
    }
    if (!vehicle) return { ...base, result: 'bad', problem: r.plateNo ? `找不到车辆 ${r.plateNo}` : '油卡未绑定车辆，也没有车牌号' }
    const same = here.find((f) =>
      r.supplierNo
        ? f.supplierNo === r.supplierNo && f.card === (card?.id ?? null)
        : f.vehicle === vehicle && new Date(f.at).toISOString() === r.at,
    )
    if (!same) return { ...base, result: 'new' }
    if (same.amount === r.amount && Number(same.quantity) === r.quantity)
      return { ...base, result: 'known', problem: `该笔已导入（${same.no}）` }
    return { ...base, result: 'changed', of: same.id, problem: `供应商已更正：原 ${formatFen(same.amount)} 元，导入后冲正并重新登记` }
  })
}

const CHUNK = 100

async function takeRow(tx: Tx, ctx: Context, account: number, r: JudgedRow): Promise<boolean> {
  if (r.of !== null) await act(tx, ctx, 'fuelling', 'void', r.of, null, { reason: '供应商更正对账单' })
  const charge = r.fuel === 'electric' || r.socTo !== null
  const made = await fuellings.add(tx, ctx, {
    kind: charge ? 'charge' : 'fuel',
    vehicle: r.vehicle!,
    pay: r.card ? 'card' : 'company',
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
    source: 'import',
  })
  const { status } = await tx.selectFrom('fuelling').select('status').where('id', '=', made.id).executeTakeFirstOrThrow()
  return status === 'suspect'
}

/** In pieces, in the order of time: a vehicle's fills follow each other. What dies half-way is taken up again and adds only the rest. */
export async function takeIn(ctx: Context, account: number, rows: readonly StatementRow[]): Promise<TakenStatement> {
  const done: TakenStatement = { added: 0, known: 0, changed: 0, bad: 0, suspect: 0, entries: 0, unclear: 0 }
  const sorted = rows.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : a.line - b.line))
  for (let i = 0; i < sorted.length; i += CHUNK) {
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      // One import of an account at a time: rows of two at once would both be new.
      await tx.selectFrom('fuelAccount').select('id').where('id', '=', account).forNoKeyUpdate().execute()
      for (const r of await judge(tx, ctx, account, sorted.slice(i, i + CHUNK))) {
        if (r.result === 'bad') done.bad++
        else if (r.result === 'known') done.known++
        else if (r.kind !== 'spend') {
          await move(tx, ctx, {
            account,
            card: r.card,
            kind: r.kind,
            legs: legsOf(r.kind, r.amount, r.card ? 'wallet' : 'quota'),
            at: r.at!,
            supplierNo: r.supplierNo,
            station: r.station || null,
            force: true,
          })
          done.entries++
        } else {
          if (await takeRow(tx, ctx, account, r)) done.suspect++
          if (r.who.unclear) done.unclear++
          done[r.result === 'changed' ? 'changed' : 'added']++
        }
      }
    })
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
  text: z.string().min(1, '请先粘贴对账单').max(4_000_000, '内容过长，请分几次导入'),
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
        shown(await judge(db as Tx, ctx, account, await rowsOf(db as Tx, ctx, account, linesOf(text)))),
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
    handler: async (_ctx, _input, { files }) => {
      if (!files[0]) throw invalid('请选择要上传的文件')
      return { text: (await sheetLines(files[0])).map((cells) => cells.join('\t')).join('\n') }
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
      takeIn(ctx, account, await ctx.db.read(ctx.user.operatorId, (db) => rowsOf(db as Tx, ctx, account, linesOf(text)))),
  }),
]
