/** 分账: whenever the money on a rent bill changes, everybody's share is set to its target by posting the difference. */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, negated, sumFen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { storeNamed } from '#modules/parties/parties.public.ts'
import type { Bill } from '../bills/bill.ts'
import { splitAccounts } from '../hooks.server.ts'
import { channelOf } from './channel.server.ts'
import { payableBill } from './payable.ts'
import { SPLIT_PARTIES, ruleOf, splitRecord, splitRuleActions, type Receiver, type SplitParty, type splitRule } from './split.ts'
import { splitDifference, splitTargets, type SplitRule } from './split.rules.ts'

type Rule = Rec<typeof splitRule>
const payables = storeOf(payableBill)

/** Rent is shared; deposits, late fees and damages are the company's own affair. */
const SHARED = new Set<string>(['rent', 'swap'])

interface Grounds {
  source: number | null
  channel: number | null
}
async function groundsOf(tx: Tx, of: Bill): Promise<Grounds> {
  const channel = channelOf(of.contract, of.lessee)
  const { rows } =
    await sql<Grounds>`select (select vehicle_source from vehicle where id = ${of.vehicle}) as source, ${channel} as channel`.execute(tx)
  return rows[0]!
}

/** The most specific rule in force when the bill was issued; among equals the latest. */
async function ruleFor(tx: Tx, of: Bill, rules: readonly Rule[]): Promise<{ rule: Rule; grounds: Grounds } | null> {
  const grounds = await groundsOf(tx, of)
  const rank = (r: Rule): number => {
    switch (r.reach) {
      case 'contract':
        return r.contract === of.contract ? 5 : 0
      case 'channel':
        return r.channel !== null && r.channel === grounds.channel ? 4 : 0
      case 'vehicleSource':
        return r.vehicleSource !== null && r.vehicleSource === grounds.source ? 3 : 0
      case 'store':
        return r.store === of.store ? 2 : 0
      case 'company':
        return 1
    }
  }
  const fitting = rules.filter((r) => r.effectiveOn <= of.issuedOn && rank(r) > 0)
  const [best] = fitting.toSorted(
    (a, b) => rank(b) - rank(a) || (a.effectiveOn < b.effectiveOn ? 1 : a.effectiveOn > b.effectiveOn ? -1 : b.id - a.id),
  )
  return best ? { rule: best, grounds } : null
}

/** A party that does not exist for this bill (no channel brought the customer) has no share: it goes to the one who bears the rounding. */
function rulePresent(receivers: readonly Receiver[], { source, channel }: Grounds): SplitRule {
  const isThere = ({ party }: Receiver): boolean => (party !== 'source' || source !== null) && (party !== 'channel' || channel !== null)
  const full = ruleOf(receivers)
  const there = receivers.filter(isThere)
  const tail = there.find((r) => r.party === full.tailParty) ?? there.at(-1)
  if (!tail) return { receivers: [{ party: 'company', bp: 10_000 }], tailParty: 'company' }
  const lost = sumFen(receivers.filter((r) => !isThere(r) && !r.fixed).map((r) => r.rate ?? 0))
  // A fixed amount cannot take over a share; the first who has one does.
  const heir = tail.fixed ? there.find((r) => !r.fixed) : tail
  return ruleOf(there.map((r) => ({ ...r, tail: r === tail, ...(r === heir ? { rate: (r.rate ?? 0) + lost } : {}) })))
}

interface Posted {
  party: SplitParty
  amount: number
  base: number
  rule: number
  vehicle: number | null
  vehicleSource: number | null
  channel: number | null
  account: number | null
}
const postedOn = (tx: Tx, bill: number): Promise<Posted[]> =>
  liveRows(tx, 'splitRecord')
    .select(['party', 'amount', 'base', 'rule', 'vehicle', 'vehicleSource', 'channel', 'account'])
    .where('bill', '=', bill)
    .orderBy('id')
    .execute()

/** What is shared now. `none`: what was given back to the customer stays with the receivers; `full`: any refund undoes all. */
function baseOf(mode: Rule['refundMode'], paid: number, before: number, released: boolean): number {
  if (!released || mode === 'proportional') return paid
  return mode === 'none' ? Math.max(before, paid) : 0
}

/** Called with the bill as it will be; `released`: the money went back to the customer, as opposed to a receipt that bounced. */
export async function splitBill(tx: Tx, ctx: Context, of: Bill, paid: number, released: boolean): Promise<void> {
  if (!SHARED.has(of.billType)) return
  const all = await postedOn(tx, of.id)
  const before = all.findLast((row) => row.vehicle === of.vehicle)?.base ?? 0
  await share(tx, ctx, of, all, (mode) => baseOf(mode, paid, before, released))
}

/**
 * Another vehicle took the place of the one on the bill (更换车辆, before the keys): whoever had a share because of the old
 * one gives it back, and the same base is shared as if the bill had been for the new one from the beginning.
 */
export async function moveShares(tx: Tx, ctx: Context, of: Bill): Promise<void> {
  const all = await postedOn(tx, of.id)
  const there = all.filter((row) => row.vehicle !== of.vehicle)
  if (there.length === 0) return
  const back = Map.groupBy(there, (row) => `${row.vehicle}:${row.rule}:${row.party}:${row.vehicleSource}:${row.channel}:${row.account}`)
  for (const rows of back.values()) {
    const { rule, amount: _, ...same } = rows[0]!
    const net = sumFen(rows.map((row) => row.amount))
    if (net !== 0) await addRecords(tx, ctx, of, rule, [{ ...same, amount: negated(net), base: 0, target: 0 }])
  }
  await share(tx, ctx, of, all, () => all.at(-1)!.base)
}

/** Sets everybody to his target under the vehicle the bill has now; `all`: every record of the bill. */
async function share(tx: Tx, ctx: Context, of: Bill, all: readonly Posted[], baseFor: (mode: Rule['refundMode']) => number): Promise<void> {
  const posted = all.filter((row) => row.vehicle === of.vehicle)
  // A bill keeps the rule it was first shared by, whatever happens to the rules later; with another vehicle that one stays in the running.
  const known = posted[0]?.rule
  const rules = (await liveRows(tx, 'splitRule')
    .selectAll()
    .where((eb) =>
      known === undefined ? eb.or([eb('status', '=', 'active'), eb('id', 'in', [0, ...all.map((row) => row.rule)])]) : eb('id', '=', known),
    )
    .orderBy('id')
    .execute()) as unknown as Rule[]
  const ruleWithGrounds =
    known !== undefined && rules[0] ? { rule: rules[0], grounds: partnersOf(posted) } : rules.length ? await ruleFor(tx, of, rules) : null
  if (!ruleWithGrounds) return
  const { rule, grounds } = ruleWithGrounds
  const base = baseFor(rule.refundMode)
  const receivers = rule.receivers as unknown as Receiver[]
  const targets = splitTargets(base, rulePresent(receivers, grounds))
  const already = new Map<string, number>()
  for (const row of posted) already.set(row.party, (already.get(row.party) ?? 0) + row.amount)
  const target = new Map(targets.map((t) => [t.party, t.amount]))
  const differences = splitDifference(targets, already).filter((d) => d.amount !== 0)
  if (sumFen([...already.values()]) + sumFen(differences.map((d) => d.amount)) !== base)
    throw new Error(`bill ${of.id}: shares do not make ${base}`)
  await addRecords(
    tx,
    ctx,
    of,
    rule.id,
    differences.map((d) => ({
      party: d.party as SplitParty,
      amount: d.amount,
      base,
      target: target.get(d.party) ?? 0,
      vehicle: of.vehicle ?? null,
      vehicleSource: d.party === 'source' ? grounds.source : null,
      channel: d.party === 'channel' ? grounds.channel : null,
      account: receivers.find((r) => r.party === d.party)?.account ?? null,
    })),
  )
}

const partnersOf = (posted: readonly Posted[]): Grounds => ({
  source: posted.find((p) => p.vehicleSource !== null)?.vehicleSource ?? null,
  channel: posted.find((p) => p.channel !== null)?.channel ?? null,
})

async function addRecords(
  tx: Tx,
  ctx: Context,
  of: Bill,
  rule: number,
  rows: readonly (Omit<Posted, 'rule'> & { target: number })[],
): Promise<void> {
  const { id: bill, lessee, store } = of
  const records = rows.map((row) => ({
    bill,
    rule,
    lessee,
    store,
    valueOn: ctx.clock.today(),
    ...row,
    base: fen(row.base),
    amount: fen(row.amount),
    target: fen(row.target),
  }))
  await storeOf(splitRecord).addMany(tx, ctx, records, 'ledger')
}

/** Only a merchant the provider has finished with has an account that may be named (finance.md §2.11, F-J8). */
async function refuseAccounts(tx: Tx, ctx: Context, receivers: unknown): Promise<void> {
  const ids = ((receivers ?? []) as readonly Receiver[]).flatMap((r) => (r.account ? [r.account] : []))
  const known = await splitAccounts(tx, ctx, ids)
  const wrong = ids
    .map((id) => known.get(id)?.problem ?? (known.has(id) ? null : '所选分账账户已被删除，请重新选择'))
    .find((why) => why !== null)
  if (wrong) throw invalid({ receivers: wrong })
}

export const servedSplitRule = serve(splitRuleActions, {
  effects: { end: moveOnly, resume: moveOnly },
  hooks: {
    beforeAdd: ({ tx, ctx, values }) => refuseAccounts(tx, ctx, values.receivers),
    beforeEdit: async ({ tx, ctx, record, patch }) => {
      if (patch.receivers) await refuseAccounts(tx, ctx, patch.receivers)
      const used = await liveRows(tx, 'splitRecord').select('id').where('rule', '=', record.id).limit(1).executeTakeFirst()
      if (used) throw refused('规则已用于分账，不能修改；请停用后新建规则')
    },
    beforeDelete: async ({ tx, record }) => {
      const used = await liveRows(tx, 'splitRecord').select('id').where('rule', '=', record.id).limit(1).executeTakeFirst()
      if (used) throw refused('规则已用于分账，不能删除，可以停用')
    },
  },
})

interface Share {
  party: SplitParty
  store: number
  vehicleSource: number | null
  channel: number | null
  account: number | null
  amount: number
  n: number
  ids: number[]
}
const PAYABLE_KIND = { platform: 'platform', store: 'store', source: 'source', channel: 'channel' } as const

/** What the others have earned up to a day becomes payable bills; shares that came out negative wait until they are made up for. */
export async function settleShares(tx: Tx, ctx: Context, upTo: Day): Promise<{ bills: number; amount: number; waiting: number }> {
  // One settling at a time: two would both find the same records.
  await sql`select pg_advisory_xact_lock(hashtext('splitSettle'), ${ctx.user.operatorId}::integer)`.execute(tx)
  const { rows } = await sql<Share>`
    select party, store, vehicle_source as "vehicleSource", channel, account, sum(amount)::bigint as amount, count(*) as n, array_agg(id order by id) as ids from split_record
    where operator_id = ${ctx.user.operatorId} and payable_bill is null and party <> 'company' and value_on <= ${upTo} and deleted_at is null
    group by party, store, vehicle_source, channel, account order by party, store, vehicle_source, channel, account`.execute(tx)
  const due = rows.filter((row) => Number(row.amount) > 0)
  const accounts = await splitAccounts(
    tx,
    ctx,
    due.flatMap((share) => share.account ?? []),
  )
  for (const share of due) {
    const account = share.account === null ? undefined : accounts.get(share.account)
    // An account that was frozen or closed since gets nothing: who pays sees that none is filled in.
    const { problem, ...to } = account ?? { problem: null }
    const payee = { ...(await partnerOf(tx, share)), ...(account && !problem ? to : {}) }
    const description = `截至 ${upTo} 的租金分账（${share.n} 笔）`
    const made = await payables.add(tx, ctx, {
      partyKind: PAYABLE_KIND[share.party as keyof typeof PAYABLE_KIND],
      vehicleSource: share.vehicleSource,
      channel: share.channel,
      ...payee,
      fee: 'split',
      store: share.store,
      dueOn: ctx.clock.today(),
      items: [{ description, amount: fen(Number(share.amount)) }],
    })
    await sql`update split_record set payable_bill = ${made.id}, updated_at = ${ctx.clock.now()}, version = version + 1 where id = any(${sql.val(share.ids)}::bigint[]) and payable_bill is null`.execute(
      tx,
    )
    if (made.amount !== Number(share.amount)) throw new Error(`payable ${made.id} is not what its ${share.n} records add up to`)
  }
  return { bills: due.length, amount: sumFen(due.map((row) => Number(row.amount))), waiting: rows.length - due.length }
}

async function partnerOf(tx: Tx, share: Share): Promise<{ payee: string; bankName?: string | null; bankAccount?: string | null }> {
  if (share.vehicleSource !== null) {
    const { name, bankName, bankAccount } = await tx
      .selectFrom('vehicleSource')
      .select(['name', 'bankName', 'bankAccount'])
      .where('id', '=', share.vehicleSource)
      .executeTakeFirstOrThrow()
    return { payee: name, bankName, bankAccount }
  }
  if (share.channel !== null)
    return { payee: (await tx.selectFrom('channel').select('name').where('id', '=', share.channel).executeTakeFirstOrThrow()).name }
  if (share.party === 'store') return { payee: (await storeNamed(tx, share.store))!.name }
  return { payee: SPLIT_PARTIES[share.party] }
}

/** Voided: its records wait for the next settling. */
export const releaseShares = async (tx: Tx, ctx: Context, payable: number): Promise<void> =>
  void (await sql`update split_record set payable_bill = null, updated_at = ${ctx.clock.now()}, version = version + 1 where payable_bill = ${payable} and deleted_at is null`.execute(
    tx,
  ))
