/** The demo company's vehicles drive, those that somebody has: simulated terminals in this process, over real TCP, through the gateway like anybody's. */
import type { Db } from '#kit/access/context.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import { DEMO_LEAVING } from '#modules/system/system.public.ts'
import { parsePoints } from '#modules/telematics/fences/fence.rules.ts'
import type { Place } from '#modules/telematics/simulator/roads.ts'
import { startSimulator, type Simulator } from '#modules/telematics/simulator/simulator.server.ts'
import type { TerminalPlan } from '#modules/telematics/simulator/terminal.server.ts'
import type { RunningDemo } from './demo.server.ts'
import { mixed } from '#kit/basics/random.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'

/** All at once: two transactions a minute instead of three hundred, for a company that nobody may be looking at. */
const EVERY_SECONDS = 30

/** Drives from the moment the company is complete: until then its terminals have no yesterday to go on from. */
export function driveWhenComplete(demo: RunningDemo, db: Database, port: number, log: Log): () => void {
  let stopped = false
  let fleet: Simulator | null = null
  void demo.complete
    .then(async () => {
      const started = await startDemoFleet(db, port, log)
      if (stopped) started?.stop()
      else fleet = started
    })
    .catch((error: unknown) => log('error', 'the demo fleet does not drive', { error: String(error) }))
  return () => {
    stopped = true
    fleet?.stop()
  }
}

/** How often it is looked up who has which vehicle: one that is given back stands, one that is handed over drives. */
const LOOK_MS = 60_000
const ON_MISSION = ['toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const

/** Vehicles somebody has: those that are with a lessee, and those on a mission. All others stand, in a real yard or at a workshop. */
export async function vehiclesOut(db: Db): Promise<ReadonlySet<number>> {
  const [leased, onMission, inWorkshop] = await Promise.all([
    liveRows(db, 'leaseSegment').select('vehicle').where('toAt', 'is', null).execute(),
    liveRows(db, 'mission').select(['vehicle', 'trailer']).where('status', 'in', ON_MISSION).execute(),
    liveRows(db, 'upkeepOrder').select('vehicle').where('status', 'in', ['repairing', 'waitingParts']).execute(),
  ])
  const standing = new Set(inWorkshop.map(({ vehicle }) => vehicle))
  const out = [
    ...leased.map(({ vehicle }) => vehicle),
    ...onMission.flatMap(({ vehicle, trailer }) => [vehicle ?? [], trailer ?? []].flat()),
  ]
  return new Set(out.filter((vehicle) => !standing.has(vehicle)))
}

/** Null when this installation has no demo company. */
async function startDemoFleet(db: Database, port: number, log: Log): Promise<Simulator | null> {
  const demo = await db.read(null, (tx) =>
    tx
      .selectFrom('operator')
      .select('id')
      .where('demo', '=', true)
      .where('demoMaking', '=', false)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )
  if (!demo) return null
  const rows = await db.read(demo.id, (tx) =>
    liveRows(tx, 'terminal')
      .innerJoin('vehicle', 'vehicle.id', 'terminal.vehicle')
      .innerJoin('vehiclePosition', (join) =>
        join.onRef('vehiclePosition.vehicle', '=', 'terminal.vehicle').on('vehiclePosition.deletedAt', 'is', null),
      )
      .select([
        'terminal.terminalNo',
        'terminal.deviceNo',
        'terminal.vehicle',
        'vehicle.plateNo',
        'vehicle.useNature',
        'vehiclePosition.store',
        'vehiclePosition.lng',
        'vehiclePosition.lat',
        'vehiclePosition.direction',
        'vehiclePosition.odometer',
      ])
      .where('terminal.status', '=', 'active')
      .where('vehiclePosition.lng', 'is not', null)
      // The series the demo company was made with: a terminal somebody added is a real one.
      .where('terminal.terminalNo', 'like', '14600080%')
      .orderBy('terminal.id')
      .execute(),
  )
  if (rows.length === 0) return null
  const yards = await yardsOf(db, demo.id)
  const plans = rows.map((row, i) => ({
    phone: row.terminalNo,
    plate: row.plateNo,
    terminalId: row.deviceNo ?? `D${row.terminalNo.slice(-6)}`,
    maker: 'XT',
    model: 'XT-808R',
    seed: mixed(Number(row.terminalNo.slice(-5)), 7),
    ...whereabouts(row, yards.get(row.store)),
    trade: i % 6 === 5 ? ('long' as const) : ('local' as const),
    cold: row.useNature === 'cold' ? ('item51' as const) : null,
    setpoint: 4,
    version: 2013 as const,
    clock: 0,
  }))
  const outNow = await db.read(demo.id, vehiclesOut)
  log('info', 'the demo fleet drives', { terminals: plans.length, out: rows.filter(({ vehicle }) => outNow.has(vehicle!)).length, port })
  const fleet = startSimulator({
    host: '127.0.0.1',
    port,
    everySeconds: EVERY_SECONDS,
    inStep: true,
    plans,
    seed: 808,
    rampSeconds: 15,
    now: Date.now,
  })
  const vehicles = new Map(rows.map(({ terminalNo, vehicle }) => [terminalNo, vehicle]))
  const stand = (out: ReadonlySet<number>): void => {
    for (const { plan, truck } of fleet.terminals) truck.idle = !out.has(vehicles.get(plan.phone)!)
  }
  stand(outNow)
  const looking = setInterval(() => {
    db.read(demo.id, vehiclesOut).then(stand, (error: unknown) => log('warn', 'who drives is not known', { error: String(error) }))
  }, LOOK_MS)
  // Before the company is removed, not after: vehicles that drive on would come back as unknown terminals of the real company.
  const leaving = db.listen(DEMO_LEAVING, (operatorId) => {
    if (Number(operatorId) !== demo.id) return
    log('info', 'the demo fleet stops: its company is being removed')
    clearInterval(looking)
    fleet.stop()
  })
  return {
    ...fleet,
    stop() {
      leaving.stop()
      clearInterval(looking)
      fleet.stop()
    },
  }
}

/** By store: the parking ground its vehicles return to. */
async function yardsOf(db: Database, operatorId: number): Promise<Map<number, Place>> {
  const rows = await db.read(operatorId, (tx) =>
    liveRows(tx, 'fence')
      .select(['store', 'points'])
      .where('purpose', '=', 'store')
      .where('shape', '=', 'circle')
      .where('store', 'is not', null)
      .orderBy('id', 'desc')
      .execute(),
  )
  return new Map(
    rows.flatMap(({ store, points }) =>
      parsePoints(points)
        .points.slice(0, 1)
        .map((at) => [store!, { lng: at.lng, lat: at.lat }] as const),
    ),
  )
}
/** It goes on from where it was last seen: a vehicle that leaps when the program starts would drive kilometres nobody drove. */
function whereabouts(
  row: { lng: unknown; lat: unknown; direction: number | null; odometer: unknown },
  yard: Place | undefined,
): { home: Place; last: NonNullable<TerminalPlan['last']> } {
  const place = { lng: Number(row.lng), lat: Number(row.lat) }
  return { home: yard ?? place, last: { place, heading: row.direction ?? 0, metres: Math.round(Number(row.odometer ?? 0) * 1000) } }
}
