/** What the map screens are answered, for the document and the check. Coordinates are WGS-84, whole numbers of 1e-6 degrees; times seconds since 1970. */
import { z } from 'zod'
import { CARD_LINE } from '#kit/entity/card/card.wire.ts'

const whole = z.array(z.number())
const maybe = z.array(z.number().nullable())
const measure = z.enum(['temperature', 'humidity'])

/** Column by column: ten thousand vehicles are one answer of some hundred kB. */
const liveColumns = z.object({
  id: whole.describe('车辆'),
  row: whole.describe('「车辆动态」中的记录，操作向它提出'),
  plate: z.array(z.string()),
  state: whole.describe('LIVE_STATES 中的序号'),
  lng: maybe.describe('1e-6 度'),
  lat: maybe.describe('1e-6 度'),
  speed: whole.describe('km/h'),
  direction: whole,
  at: maybe,
  flags: whole.describe('1 油路断开，2 电路断开，4 点火'),
  alarm: whole.describe('未处理报警的最高级别：0 无，1 提示，2 一般，3 严重'),
})
export type LiveColumns = z.output<typeof liveColumns>
const liveCounts = z.object({
  total: z.number(),
  online: z.number(),
  driving: z.number(),
  idling: z.number(),
  parked: z.number(),
  unlocated: z.number(),
  offline: z.number(),
  never: z.number(),
  alarm: z.number().describe('有未处理报警的车辆'),
})
export type LiveCounts = z.output<typeof liveCounts>
export const liveAnswer = z.object({ at: z.string(), counts: liveCounts, vehicles: liveColumns })
export type LiveAnswer = z.output<typeof liveAnswer>
/** `event: positions`, at most once a second: what changed inside the part of the map that is looked at, and the figures of all. */
export type LiveChange = LiveAnswer

export const liveCard = z.object({
  vehicle: z.number(),
  row: z.number(),
  plate: z.string(),
  model: z.string().nullable(),
  store: z.string().nullable(),
  terminal: z
    .object({
      id: z.number(),
      no: z.string(),
      simNo: z.string().nullable(),
      profile: z.string().nullable(),
      canCut: z.boolean(),
      clockFault: z.string().nullable().describe('时钟异常：定位时间按平台收到的时间'),
    })
    .nullable(),
  armed: z.boolean().describe('已设限制启动，待熄火后生效'),
  place: z.string().nullable(),
  lines: z.array(CARD_LINE).describe('车辆卡片上的内容：承租人、司机、今日里程、油量、温度、报警等，按各自的权限'),
})
export type LiveCard = z.output<typeof liveCard>

const trackPoints = z.object({
  t: whole,
  lng: whole,
  lat: whole,
  speed: whole.describe('0.1 km/h'),
  direction: whole,
  // Told, because points left out look like silence too.
  silent: whole.describe('升序：这些点之前终端没有上报'),
})
export type TrackPoints = z.output<typeof trackPoints>
const mileage = z.object({
  gps: z.number().describe('米：按卫星定位，已去除漂移'),
  odometer: z.number().nullable().describe('米：按终端里程；不计或不连续时为空'),
  used: z.enum(['gps', 'odometer']),
  why: z.string(),
})
export type Mileage = z.output<typeof mileage>
const trackSpan = z.object({
  id: z.number(),
  kind: z.enum(['trip', 'stop', 'gap']),
  from: z.number(),
  to: z.number().nullable(),
  distance: z.number(),
  method: z.enum(['odometer', 'gps']).describe('里程依据'),
  maxSpeed: z.number().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  endLng: z.number().nullable(),
  endLat: z.number().nullable(),
  place: z.string().nullable().describe('停留地点'),
})
export type TrackSpan = z.output<typeof trackSpan>
const trackMark = z.object({
  id: z.number(),
  kind: z.enum(['alarm', 'fence']),
  label: z.string(),
  grade: z.string(),
  t: z.number(),
  lng: z.number(),
  lat: z.number(),
  note: z.string().nullable(),
})
export type TrackMark = z.output<typeof trackMark>
const temperatureSeries = z.object({
  kind: measure,
  sensorNo: z.number(),
  zone: z.string(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
  t: whole,
  value: maybe.describe('0.1 ℃ 或 0.1 %；空：传感器报告无值'),
})
export type TemperatureSeries = z.output<typeof temperatureSeries>
/** Of a door contact or a cooling machine: when it was open, when it ran. */
const switchSeries = z.object({
  kind: z.enum(['door', 'reefer']),
  sensorNo: z.number(),
  zone: z.string(),
  readings: z.number(),
  times: z.number(),
  seconds: z.number(),
  longest: z.number(),
  spans: z.array(z.object({ from: z.number(), to: z.number(), open: z.boolean() })),
})
export type SwitchSeries = z.output<typeof switchSeries>
export const trackAnswer = z.object({
  vehicle: z.number(),
  plate: z.string(),
  from: z.string(),
  to: z.string(),
  stored: z.number().describe('简化之前有定位的点数'),
  points: trackPoints,
  spans: z.array(trackSpan),
  marks: z.array(trackMark),
  temperatures: z.array(temperatureSeries),
  mileage,
  derived: z.boolean().describe('行程由本次查询推算，引擎尚未处理'),
})
export type TrackAnswer = z.output<typeof trackAnswer>

const figure = z.number().nullable()
export const curveAnswer = z.object({
  vehicle: z.number(),
  plate: z.string(),
  from: z.string(),
  to: z.string(),
  channels: z.array(
    temperatureSeries.extend({
      channel: figure,
      policy: z.string().nullable(),
      readings: z.number(),
      broken: z.number(),
      min: figure,
      max: figure,
      mean: figure,
      mkt: figure,
      inRange: figure,
      longestOut: z.number(),
      recording: z
        .object({ seconds: z.number(), outSeconds: z.number(), longest: z.number(), longestOut: figure, late: z.number() })
        .nullable(),
    }),
  ),
  switches: z.array(switchSeries),
  excursions: z.array(
    z.object({
      id: z.number(),
      no: z.string(),
      measure,
      sensorNo: z.number(),
      kind: z.enum(['high', 'low', 'noData', 'spread']),
      from: z.number(),
      to: figure,
      peak: figure,
      status: z.string(),
    }),
  ),
})
export type CurveAnswer = z.output<typeof curveAnswer>

/** Whether the readings are those that were stored. */
export const sealAnswer = z.object({
  problem: z.string().nullable().describe('为空：与入库时一致'),
  readings: z.number().describe('参与核对的读数'),
  days: z.number(),
  unsealed: z.number().describe('早于校验值启用的读数'),
})
export type SealAnswer = z.output<typeof sealAnswer>

/** Of a pasted frame. */
const explained = z.object({
  ok: z.boolean(),
  error: z.string().nullable().describe('有误时的说明；能解析的部分仍在'),
  title: z.string(),
  lines: z.array(
    z.object({
      label: z.string(),
      depth: z.number(),
      from: figure.describe('在去转义、去首 7e 的报文中的位置'),
      hex: z.string(),
      value: z.string(),
      meaning: z.string(),
    }),
  ),
  json: (z.record(z.string(), z.unknown()) as z.ZodType<object>).nullable(),
})
export const decodeAnswer = z.object({ messages: z.array(explained), limited: z.boolean() })
export type DecodeAnswer = z.output<typeof decodeAnswer>

/** Raw fixes, as their columns say. */
export const positionList = z.object({
  list: z.array(
    z.looseObject({
      terminalNo: z.string().optional(),
      longitude: z.number(),
      latitude: z.number(),
      crs: z.literal('wgs84'),
      speed: z.number().describe('km/h'),
      mileage: figure.describe('km'),
      fuel: figure.describe('L'),
      time: z.string(),
      receivedTime: z.string(),
      late: z.boolean(),
      located: z.boolean(),
      jump: z.boolean().describe('与前一位置相距过远，位置不予采信'),
      badClock: z.boolean().describe('终端时钟异常：时间为接收时间，或按已知偏差改正'),
      sentTime: z.string().nullable().describe('终端上报的原时间，仅时钟异常时有值'),
    }),
  ),
  total: z.number(),
  pageNo: z.number(),
  pageSize: z.number(),
})
export const outlineAnswer = z.object({ rings: z.array(z.array(z.tuple([z.number(), z.number()])).readonly()).readonly() })
