/** 附加信息定义: what an additional item means on devices of a model, beside what its 附加信息 says already (fleet.md §2.3). */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** Kinds of the codec by name (jt808/profiles.ts). */
export const ITEM_MEANINGS = {
  none: '不解析（保留原文）',
  mileage: '里程，四字节，0.1 km',
  fuel: '油量，两字节，0.1 L',
  recorderSpeed: '行驶记录仪速度，两字节，0.1 km/h',
  alarmToConfirm: '需要人工确认的报警事件，两字节',
  tyrePressures: '胎压，三十字节',
  cabinTemperature: '车厢温度，两字节，℃（2019 版）',
  overspeed: '超速报警附加信息',
  area: '进出区域/路线附加信息',
  driveTime: '路段行驶时间附加信息',
  videoAlarms: '视频相关报警，四字节',
  videoLost: '视频信号丢失的通道，四字节',
  videoCovered: '视频信号遮挡的通道，四字节',
  storageFailed: '存储器故障状态，两字节',
  abnormalDriving: '异常驾驶行为，三字节',
  vehicleSignals: '扩展车辆信号状态，四字节',
  io: 'IO 状态，两字节',
  analog: '模拟量，四字节',
  signal: '无线通信信号强度，一字节',
  satellites: '卫星数，一字节',
  temperatures: '多路温度，每路两字节补码，0.1 ℃',
  temperaturesSigned: '多路温度，每路两字节、最高位为负号，0.1 ℃',
  humidities: '多路湿度，每路两字节，0.1 %',
  voltage: '外部电压，两字节，0.01 V',
  batteryLevel: '电池电量，一字节，%',
  drivingAssistance: '驾驶辅助报警（苏标 64）',
  driverState: '驾驶员状态报警（苏标 65）',
  tyres: '胎压监测报警（苏标 66）',
  blindSpot: '盲区监测报警（苏标 67）',
}

export const deviceItem = defineEntity({
  name: 'deviceItem',
  label: '附加信息定义',
  right: 'deviceProfileList',
  title: ['itemId', 'meaning'],
  fields: {
    profile: f.ref('设备型号', 'deviceProfile', { required: true, fixed: true }),
    itemId: f.text('附加信息编号', { required: true, fixed: true, maxLength: 2, hint: '两位十六进制，例如 51；以设备厂家的说明书为准' }),
    meaning: f.choice('含义', ITEM_MEANINGS, { required: true, hint: '长度与含义不符的内容不解析，保留原文' }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  unique: [{ fields: ['profile', 'itemId'], message: '该型号已定义这个编号' }],
  check: (v) => (/^[0-9a-f]{2}$/i.test(String(v.itemId)) ? null : '附加信息编号应为两位十六进制数，例如 51、e1'),
  list: { columns: ['profile', 'itemId', 'meaning', 'remark'], filters: ['profile', 'itemId', 'meaning'], sort: 'itemId' },
  form: { 附加信息: ['profile', 'itemId', 'meaning', 'remark'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    deviceItem: RowOf<typeof deviceItem>
  }
}
