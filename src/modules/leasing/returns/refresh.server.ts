/**
 * A settlement that nobody has passed shows what it comes to now: when money of its lease or lessee moves, its figures are computed
 * anew before that transaction ends, so that the list, its sums and its export say what the page and the paper compute.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { sameValue } from '#kit/entity/value/value.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { beforeCommit } from '#kit/database/before-commit.server.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { depositsOf, leasesOfDeposits } from '#modules/billing/billing.public.ts'
import { balancesOf } from '#modules/parties/parties.public.ts'
import { resultOf, type SettlementSheet } from './return.rules.ts'
import { computeSheet, figuresFrom, type SettlementRec } from './settlement.server.ts'

/** Not passed yet: from then on the figures are what was agreed. */
const UNDECIDED = ['draft', 'rejected', 'approving'] as const

interface Moved {
  leases: Set<number>
  lessees: Set<number>
  accounts: Set<number>
}
const moved = new WeakMap<Tx, Moved>()

function movedIn(tx: Tx, ctx: Context): Moved {
  const known = moved.get(tx)
  if (known) return known
  const made: Moved = { leases: new Set(), lessees: new Set(), accounts: new Set() }
  moved.set(tx, made)
  beforeCommit(tx, () => {
    moved.delete(tx)
    return refresh(tx, ctx, made)
  })
  return made
}

type Draft = SettlementRec & { violationKeep: number | null; depositHoldDays: number }

/** Locked, so that two who move money at once compute one after the other. */
async function draftsOf(tx: Tx, { leases, lessees, accounts }: Moved): Promise<Draft[]> {
  const all = [...leases, ...(accounts.size ? await leasesOfDeposits(tx, [...accounts]) : [])]
  const rows = liveRows(tx, 'returnSettlement as s')
    .innerJoin('contract as c', 'c.id', 's.contract')
    .selectAll('s')
    .select(['c.violationKeep', 'c.depositHoldDays'])
    .where('s.status', 'in', [...UNDECIDED])
    .where((eb) => eb.or([eb('s.lease', '=', anyOf(all)), eb('s.lessee', '=', anyOf(lessees))]))
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .execute()
  return rows as Promise<unknown> as Promise<Draft[]>
}

/** What all drafts of these lessees have in common and what each one's deposits are, in one query each. */
async function meansOf(tx: Tx, drafts: readonly Draft[]) {
  const lessees = [...new Set(drafts.map((s) => s.lessee))]
  const balances = await balancesOf(tx, lessees)
  const open = await liveRows(tx, 'lease')
    .select(['lessee', (eb) => eb.fn.countAll<number>().as('n'), (eb) => eb.fn.max('id').as('one')])
    .where('lessee', 'in', lessees)
    .where('status', 'not in', ['settled', 'cancelled'])
    .groupBy('lessee')
    .execute()
  const deposits = await depositsOf(
    tx,
    drafts.map((s) => s.lease),
  )
  const held = (s: Draft, kind: 'vehicle' | 'violation'): number =>
    deposits.find((d) => d.lease === s.lease && d.kind === kind)?.balance ?? 0
  return (s: Draft) => {
    const others = open.find((o) => o.lessee === s.lessee)
    return {
      balance: balances.get(s.lessee) ?? 0,
      keepBalance: others !== undefined && (Number(others.n) > 1 || others.one !== s.lease),
      vehicleDeposit: held(s, 'vehicle'),
      violationDeposit: held(s, 'violation'),
      violationKeep: s.violationKeep,
    }
  }
}

/** All of a lease whose own bills moved; of the lessee's other leases only who pays whom, since their lines stand. */
async function refresh(tx: Tx, ctx: Context, touched: Moved): Promise<void> {
  const drafts = await draftsOf(tx, touched)
  if (drafts.length === 0) return
  const means = await meansOf(tx, drafts)
  for (const s of drafts) {
    const sheet: SettlementSheet =
      s.sheet === null || touched.leases.has(s.lease)
        ? (await computeSheet(tx, ctx, s)).sheet
        : { ...s.sheet, result: resultOf(s.sheet.lines, means(s)) }
    await writeFigures(tx, ctx, s, sheet, s.depositHoldDays)
  }
}

/** Not an edit of the record: whoever fills it in goes on with the version he has. */
async function writeFigures(tx: Tx, ctx: Context, s: SettlementRec, sheet: SettlementSheet, days: number): Promise<void> {
  if (sameValue(sheet, s.sheet)) return
  const { sheet: lines, ...figures } = figuresFrom(sheet, s.returnedOn, days)
  await tx
    .updateTable('returnSettlement')
    .set({ ...figures, sheet: jsonb(lines) })
    .where('operatorId', '=', ctx.user.operatorId)
    .where('id', '=', s.id)
    .execute()
}

const OF_LEASE = new Set(['bill', 'rentReduction'])
/** A lease that begins or ends changes whether the balance is kept for others. */
const ENDS = ['settled', 'cancelled']

export const draftsFollow: NonNullable<Watcher['after']> = async ({ tx, ctx, entity, record, action, to }) => {
  const of = record as { lease?: number | null; lessee?: number | null; account?: number | null }
  if (OF_LEASE.has(entity) && of.lease) movedIn(tx, ctx).leases.add(of.lease)
  else if (entity === 'accountEntry' && of.lessee) movedIn(tx, ctx).lessees.add(of.lessee)
  else if (entity === 'depositEntry' && of.account) movedIn(tx, ctx).accounts.add(of.account)
  else if (entity === 'lease' && of.lessee && (action === 'add' || ENDS.includes(to ?? ''))) movedIn(tx, ctx).lessees.add(of.lessee)
}

export const draftsOfBills = (tx: Tx, ctx: Context, bills: readonly { lease: number | null }[]): void => {
  for (const { lease } of bills) if (lease !== null) movedIn(tx, ctx).leases.add(lease)
}

/** The night's: what a changed setting or a mended rule makes of all of them. Each for itself. */
export async function refreshAll(ctx: Context): Promise<void> {
  const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'returnSettlement')
      .select('lease')
      .where('status', 'in', [...UNDECIDED])
      .orderBy('id')
      .execute(),
  )
  await eachApart(ctx, rows, (tx, { lease }) => refresh(tx, ctx, { leases: new Set([lease]), lessees: new Set(), accounts: new Set() }))
}
