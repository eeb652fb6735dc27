/** Fences a terminal watches itself: 0x8600–0x8608, 0x0608. Coordinates are WGS-84, unsigned; bits 6 and 7 say south and west. */
import {
  counted,
  ifAny,
  list,
  restHex,
  since,
  sizedText,
  struct,
  time,
  u16,
  u32,
  u8,
  when,
  type Before,
  type Codec,
  type Field,
} from './schema.ts'

const AREA_BITS: readonly (string | null)[] = [
  '按时间',
  '限速',
  '进区域报警给驾驶员',
  '进区域报警给平台',
  '出区域报警给驾驶员',
  '出区域报警给平台',
  '南纬',
  '西经',
  '禁止开门',
  null,
  null,
  null,
  null,
  null,
  '进区域关闭通信模块',
  '进区域采集 GNSS 详细定位数据',
]
const SETTING = { 0: '更新', 1: '追加', 2: '修改' }

const bit =
  (name: string, n: number) =>
  (before: Before): boolean =>
    ((Number(before[name]) >> n) & 1) === 1
const timed = bit('attributes', 0)
const limited = bit('attributes', 1)
const head = { id: u32('区域 ID'), attributes: u16('区域属性', { bits: AREA_BITS }) }
const times = { startAt: when(timed, time('起始时间')), endAt: when(timed, time('结束时间')) }
const limits = {
  maxSpeed: when(limited, u16('最高速度', { unit: 'km/h' })),
  overspeedSeconds: when(limited, u8('超速持续时间', { unit: 's' })),
}
const night = when((before, version) => version === 2019 && limited(before), u16('夜间最高速度', { unit: 'km/h' }))
const name = sizedText('名称', 'u16')
/** At the end of a body a terminal of 2019 may leave it away. */
const lastName: Field<string, true> = { ...since(2019, name), ifAny: true }

const circle = struct({
  ...head,
  latitude: u32('中心点纬度'),
  longitude: u32('中心点经度'),
  radius: u32('半径', { unit: 'm' }),
  ...times,
  ...limits,
  nightMaxSpeed: night,
  name: since(2019, name),
})
const rectangle = struct({
  ...head,
  topLatitude: u32('左上点纬度'),
  leftLongitude: u32('左上点经度'),
  bottomLatitude: u32('右下点纬度'),
  rightLongitude: u32('右下点经度'),
  ...times,
  ...limits,
  nightMaxSpeed: night,
  name: since(2019, name),
})
const point = struct({ latitude: u32('顶点纬度'), longitude: u32('顶点经度') })
const polygon = struct({
  ...head,
  ...times,
  ...limits,
  points: list('顶点', 'u16', point),
  nightMaxSpeed: { ...night, ifAny: true },
  name: lastName,
})

/** The times of a segment depend on its own attributes: bit 0 driving time, bit 1 speed. */
const turn = struct({
  id: u32('拐点 ID'),
  segmentId: u32('路段 ID'),
  latitude: u32('拐点纬度'),
  longitude: u32('拐点经度'),
  width: u8('路段宽度', { unit: 'm' }),
  attributes: u8('路段属性', { bits: ['行驶时间', '限速', '南纬', '西经'] }),
  tooLong: when(timed, u16('路段行驶过长阈值', { unit: 's' })),
  tooShort: when(timed, u16('路段行驶不足阈值', { unit: 's' })),
  ...limits,
  nightMaxSpeed: night,
})
const route = struct({
  id: u32('路线 ID'),
  attributes: u16('路线属性', { bits: AREA_BITS }),
  ...times,
  turns: list('拐点', 'u16', turn),
  name: lastName,
})

interface Areas<T> {
  setting: number
  packetCount?: number
  areas: T[]
}
function areas<T>(item: Codec<T>): Codec<Areas<T>> {
  const setting = u8('设置属性', { values: SETTING })
  return counted<Areas<T>>(
    struct({ setting, areas: list('区域项', 'u8', item) }),
    struct({ setting, packetCount: u8('区域总数'), areas: list('本包区域项', 'u8', item) }),
  )
}

const remove = struct({ ids: list('区域 ID', 'u8', u32('区域 ID').codec) })
const KINDS = { 1: '圆形区域', 2: '矩形区域', 3: '多边形区域', 4: '路线' }

export const areaBodies = {
  // The edition contradicts itself on what the list holds, so it stays bytes after the count.
  '0608': struct({ type: u8('查询类型', { values: KINDS }), count: u32('数量'), data: ifAny(restHex('区域或路线数据')) }),
  '8600': areas(circle),
  '8601': remove,
  '8602': areas(rectangle),
  '8603': remove,
  '8604': polygon,
  '8605': remove,
  '8606': route,
  '8607': remove,
  '8608': struct({ type: u8('查询类型', { values: KINDS }), ids: list('区域或路线 ID', 'u32', u32('ID').codec) }),
}
