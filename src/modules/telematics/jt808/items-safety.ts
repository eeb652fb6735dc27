/**
 * The items 64–67 of terminals with driving assistance (T/JSATL 12, 苏标): what is ahead, the driver, the tyres, the blind spots. Each says
 * where and when by itself, and names its alarm by 16 bytes, under which the terminal keeps pictures and films of it.
 */
import { bytesOf, CodecError, hexOf, Reader, Writer } from './bytes.ts'
import type { ItemKind } from './items.ts'
import { timeDigits, timeOf } from './times.ts'

/** What a terminal calls one alarm: who, when, which, and how many files belong to it. */
export interface AlarmMark {
  terminalId: string
  time: string
  sequence: number
  attachments: number
  reserved: number
}
export interface SafetyAlarm {
  alarmId: number
  /** 0 cannot be said, 1 begins, 2 ends. */
  state: number
  type?: number
  level?: number
  speed: number
  altitude: number
  latitude: number
  longitude: number
  time: string
  vehicle: number
  mark: AlarmMark
  [more: string]: unknown
}

const SAFETY_TYPES = {
  driving: {
    1: '前向碰撞报警',
    2: '车道偏离报警',
    3: '车距过近报警',
    4: '行人碰撞报警',
    5: '频繁变道报警',
    6: '道路标识超限报警',
    7: '障碍物报警',
    16: '道路标志识别事件',
    17: '主动抓拍事件',
  },
  driver: {
    1: '疲劳驾驶报警',
    2: '接打电话报警',
    3: '抽烟报警',
    4: '分神驾驶报警',
    5: '驾驶员异常报警',
    16: '自动抓拍事件',
    17: '驾驶员变更事件',
  },
  blindSpot: { 1: '后方接近报警', 2: '左侧后方接近报警', 3: '右侧后方接近报警' },
} as const
const TYRE_BITS = ['胎压（定时上报）', '胎压过高', '胎压过低', '胎温过高', '传感器异常', '胎压不平衡', '慢漏气', '电池电量低'] as const

const MARK_BYTES = 16
/** Text of seven bytes, which makers fill up with zeros; anything else stays hex so that it can be given back. */
function idOf(b: Uint8Array): string {
  const end = b.findIndex((n) => n === 0)
  const part = end < 0 ? b : b.subarray(0, end)
  const plain = part.every((n) => n > 0x20 && n < 0x7f && n !== 0x3a) && (end < 0 || b.subarray(end).every((n) => n === 0))
  return plain ? String.fromCharCode(...part) : `:${hexOf(b)}`
}
export function readMark(r: Reader): AlarmMark {
  const b = r.part(MARK_BYTES)
  return { terminalId: idOf(b.subarray(0, 7)), time: timeOf(b, 7), sequence: b[13]!, attachments: b[14]!, reserved: b[15]! }
}
export function writeMark(w: Writer, mark: AlarmMark): void {
  const { terminalId: id, time } = mark ?? {}
  if (typeof id !== 'string' || typeof time !== 'string') throw new CodecError('报警标识号：终端 ID（terminalId）与时间（time）应为文字')
  const bytes = id.startsWith(':') ? bytesOf(id.slice(1)) : Uint8Array.from(id, (c) => c.charCodeAt(0))
  if (bytes.length > 7) throw new CodecError('终端 ID（terminalId）不能超过 7 个字节')
  for (let i = 0; i < 7; i++) w.u8(bytes[i] ?? 0)
  w.hex(timeDigits(time))
  put(w, 1, mark.sequence)
  put(w, 1, mark.attachments)
  put(w, 1, mark.reserved)
}

type Size = 1 | 2 | 4
/** Of an item: what stands before the place, and after the mark. */
interface Layout {
  before: readonly (readonly [name: string, size: Size])[]
  wheels?: true
}
const LAYOUTS: Record<string, Layout> = {
  drivingAssistance: {
    before: [
      ['alarmId', 4],
      ['state', 1],
      ['type', 1],
      ['level', 1],
      ['frontSpeed', 1],
      ['distance', 1],
      ['deviation', 1],
      ['sign', 1],
      ['signValue', 1],
      ['speed', 1],
    ],
  },
  driverState: {
    before: [
      ['alarmId', 4],
      ['state', 1],
      ['type', 1],
      ['level', 1],
      ['fatigue', 1],
      ['reserved', 4],
      ['speed', 1],
    ],
  },
  tyres: {
    before: [
      ['alarmId', 4],
      ['state', 1],
      ['speed', 1],
    ],
    wheels: true,
  },
  blindSpot: {
    before: [
      ['alarmId', 4],
      ['state', 1],
      ['type', 1],
      ['speed', 1],
    ],
  },
}
const PLACE = [
  ['altitude', 2],
  ['latitude', 4],
  ['longitude', 4],
] as const
const WHEEL = [
  ['position', 1],
  ['alarms', 2],
  ['pressure', 2],
  ['temperature', 2],
  ['battery', 2],
] as const

const take = (r: Reader, size: Size): number => (size === 1 ? r.u8() : size === 2 ? r.u16() : r.u32())
function put(w: Writer, size: Size, value: unknown): void {
  const max = 2 ** (8 * size) - 1
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) throw new CodecError(`应为 0 至 ${max} 的整数`)
  if (size === 1) w.u8(value)
  else if (size === 2) w.u16(value)
  else w.u32(value)
}

/** Undefined when the bytes are not of this layout: other editions have longer marks. */
function readSafety(name: string, r: Reader): SafetyAlarm | undefined {
  const { before, wheels } = LAYOUTS[name]!
  const fixed = before.reduce((sum, [, n]) => sum + n, 0) + 10 + 6 + 2 + MARK_BYTES
  if (wheels ? r.left < fixed + 1 || (r.left - fixed - 1) % 9 !== 0 : r.left !== fixed) return undefined
  const fields: Record<string, unknown> = {}
  for (const [key, size] of [...before, ...PLACE]) fields[key] = take(r, size)
  fields['time'] = timeOf(r.part(6), 0)
  fields['vehicle'] = r.u16()
  fields['mark'] = readMark(r)
  if (wheels) {
    const count = r.u8()
    if (count * 9 !== r.left) return undefined
    fields['wheels'] = Array.from({ length: count }, () => Object.fromEntries(WHEEL.map(([key, size]) => [key, take(r, size)])))
  }
  return fields as SafetyAlarm
}

function writeSafety(name: string, w: Writer, value: SafetyAlarm): void {
  const { before, wheels } = LAYOUTS[name]!
  if (typeof value !== 'object' || value === null || typeof value.time !== 'string') throw new CodecError('应为对象，时间（time）应为文字')
  for (const [key, size] of [...before, ...PLACE]) put(w, size, value[key])
  w.hex(timeDigits(value.time))
  put(w, 2, value.vehicle)
  writeMark(w, value.mark)
  if (!wheels) return
  const list = value['wheels']
  if (!Array.isArray(list)) throw new CodecError('轮胎（wheels）：应为列表')
  put(w, 1, list.length)
  for (const wheel of list as (Record<string, number> | null)[]) for (const [key, size] of WHEEL) put(w, size, wheel?.[key])
}

const STATES: Record<number, string> = { 1: '开始', 2: '结束' }
/** One alarm as a person reads it. */
export function safetyWords(name: string, value: SafetyAlarm): string {
  const types: Readonly<Record<number, string>> | undefined =
    name === 'drivingAssistance'
      ? SAFETY_TYPES.driving
      : name === 'driverState'
        ? SAFETY_TYPES.driver
        : name === 'blindSpot'
          ? SAFETY_TYPES.blindSpot
          : undefined
  const wheels = (value['wheels'] as Record<string, number>[] | undefined) ?? []
  return [
    types ? (types[value.type ?? 0] ?? `类型 ${value.type}`) : '胎压监测报警',
    STATES[value.state],
    value.level ? `${value.level} 级` : null,
    `${value.speed} km/h`,
    ...wheels.map(
      (w) =>
        `轮胎 ${w['position']}：${TYRE_BITS.filter((_, bit) => (w['alarms']! >> bit) & 1).join('、') || '正常'} ${w['pressure']} kPa ${w['temperature']} ℃`,
    ),
    value.mark.attachments ? `附件 ${value.mark.attachments} 个` : null,
  ]
    .filter(Boolean)
    .join('，')
}

const safety = (name: string, label: string): ItemKind => ({
  name,
  label,
  words: (value) => safetyWords(name, value as SafetyAlarm),
  read: (b, from, to) => readSafety(name, new Reader(b, from, to)),
  write(value: SafetyAlarm) {
    const w = new Writer()
    writeSafety(name, w, value)
    return [...w.done()]
  },
})
export const safetyKinds: readonly ItemKind[] = [
  safety('drivingAssistance', '驾驶辅助报警'),
  safety('driverState', '驾驶员状态报警'),
  safety('tyres', '胎压监测报警'),
  safety('blindSpot', '盲区监测报警'),
]
