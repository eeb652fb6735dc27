/**
 * Vehicles on the road: reports stored and then acknowledged, links that only stand, and what the map, a track and the fences cost.
 * The product runs as `npm start` runs it, PostgreSQL and terminals on the same cores; the terminals are a process of their own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newState, run, type EngineRules } from '#modules/telematics/engine/engine.rules.ts'
import type { Point } from '#modules/telematics/engine/point.ts'
import { FenceIndex, fenceOf } from '#modules/telematics/fences/fence.shape.rules.ts'
import { Client } from './client.ts'
import { basics } from './company.ts'
import { line, memoryOf, ms, processorOf, repeated, times, type Line } from './measure.ts'
import { freePort, postmasterOf, Product } from './product.ts'
import { Sender } from './sender.ts'
import { FIRST_PHONE, fleetRows } from './terminals.ts'

export interface TelematicsSizes {
  vehicles: number
  perSecond: number
  seconds: number
  sockets: number
  /** Vehicles × fences, and rounds of reports. */
  fenced: number
  fences: number
}
export const FULL: TelematicsSizes = { vehicles: 10_000, perSecond: 10_000, seconds: 60, sockets: 20_000, fenced: 5000, fences: 500 }
export const SMALL: TelematicsSizes = { vehicles: 500, perSecond: 2000, seconds: 3, sockets: 500, fenced: 500, fences: 100 }

interface Road {
  product: Product
  port: number
  client: Client
}
async function open(count: number): Promise<Road> {
  const port = await freePort()
  const product = await Product.start({ env: { GATEWAY_PORT: String(port) } })
  const client = await Client.signIn(product)
  const { store, model } = await basics(client)
  const [row] = await product.sql<{ id: string }>('select id::text from operator order by id limit 1')
  for (const text of fleetRows({ operator: Number(row!.id), store: store.id, model: model.id, count })) await product.sql(text)
  await product.sql('analyze')
  return { product, port, client }
}

export async function benchTelematics(sizes: TelematicsSizes): Promise<Line[]> {
  const lines: Line[] = []
  const tell = (...newLines: Line[]): void => {
    lines.push(...newLines)
    for (const { what, measured } of newLines) process.stdout.write(`  … ${what}: ${measured}\n`)
  }
  tell(...fences(sizes))
  const road = await open(sizes.vehicles)
  try {
    tell(...(await ingest(road, sizes)))
    tell(await lastPositions(road, sizes))
    tell(await track(road))
  } finally {
    road.client.close()
    await road.product.close()
  }
  tell(await idleSockets(sizes))
  return lines
}

async function ingest({ product, port }: Road, { vehicles, perSecond, seconds }: TelematicsSizes): Promise<Line[]> {
  const sender = new Sender()
  try {
    const sources = Math.ceil(vehicles / 10_000)
    const up = await sender.tell({ do: 'connect', options: { port, count: vehicles, sources, return: true }, atOnce: 2000 })
    // Warm, as after the first minute of a day.
    await sender.tell({ do: 'run', perSecond: perSecond / 4, seconds: Math.min(5, seconds / 2) })
    // The children of the product's process are PostgreSQL's own affair: it is started detached.
    const pids = [product.pid, postmasterOf(product.dataDir)!.pid]
    const before = pids.map(processorOf)
    const paced = await sender.tell({ do: 'run', perSecond, seconds })
    const [ours, database] = pids.map((pid, i) => Math.round(((processorOf(pid) - before[i]!) / (paced.perSecond * seconds)) * 1e6))
    const flood = await sender.tell({ do: 'flood', seconds: Math.min(10, seconds), window: Math.max(1, Math.ceil(4000 / vehicles)) })
    const { acked, lost, doubled, rows } = await verdict(product, sender)
    const copied = await copyRate(product, rows)
    const good = paced.perSecond >= perSecond * 0.99 && paced.p99 <= 500 && lost === 0 && doubled === 0
    const judged = `acknowledged ${acked}, lost ${lost}, doubled ${doubled}, refused ${flood.refused}`
    return [
      line(
        `${vehicles} terminals come back at once`,
        `${Math.round(vehicles / up.seconds)} logins/s, all within ${up.seconds.toFixed(1)} s`,
      ),
      line(
        `${vehicles} terminals report for ${seconds} s: stored, then acknowledged`,
        `${Math.round(paced.perSecond)}/s, p50 ${paced.p50} ms, p99 ${paced.p99} ms, max ${paced.max} ms; ${judged}; processor a report: the product ${ours} µs, PostgreSQL ${database} µs`,
        {
          budget: `≥ ${perSecond}/s, p99 ≤ 500 ms, lost 0, doubled 0`,
          met: good,
        },
      ),
      line('the same as fast as they are acknowledged', `${Math.round(flood.perSecond)}/s`, {
        floor: `COPY of the same rows into the same table ${Math.round(copied)}/s`,
        ratio: times(copied / flood.perSecond),
      }),
    ]
  } finally {
    sender.stop()
  }
}

/** What terminals were told against what is there. */
async function verdict(product: Product, sender: Sender): Promise<{ acked: number; lost: number; doubled: number; rows: number }> {
  const file = join(product.dataDir, 'acknowledged.tsv')
  await sender.tell({ do: 'save', file })
  const pairs = readFileSync(file, 'utf8')
    .split('\n')
    .map((row) => row.split('\t') as [string, string])
  await product.sql('create unlogged table acknowledged (terminal bigint, serial integer)')
  for (let i = 0; i < pairs.length; i += 50_000) {
    const chunk = pairs.slice(i, i + 50_000)
    await product.sql(
      'insert into acknowledged select t.id, a.serial from unnest($1::text[], $2::integer[]) as a(no, serial) left join terminal t on t.terminal_no = a.no',
      [chunk.map(([no]) => no), chunk.map(([, serial]) => serial)],
    )
  }
  const [counts] = await product.sql<{ lost: string; doubled: string; rows: string }>(
    `select (select count(*) from (select terminal, serial from acknowledged except select terminal, serial from position) x) as lost,
      (select count(*) - count(distinct (terminal, serial)) from position) as doubled, (select count(*) from position) as rows`,
  )
  return { acked: pairs.length, lost: Number(counts!.lost), doubled: Number(counts!.doubled), rows: Number(counts!.rows) }
}

/** The least the database could be asked for: the same rows, ready made, in one go, into a table with the same key. */
async function copyRate(product: Product, rows: number): Promise<number> {
  const [at] = await product.sql<{ setting: string }>(`select setting from pg_settings where name = 'data_directory'`)
  const file = `${at!.setting}/bench-position.copy`
  await product.sql(`copy (select * from position) to '${file}' (format binary)`)
  await product.sql(`create table bench_position (like position including all)`)
  await product.sql('checkpoint')
  const began = performance.now()
  await product.sql(`copy bench_position from '${file}' (format binary)`)
  const took = (performance.now() - began) / 1000
  await product.sql('drop table bench_position')
  return rows / took
}

async function lastPositions({ client, product }: Road, { vehicles }: TelematicsSizes): Promise<Line> {
  const { n, p50, p95, max } = await repeated(100, async () => {
    const answer = await client.call<{ vehicles: { id: number[] } }>('GET', '/api/v1/live/vehicles')
    if (answer.vehicles.id.length !== vehicles) throw new Error(`${answer.vehicles.id.length} of ${vehicles} vehicles`)
  })
  const floor = await repeated(
    10,
    async () => void (await product.sql('select vehicle, lng, lat, speed, direction, at, motion, online from vehicle_position')),
  )
  return line(`last positions of ${vehicles} vehicles`, `p50 ${ms(p50)}, p95 ${ms(p95)}, max of ${n} ${ms(max)}`, {
    floor: `the bare rows ${ms(floor.p50)}`,
    ratio: times(p50 / floor.p50),
    budget: '≤ 200 ms',
    met: p95 <= 200,
  })
}

const POINTS = 8640
async function track({ client, product }: Road): Promise<Line> {
  const [of] = await product.sql<{ terminal: string; vehicle: string; operator: string }>(
    `select id as terminal, vehicle, operator_id as operator from terminal where terminal_no = '${FIRST_PHONE + 1}'`,
  )
  const day = new Date(Date.now() + 8 * 3_600_000 - 2 * 86_400_000).toISOString().slice(0, 10)
  await product.sql(`insert into position (operator_id, terminal, vehicle, at, received_at, serial, lng, lat, altitude, speed, direction, flags, alarm, status, odometer)
    select ${of!.operator}, ${of!.terminal}, ${of!.vehicle}, at, at, n % 65536, 114057000 + n * 90 + (n % 7) * 11, 22543000 + (1500 * sin(n / 40.0))::integer + (n % 5) * 9, 10, 300 + (n % 100) * 3, n % 360, 0, 0, 3, 100000 + n
    from (select n, '${day}'::date::timestamp at time zone 'Asia/Shanghai' + n * interval '10 seconds' as at from generate_series(0, ${POINTS - 1}) n) x on conflict do nothing`)
  const ask = (zoom: number): string =>
    `/api/v1/position/track?vehicle=${of!.vehicle}&from=${encodeURIComponent(`${day} 00:00:00`)}&to=${encodeURIComponent(`${day} 23:59:59`)}&zoom=${zoom}`
  let shown = 0
  const { p50, p95 } = await repeated(20, async () => {
    const answer = await client.call<{ stored: number; points: { t: number[] } }>('GET', ask(14))
    if (answer.stored !== POINTS) throw new Error(`${answer.stored} of ${POINTS} points`)
    shown = answer.points.t.length
  })
  const floor = await repeated(
    10,
    async () =>
      void (await product.sql(
        `select extract(epoch from at), lng, lat, speed, direction from position where terminal = ${of!.terminal} and at >= '${day}' order by at limit ${POINTS}`,
      )),
  )
  return line(`track of 24 h, ${POINTS} points, ${shown} shown`, `p50 ${ms(p50)}, p95 ${ms(p95)}`, {
    floor: `the bare rows ${ms(floor.p50)}`,
    ratio: times(p50 / floor.p50),
    budget: '≤ 300 ms',
    met: p95 <= 300,
  })
}

/** Everything that follows from a report, fences first of all, on one core. */
function fences({ fenced, fences: count }: TelematicsSizes): Line[] {
  const all = Array.from({ length: count }, (_, i) =>
    fenceOf({
      id: i + 1,
      name: `围栏${i}`,
      shape: i % 3 === 0 ? 'polygon' : 'circle',
      points: i % 3 === 0 ? square(place(i, count)) : `${place(i, count).lng},${place(i, count).lat}`,
      radius: 400,
      width: null,
      onEnter: true,
      onLeave: true,
      purpose: 'watch',
      stayMinutes: 30,
      speedLimit: 80,
      nightSpeedLimit: null,
      overspeedSeconds: 10,
      bufferMeters: null,
      confirmFixes: 2,
      windows: null,
      startOn: null,
      endOn: null,
    }),
  )
  const rules: EngineRules = {
    index: new FenceIndex(all),
    fences: new Map(all.map((fence) => [fence.id, fence])),
    applies: () => true,
    policies: new Map(),
    repeatMs: 300_000,
  }
  const states = Array.from({ length: fenced }, () => newState())
  const rounds = 12
  let happened = 0
  const began = performance.now()
  for (let round = 0; round < rounds; round++)
    for (const [n, state] of states.entries()) {
      const out = run(
        state,
        Array.from({ length: 5 }, (_, k) => pointOf(n, round * 5 + k, fenced)),
        rules,
      )
      happened += out.fences.length
    }
  const perSecond = (fenced * rounds * 5) / ((performance.now() - began) / 1000)
  if (happened < fenced / 10) throw new Error(`only ${happened} events`)
  return [
    line(
      `${fenced} vehicles × ${count} fences: trips, alarms and fences of each report, one core`,
      `${Math.round(perSecond / 1000)} k points/s (${happened} events)`,
      { budget: '≥ 20 k/s', met: perSecond >= 20_000 },
    ),
  ]
}
const SIDE = 0.5
const place = (i: number, count: number): { lng: number; lat: number } => {
  const columns = Math.ceil(Math.sqrt(count))
  return { lng: 114 + (SIDE * (i % columns)) / columns, lat: 22.5 + (SIDE * Math.floor(i / columns)) / columns }
}
const square = ({ lng, lat }: { lng: number; lat: number }): string =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([x, y]) => `${(lng + x! * 0.004).toFixed(6)},${(lat + y! * 0.004).toFixed(6)}`)
    .join('\n')
const T0 = Date.UTC(2026, 10, 20, 1)
function pointOf(n: number, step: number, fenced: number): Point {
  const home = place(n, fenced)
  return {
    at: T0 + step * 10_000,
    lng: home.lng + step * 0.0015,
    lat: home.lat + ((n % 7) - 3) * step * 0.0001,
    speed: 55,
    status: 3,
    alarm: 0,
    odometer: 100_000 + step * 150,
    located: true,
    temperatures: null,
  }
}

/** A process may open so many files; the product needs some for itself. */
const mostSockets = (): number =>
  Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity) - 200
const OF_A_SENDER = 10_000

async function idleSockets({ sockets: wanted }: TelematicsSizes): Promise<Line> {
  const sockets = Math.min(wanted, mostSockets())
  const { product, port, client } = await open(sockets)
  const senders: Sender[] = []
  try {
    const before = memoryOf(product.pid).now
    let online = 0
    let took = 0
    for (let from = 0; from < sockets; from += OF_A_SENDER) {
      const sender = new Sender()
      senders.push(sender)
      const count = Math.min(OF_A_SENDER, sockets - from)
      const up = await sender.tell({ do: 'connect', options: { port, from, count, sources: Math.ceil(count / 5000) }, atOnce: 1000 })
      online += up.online
      took += up.seconds
    }
    await pause(5000)
    const after = memoryOf(product.pid).now
    const said =
      sockets < wanted
        ? ` (of ${wanted}: a process may open ${mostSockets() + 200} files here; in proportion ${Math.round(before + ((after - before) * wanted) / sockets)} MB)`
        : ''
    return line(
      `${sockets} terminals signed in and silent${said}`,
      `${Math.round(after)} MB of the whole process (${Math.round(before)} MB before, ${(((after - before) * 1024) / sockets).toFixed(1)} KB a link), signed in within ${took.toFixed(0)} s`,
      {
        floor: 'PostgreSQL and the terminals not counted',
        budget: '≤ 1.5 GB',
        met: online === sockets && after <= 1536,
      },
    )
  } finally {
    for (const sender of senders) sender.stop()
    client.close()
    await product.close()
  }
}
