/** Who may have had the vehicle at a second, for the one who decides: segment, trips, regular drivers, the company, each with its reason. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { depositsOf } from '#modules/billing/billing.public.ts'
import { segmentsOf } from '#modules/leasing/leasing.public.ts'
import { signerOf } from '#modules/parties/parties.public.ts'
import { cardsAt } from '#modules/telematics/telematics.public.ts'
import { drovenBy, regularDrivers } from '#modules/transport/transport.public.ts'
import { whoDrove } from './driver.rules.ts'
import { holding, nearBorder } from './holder.rules.ts'
import { shownTime } from './match.server.ts'
import { surcharge } from './violation.rules.ts'
import { violation } from './violation.ts'
import { CANDIDATES, type CandidatesAnswer } from './violation.wire.ts'

type Violation = Rec<typeof violation>
type Candidate = CandidatesAnswer['candidates'][number]
const violations = storeOf(violation)
/** Trips further away than this say nothing about the moment. */
const AROUND_MS = 12 * 3_600_000

async function lesseesOf(tx: Tx, v: Violation): Promise<Candidate[]> {
  const segments = await segmentsOf(tx, [v.vehicle!])
  const held = holding(v.occurredAt, segments)
  const near = nearBorder(v.occurredAt, segments)
  const around = segments.filter((s) => s === held || (near && nearBorder(v.occurredAt, [s])))
  const names = new Map<number, string>()
  for (const { lessee } of around) names.set(lessee, (await signerOf(tx, lessee)).name)
  return around.map((s) => ({
    kind: 'lessee',
    id: s.lessee,
    name: names.get(s.lessee) ?? '',
    sure: s !== held ? 'weak' : near ? 'likely' : 'sure',
    why: `在租 ${shownTime(s.fromAt)} 至 ${s.toAt ? shownTime(s.toAt) : '至今'}${near ? '，距交接不足 10 分钟' : ''}`,
  }))
}

async function driversOf(tx: Tx, v: Violation): Promise<Candidate[]> {
  const at = Date.parse(v.occurredAt)
  const trips = await drovenBy(tx, [v.vehicle!])
  const regulars = (await regularDrivers(tx, [v.vehicle!])).map((d) => ({ id: d.id, name: d.name }))
  const [card] = await cardsAt(tx, [{ vehicle: v.vehicle!, at: v.occurredAt }])
  const best = whoDrove(v.occurredAt, trips, regulars, shownTime, card ?? null)
  const byDriver = new Map<number, Candidate>()
  if (best.driver !== null)
    byDriver.set(best.driver, { kind: 'driver', id: best.driver, name: best.driverName ?? '', sure: best.sure, why: best.why })
  for (const t of trips) {
    const [from, to] = [Date.parse(t.actualStart ?? t.planStart), Date.parse(t.actualEnd ?? t.planEnd)]
    if (byDriver.has(t.driver) || at < from - AROUND_MS || at > to + AROUND_MS) continue
    const why = `任务 ${t.no}，${shownTime(t.actualStart ?? t.planStart)} 至 ${shownTime(t.actualEnd ?? t.planEnd)}`
    byDriver.set(t.driver, { kind: 'driver', id: t.driver, name: t.driverName, sure: 'weak', why })
  }
  for (const r of regulars)
    if (!byDriver.has(r.id)) byDriver.set(r.id, { kind: 'driver', id: r.id, name: r.name, sure: 'weak', why: '该车的固定司机' })
  return [...byDriver.values()]
}

async function candidatesOf(tx: Tx, ctx: Context, v: Violation): Promise<CandidatesAnswer> {
  const deposit = v.lease ? (await depositsOf(tx, [v.lease])).find((d) => d.kind === 'violation') : undefined
  const people = v.vehicle === null ? [] : [...(await lesseesOf(tx, v)), ...(await driversOf(tx, v))]
  return {
    surcharge: surcharge(v.fine ?? 0, v.dueOn, ctx.clock.today()),
    deposit: deposit?.balance ?? null,
    candidates: [
      ...people,
      {
        kind: 'company',
        id: null,
        name: '公司',
        sure: people.length ? 'weak' : 'likely',
        why: people.length ? '没有人承认时由公司承担' : '当时不在租，也没有任务',
      },
    ],
  }
}

export const candidateRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/violation/candidates',
    summary: '违章当时可能的责任方与依据',
    right: 'breRegulationsL',
    input: z.strictObject({ id: z.coerce.number('编号应为数字').int().positive() }),
    output: CANDIDATES,
    handler: (ctx, { id }) =>
      ctx.db.read(ctx.user.operatorId, async (db) => candidatesOf(db, ctx, await violations.get(db, ctx, id, 'person'))),
  }),
]
