/**
 * What a channel of a refrigerated vehicle measures (fleet.md §2.7), pure. Temperature and humidity come as additional items and are judged
 * by a standard; door contacts and cooling machines are on or off, and tell intervals. Readings of all kinds stand in one table, under one
 * number for each channel of a vehicle: the kind's tens and the sensor's number, so that the chain of sums covers all of them.
 */
export const CHANNEL_KINDS = { temperature: '温度', humidity: '湿度', door: '门磁', reefer: '冷机' }
export type ChannelKind = keyof typeof CHANNEL_KINDS
/** What has limits. */
export type Measure = 'temperature' | 'humidity'
export const MEASURES = { temperature: '温度', humidity: '湿度' }

const TENS: Record<ChannelKind, number> = { temperature: 0, humidity: 10, door: 20, reefer: 30 }
export const slotOf = (kind: ChannelKind, sensorNo: number): number => TENS[kind] + sensorNo
export const kindOf = (slot: number): ChannelKind => (['temperature', 'humidity', 'door', 'reefer'] as const)[Math.floor(slot / 10)]!
export const numberOf = (slot: number): number => slot % 10
/** The same as `slotOf`, as the database computes it. */
export const SLOT_SQL = "sensor_no + case kind when 'humidity' then 10 when 'door' then 20 when 'reefer' then 30 else 0 end"

export const isSwitch = (kind: ChannelKind): kind is 'door' | 'reefer' => kind === 'door' || kind === 'reefer'
export const DOORS = 5

/** Where a cooling machine says that it runs: no standard item does, so installers use what the terminal has. */
export const REEFER_SIGNALS = {
  aircon: '扩展车辆信号：空调',
  heater: '扩展车辆信号：加热器',
  io2: 'IO 状态第 2 位',
  io3: 'IO 状态第 3 位',
  door5: '状态位：门 5（自定义）',
}
export type ReeferSignal = keyof typeof REEFER_SIGNALS

/** What a report says of switches; null: it has no such item, which says nothing of the switch. */
interface Signals {
  status: number
  vehicleSignals: number | null
  io: number | null
}
type Word = keyof Signals
const REEFER_BITS: Record<ReeferSignal, readonly [word: Word, bit: number]> = {
  aircon: ['vehicleSignals', 9],
  heater: ['vehicleSignals', 13],
  io2: ['io', 2],
  io3: ['io', 3],
  door5: ['status', 17],
}
export interface Switch {
  slot: number
  word: Word
  bit: number
}
export function switchOf(kind: 'door' | 'reefer', sensorNo: number, signal: ReeferSignal | null): Switch {
  const [word, bit] = kind === 'door' ? (['status', 12 + sensorNo] as const) : REEFER_BITS[signal ?? 'aircon']
  return { slot: slotOf(kind, sensorNo), word, bit }
}
export const stateOf = (one: Switch, signals: Signals): 0 | 1 | null => {
  const word = signals[one.word]
  return word === null ? null : ((word >>> one.bit) & 1) === 1 ? 1 : 0
}

/** Seconds; a channel that was silent for longer says nothing of what was between. */
export const SILENT = 1800

/** An excursion in words. */
export const EXCURSION_WORDS: Record<Measure, Record<'high' | 'low' | 'spread' | 'noData', string>> = {
  temperature: { high: '温度超高', low: '温度超低', spread: '温差过大', noData: '温度无数据' },
  humidity: { high: '湿度超高', low: '湿度超低', spread: '湿差过大', noData: '湿度无数据' },
}

export const UNITS: Record<Measure, string> = { temperature: '℃', humidity: '%RH' }
const ON_OFF = { door: ['关闭', '打开'], reefer: ['停机', '运行'] } as const

/** A value as people read it; `value` in the unit itself. */
export function measuredText(kind: ChannelKind, value: number | null): string {
  if (value === null) return '—'
  return isSwitch(kind) ? ON_OFF[kind][value > 0 ? 1 : 0] : `${value.toFixed(1)} ${UNITS[kind]}`
}
export const channelName = (kind: ChannelKind, sensorNo: number): string =>
  kind === 'door'
    ? `门 ${sensorNo}`
    : kind === 'reefer'
      ? `冷机 ${sensorNo}`
      : kind === 'humidity'
        ? `湿度 ${sensorNo} 号`
        : `${sensorNo} 号`
