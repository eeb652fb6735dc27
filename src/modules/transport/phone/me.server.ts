/** What a driver may know of himself on his phone: his papers, and what his missions earned him month by month (transport.md §6). */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addMonths, type Day, dayOf, instantAt, startOfMonth } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { roadworthiness } from '#modules/vehicles/vehicles.public.ts'
import { consentWanted } from '../parties/consent.server.ts'
import { driverOf } from './events.server.ts'
import { SHEET_WORDS } from '../parties/pay.rules.ts'
import { ME, type DriverMe } from './me.wire.ts'

const MONTHS = 3
const PAPERS = { licenceDueOn: '驾驶证', qualificationDueOn: '从业资格证', healthDueOn: '健康证' } as const
const VEHICLE_PAPERS = { inspectionDueOn: '车辆年检', compulsoryInsuranceDueOn: '交强险' } as const
const SOON_DAYS = 30
function stateOf(due: Day | null, today: Day): DriverMe['papers'][number]['state'] {
  if (due === null) return 'unknown'
  if (due < today) return 'over'
  return Date.parse(due) - Date.parse(today) <= SOON_DAYS * 86_400_000 ? 'soon' : 'ok'
}

async function papersOf(tx: Tx, me: { id: number; vehicle: number | null }, today: Day) {
  const d = await tx
    .selectFrom('driver')
    .select(['licenceClass', 'licenceDueOn', 'qualificationDueOn', 'healthDueOn'])
    .where('id', '=', me.id)
    .executeTakeFirstOrThrow()
  const v = me.vehicle === null ? undefined : await roadworthiness(tx, me.vehicle)
  const one = (name: string, due: Day | null) => ({ name, due, state: stateOf(due, today) })
  const own = (Object.keys(PAPERS) as (keyof typeof PAPERS)[]).map((key) => one(PAPERS[key], d[key]))
  // Only some goods ask for a certificate of health.
  const asked = own.filter((p) => p.name !== PAPERS.healthDueOn || p.due !== null)
  const vehicle = v
    ? (Object.keys(VEHICLE_PAPERS) as (keyof typeof VEHICLE_PAPERS)[]).map((key) =>
        one(`${v.plateNo ?? ''} ${VEHICLE_PAPERS[key]}`.trim(), v[key]),
      )
    : []
  return { licenceClass: d.licenceClass, papers: [...asked, ...vehicle] }
}

async function monthsOf(tx: Tx, driver: number, today: Day): Promise<DriverMe['months']> {
  const months = Array.from({ length: MONTHS }, (_, n) => startOfMonth(addMonths(startOfMonth(today), -n)))
  const rows = await liveRows(tx, 'chargeSheet')
    .leftJoin('mission', (join) =>
      join.onRef('mission.id', '=', 'chargeSheet.mission').onRef('mission.operatorId', '=', 'chargeSheet.operatorId'),
    )
    .select([
      'chargeSheet.no',
      'chargeSheet.status',
      'chargeSheet.total',
      'chargeSheet.pricingDay',
      'chargeSheet.createdAt',
      'mission.no as mission',
    ])
    .where('chargeSheet.driver', '=', driver)
    .where('chargeSheet.direction', '=', 'payable')
    .where('chargeSheet.status', '<>', 'voided')
    .where('chargeSheet.createdAt', '>=', instantAt(addMonths(months.at(-1)!, -1)))
    .orderBy('chargeSheet.id', 'desc')
    .limit(500)
    .execute()
  // What corrects another sheet was not priced: its day is that of the correction.
  const dated = rows.map((r) => ({ ...r, day: r.pricingDay ?? dayOf(r.createdAt) }))
  return months.map((first) => {
    const month = first.slice(0, 7)
    const own = dated.filter((r) => r.day.startsWith(month))
    const sum = (states: readonly string[]): number => own.reduce((s, r) => (states.includes(r.status) ? s + r.total : s), 0)
    return {
      month,
      confirmed: sum(['confirmed', 'billed', 'settled']),
      paid: sum(['settled']),
      sheets: own.map((r) => ({ no: r.no, mission: r.mission, day: r.day, label: SHEET_WORDS[r.status] ?? r.status, total: r.total })),
    }
  })
}

const me = (ctx: Context): Promise<DriverMe> =>
  ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db
    const driver = await driverOf(tx, ctx)
    const today = ctx.clock.today()
    const { trackConsentAt } = await tx.selectFrom('driver').select('trackConsentAt').where('id', '=', driver.id).executeTakeFirstOrThrow()
    const consent = { wanted: await consentWanted(tx, ctx), at: trackConsentAt }
    return { name: driver.name, consent, ...(await papersOf(tx, driver, today)), months: await monthsOf(tx, driver.id, today) }
  })

export const meRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/driver/me',
    summary: '司机本人的证件与收入',
    right: 'signedIn',
    input: z.strictObject({}),
    output: ME,
    handler: me,
  }),
]
