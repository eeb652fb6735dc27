/** 冷链温控 as curves: readings of every probe over a period with the limits that apply, and the excursions in it. */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import { liveRows, seenRows } from '#kit/entity/query/live-rows.server.ts'
import { isSwitch, type ChannelKind, type Measure } from '../cold/channel.rules.ts'
import type { CurveAnswer, SwitchSeries, TemperatureSeries } from '../wire.ts'
import { reading, seenVehicle } from './live.server.ts'
import { spansOf, switchFigures } from './switch.rules.ts'
import { figuresOf, recordingOf, thinned, type CurveFigures, type Reading, type RecordRule, type Span } from '../cold/temperature.rules.ts'

interface Channel {
  channel: number
  kind: ChannelKind
  slot: number
  sensorNo: number
  zone: string
  policy: string | null
  lowest: number | null
  highest: number | null
  record: RecordRule | null
}
export const ZONES: Readonly<Record<string, string>> = {
  front: '前部',
  middle: '中部',
  rear: '后部',
  frozen: '冷冻仓',
  chilled: '冷藏仓',
  door: '门口',
}
const tenths = (value: unknown): number | null => (value === null || value === undefined ? null : Math.round(Number(value) * 10))

async function readChannels(db: Db, ctx: Context, vehicle: number): Promise<Channel[]> {
  const rows = await seenRows(db, ctx, 'temperatureChannel')
    .leftJoin('temperaturePolicy as p', 'p.id', 't.policy')
    .select([
      't.id',
      't.kind',
      't.slot',
      't.sensorNo',
      't.zone',
      'p.name',
      'p.lowest',
      'p.highest',
      'p.recordSeconds',
      'p.recordOutSeconds',
    ])
    .where('t.vehicle', '=', vehicle)
    .orderBy('t.slot')
    .execute()
  return rows.map((r) => ({
    channel: r['id'],
    kind: r['kind'],
    slot: Number(r['slot']),
    sensorNo: Number(r['sensorNo']),
    zone: ZONES[r['zone']] ?? r['zone'],
    policy: r['name'],
    lowest: tenths(r['lowest']),
    highest: tenths(r['highest']),
    record: r['recordSeconds'] ? { seconds: Number(r['recordSeconds']), outSeconds: Number(r['recordOutSeconds']) } : null,
  }))
}

/** One probe every ten seconds over a month. */
const MOST = 300_000
async function readReadings(db: Db, ctx: Context, vehicle: number, from: string, to: string): Promise<Map<number, Reading[]>> {
  const { rows } = await sql<{
    n: number
    t: number
    value: number | null
  }>`select sensor_no as n, extract(epoch from at)::float8 as t, case when quality = 'ok' then value end as value from temperature_reading
    where operator_id = ${ctx.user.operatorId} and vehicle = ${vehicle} and at >= ${from} and at < ${to} order by sensor_no, at limit ${MOST}`.execute(
    db,
  )
  const bySensor = new Map<number, Reading[]>()
  for (const row of rows) {
    const list = bySensor.get(row.n)
    const one = { t: Math.round(Number(row.t)), value: row.value }
    if (list) list.push(one)
    else bySensor.set(row.n, [one])
  }
  return bySensor
}

interface Probe extends Channel {
  all: Reading[]
}
/** Only probes that are set up as channels this user may see: a reading without a channel has no place in a vehicle. */
async function readProbes(db: Db, ctx: Context, vehicle: number, from: string, to: string): Promise<Probe[]> {
  const channels = await readChannels(db, ctx, vehicle)
  if (channels.length === 0) return []
  const readings = await readReadings(db, ctx, vehicle, from, to)
  return channels.map((c) => ({ ...c, all: readings.get(c.slot) ?? [] }))
}
/** What has a curve. */
type Measured = Probe & { kind: Measure }
const isMeasured = (probe: Probe): probe is Measured => !isSwitch(probe.kind)

const seriesOf = ({ kind, sensorNo, zone, lowest, highest, all }: Measured, most: number): TemperatureSeries => {
  const shown = thinned(all, most)
  return { kind, sensorNo, zone, lowest, highest, t: shown.map((r) => r.t), value: shown.map((r) => r.value) }
}

export async function readSeries(
  db: Db,
  ctx: Context,
  vehicle: number,
  { from, to }: { from: string; to: string },
  most: number,
): Promise<TemperatureSeries[]> {
  const probes = (await readProbes(db, ctx, vehicle, from, to)).filter(isMeasured)
  return probes.filter((one) => one.kind === 'temperature' && one.all.length > 0).map((probe) => seriesOf(probe, most))
}

function switchesOf(probes: readonly Probe[]): SwitchSeries[] {
  return probes.flatMap(({ kind, sensorNo, zone, all }) => {
    if (!isSwitch(kind)) return []
    const spans = spansOf(all)
    return [{ kind, sensorNo, zone, spans, ...switchFigures(all, spans) }]
  })
}

/** Probes can be seen where the vehicle's terminal is not, and before it has one. */
export async function plateOf(db: Db, ctx: Context, vehicle: number): Promise<string> {
  const row = await seenRows(db, ctx, 'temperatureChannel')
    .innerJoin('vehicle as v', 'v.id', 't.vehicle')
    .select('v.plateNo as plate')
    .where('t.vehicle', '=', vehicle)
    .limit(1)
    .executeTakeFirst()
  return row?.plate ?? (await seenVehicle(db, ctx, vehicle)).plate
}

const second = (at: string): number => Math.round(Date.parse(at) / 1000)

/** When it was on the road, in order. */
async function readTrips(db: Db, vehicle: number, period: { from: string; to: string }): Promise<Span[]> {
  const rows = await liveRows(db, 'trip')
    .select(['startAt', 'endAt'])
    .where('vehicle', '=', vehicle)
    .where('kind', '=', 'trip')
    .where('startAt', '<', period.to)
    .where((eb) => eb.or([eb('endAt', 'is', null), eb('endAt', '>', period.from)]))
    .orderBy('startAt')
    .execute()
  const [from, to] = [second(period.from), second(period.to)]
  return rows.map((row) => ({ from: Math.max(from, second(row.startAt)), to: Math.min(to, row.endAt ? second(row.endAt) : to) }))
}

/** Kinetics are of heat: humidity has no such mean. */
function measuredFigures({ kind, all, lowest, highest }: Measured): CurveFigures {
  const figures = figuresOf(all, lowest, highest)
  return kind === 'temperature' ? figures : { ...figures, mkt: null }
}

export async function curve(ctx: Context, vehicle: number, period: { from: string; to: string }, most = 2000): Promise<CurveAnswer> {
  return reading(ctx, async (db) => {
    const plate = await plateOf(db, ctx, vehicle)
    const probes = await readProbes(db, ctx, vehicle, period.from, period.to)
    const excursions = await seenRows(db, ctx, 'excursion')
      .innerJoin('temperatureChannel as c', 'c.id', 't.channel')
      .select(['t.id', 't.no', 'c.sensorNo', 't.measure', 't.kind', 't.startAt', 't.endAt', 't.peak', 't.status'])
      .where('t.vehicle', '=', vehicle)
      .where('t.startAt', '<', period.to)
      .where((eb) => eb.or([eb('t.endAt', 'is', null), eb('t.endAt', '>', period.from)]))
      .orderBy('t.startAt')
      .orderBy('t.id')
      .limit(200)
      .execute()
    const trips = probes.some((p) => p.record) ? await readTrips(db, vehicle, period) : []
    const span = { from: second(period.from), to: second(period.to) }
    return {
      vehicle,
      plate,
      ...period,
      channels: probes.filter(isMeasured).map((probe) => ({
        ...seriesOf(probe, most),
        channel: probe.channel,
        policy: probe.policy,
        ...measuredFigures(probe),
        recording: probe.record && recordingOf(probe.all, trips, span, probe, probe.record),
      })),
      switches: switchesOf(probes),
      excursions: excursions.map((e) => ({
        id: e['id'],
        no: e['no'],
        measure: e['measure'],
        sensorNo: Number(e['sensorNo']),
        kind: e['kind'],
        from: second(e['startAt']),
        to: e['endAt'] ? second(e['endAt']) : null,
        peak: tenths(e['peak']),
        status: e['status'],
      })),
    }
  })
}
