/** Making the vouchers of a month: under one lock of the company, each happening once, all rows of a run in few statements. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { auditAll } from '#kit/audit/audit.server.ts'
import { AppError, invalid, refused } from '#kit/basics/errors.ts'
import { fen, sumFen } from '#kit/basics/fen.ts'
import { guarded } from '#kit/entity/write/failures.server.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { loose, toRow } from '#kit/entity/query/rows.server.ts'
import { nextSerials } from '#kit/entity/serial.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { storeNamed } from '#modules/parties/parties.public.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import { isMonth, monthOf } from '../period/period.rules.ts'
import { changedIn, showChanged, type Changed } from './changed.server.ts'
import { happenedIn, openHappenings } from './events.server.ts'
import { controlOf, type FileVoucher } from './file.rules.ts'
import { ABOUT } from './subject.ts'
import { ROLES, subjectFor, type Mapping, type Role, type Wanted } from './subject.rules.ts'
import { draftsOf, linesOf, sumsOf, unbalanced, type Draft, type Leg, type VoucherLine } from './voucher.rules.ts'
import { voucher, voucherBatch, voucherSource, type VoucherFile } from './voucher.ts'

const batches = storeOf(voucherBatch)
/** Any number, ours alone: vouchers of one company are made and exported by one at a time. */
const VOUCHERS = 40_105
export const lockVouchers = (tx: Tx, ctx: Context): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${VOUCHERS}::int, ${ctx.user.operatorId}::int)`.execute(tx)
const BATCH = 1000
const NO = (voucher.fields.no as unknown as { pattern: string }).pattern

export const mappings = async (db: Db): Promise<Mapping[]> =>
  (await liveRows(db, 'subjectMap').select(['role', 'about', 'account', 'fromOn', 'code', 'name', 'dimension']).execute()) as Mapping[]

/** The first exported voucher with a leg that this very version of a subject is for; null when there is none. */
export async function exportedUnder(
  db: Db,
  ctx: Context,
  map: Pick<Mapping, 'role' | 'about' | 'account' | 'fromOn'>,
): Promise<{ batch: string; on: string } | null> {
  const maps = await mappings(db)
  const { rows } = await sql<{ batch: string; on: string; about: string | null; account: number | null }>`
    select v.booked_on as "on", l->>'about' as about, (l->>'account')::bigint as account, min(b.no) as batch
      from voucher v join voucher_batch b on b.operator_id = v.operator_id and b.id = v.batch cross join lateral jsonb_array_elements(v.legs) l
      where v.operator_id = ${ctx.user.operatorId} and v.batch is not null and v.deleted_at is null and v.booked_on >= ${map.fromOn}::date and l->>'role' = ${map.role}
        and (${map.about}::text is null or l->>'about' = ${map.about}) and (${map.account}::bigint is null or (l->>'account')::bigint = ${map.account})
      group by 1, 2, 3 order by 1`.execute(db)
  const is = (m: Mapping | null): boolean =>
    m !== null && m.role === map.role && m.about === map.about && m.account === map.account && m.fromOn === map.fromOn
  const booked = rows.find((r) =>
    is(subjectFor(maps, { role: map.role as Role, about: r.about, account: r.account === null ? null : Number(r.account) }, r.on)),
  )
  return booked ? { batch: booked.batch, on: booked.on } : null
}

interface Missing {
  role: string
  about: string | null
  account: number | null
  label: string
  /** Vouchers that wait for it. */
  count: number
}
export interface Prepared {
  drafts: (Draft & { lines: VoucherLine[] })[]
  missing: Missing[]
  /** Cannot be made before a subject is named. */
  waiting: number
  /** Exported before, and how each stands to what its sources and subjects say now. */
  changed: Changed[]
}

const nameOf = (w: Wanted): string =>
  [ROLES[w.role], w.about ? (ABOUT[w.about] ?? w.about) : null].filter(Boolean).join('（') + (w.about ? '）' : '')

/** What would be made of the month now; the same whether it is written or only looked at. */
export async function prepare(db: Db, ctx: Context, month: string): Promise<Prepared> {
  if (!isMonth(month)) throw invalid({ month: '月份格式应为 YYYY-MM' })
  if (month > monthOf(ctx.clock.today())) throw invalid({ month: '月份不能晚于本月' })
  const maps = await mappings(db)
  const known = new Map<string, Mapping | null>()
  const subjectOn = (on: string) => (w: Wanted) => {
    const key = `${on}|${w.role}|${w.about}|${w.account}`
    if (!known.has(key)) known.set(key, subjectFor(maps, w, on))
    return known.get(key)!
  }
  const happened = await happenedIn(db, ctx, month)
  const unbooked = draftsOf(await openHappenings(db, ctx, month, happened))
  const plates = await platesOf(db, vehiclesIn(unbooked.flatMap((d) => d.legs)))
  const missing = new Map<string, Missing>()
  const drafts: Prepared['drafts'] = []
  let waiting = 0
  for (const d of unbooked) {
    const made = linesOf(d.legs, d.text, subjectOn(d.on), plates)
    if (made.missing.length) {
      waiting++
      for (const [key, w] of new Map(made.missing.map((m) => [`${m.role}|${m.about}|${m.account}`, m])))
        missing.set(key, { ...w, label: nameOf(w), count: (missing.get(key)?.count ?? 0) + 1 })
    } else if (made.lines.length) drafts.push({ ...d, lines: made.lines })
  }
  return {
    drafts: drafts.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
    missing: [...missing.values()],
    waiting,
    changed: await changedIn(db, ctx, month, happened, maps),
  }
}

/** How many vouchers of the month are not made, and how many are exported and not so any more; none is missed by a company that makes none. */
export async function vouchersLeft(db: Db, ctx: Context, month: string): Promise<{ left: number; changed: number }> {
  const used = await allRows(db, 'voucher').select('id').limit(1).executeTakeFirst()
  if (!used) return { left: 0, changed: 0 }
  const { drafts, waiting, changed } = await prepare(db, ctx, month)
  return { left: drafts.length + waiting, changed: staleIn(changed) }
}
export const staleIn = (changed: readonly Changed[]): number => changed.filter((c) => c.stale !== null).length

/** The month is opened again: its exported vouchers show what is not so any more. */
export async function flagChanged(tx: Tx, ctx: Context, month: string): Promise<void> {
  await showChanged(tx, ctx, await changedIn(tx, ctx, month, await happenedIn(tx, ctx, month), await mappings(tx)))
}

export const vehiclesIn = (legs: readonly Leg[]): number[] => [...new Set(legs.map((l) => l.vehicle).filter((id) => id !== null))]

interface NewVoucher {
  month: string
  bookedOn: string
  word: string
  text: string
  docNo: string
  store: number
  lines: readonly VoucherLine[]
  legs: readonly Leg[]
  redOf?: number
  reason?: string
}
/** Many at once; what `add` would check has been decided by the program, the log has a line each all the same. */
export async function addVouchers(tx: Tx, ctx: Context, wanted: readonly NewVoucher[]): Promise<number[]> {
  const numbers = await nextSerials(tx, ctx, voucher.name, NO, wanted.length)
  const standard = standardOf(ctx)
  const stores = await namesOf(tx, [...new Set(wanted.map((v) => v.store))])
  const ids: number[] = []
  for (let i = 0; i < wanted.length; i += BATCH) {
    const rows = wanted.slice(i, i + BATCH).map((v, n) => {
      const wrong = unbalanced(v.lines)
      if (wrong) throw new Error(`${v.docNo}: ${wrong}`)
      const row = {
        ...v,
        no: numbers[i + n],
        life: 'live',
        department: stores.get(v.store) ?? '',
        total: fen(sumsOf(v.lines).debit),
        redone: false,
      }
      return { ...toRow(voucher, row), ...standard }
    })
    const made = await guarded(voucher, () => loose(tx).insertInto('voucher').values(rows).returning(['id', 'no']).execute())
    const byNo = new Map(made.map((r) => [r['no'] as string, r['id'] as number]))
    ids.push(...rows.map((_, n) => byNo.get(numbers[i + n]!)!))
    await auditAll(
      tx,
      ctx,
      rows.map((_, n) => ({
        entity: voucher.name,
        entityId: byNo.get(numbers[i + n]!)!,
        action: 'add',
        title: numbers[i + n]!,
        to: 'live',
        changes: {},
      })),
    )
  }
  return ids
}
async function namesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const id of ids) names.set(id, (await storeNamed(tx, id))?.name ?? '')
  return names
}
const standardOf = (ctx: Context) => ({
  operatorId: ctx.user.operatorId,
  createdBy: ctx.user.id || null,
  createdAt: ctx.clock.now(),
  updatedBy: ctx.user.id || null,
  updatedAt: ctx.clock.now(),
})

async function addSources(tx: Tx, ctx: Context, ids: readonly number[], drafts: readonly Draft[]): Promise<void> {
  const rows = drafts.flatMap((d, n) =>
    d.happenings.map((h) => ({
      ...toRow(voucherSource, {
        voucher: ids[n]!,
        event: h.event,
        eventId: h.id,
        docNo: h.docNo.slice(0, 60),
        text: h.text.slice(0, 60),
        bookedOn: h.on,
        store: h.store,
        earns: fen(h.deferred?.amount ?? 0),
        earnsFrom: h.deferred?.from ?? null,
        earnsTo: h.deferred?.to ?? null,
        earnsAs: h.deferred?.feeItem ?? null,
        vehicle: h.deferred?.vehicle ?? null,
        liveKey: h.key,
      }),
      ...standardOf(ctx),
    })),
  )
  for (let i = 0; i < rows.length; i += BATCH)
    await guarded(voucherSource, () =>
      loose(tx)
        .insertInto('voucherSource')
        .values(rows.slice(i, i + BATCH))
        .execute(),
    )
}

export async function generate(tx: Tx, ctx: Context, month: string): Promise<Prepared> {
  await lockVouchers(tx, ctx)
  const prepared = await prepare(tx, ctx, month)
  const single = (await parameterValue(tx, ctx.registry, 'voucherWord')) === 'one'
  const ids = await addVouchers(
    tx,
    ctx,
    prepared.drafts.map((d) => ({
      month: d.month,
      bookedOn: d.on,
      word: single ? '记' : d.word,
      text: d.text,
      docNo: d.docNo.slice(0, 60),
      store: d.store,
      lines: d.lines,
      legs: d.legs,
    })),
  )
  await addSources(tx, ctx, ids, prepared.drafts)
  await showChanged(tx, ctx, prepared.changed)
  return prepared
}

/** As they stand in a file: by word and number. */
export async function vouchersOf(db: Db, batch: number): Promise<FileVoucher[]> {
  const rows = await liveRows(db, 'voucher')
    .select(['bookedOn', 'word', 'number', 'lines', 'department'])
    .where('batch', '=', batch)
    .orderBy('word')
    .orderBy('number')
    .execute()
  return rows.map((r) => ({
    on: r.bookedOn,
    word: r.word,
    number: r.number!,
    department: r.department,
    lines: r.lines as unknown as VoucherLine[],
  }))
}

/** By word, on from the last number the month has given. */
async function putInBatch(
  tx: Tx,
  ctx: Context,
  month: string,
  batch: number,
  open: readonly { id: number; word: string }[],
): Promise<void> {
  const operator = ctx.user.operatorId
  const { rows } = await sql<{ word: string; last: number }>`
    select word, max(number) as last from voucher where operator_id = ${operator} and month = ${month} and batch is not null and deleted_at is null group by word`.execute(
    tx,
  )
  const last = new Map(rows.map((r) => [r.word, Number(r.last)]))
  const numbers = open.map(({ word }) => {
    last.set(word, (last.get(word) ?? 0) + 1)
    return last.get(word)!
  })
  // A few at a time, each told twice which: just after they were made the planner knows of no rows, and joins all with all.
  for (let i = 0; i < open.length; i += BATCH) {
    const ids = sql.val(open.slice(i, i + BATCH).map((v) => v.id))
    await sql`
      update voucher v set batch = ${batch}, number = n.number, version = v.version + 1, updated_at = ${ctx.clock.now()}::timestamptz, updated_by = ${ctx.user.id || null}
        from unnest(${ids}::bigint[], ${sql.val(numbers.slice(i, i + BATCH))}::bigint[]) as n (id, number)
        where v.operator_id = ${operator} and v.id = any(${ids}::bigint[]) and v.id = n.id`.execute(tx)
  }
}

/** What of the month is not exported yet goes into one batch, numbered on from the last one. What is in a batch stays in it. */
export async function exportMonth(
  tx: Tx,
  ctx: Context,
  asked: { month: string; system: VoucherFile; confirmed: boolean },
): Promise<{ id: number; no: string; again: boolean }> {
  await lockVouchers(tx, ctx)
  const open = await liveRows(tx, 'voucher')
    .select(['id', 'no', 'word', 'lines'])
    .where('month', '=', asked.month)
    .where('life', '=', 'live')
    .where('batch', 'is', null)
    .orderBy('bookedOn')
    .orderBy('id')
    // Held: who cancels or rewrites one meanwhile waits, and then finds it exported.
    .forUpdate()
    .execute()
  if (open.length === 0) return again(tx, asked)
  const lines = open.map((v) => v.lines as unknown as VoucherLine[])
  for (const [i, of] of lines.entries()) {
    const wrong = unbalanced(of)
    if (wrong) throw refused(`凭证 ${open[i]!.no} ${wrong}`)
  }
  const sums = sumsOf(lines.flat())
  const { id, no } = await batches.add(tx, ctx, {
    month: asked.month,
    system: asked.system,
    count: open.length,
    rows: sumFen(lines.map((of) => of.length)),
    debit: fen(sums.debit),
    credit: fen(sums.credit),
    control: 'x',
  })
  await putInBatch(tx, ctx, asked.month, id, open)
  await auditAll(
    tx,
    ctx,
    open.map((v) => ({
      entity: voucher.name,
      entityId: v.id,
      action: 'edit',
      title: v.no,
      changes: { batch: [null, no] as [unknown, unknown] },
    })),
  )
  const control = hash(controlOf(asked.system, no, await vouchersOf(tx, id)))
  await batches.edit(tx, ctx, id, { control })
  return { id, no, again: false }
}
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

async function again(tx: Tx, asked: { month: string; confirmed: boolean }): Promise<{ id: number; no: string; again: boolean }> {
  const last = await liveRows(tx, 'voucherBatch')
    .select(['id', 'no'])
    .where('month', '=', asked.month)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!last) throw refused(`${asked.month} 没有未导出的凭证，请先生成凭证`)
  if (!asked.confirmed)
    throw new AppError('needsConfirmation', `${asked.month} 的凭证已在批次 ${last.no} 中全部导出。重新下载该批次的原文件？`, {
      batch: last.id,
      no: last.no,
    })
  return { ...last, again: true }
}
