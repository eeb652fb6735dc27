/** Locations, their control, texts, questions, telephone and door: 0x02xx, 0x03xx, 0x05xx, 0x0704, 0x82xx, 0x83xx, 0x84xx, 0x85xx. */
import { CodecError, hexOf, bytesOf } from './bytes.ts'
import { location, type Location } from './location.ts'
import { id16, ifAny, list, of, restText, since, sized, sizedText, struct, u16, u32, u8, type Codec } from './schema.ts'

/** Bits of `alarm`. */
export const ALARM_BITS: readonly (string | null)[] = [
  '紧急报警', '超速报警', '疲劳驾驶报警', '危险预警', 'GNSS 模块故障', 'GNSS 天线未接或被剪断', 'GNSS 天线短路', '终端主电源欠压', '终端主电源掉电', '终端 LCD 或显示器故障', 'TTS 模块故障', '摄像头故障',
  '道路运输证 IC 卡模块故障', '超速预警', '疲劳驾驶预警', '违规行驶报警', '胎压预警', '右转盲区异常报警', '当天累计驾驶超时', '超时停车', '进出区域', '进出路线', '路段行驶时间不足或过长', '路线偏离报警', '车辆 VSS 故障',
  '车辆油量异常', '车辆被盗', '车辆非法点火', '车辆非法位移', '碰撞预警', '侧翻预警', '非法开门报警',
]
/** Bits of `status`. 10 and 11 are what a cut-off of fuel or electricity is confirmed by. */
export const STATUS_BITS: readonly (string | null)[] = [
  'ACC 开', '已定位', '南纬', '西经', '停运状态', '经纬度已加密', '前撞预警', '车道偏移预警', null, null, '车辆油路断开', '车辆电路断开', '车门加锁', '门 1 开', '门 2 开', '门 3 开', '门 4 开', '门 5 开',
  '使用 GPS 卫星定位', '使用北斗卫星定位', '使用 GLONASS 卫星定位', '使用 Galileo 卫星定位', '车辆行驶中',
]
export const ACC = 1 << 0, FIXED = 1 << 1, SOUTH = 1 << 2, WEST = 1 << 3, FUEL_CUT = 1 << 10, POWER_CUT = 1 << 11, DOORS_LOCKED = 1 << 12

const answeredLocation = struct({ serial: u16('应答流水号'), location: of('位置信息', location) })

export interface Batch {
  /** 0 an ordinary batch, 1 what was kept while there was no network. */
  type: number
  /** Present when the count sent is not the number of locations that were there. */
  count?: number
  locations: Location[]
  /** A last location that was cut off. */
  tail?: string
}
const item = sized('u16', location)

/** Terminals count wrong and cut the last location off; what is whole is kept. */
const batch: Codec<Batch> = {
  kind: { is: 'other', sample: () => ({ type: 1, locations: [] }) },
  read(r, version) {
    const count = r.u16()
    const found: Batch = { type: r.u8(), locations: [] }
    while (r.left > 0) {
      const from = r.at
      try {
        found.locations.push(item.read(r, version))
      } catch (error) {
        if (!(error instanceof CodecError)) throw error
        r.at = from
        found.tail = hexOf(r.part(r.left))
      }
    }
    if (found.locations.length !== count) found.count = count
    return found
  },
  write(w, value, version) {
    if (!Array.isArray(value?.locations)) throw new CodecError('位置（locations）：应为列表')
    u16('').codec.write(w, value.count ?? value.locations.length, version)
    u8('').codec.write(w, value.type, version)
    for (const one of value.locations) item.write(w, one, version)
    if (value.tail) w.put(bytesOf(value.tail))
  },
}

/** 2011 and 2013 have one byte of flags; 2019 a list whose items have no length, so an unknown one takes the rest. */
export interface Control {
  id: string
  value?: number
  raw?: string
}
export interface VehicleControl {
  flags?: number
  controls?: Control[]
}
const vehicleControl: Codec<VehicleControl> = {
  kind: { is: 'other', sample: () => ({ flags: 1, controls: [{ id: '0001', value: 1 }] }) },
  read(r, version) {
    if (version !== 2019) return { flags: r.u8() }
    const controls: Control[] = []
    for (let n = r.u16(); n > 0; n--) {
      const id = r.u16().toString(16).padStart(4, '0')
      if (id === '0001') controls.push({ id, value: r.u8() })
      else {
        controls.push({ id, raw: hexOf(r.part(r.left)) })
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
  '8301': struct({ type: u8('设置类型'), events: list('事件项', 'u8', struct({ id: u8('事件 ID'), content: sizedText('事件内容') })) }),
  '8302': struct({ flags: u8('标志', { bits: ['紧急', null, null, '终端 TTS 播读', '广告屏显示'] }), question: sizedText('问题'), answers: list('候选答案', 'rest', struct({ id: u8('答案 ID'), content: sizedText('答案内容', 'u16') })) }),
  '8303': struct({ type: u8('设置类型'), items: list('信息项', 'u8', struct({ type: u8('信息类型'), name: sizedText('信息名称', 'u16') })) }),
  '8304': struct({ type: u8('信息类型'), content: sizedText('信息内容', 'u16') }),
  '8400': struct({ mode: u8('标志', { values: { 0: '普通通话', 1: '监听' } }), phone: restText('电话号码') }),
  '8401': struct({ type: u8('设置类型'), contacts: list('联系人', 'u8', struct({ flag: u8('标志', { values: { 1: '呼入', 2: '呼出', 3: '呼入/呼出' } }), phone: sizedText('电话号码'), name: sizedText('联系人') })) }),
  '8500': vehicleControl,
}
