/** What is done with vouchers: written anew under other subjects, taken back in red, freed for another try; and the subjects every company begins with. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { fen } from '#kit/basics/fen.ts'
import { allRows } from '#kit/entity/query/live-rows.server.ts'
import { serve, serveEntity, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { platesOf } from '#modules/vehicles/vehicles.public.ts'
import { monthOf } from '../period/period.rules.ts'
import { postedOn } from '../period/posting.server.ts'
import { sourcesNow } from './changed.server.ts'
import { happenedIn } from './events.server.ts'
import { addVouchers, exportedUnder, mappings, lockVouchers, vehiclesIn } from './generate.server.ts'
import { subjectMap } from './subject.ts'
import { FIRST_SUBJECTS, subjectFor } from './subject.rules.ts'
import { linesOf, sumsOf, type Leg, type VoucherLine } from './voucher.rules.ts'
import { voucher, voucherActions, voucherBatch, voucherSource } from './voucher.ts'

type Voucher = Rec<typeof voucher>
const subjects = storeOf(subjectMap)
const sources = storeOf(voucherSource)

async function linesNow(tx: Tx, v: Voucher, legs: readonly Leg[]): Promise<VoucherLine[]> {
  const maps = await mappings(tx)
  const { lines, missing } = linesOf(legs, v.text, (w) => subjectFor(maps, w, v.bookedOn), await platesOf(tx, vehiclesIn(legs)))
  if (missing.length) throw refused('有分录没有对应的科目，请先补全科目映射')
  return lines
}
const same = (a: readonly VoucherLine[], b: readonly VoucherLine[]): boolean => {
  const spell = (l: VoucherLine): string => [l.subject, l.name, l.debit, l.credit, l.aux ?? ''].join('|')
  return a.length === b.length && a.every((l, i) => spell(l) === spell(b[i]!))
}

/** Red: the same lines below zero. Then what it should have been, if anything is left of it. Both in the open month, both to be exported. */
async function redo(tx: Tx, ctx: Context, v: Voucher, reason: string): Promise<Partial<Voucher>> {
  const { legs, stay, gone } = await sourcesNow(tx, v, (month) => happenedIn(tx, ctx, month))
  const [now, before] = [await linesNow(tx, v, legs), v.lines as unknown as VoucherLine[]]
  if (same(now, before) && gone.length === 0)
    throw refused('科目映射没有变化，来源单据也没有变动，红冲后的凭证会与原来相同。请先修改科目映射')
  const on = await postedOn(tx, ctx, v.bookedOn)
  const shared = { month: monthOf(on), bookedOn: on, word: v.word, docNo: v.docNo, store: v.store, reason }
  const [, anew] = await addVouchers(tx, ctx, [
    {
      ...shared,
      text: `红冲 ${v.text}`.slice(0, 60),
      lines: before.map((l) => ({ ...l, debit: 0 - l.debit, credit: 0 - l.credit })),
      legs: v.legs.map((l) => ({ ...l, amount: -l.amount })),
      redOf: v.id,
    },
    ...(now.length ? [{ ...shared, text: `更正 ${v.text}`.slice(0, 60), lines: now, legs }] : []),
  ])
  // What is still so goes on under the new one; what is not is free, should it ever come again.
  await sources.writeMany(tx, ctx, gone, () => ({ liveKey: null }))
  const earns = new Map(stay.map((s) => [s.id, fen(s.earns)]))
  await sources.writeMany(tx, ctx, [...earns.keys()], (s) => ({ voucher: anew ?? s.voucher, earns: earns.get(s.id)! }))
  return { redone: true, reason, stale: null }
}

async function free(tx: Tx, ctx: Context, id: number): Promise<void> {
  const rows = await allRows(tx, 'voucherSource').select('id').where('voucher', '=', id).execute()
  await sources.writeMany(
    tx,
    ctx,
    rows.map((r) => r.id),
    () => ({ liveKey: null }),
  )
}

const keyOf = (m: { role?: string | null; about?: string | null; account?: number | null; fromOn?: string | null }): string =>
  [m.role, m.about ?? '', m.account ?? '', m.fromOn].join('|')

/** What exported vouchers were written under is part of the books: who wants another subject says from which day. */
async function refuseUsed(tx: Tx, ctx: Context, map: Rec<typeof subjectMap>, act: '修改' | '删除'): Promise<void> {
  // An export that is under way is waited for.
  await lockVouchers(tx, ctx)
  const used = await exportedUnder(tx, ctx, map)
  if (used)
    throw refused(`该科目已用于导出的凭证（批次 ${used.batch}，凭证日 ${used.on}），不能${act}。请新增一行并填写新的生效日，以前的凭证不变`)
}
const WRITTEN = ['code', 'name', 'dimension'] as const
const servedSubject = serveEntity(subjectMap, {
  beforeAdd: async ({ values }) => ({ key: keyOf(values) }),
  beforeEdit: async ({ tx, ctx, record, patch }) => {
    if (WRITTEN.some((field) => patch[field] !== undefined && patch[field] !== record[field])) await refuseUsed(tx, ctx, record, '修改')
  },
  beforeDelete: ({ tx, ctx, record }) => refuseUsed(tx, ctx, record, '删除'),
})

export const voucherEntities: readonly ServedEntity[] = [
  servedSubject,
  serve(voucherActions, {
    effects: {
      remap: async ({ tx, record }) => {
        if (record.redOf !== null) throw refused('红字凭证必须与原凭证的科目一致，不能更新科目；要改科目请「红冲重做」')
        const lines = await linesNow(tx, record, record.legs)
        return { lines: lines as Voucher['lines'], total: fen(sumsOf(lines).debit) }
      },
      cancel: ({ tx, ctx, record }) => free(tx, ctx, record.id),
      redo: ({ tx, ctx, record, input }) => redo(tx, ctx, record, input.reason),
    },
  }),
  serveEntity(voucherSource, {}),
  serveEntity(voucherBatch, {}),
]

/** As the standard numbers them, from long ago on, so that the first month has them. */
export async function seedSubjects(tx: Tx, ctx: Context): Promise<void> {
  const known = await allRows(tx, 'subjectMap').select('id').limit(1).executeTakeFirst()
  if (known) return
  const rows = FIRST_SUBJECTS.map(([role, about, code, name, dimension]) => ({
    role,
    about,
    fromOn: day('2020-01-01'),
    code,
    name,
    dimension,
  }))
  await subjects.addMany(
    tx,
    ctx,
    rows.map((row) => ({ ...row, key: keyOf(row) })),
    'records',
  )
}
