/**
 * The additional items of a location. The same id means different things on devices of different makers (0x06 is the cargo temperature of
 * the 2019 edition, a battery level elsewhere), so ids get their meaning from a device profile; this is the catalogue of meanings.
 * A kind that cannot give the item back byte for byte answers `undefined`, and the item stays hex.
 */
import { CodecError } from './bytes.ts'
import type { Version } from './schema.ts'

export interface ItemKind {
  /** Unique in the catalogue: encoding finds the kind by it, whatever the profile. */
  name: string
  label: string
  unit?: string
  values?: Record<number, string>
  bits?: readonly (string | null)[]
  /** A value of many fields, in words. */
  words?: (value: unknown) => string
  read(b: Uint8Array, from: number, to: number, version: Version): unknown
  write(value: any): number[] // a value from outside: each kind checks its own
}
const kind = (k: ItemKind): ItemKind => k

const u16At = (b: Uint8Array, i: number): number => (b[i]! << 8) | b[i + 1]!
const u32At = (b: Uint8Array, i: number): number => ((b[i]! << 24) | (b[i + 1]! << 16) | (b[i + 2]! << 8) | b[i + 3]!) >>> 0

function bytesFor(n: unknown, size: 1 | 2 | 4): number[] {
  const max = 2 ** (8 * size) - 1
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 0 || n > max) throw new CodecError(`应为 0 至 ${max} 的整数`)
  const bytes: number[] = []
  for (let i = size - 1; i >= 0; i--) bytes.push(Math.floor(n / 2 ** (8 * i)) & 0xff)
  return bytes
}

type Meaning = Pick<ItemKind, 'unit' | 'values' | 'bits'>
const int = (name: string, label: string, size: 1 | 2 | 4, meaning: Meaning = {}): ItemKind =>
  kind({
    name,
    label,
    ...meaning,
    read: (b, from, to) => (to - from !== size ? undefined : size === 1 ? b[from]! : size === 2 ? u16At(b, from) : u32At(b, from)),
    write: (value) => bytesFor(value, size),
  })

/** Two bytes whose first bit says «minus»; −0 stays hex, because JSON has none. */
const magnitude = (n: number): number | undefined => (n === 0x8000 ? undefined : n & 0x8000 ? -(n & 0x7fff) : n)
const magnitudeBytes = (n: number): number[] => bytesFor(n < 0 ? 0x8000 | -n : n, 2)
const complement = (n: number): number => (n & 0x8000 ? n - 0x10000 : n)

/** Several sensors; `null` is a sensor that is not there or broken (0xffff). */
const sensors = (
  name: string,
  label: string,
  unit: string,
  of: { read(n: number): number | undefined; write(n: number): number[] },
): ItemKind =>
  kind({
    name,
    label,
    unit,
    read(b, from, to) {
      if (to === from || (to - from) % 2 !== 0) return undefined
      const values: (number | null)[] = []
      for (let i = from; i < to; i += 2) {
        const raw = u16At(b, i)
        const value = raw === 0xffff ? null : of.read(raw)
        if (value === undefined) return undefined
        values.push(value)
      }
      return values
    },
    write(value) {
      if (!Array.isArray(value)) throw new CodecError('应为列表')
      return value.flatMap((n) => (n === null ? [0xff, 0xff] : of.write(n)))
    },
  })

/** Fixed fields one after another, all whole numbers. */
function fields(name: string, label: string, layout: readonly (readonly [string, 1 | 2 | 4])[]): ItemKind {
  const size = layout.reduce((sum, [, n]) => sum + n, 0)
  return kind({
    name,
    label,
    read(b, from, to) {
      if (to - from !== size) return undefined
      const values: Record<string, number> = {}
      let at = from
      for (const [key, n] of layout) {
        values[key] = n === 1 ? b[at]! : n === 2 ? u16At(b, at) : u32At(b, at)
        at += n
      }
      return values
    },
    write: (value) => layout.flatMap(([key, n]) => bytesFor(value?.[key], n)),
  })
}

const AREA = { 0: '无特定位置', 1: '圆形区域', 2: '矩形区域', 3: '多边形区域', 4: '路段' }

const overspeed = kind({
  name: 'overspeed',
  label: '超速报警附加信息',
  values: AREA,
  read(b, from, to) {
    if (to - from === 1) return { place: b[from]! }
    return to - from === 5 ? { place: b[from]!, id: u32At(b, from + 1) } : undefined
  },
  write: (value) => [...bytesFor(value?.place, 1), ...(value?.id === undefined ? [] : bytesFor(value.id, 4))],
})

const tyrePressures = kind({
  name: 'tyrePressures',
  label: '胎压',
  unit: 'Pa',
  read: (b, from, to) => (to - from !== 30 ? undefined : Array.from(b.subarray(from, to), (n) => (n === 0xff ? null : n))),
  write: (value) =>
    Array.isArray(value) && value.length === 30 ? value.flatMap((n) => (n === null ? [0xff] : bytesFor(n, 1))) : bytesFor(NaN, 1),
})

const cabinTemperature = kind({
  name: 'cabinTemperature',
  label: '车厢温度',
  unit: '℃',
  // An item of the 2019 edition; on older devices the id is somebody's own.
  read: (b, from, to, version) => (to - from !== 2 || version !== 2019 ? undefined : magnitude(u16At(b, from))),
  write: magnitudeBytes,
})

const twoComplement = { read: complement, write: (n: number) => (n === -1 ? bytesFor(NaN, 2) : bytesFor(n < 0 ? n + 0x10000 : n, 2)) }
const signMagnitude = { read: magnitude, write: (n: number) => (n === -0x7fff ? bytesFor(NaN, 2) : magnitudeBytes(n)) }
const unsigned = { read: (n: number) => n, write: (n: number) => (n === 0xffff ? bytesFor(NaN, 2) : bytesFor(n, 2)) }

const VEHICLE_SIGNALS = [
  '近光灯',
  '远光灯',
  '右转向灯',
  '左转向灯',
  '制动',
  '倒档',
  '雾灯',
  '示廓灯',
  '喇叭',
  '空调',
  '空挡',
  '缓速器工作',
  'ABS 工作',
  '加热器工作',
  '离合器',
]

/** Kinds of the standard and of common makers; those of driving assistance are in items-safety.ts. */
export const plainKinds: readonly ItemKind[] = [
  int('mileage', '里程', 4, { unit: '0.1 km' }),
  int('fuel', '油量', 2, { unit: '0.1 L' }),
  int('recorderSpeed', '行驶记录仪速度', 2, { unit: '0.1 km/h' }),
  int('alarmToConfirm', '需要人工确认的报警事件 ID', 2),
  tyrePressures,
  cabinTemperature,
  overspeed,
  fields('area', '进出区域/路线附加信息', [
    ['place', 1],
    ['id', 4],
    ['direction', 1],
  ]),
  fields('driveTime', '路段行驶时间不足/过长附加信息', [
    ['id', 4],
    ['seconds', 2],
    ['result', 1],
  ]),
  int('videoAlarms', '视频相关报警', 4, {
    bits: ['视频信号丢失', '视频信号遮挡', '存储单元故障', '其他视频设备故障', '客车超员', '异常驾驶行为', '特殊报警录像达到存储阈值'],
  }),
  int('videoLost', '视频信号丢失的通道', 4),
  int('videoCovered', '视频信号遮挡的通道', 4),
  int('storageFailed', '存储器故障状态', 2),
  fields('abnormalDriving', '异常驾驶行为', [
    ['kind', 2],
    ['fatigue', 1],
  ]),
  int('vehicleSignals', '扩展车辆信号状态', 4, { bits: VEHICLE_SIGNALS }),
  int('io', 'IO 状态', 2, { bits: ['深度休眠', '休眠'] }),
  fields('analog', '模拟量', [
    ['ad1', 2],
    ['ad0', 2],
  ]),
  int('signal', '无线通信网络信号强度', 1),
  int('satellites', 'GNSS 定位卫星数', 1),
  sensors('temperatures', '温度', '0.1 ℃', twoComplement),
  sensors('temperaturesSigned', '温度', '0.1 ℃', signMagnitude),
  sensors('humidities', '湿度', '0.1 %', unsigned),
  int('voltage', '外部电压', 2, { unit: '0.01 V' }),
  int('batteryLevel', '电池电量', 1, { unit: '%' }),
]

export interface Profile {
  code: string
  label: string
  /** Bytes of an item's id and of its length; some makers widened them. */
  idBytes: 1 | 2
  lengthBytes: 1 | 2 | 4
  kinds: ReadonlyMap<number, ItemKind>
}
