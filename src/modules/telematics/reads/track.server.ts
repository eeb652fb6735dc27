/** 历史轨迹: the stored positions of a vehicle with what was made of them, and the same as files. */
import { sql } from 'kysely'
import { z } from 'zod'
import { Readable } from 'node:stream'
import type { Context, Db } from '#kit/access/context.server.ts'
import { exportMark } from '#kit/access/person-mark.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { formatTime, readTime } from '#kit/basics/timeFormat.ts'
import { xlsxStream } from '#kit/excel/write.server.ts'
import { download, route, type Download, type Route } from '#kit/http/route.server.ts'
import { scopedFrom } from '#kit/report/report.server.ts'
import { placeAt } from '#shell/gazetteer/gazetteer.server.ts'
import { ALARM_KINDS } from '../alarms/alarm.ts'
import { FENCE_EVENTS } from '../fences/fence.ts'
import { UNUSABLE } from '../places/flags.ts'
import type { TemperatureSeries, TrackAnswer, TrackMark, TrackSpan } from '../wire.ts'
import { trackAnswer } from '../telematics.wire.ts'
import { id, reading, seenVehicle } from './live.server.ts'
import { readSeries } from './temperature.server.ts'
import { columns, mileageOf, simplify, standings, step, toleranceOf, type RawPoint } from './track.rules.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'

const MOST_DAYS = 31
/** 31 days of a report every ten seconds; more is not drawn but refused. */
const MOST_POINTS = 300_000
/** What one picture carries; beyond this the tolerance grows until it fits. */
const MOST_SHOWN = 20_000

export interface Period {
  from: string
  to: string
}
const time = z.string('请选择时间').trim().min(1, '请选择时间').max(30, '时间格式不正确')
export function periodOf(from: string, to: string): Period {
  const [a, b] = [readTime(from), readTime(to)]
  if (a === null) throw invalid({ from: '开始时间应为 YYYY-MM-DD HH:mm:ss' })
  if (b === null) throw invalid({ to: '结束时间应为 YYYY-MM-DD HH:mm:ss' })
  if (b <= a) throw invalid({ to: '结束时间必须晚于开始时间' })
  if (b - a > MOST_DAYS * 86_400_000) throw invalid({ to: `一次最多查询 ${MOST_DAYS} 天，请缩短时段` })
  return { from: new Date(a).toISOString(), to: new Date(b).toISOString() }
}

/** By the bindings of the time itself: what a terminal sent while it was in another vehicle is that one's track. */
export async function readPoints(db: Db, ctx: Context, vehicle: number, { from, to }: Period): Promise<RawPoint[]> {
  const { rows } = await sql<{ t: number; lng: number; lat: number; speed: number; direction: number; odometer: number | null }>`
    select extract(epoch from q.at)::float8 as t, q.lng, q.lat, q.speed, q.direction, q.odometer::float8 as odometer
    from terminal_binding b join position q on q.terminal = b.terminal and q.at >= greatest(b.from_at, ${from}::timestamptz) and q.at < least(coalesce(b.to_at, 'infinity'), ${to}::timestamptz)
    where b.operator_id = ${ctx.user.operatorId} and b.vehicle = ${vehicle} and b.deleted_at is null and b.from_at < ${to} and (b.to_at is null or b.to_at > ${from})
      and q.at >= ${from} and q.at < ${to} and q.flags & ${UNUSABLE} = 0
    order by q.at, q.serial limit ${MOST_POINTS + 1}`.execute(db)
  if (rows.length > MOST_POINTS) throw invalid({ to: '该时段的定位点过多，请缩短时间范围' })
  return rows.map((r) => ({
    t: Math.round(Number(r.t)),
    lng: r.lng,
    lat: r.lat,
    speed: r.speed,
    direction: r.direction,
    odometer: r.odometer,
  }))
}

const second = (at: string): number => Math.round(Date.parse(at) / 1000)
const micro = (degrees: unknown): number | null => (degrees === null ? null : Math.round(Number(degrees) * 1e6))

async function storedSpans(db: Db, ctx: Context, vehicle: number, { from, to }: Period): Promise<TrackSpan[]> {
  const rows = (await scopedFrom(db, ctx, 'trip')
    .selectAll('t')
    .where('t.vehicle', '=', vehicle)
    .where('t.startAt', '<', to)
    .where((eb) => eb.or([eb('t.endAt', 'is', null), eb('t.endAt', '>', from)]))
    .orderBy('t.startAt')
    .orderBy('t.id')
    .limit(2000)
    .execute()) as Record<string, any>[]
  return rows.map((r) => ({
    id: r['id'],
    kind: r['kind'],
    from: second(r['startAt']),
    to: r['endAt'] ? second(r['endAt']) : null,
    distance: r['distance'],
    method: r['method'],
    maxSpeed: r['maxSpeed'] === null ? null : Number(r['maxSpeed']),
    lng: micro(r['startLng']),
    lat: micro(r['startLat']),
    endLng: micro(r['endLng']),
    endLat: micro(r['endLat']),
    place: null,
  }))
}
/** Where the engine has not been yet (a terminal just connected): the same cut, from the points themselves. */
function derivedSpans(points: readonly RawPoint[]): TrackSpan[] {
  const stops = standings(points)
  const spans: TrackSpan[] = []
  let next = 0
  const drive = (until: number): void => {
    const part = points.filter((p) => p.t >= next && p.t <= until)
    const [a, b] = [part[0], part.at(-1)]
    if (!a || !b || b.t - a.t < 60) return
    let [distance, maxSpeed] = [0, 0]
    for (let i = 1; i < part.length; i++) {
      distance += step(part[i - 1]!, part[i]!)
      maxSpeed = Math.max(maxSpeed, part[i]!.speed / 10)
    }
    spans.push({
      id: -spans.length - 1,
      kind: 'trip',
      from: a.t,
      to: b.t,
      distance: Math.round(distance),
      method: 'gps',
      maxSpeed,
      lng: a.lng,
      lat: a.lat,
      endLng: b.lng,
      endLat: b.lat,
      place: null,
    })
  }
  for (const s of stops) {
    drive(s.from)
    spans.push({
      id: -spans.length - 1,
      kind: 'stop',
      from: s.from,
      to: s.to,
      distance: 0,
      method: 'gps',
      maxSpeed: null,
      lng: s.lng,
      lat: s.lat,
      endLng: s.lng,
      endLat: s.lat,
      place: null,
    })
    next = s.to
  }
  const last = points.at(-1)
  if (last) drive(last.t)
  return spans
}

async function readMarks(db: Db, ctx: Context, vehicle: number, { from, to }: Period): Promise<TrackMark[]> {
  const marks: TrackMark[] = []
  if (ctx.access.can('assistant')) {
    const rows = (await scopedFrom(db, ctx, 'alarm')
      .select(['t.id', 't.kind', 't.grade', 't.startAt', 't.lng', 't.lat', 't.detail'])
      .where('t.vehicle', '=', vehicle)
      .where('t.startAt', '>=', from)
      .where('t.startAt', '<', to)
      .where('t.lng', 'is not', null)
      .orderBy('t.startAt')
      .orderBy('t.id')
      .limit(500)
      .execute()) as Record<string, any>[]
    for (const r of rows)
      marks.push({
        id: r['id'],
        kind: 'alarm',
        label: ALARM_KINDS[r['kind'] as keyof typeof ALARM_KINDS],
        grade: r['grade'],
        t: second(r['startAt']),
        lng: micro(r['lng'])!,
        lat: micro(r['lat'])!,
        note: r['detail'],
      })
  }
  if (ctx.access.can('electronicFence')) {
    const rows = (await scopedFrom(db, ctx, 'fenceEvent')
      .innerJoin('fence as f', 'f.id', 't.fence')
      .select(['t.id', 't.kind', 't.at', 't.lng', 't.lat', 'f.name as fence'])
      .where('t.vehicle', '=', vehicle)
      .where('t.at', '>=', from)
      .where('t.at', '<', to)
      .where('t.amendedAt', 'is', null)
      .orderBy('t.at')
      .orderBy('t.id')
      .limit(500)
      .execute()) as Record<string, any>[]
    for (const r of rows)
      marks.push({
        id: r['id'],
        kind: 'fence',
        label: `${FENCE_EVENTS[r['kind'] as keyof typeof FENCE_EVENTS]}「${r['fence']}」`,
        grade: 'notice',
        t: second(r['at']),
        lng: micro(r['lng'])!,
        lat: micro(r['lat'])!,
        note: null,
      })
  }
  return marks.toSorted((a, b) => a.t - b.t)
}

function shownPoints(points: readonly RawPoint[], zoom: number): RawPoint[] {
  let tolerance = toleranceOf(zoom)
  let shown = simplify(points, tolerance)
  while (shown.length > MOST_SHOWN) {
    tolerance *= Math.max(2, shown.length / MOST_SHOWN)
    shown = simplify(points, tolerance)
  }
  return shown
}

async function track(ctx: Context, vehicle: number, period: Period, zoom: number): Promise<TrackAnswer> {
  return reading(ctx, async (db) => {
    const { plate } = await seenVehicle(db, ctx, vehicle)
    const points = await readPoints(db, ctx, vehicle, period)
    const stored = await storedSpans(db, ctx, vehicle, period)
    const spans = (stored.length ? stored : derivedSpans(points)).map((s) =>
      s.kind === 'stop' && s.lng !== null && s.lat !== null ? { ...s, place: placeAt(s.lng / 1e6, s.lat / 1e6) } : s,
    )
    const temperatures: TemperatureSeries[] = ctx.access.can('coldChainTemperatureControl')
      ? await readSeries(db, ctx, vehicle, period, 1000)
      : []
    return {
      vehicle,
      plate,
      ...period,
      stored: points.length,
      points: columns(shownPoints(points, zoom), points),
      spans,
      marks: await readMarks(db, ctx, vehicle, period),
      temperatures,
      mileage: mileageOf(points),
      derived: stored.length === 0,
    }
  })
}

const xml = (text: string): string => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
/** GPX 1.1: WGS-84 and UTC are its law, so nothing is converted. */
function* gpx(plate: string, points: readonly RawPoint[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="zuyuntong" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${xml(plate)}</name><trkseg>\n`
  for (let i = 0; i < points.length; i += 500)
    yield points
      .slice(i, i + 500)
      .map(
        (p) =>
          `<trkpt lat="${(p.lat / 1e6).toFixed(6)}" lon="${(p.lng / 1e6).toFixed(6)}"><time>${new Date(p.t * 1000).toISOString()}</time></trkpt>\n`,
      )
      .join('')
  yield '</trkseg></trk></gpx>\n'
}

async function file(ctx: Context, vehicle: number, period: Period, format: 'xlsx' | 'gpx'): Promise<Download> {
  const { plate, points } = await reading(ctx, async (db) => ({
    plate: (await seenVehicle(db, ctx, vehicle)).plate,
    points: await readPoints(db, ctx, vehicle, period),
  }))
  const name = `轨迹 ${plate} ${formatTime(period.from, 'YYYYMMDD-HHmm')}`
  if (format === 'gpx') return download({ fileName: `${name}.gpx`, mime: 'application/gpx+xml', body: Readable.from(gpx(plate, points)) })
  const mileage = mileageOf(points)
  const rows = points.map((p) => ({
    at: new Date(p.t * 1000).toISOString(),
    lng: (p.lng / 1e6).toFixed(6),
    lat: (p.lat / 1e6).toFixed(6),
    speed: p.speed / 10,
    direction: p.direction,
    odometer: p.odometer === null ? null : p.odometer / 10,
  }))
  return download({
    fileName: `${name}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: xlsxStream(rows, {
      sheetName: '轨迹',
      footer: exportMark(ctx),
      columns: [
        { key: 'at', label: '定位时间', kind: 'instant' },
        { key: 'lng', label: '经度（WGS-84）', kind: 'text' },
        { key: 'lat', label: '纬度（WGS-84）', kind: 'text' },
        { key: 'speed', label: '速度（km/h）', kind: 'number' },
        { key: 'direction', label: '方向（°）', kind: 'number' },
        { key: 'odometer', label: '终端里程（km）', kind: 'number' },
      ],
      about: [
        ['车辆', plate],
        ['开始', formatTime(period.from)],
        ['结束', formatTime(period.to)],
        ['定位点', String(points.length)],
        ['卫星定位里程（km）', (mileage.gps / 1000).toFixed(1)],
        ['终端里程（km）', mileage.odometer === null ? '—' : (mileage.odometer / 1000).toFixed(1)],
        ['采用', mileage.why],
      ],
    }),
  })
}

const asked = { vehicle: id, from: time, to: time }
export const trackRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/position/track',
    summary: '历史轨迹：按缩放级别简化的点、行程与停留、报警、温度与里程',
    right: 'historicalTrajectory',
    input: z.strictObject({
      ...asked,
      zoom: z.coerce.number('缩放级别应为数字').min(0, '缩放级别应在 0–18 之间').max(18, '缩放级别应在 0–18 之间').default(14),
    }),
    output: trackAnswer,
    handler: (ctx, { vehicle, from, to, zoom }) => track(ctx, vehicle, periodOf(from, to), zoom),
  }),
  route({
    method: 'GET',
    path: '/api/v1/position/file',
    summary: '导出轨迹（Excel、GPX）',
    right: 'historicalTrajectory_export',
    input: z.strictObject({ ...asked, format: z.enum(['xlsx', 'gpx'], '格式应为 xlsx 或 gpx') }),
    output: fileAnswer,
    handler: (ctx, { vehicle, from, to, format }) => file(ctx, vehicle, periodOf(from, to), format),
  }),
]
