/** Locations, their control, texts, questions, telephone and door: 0x02xx, 0x03xx, 0x05xx, 0x0704, 0x82xx, 0x83xx, 0x84xx, 0x85xx. */
import { ALARM_BITS } from './bits.ts'
import { CodecError, hexOf, bytesOf } from './bytes.ts'
import { location, type Location } from './location.ts'
import { counted, id16, ifAny, list, of, restText, since, sized, sizedText, struct, traced, u16, u32, u8, type Codec } from './schema.ts'

const answeredLocation = struct({ serial: u16('应答流水号'), location: of('位置信息', location) })

interface Batch {
  /** 0 an ordinary batch, 1 what was kept while there was no network. */
  type: number
  /** Present when the count sent is not the number of locations that were there. */
  count?: number
  locations: Location[]
  /** A last location that was cut off. */
  tail?: string
}
const item = sized('u16', location)
const COUNT = u16('').codec
const TYPE = u8('', { values: { 0: '正常位置批量汇报', 1: '盲区补报' } }).codec

/** Terminals count wrong and cut the last location off; what is whole is kept. */
const batch: Codec<Batch> = {
  kind: { is: 'other', sample: () => ({ type: 1, locations: [] }) },
  read(r, version) {
    let count = 0
    const batch: Batch = { type: 0, locations: [] }
    traced(
      r,
      '数据项个数',
      COUNT.kind,
      () => (count = COUNT.read(r, version)),
      () => count,
    )
    traced(
      r,
      '位置数据类型',
      TYPE.kind,
      () => (batch.type = TYPE.read(r, version)),
      () => batch.type,
    )
    while (r.left > 0) {
      const from = r.at
      try {
        traced(
          r,
          `第 ${batch.locations.length + 1} 条位置`,
          item.kind,
          () => batch.locations.push(item.read(r, version)),
          () => ({}),
        )
      } catch (error) {
        if (!(error instanceof CodecError)) throw error
        r.at = from
        r.depth = 0
        batch.tail = hexOf(r.part(r.left))
      }
    }
    if (batch.locations.length !== count) batch.count = count
    return batch
  },
  write(w, value, version) {
    if (!Array.isArray(value?.locations)) throw new CodecError('位置（locations）：应为列表')
    COUNT.write(w, value.count ?? value.locations.length, version)
    TYPE.write(w, value.type, version)
    for (const one of value.locations) item.write(w, one, version)
    if (value.tail) w.put(bytesOf(value.tail))
  },
}

/** 2011 and 2013 have one byte of flags; 2019 a list whose items have no length, so an unknown one takes the rest. */
interface Control {
  id: string
  value?: number
  raw?: string
}
interface VehicleControl {
  flags?: number
  controls?: Control[]
}
const DOOR = struct({ flags: u8('控制标志', { bits: ['车门加锁（0 为解锁）'] }) })
const LOCK = u8('', { values: { 0: '车门锁闭', 1: '车门开启' } }).codec
const vehicleControl: Codec<VehicleControl> = {
  kind: { is: 'other', sample: () => ({ flags: 1, controls: [{ id: '0001', value: 1 }] }) },
  read(r, version) {
    if (version !== 2019) return DOOR.read(r, version)
    const controls: Control[] = []
    for (let n = r.u16(); n > 0; n--) {
      const id = r.u16().toString(16).padStart(4, '0')
      if (id === '0001')
        traced(
          r,
          '控制类型 0001 车门',
          LOCK.kind,
          () => controls.push({ id, value: r.u8() }),
          () => controls.at(-1)!.value,
        )
      else {
        traced(
          r,
          `控制类型 ${id}`,
          { is: 'hex', bytes: null },
          () => controls.push({ id, raw: hexOf(r.part(r.left)) }),
          () => controls.at(-1)!.raw,
        )
        if (n > 1) throw new CodecError('控制类型列表不完整')
      }
    }
    return { controls }
  },
  write(w, value, version) {
    if (version !== 2019) return u8('').codec.write(w, value.flags!, version)
    const controls = value.controls
    if (!Array.isArray(controls)) throw new CodecError('控制类型（controls）：应为列表')
    w.u16(controls.length)
    for (const control of controls as (Control | null)[]) {
      if (control === null || typeof control !== 'object') throw new CodecError('控制类型（controls）：应为对象')
      id16('').codec.write(w, control.id, version)
      if (control.raw === undefined) u8('').codec.write(w, control.value!, version)
      else w.put(bytesOf(control.raw))
    }
  },
}

/** Lists a terminal keeps: 0 empties them, and nothing follows. */
interface SettingList<T> {
  type: number
  packetCount?: number
  items?: T[]
}
function settingList<T>(label: string, item: Codec<T>): Codec<SettingList<T>> {
  const type = u8('设置类型', { values: { 0: '删除全部', 1: '更新', 2: '追加', 3: '修改', 4: '删除指定项' } })
  const items = list(label, 'u8', item)
  return counted<SettingList<T>>(
    struct({ type, items: ifAny(items) }),
    struct({ type, packetCount: u8('总数'), items }),
    (body) => body.packetCount >= body.items!.length,
  )
}

export const positionBodies = {
  '0200': location,
  '0201': answeredLocation,
  '0301': struct({ id: u8('事件 ID') }),
  '0302': struct({ serial: u16('应答流水号'), id: u8('答案 ID') }),
  '0303': struct({ type: u8('信息类型'), on: u8('点播/取消标志', { values: { 0: '取消', 1: '点播' } }) }),
  '0500': answeredLocation,
  '0704': batch,
  '8201': struct({}),
  '8202': struct({ interval: u16('时间间隔', { unit: 's' }), validity: ifAny(u32('位置跟踪有效期', { unit: 's' })) }),
  '8203': struct({ serial: u16('报警消息流水号'), types: u32('人工确认报警类型', { bits: ALARM_BITS }) }),
  '8204': struct({}),
  '8300': struct({
    flags: u8('标志', { bits: ['紧急', null, '终端显示器显示', '终端 TTS 播读', '广告屏显示', 'CAN 故障码信息'] }),
    type: since(2019, u8('文本类型', { values: { 1: '通知', 2: '服务' } })),
    text: restText('文本信息'),
  }),
  '8301': settingList('事件项', struct({ id: u8('事件 ID'), content: sizedText('事件内容') })),
  '8302': struct({
    flags: u8('标志', { bits: ['紧急', null, null, '终端 TTS 播读', '广告屏显示'] }),
    question: sizedText('问题'),
    answers: list('候选答案', 'rest', struct({ id: u8('答案 ID'), content: sizedText('答案内容', 'u16') })),
  }),
  '8303': settingList('信息项', struct({ type: u8('信息类型'), name: sizedText('信息名称', 'u16') })),
  '8304': struct({ type: u8('信息类型'), content: sizedText('信息内容', 'u16') }),
  '8400': struct({ mode: u8('标志', { values: { 0: '普通通话', 1: '监听' } }), phone: restText('电话号码') }),
  '8401': settingList(
    '联系人',
    struct({
      flag: u8('标志', { values: { 1: '呼入', 2: '呼出', 3: '呼入/呼出' } }),
      phone: sizedText('电话号码'),
      name: sizedText('联系人'),
    }),
  ),
  '8500': vehicleControl,
}
