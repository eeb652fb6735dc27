/** 预留: people who called this week, some for a vehicle that is free, some for one whose lease ends. */
import { addDays, instantAt, type Day } from '#kit/basics/time/day.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { SALES_OF_STORE } from './people.ts'
import { mobile, personName } from './random.ts'
import type { World } from './world.ts'

const NOTES = ['周末搬家，要尾板', '冷链试运一周', '老客户介绍，先留车再来看', '项目开工前临时用车', null] as const

export async function makeHolds(w: World): Promise<void> {
  const vehicles = await w.db.read(w.operatorId, (db) =>
    liveRows(db, 'vehicle')
      .leftJoin('vehicleOccupancy as o', 'o.vehicle', 'vehicle.id')
      .select(['vehicle.id', 'vehicle.store', 'vehicle.status', 'o.endOn'])
      .where('vehicle.status', 'in', ['available', 'leased'])
      .where('vehicle.opMode', '=', 'lease')
      .orderBy('vehicle.id')
      .execute(),
  )
  const free = vehicles.filter((v) => v.status === 'available' && v.endOn === null).slice(0, 8)
  const ending = vehicles
    .filter((v) => v.status === 'leased' && v.endOn !== null && v.endOn > w.until && v.endOn < addDays(w.until, 75))
    .slice(0, 5)
  const wanted = [
    ...free.map((v, i) => ({ ...v, startOn: addDays(w.until, 1 + ((i * 3) % 11)), days: 2 + ((i * 2) % 7) })),
    ...ending.map((v, i) => ({ ...v, startOn: addDays(v.endOn as Day, 1), days: 5 + i * 3 })),
  ]
  w.at(w.until, '08:40')
  for (const [i, { id, store, startOn, days }] of wanted.entries()) {
    const clerk = SALES_OF_STORE[w.stores.findIndex((s) => s.id === store)]!
    const hold = await w.add(clerk, 'vehicleHold', {
      caller: personName(w.random),
      mobile: mobile(w.random),
      store,
      owner: w.people.get(clerk)?.id ?? null,
      vehicle: id,
      startOn,
      endOn: addDays(startOn, days),
      // As it was agreed on the telephone; some call again.
      expiresAt: instantAt(startOn, '18:00'),
      note: NOTES[i % NOTES.length] ?? null,
    })
    if (i === 3) await w.act(clerk, 'vehicleHold', 'release', hold, { reason: '客户改用自有车辆' })
  }
}
