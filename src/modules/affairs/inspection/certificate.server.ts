/** 证件: what a vehicle must have and does not, what runs out, what replaced what (§2.4). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { seenVehicle, setPapers } from '#modules/vehicles/vehicles.public.ts'
import { rebuildDues } from '../dues.server.ts'
import { certificateRulesOf } from './certificate-rules.server.ts'
import { classOf, natureOf, requiredCertificates } from './inspection.rules.ts'
import { certificate, certificateActions } from './inspection.ts'

type Certificate = Rec<typeof certificate>
const certificates = storeOf(certificate)
const WARN_DAYS = 60
const LIVE = ['valid', 'soon', 'expired'] as const

function standingOf(dueOn: Day | null, today: Day): (typeof LIVE)[number] {
  if (dueOn === null) return 'valid'
  return dueOn < today ? 'expired' : dueOn <= addDays(today, WARN_DAYS) ? 'soon' : 'valid'
}

/** The vehicle carries the days of its 道路运输证, wherever they came from. */
async function followVehicle(tx: Tx, ctx: Context, c: Certificate): Promise<void> {
  if (c.vehicle === null) return
  if (c.kind === 'roadPermit' && c.dueOn)
    await setPapers(tx, ctx, c.vehicle, { roadPermitDueOn: c.dueOn }, `证件 ${c.certificateNo ?? '道路运输证'}`)
  await rebuildDues(tx, ctx, [c.vehicle])
}

export const servedCertificate = serve(certificateActions, {
  effects: {
    replace: async ({ tx, ctx, record, input }) => {
      const { kind, holderKind, holderName, vehicle, store } = record
      const values = { ...input, certificateNo: input.certificateNo ?? (record.status === 'missing' ? null : record.certificateNo) }
      // The old number makes room for the new row when it stays the same.
      if (values.certificateNo && values.certificateNo === record.certificateNo)
        await tx
          .updateTable('certificate')
          .set({ certificateNo: `${record.certificateNo}（换发前 ${record.id}）`.slice(0, 40) })
          .where('id', '=', record.id)
          .execute()
      const made = await certificates.add(tx, ctx, { kind, holderKind, holderName, vehicle, store, ...values })
      return { status: 'void' as const, replacedBy: made.id }
    },
    report: async () => {},
    retire: async () => {},
    follow: async ({ ctx, record }) => ({ status: standingOf(record.dueOn, ctx.clock.today()) }),
  },
  hooks: {
    beforeAdd: async ({ tx, ctx, values }) => {
      const v = values.vehicle ? await seenVehicle(tx, values.vehicle) : null
      return {
        store: values.store ?? v?.store ?? null,
        status: values.status === 'missing' ? ('missing' as const) : standingOf(values.dueOn ?? null, ctx.clock.today()),
      }
    },
    afterAdd: async ({ tx, ctx, record }) => {
      if (record.status === 'missing') return
      // What was missing is there.
      if (record.vehicle !== null) {
        const gone = await liveRows(tx, 'certificate')
          .select('id')
          .where('vehicle', '=', record.vehicle)
          .where('kind', '=', record.kind)
          .where('status', '=', 'missing')
          .forNoKeyUpdate()
          .execute()
        for (const m of gone) await certificates.act(tx, ctx, 'retire', m.id, { reason: '已补登' })
      }
      await followVehicle(tx, ctx, record)
    },
    afterEdit: async ({ tx, ctx, record }) => {
      if (
        record.status !== 'missing' &&
        standingOf(record.dueOn, ctx.clock.today()) !== record.status &&
        ['valid', 'soon', 'expired'].includes(record.status)
      )
        await certificates.act(tx, ctx, 'follow', record.id)
      await followVehicle(tx, ctx, record)
    },
    refuseEdit: (c) => (c.status === 'void' ? '已作废的证件不能修改' : null),
  },
})

/** Every night: states follow the calendar; what a vehicle must have and has not stands as missing. */
export async function followCertificates(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'certificate')
      .select(['id', 'status', 'dueOn'])
      .where('status', 'in', [...LIVE])
      .where('dueOn', 'is not', null)
      .execute(),
  )
  const moved = rows.filter((c) => standingOf(c.dueOn, today) !== c.status)
  await eachApart(ctx, moved, (tx, c) => certificates.act(tx, ctx, 'follow', c.id))
  await noteMissing(ctx)
}

async function noteMissing(ctx: Context): Promise<void> {
  const { vehicles, rules, have } = await ctx.db.read(ctx.user.operatorId, async (db) => ({
    rules: await certificateRulesOf(db),
    vehicles: await liveRows(db, 'vehicle')
      .innerJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
      .select([
        'vehicle.id',
        'vehicle.store',
        'vehicle.useNature',
        'vehicle.drivingLicenceNo',
        'vehicle.roadPermitNo',
        'vehicleModel.category',
        'vehicleModel.seats',
        'vehicleModel.grossKg',
      ])
      .where('vehicle.status', 'not in', ['disposed', 'preparing'])
      .execute(),
    have: await liveRows(db, 'certificate')
      .select(['vehicle', 'kind'])
      .where('vehicle', 'is not', null)
      .where('status', '!=', 'void')
      .execute(),
  }))
  const known = new Set(have.map((c) => `${c.vehicle}:${c.kind}`))
  // A number that stands on the vehicle itself is as good as a certificate without a scan.
  const typed: Record<string, 'drivingLicenceNo' | 'roadPermitNo'> = { drivingLicence: 'drivingLicenceNo', roadPermit: 'roadPermitNo' }
  for (const v of vehicles) {
    const needed = requiredCertificates(
      { vehicleClass: classOf(v.category, v.seats), useNature: natureOf(v.useNature), use: v.useNature, grossKg: v.grossKg },
      rules,
    )
    for (const kind of needed) {
      const field = typed[kind]
      if (known.has(`${v.id}:${kind}`) || (field && v[field])) continue
      await ctx.db.write(ctx.user.operatorId, (tx) =>
        certificates.add(tx, ctx, {
          holderKind: 'vehicle',
          vehicle: v.id,
          kind: kind as Certificate['kind'],
          status: 'missing',
          store: v.store,
        }),
      )
    }
  }
}
