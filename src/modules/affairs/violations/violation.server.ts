/** 违章 on the server: matched, told, disposed of once, its points counted on the day of the decision (§2.5). */
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { fen, formatFen } from '#kit/basics/fen.ts'
import type { ActionSpec } from '#kit/action/action.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { moveOnly, serve, serveEntity } from '#kit/entity/serve.server.ts'
import { beforeCommit } from '#kit/database/before-commit.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { dropIncidental, holderAt, leaseEnds } from '#modules/leasing/leasing.public.ts'
import { dropDeduction } from '#modules/freight/freight.public.ts'
import { driverContact } from '#modules/transport/transport.public.ts'
import { noteCredit } from '#modules/parties/parties.public.ts'
import { sendMessages } from '#modules/system/system.public.ts'
import { addCost, reverseCosts } from '../ground/costs.server.ts'
import { rebuildDues } from '../dues.server.ts'
import { dispose } from './dispose.server.ts'
import { matchAll, type Match } from './match.server.ts'
import { notify } from './notify.server.ts'
import { NO_CODE } from './known.rules.ts'
import { codeMatches, POINTS_BLOCK, POINTS_WARN, pointsIn, surcharge } from './violation.rules.ts'
import { OPEN_STATES, vehicleViolation, violation, violationActions, violationQuery } from './violation.ts'
import { seenVehicle } from '#modules/vehicles/vehicles.public.ts'

type Violation = Rec<typeof violation>
const violations = storeOf(violation)
const sums = storeOf(vehicleViolation)

interface Tariff {
  points: number
  fine: number
  serviceFee: number
  behaviour: string
}
/** By code, the row of the city before the one of the country, the newest in force on the day. */
export async function tariffs(tx: Tx): Promise<(code: string, city: string | null, on: Day) => Tariff | null> {
  const rows = await liveRows(tx, 'violationCode')
    .select(['code', 'city', 'points', 'fine', 'serviceFee', 'behaviour', 'effectiveOn'])
    .orderBy('effectiveOn', 'desc')
    .execute()
  return (code, city, on) => {
    if (code === '') return null
    const matching = rows.filter((r) => r.effectiveOn <= on && (!r.city || r.city === city) && codeMatches(r.code, code))
    const best = matching.toSorted((a, b) => Number(Boolean(b.city)) - Number(Boolean(a.city)) || b.code.length - a.code.length)[0]
    return best ? { points: Number(best.points), fine: best.fine, serviceFee: best.serviceFee, behaviour: best.behaviour } : null
  }
}

/** What the table of codes says where the notice is silent. */
export function completed(values: Partial<Violation>, m: Match, t: Tariff | null): Partial<Violation> {
  return {
    vehicle: m.vehicle,
    holderKind: m.holderKind,
    lessee: m.lessee,
    lease: m.lease,
    driver: m.driver,
    mission: m.mission,
    sure: m.sure,
    driverName: values.driverName || m.driverName,
    store: m.store,
    near: m.near,
    why: m.why,
    behaviour: values.behaviour || t?.behaviour || null,
    points: values.points ?? t?.points ?? 0,
    fine: values.fine ?? fen(t?.fine ?? 0),
    serviceFee: fen(t?.serviceFee ?? 0),
    status: m.holderKind === 'unknown' ? 'toClaim' : 'toHandle',
  }
}

/** The sums of a vehicle, made anew. */
export async function sumUp(tx: Tx, ctx: Context, vehicles: readonly (number | null)[]): Promise<void> {
  for (const vehicle of new Set(vehicles)) {
    if (vehicle === null) continue
    const { rows } = await sql<{
      total: number
      open: number
      fine: number
      openFine: number
      points: number
      openPoints: number
      surcharge: number
      lastAt: string | null
    }>`
      select count(*)::int as total, count(*) filter (where o)::int as open, coalesce(sum(fine), 0)::float8 as fine, coalesce(sum(fine) filter (where o), 0)::float8 as "openFine",
        coalesce(sum(points), 0)::int as points, coalesce(sum(points) filter (where o), 0)::int as "openPoints", coalesce(sum(surcharge) filter (where o), 0)::float8 as surcharge, max(occurred_at) as "lastAt"
      from (select fine, points, surcharge, occurred_at, status = any(${sql.val([...OPEN_STATES])}::text[]) as o from violation where vehicle = ${vehicle} and status <> 'cancelled' and deleted_at is null) v`.execute(
      tx,
    )
    const [r] = rows
    const v = await seenVehicle(tx, vehicle)
    const query = await liveRows(tx, 'violationQuery')
      .select('queriedAt')
      .where('vehicle', '=', vehicle)
      .orderBy('queriedAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    const values = {
      total: r!.total,
      open: r!.open,
      fine: fen(Number(r!.fine)),
      openFine: fen(Number(r!.openFine)),
      points: r!.points,
      openPoints: r!.openPoints,
      surcharge: fen(Number(r!.surcharge)),
      lastAt: r!.lastAt ? new Date(r!.lastAt).toISOString() : null,
      queriedAt: query?.queriedAt ?? null,
      store: v?.store ?? null,
    }
    const known = await liveRows(tx, 'vehicleViolation').select('id').where('vehicle', '=', vehicle).executeTakeFirst()
    if (known) await sums.edit(tx, ctx, known.id, values)
    else await sums.add(tx, ctx, { vehicle, ...values })
  }
}

/** What is due and the sums of its vehicle follow each step of a violation, once it is written; what only the program does within a step does not count. */
export const violationWatcher: Watcher = {
  after: async ({ tx, ctx, entity, action, record }) => {
    const spec = entity === 'violation' ? (violationActions.all as Record<string, ActionSpec<any, any, any>>)[action] : undefined
    if (spec && !spec.internal) await moved(tx, ctx, record['vehicle'] as number | null)
  },
}
async function moved(tx: Tx, ctx: Context, vehicle: number | null): Promise<void> {
  if (vehicle === null) return
  await sumUp(tx, ctx, [vehicle])
  await rebuildDues(tx, ctx, [vehicle])
}
/** A vehicle that a violation is about to leave: what it still has is seen when the whole of it is written. */
const leaves = (tx: Tx, ctx: Context, vehicle: number | null): void => beforeCommit(tx, () => moved(tx, ctx, vehicle))
interface Named {
  holderKind: 'lessee' | 'driver' | 'company'
  lessee: number | null
  driver: number | null
  driverName: string | null
  reason: string
}
/** A person says whose it is; what he says stays, whatever is found later. */
async function claim(tx: Tx, v: Violation, input: Named): Promise<Partial<Violation>> {
  const held = v.vehicle ? await holderAt(tx, v.vehicle, v.occurredAt) : null
  const right = held && held.lessee === input.lessee
  const driver = input.holderKind === 'driver' && input.driver ? await driverContact(tx, input.driver) : null
  return {
    holderKind: input.holderKind,
    lessee: input.holderKind === 'lessee' ? input.lessee : null,
    lease: input.holderKind === 'lessee' && right ? held.lease : null,
    driver: driver?.id ?? null,
    mission: driver && driver.id === v.driver ? v.mission : null,
    driverName: input.driverName ?? driver?.name ?? (v.driver ? null : v.driverName),
    near: false,
    pinned: true,
    sure: 'sure',
    why: `人工认定：${input.reason}${input.holderKind === 'lessee' && !right ? '（当时车辆不在该承租人处）' : ''}`.slice(0, 300),
  }
}

/** Whatever way it was dealt with, it stands in the lessee's record. */
export const noteHandled = (tx: Tx, ctx: Context, lessee: number, v: { no: string; fine: number; points: number }): Promise<unknown> =>
  noteCredit(tx, ctx, lessee, 'violation', `违章 ${v.no} 已处理：罚款 ${formatFen(v.fine)} 元，记 ${v.points} 分`)

async function handle(
  tx: Tx,
  ctx: Context,
  v: Violation,
  input: {
    decidedOn: Day
    decisionNo: string | null
    paidBy: 'lessee' | 'driver' | 'company'
    receipts: Violation['receipts']
    driverName: string | null
  },
): Promise<Partial<Violation>> {
  if (input.decidedOn < dayOf(v.occurredAt)) throw invalid({ decidedOn: '处理日不能早于违章时间' })
  if (input.decidedOn > ctx.clock.today()) throw invalid({ decidedOn: '处理日期不能晚于今天' })
  const late = surcharge(v.fine ?? 0, v.dueOn, input.decidedOn)
  const driverName = input.driverName ?? v.driverName
  if (input.paidBy === 'company' && v.vehicle)
    await addCost(tx, ctx, {
      vehicle: v.vehicle,
      store: v.store!,
      on: input.decidedOn,
      kind: 'fine',
      amount: (v.fine ?? 0) + late,
      bearer: v.billed ? 'lessee' : 'company',
      description: `违章 ${v.no}`,
      source: v.no,
      key: `violation:${v.id}:${v.version}`,
    })
  if (v.lessee) await noteHandled(tx, ctx, v.lessee, { no: v.no, fine: v.fine ?? 0, points: v.points ?? 0 })
  const handled: Partial<Violation> = {
    decidedOn: input.decidedOn,
    decisionNo: input.decisionNo,
    paidBy: input.paidBy,
    receipts: input.receipts,
    driverName,
    surcharge: late,
  }
  await violations.act(tx, ctx, 'markHandled', v.id, { decidedOn: input.decidedOn })
  await warnPoints(tx, ctx, { ...v, ...handled })
  return handled
}

/** What a driver has in the cycle of that day: handled ones decided in it, so that what is reopened or cancelled gives its points back (A12). */
export async function pointsOf(tx: Tx, driverName: string, firstLicenceOn: Day, on: Day): Promise<number> {
  const rows = await liveRows(tx, 'violation')
    .select(['points', 'decidedOn'])
    .where('driverName', '=', driverName)
    .where('firstLicenceOn', '=', firstLicenceOn)
    .where('status', '=', 'handled')
    .execute()
  return pointsIn(
    firstLicenceOn,
    on,
    rows.flatMap((r) => (r.decidedOn ? [{ points: r.points ?? 0, decidedOn: r.decidedOn }] : [])),
  )
}

/** Nine points of a driver's year are worth a word, twelve more than that. */
async function warnPoints(tx: Tx, ctx: Context, v: Violation): Promise<void> {
  if (!v.driverName || !v.firstLicenceOn || !v.points || !v.decidedOn) return
  const sum = await pointsOf(tx, v.driverName, v.firstLicenceOn, v.decidedOn)
  if (sum < POINTS_WARN) return
  await sendMessages(tx, ctx, {
    receivers: [ctx.user.id].filter(Boolean),
    category: 'anomaly',
    title: `驾驶人 ${v.driverName} 本记分周期已记 ${sum} 分${sum >= POINTS_BLOCK ? '，不得再安排驾驶' : ''}`,
    link: `/trafficManagement/breRegulationsDetails?id=${v.id}`,
    dedupe: `points:${v.id}`,
  })
}

/** What was drafted for the customer goes; what is billed stays for a person to void. */
async function unbill(tx: Tx, ctx: Context, v: Violation): Promise<Partial<Violation>> {
  const deducted = v.deduction ? await dropDeduction(tx, ctx, v.deduction, `违章 ${v.no} 已撤销`) : 'dropped'
  if (deducted === 'used') throw refused('罚款已从司机的运费中扣除，请先在「扣款」中处理')
  const off = v.deduction ? { deduction: null, billed: fen(0) } : {}
  if (!v.incidental) return off
  const done = await dropIncidental(tx, ctx, v.incidental)
  if (done === 'billed') throw refused('罚款已出账给承租人，请先作废杂费账单')
  return { ...off, incidental: null, billed: fen(0) }
}

const sameHolder = (m: Match, v: Violation): boolean =>
  m.vehicle === v.vehicle && m.lease === v.lease && m.driver === v.driver && m.holderKind === v.holderKind && m.near === v.near

async function rematch(tx: Tx, ctx: Context, v: Violation): Promise<Partial<Violation> | null> {
  if (v.pinned) return null
  const [m] = await matchAll(tx, ctx, [v])
  const same = sameHolder(m!, v)
  if (same && m!.why === v.why) return null
  const { vehicle, holderKind, lessee, lease, driver, mission, sure, store, near, why } = m!
  // A name that came with the driver goes with him; one that a person wrote stays.
  const driverName = driver ? m!.driverName : v.driver ? null : v.driverName
  const status = holderKind === 'unknown' ? 'toClaim' : v.status === 'toClaim' ? 'toHandle' : v.status
  return { vehicle, holderKind, lessee, lease, driver, mission, driverName, sure, store, near, why, status }
}

export const servedViolation = serve(violationActions, {
  facts: async ({ tx, records }) => {
    const ends = await leaseEnds(
      tx,
      records.map((v) => v.lease).filter((id): id is number => id !== null),
    )
    const lessees = [...new Set(records.map((v) => v.lessee).filter((id): id is number => id !== null))]
    const people = lessees.length ? await tx.selectFrom('lessee').select(['id', 'mobile']).where('id', 'in', lessees).execute() : []
    const drafts = records.map((v) => v.incidental).filter((id): id is number => id !== null)
    const paid = drafts.length
      ? await tx
          .selectFrom('incidental')
          .innerJoin('bill', 'bill.id', 'incidental.bill')
          .select(['incidental.id', 'bill.paid'])
          .where('incidental.id', 'in', drafts)
          .execute()
      : []
    return records.map((v) => ({
      leaseEnd: v.lease ? (ends.get(v.lease) ?? null) : null,
      lesseeMobile: people.find((p) => p.id === v.lessee)?.mobile ?? null,
      billPaid: (paid.find((p) => p.id === v.incidental)?.paid ?? 0) > 0,
    }))
  },
  effects: {
    claim: ({ tx, record, input }) => claim(tx, record, input),
    confirmHolder: async ({ record }) => ({
      near: false,
      pinned: true,
      sure: 'sure' as const,
      why: `${record.why ?? ''}；已由人工确认`.slice(0, 300),
    }),
    notify: ({ tx, ctx, record }) => notify(tx, ctx, record),
    dispose: async ({ tx, ctx, record, input }) => {
      const named = input.bearer
        ? await claim(tx, record, {
            holderKind: input.bearer,
            lessee: input.toLessee,
            driver: input.toDriver,
            driverName: input.driverName,
            reason: input.reason || '处理时确认',
          })
        : {}
      const changes = await dispose(tx, ctx, { ...record, ...named }, input)
      return { ...named, ...changes }
    },
    waive: async ({ input }) => ({ way: 'company' as const, remark: `公司承担：${input.reason}` }),
    transfer: async ({ ctx, input }) => {
      if (input.transferOn > ctx.clock.today()) throw invalid({ transferOn: '申请日期不能晚于今天' })
      return { transferOn: input.transferOn, transferNo: input.transferNo }
    },
    accepted: async ({ tx, ctx, record, input }) => {
      await violations.act(tx, ctx, 'markTransferred', record.id)
      return { transferNo: input.transferNo ?? record.transferNo }
    },
    appealUpheld: async ({ record, input }) => ({ remark: `转移申诉成立：${input.reason}。${record.remark ?? ''}`.slice(0, 300) }),
    handle: async ({ tx, ctx, record, input }) => {
      const changes = await handle(tx, ctx, record, input)
      return changes
    },
    appeal: async ({ record, input }) => ({ remark: `申诉：${input.reason}。${record.remark ?? ''}`.slice(0, 300) }),
    uphold: async ({ tx, ctx, record }) => {
      const changes = await unbill(tx, ctx, record)
      await violations.act(tx, ctx, 'markCancelled', record.id)
      return changes
    },
    dismiss: async () => {},
    reopen: async ({ tx, ctx, record }) => {
      await reverseCosts(tx, ctx, `violation:${record.id}:`, ctx.clock.today())
      await violations.act(tx, ctx, 'markOpen', record.id)
      return { decidedOn: null, decisionNo: null, paidBy: null }
    },
    rematch: async ({ tx, ctx, record }) => {
      const changes = await rematch(tx, ctx, record)
      if (changes && changes.vehicle !== record.vehicle) leaves(tx, ctx, record.vehicle)
      return changes ?? {}
    },
    markHandled: async ({ input }) => ({ decidedOn: input.decidedOn }),
    markTransferred: moveOnly,
    markCancelled: moveOnly,
    markOpen: moveOnly,
    follow: async ({ ctx, record }) => ({ surcharge: surcharge(record.fine ?? 0, record.dueOn, ctx.clock.today()) }),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      // Taken in from a file, it was matched with all the others.
      if (values.source && values.source !== 'manual') return
      if (Date.parse(values.occurredAt!) > Date.parse(ctx.clock.now())) throw invalid({ occurredAt: '违法时间不能晚于现在' })
      const plateNo = values.plateNo!.toUpperCase().replaceAll(/[\s·•.‧∙]/g, '')
      const [m] = await matchAll(tx, ctx, [{ plateNo, occurredAt: values.occurredAt! }], true)
      const t = (await tariffs(tx))(values.code ?? '', values.city ?? null, dayOf(values.occurredAt!))
      return { ...completed(values, m!, t), plateNo, code: values.code || NO_CODE, source: 'manual' as const }
    },
    afterAdd: async ({ tx, ctx, record }) => {
      if (record.source === 'manual') await moved(tx, ctx, record.vehicle)
    },
    afterEdit: async ({ tx, ctx, before, record }) => {
      for (const vehicle of new Set([before.vehicle, record.vehicle])) await moved(tx, ctx, vehicle)
    },
    refuseEdit: (v) => (['toClaim', 'toHandle', 'notified'].includes(v.status) ? null : '处理中或已了结的违章不能修改'),
    refuseDelete: (v) => (v.status === 'toClaim' || v.status === 'toHandle' ? null : '已通知或处理的违章不能删除'),
    beforeDelete: async ({ tx, ctx, record }) => {
      if (record.incidental) await unbill(tx, ctx, record)
      leaves(tx, ctx, record.vehicle)
    },
  },
})

export const servedQuery = serveEntity(violationQuery, {
  beforeAdd: async ({ tx, ctx, values }) => {
    if (Date.parse(values.queriedAt!) > Date.parse(ctx.clock.now()) + 60_000) throw invalid({ queriedAt: '查询时间不能晚于现在' })
    return { store: (await seenVehicle(tx, values.vehicle!))?.store ?? null }
  },
  afterAdd: ({ tx, ctx, record }) => sumUp(tx, ctx, [record.vehicle]),
})

/** Every night: what is late grows by its three percent; a handover corrected meanwhile moves what nobody has pinned. */
export async function followViolations(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'violation')
      .select(['id', 'fine', 'surcharge', 'dueOn', 'vehicle'])
      .where('status', 'in', [...OPEN_STATES])
      .where('dueOn', '<', today)
      .execute(),
  )
  const late = rows.filter((v) => surcharge(v.fine ?? 0, v.dueOn, today) !== v.surcharge)
  await eachApart(ctx, late, async (tx, v) => {
    await violations.act(tx, ctx, 'follow', v.id)
    await sumUp(tx, ctx, [v.vehicle])
  })
  await rematchOpen(ctx)
}

/** A corrected handover shows in the next night: open, unpinned ones find their holder again. Returns what changed. */
async function rematchOpen(ctx: Context): Promise<number> {
  const rows = (await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'violation')
      .selectAll()
      .where('status', 'in', ['toClaim', 'toHandle', 'notified'])
      .where('pinned', '=', false)
      .orderBy('id')
      .execute(),
  )) as unknown as Violation[]
  const matches = await ctx.db.read(ctx.user.operatorId, (db) => matchAll(db, ctx, rows))
  const other = rows.filter((v, i) => !sameHolder(matches[i]!, v))
  return eachApart(ctx, other, (tx, v) => violations.act(tx, ctx, 'rematch', v.id))
}
