/** Recorder, waybill, driver, CAN, pictures and sound: 0x07xx, 0x08xx, 0x87xx, 0x88xx. */
import { CodecError } from './bytes.ts'
import { baseLocation } from './location.ts'
import {
  digits,
  hex,
  id32,
  ifAny,
  list,
  of,
  restHex,
  since,
  sizedHex,
  sizedText,
  struct,
  text,
  time,
  u16,
  u32,
  u8,
  when,
  type Codec,
  type Infer,
} from './schema.ts'

const MEDIA = { 0: '图像', 1: '音频', 2: '视频' }
const EVENTS = {
  0: '平台下发指令',
  1: '定时动作',
  2: '抢劫报警触发',
  3: '碰撞侧翻报警触发',
  4: '门开拍照',
  5: '门关拍照',
  6: '车门由开变关',
  7: '定距拍照',
}
const media = {
  type: u8('多媒体类型', { values: MEDIA }),
  format: u8('多媒体编码格式', { values: { 0: 'JPEG', 1: 'TIF', 2: 'MP3', 3: 'WAV', 4: 'WMV' } }),
  event: u8('事件项编码', { values: EVENTS }),
  channel: u8('通道 ID'),
}
const search = {
  type: u8('多媒体类型', { values: MEDIA }),
  channel: u8('通道 ID'),
  event: u8('事件项编码', { values: EVENTS }),
  startAt: time('起始时间'),
  endAt: time('结束时间'),
}
const KEEP = { 0: '保留', 1: '删除' }

/** 2011 sent the driver's papers at once; later editions say first whether the card was put in or taken out. */
const driverOld = struct({
  name: sizedText('驾驶员姓名'),
  idCard: text('身份证编码', 20),
  certificate: text('从业资格证编码', 40),
  authority: sizedText('发证机构名称'),
})
const inserted = (before: Readonly<Record<string, unknown>>): boolean => before['status'] === 1
const read = (before: Readonly<Record<string, unknown>>): boolean => inserted(before) && before['result'] === 0
const driverNew = struct({
  status: u8('状态', { values: { 1: '从业资格证 IC 卡插入', 2: '从业资格证 IC 卡拔出' } }),
  at: time('插卡/拔卡时间'),
  result: when(
    inserted,
    u8('IC 卡读取结果', { values: { 0: '成功', 1: '卡片密钥认证未通过', 2: '卡片已被锁定', 3: '卡片被拔出', 4: '数据校验错误' } }),
  ),
  name: when(read, sizedText('驾驶员姓名')),
  certificate: when(read, text('从业资格证编码', 20)),
  authority: when(read, sizedText('发证机构名称')),
  validTo: when(read, digits('证件有效期', 4)),
  idCard: { ...when((before, version) => version === 2019 && read(before), text('驾驶员身份证号', 20)), ifAny: true },
})
type Driver = Partial<Infer<typeof driverNew>> & Partial<Infer<typeof driverOld>>
const driver: Codec<Driver> = {
  kind: driverNew.kind,
  read: (r, version) => (version === 2011 ? driverOld : driverNew).read(r, version) as Driver,
  write: (w, value, version) =>
    version === 2011
      ? driverOld.write(w, value as Infer<typeof driverOld>, version)
      : driverNew.write(w, value as Infer<typeof driverNew>, version),
}

/** The time stands between the count and what is counted. */
const canItem = struct({ id: id32('CAN ID'), data: hex('CAN 数据', 8) })
const canHead = struct({ count: u16('数据项个数'), receivedAt: digits('接收时间（时分秒毫秒）', 5) })
const can: Codec<{ receivedAt: string; items: Infer<typeof canItem>[] }> = {
  kind: { is: 'struct', fields: { receivedAt: digits('接收时间（时分秒毫秒）', 5), items: list('CAN 总线数据项', 'rest', canItem) } },
  read(r, version) {
    const { count, receivedAt } = canHead.read(r, version)
    return { receivedAt, items: Array.from({ length: r.left < 12 * count ? lacking() : count }, () => canItem.read(r, version)) }
  },
  write(w, value, version) {
    if (!Array.isArray(value.items)) throw new CodecError('CAN 总线数据项（items）：应为列表')
    canHead.write(w, { count: value.items.length, receivedAt: value.receivedAt }, version)
    for (const item of value.items) canItem.write(w, item, version)
  },
}
function lacking(): never {
  throw new CodecError('列表不完整')
}

export const mediaBodies = {
  '0700': struct({ serial: u16('应答流水号'), command: u8('命令字'), data: restHex('数据块') }),
  '0701': struct({ data: sizedHex('电子运单内容', 'u32') }),
  '0702': driver,
  '0705': can,
  '0800': struct({ id: u32('多媒体数据 ID'), ...media }),
  '0801': struct({ id: u32('多媒体数据 ID'), ...media, location: since(2013, of('位置信息', baseLocation)), data: restHex('多媒体数据') }),
  '0802': struct({
    serial: u16('应答流水号'),
    items: list(
      '检索项',
      'u16',
      struct({
        id: since(2013, u32('多媒体 ID')),
        type: u8('多媒体类型', { values: MEDIA }),
        channel: u8('通道 ID'),
        event: u8('事件项编码', { values: EVENTS }),
        location: of('位置信息', baseLocation),
      }),
    ),
  }),
  '0805': struct({
    serial: u16('应答流水号'),
    result: u8('结果', { values: { 0: '成功', 1: '失败', 2: '通道不支持' } }),
    ids: ifAny(list('多媒体 ID', 'u16', u32('多媒体 ID').codec)),
  }),
  '8700': struct({ command: u8('命令字'), data: restHex('数据块') }),
  '8701': struct({ command: u8('命令字'), data: restHex('数据块') }),
  '8702': struct({}),
  '8800': struct({ id: u32('多媒体 ID'), indices: ifAny(list('重传包序号', 'u8', u16('包序号').codec)) }),
  '8801': struct({
    channel: u8('通道 ID'),
    command: u16('拍摄命令', { values: { 0: '停止拍摄', 0xffff: '录像' } }),
    interval: u16('拍照间隔/录像时间', { unit: 's' }),
    save: u8('保存标志', { values: { 0: '实时上传', 1: '保存' } }),
    resolution: u8('分辨率', {
      values: { 1: '320×240', 2: '640×480', 3: '800×600', 4: '1024×768', 5: '176×144', 6: '352×288', 7: '704×288', 8: '704×576' },
    }),
    quality: u8('图像/视频质量'),
    brightness: u8('亮度'),
    contrast: u8('对比度'),
    saturation: u8('饱和度'),
    chroma: u8('色度'),
  }),
  '8802': struct(search),
  '8803': struct({ ...search, remove: u8('删除标志', { values: KEEP }) }),
  '8804': struct({
    command: u8('录音命令', { values: { 0: '停止录音', 1: '开始录音' } }),
    seconds: u16('录音时间', { unit: 's' }),
    save: u8('保存标志', { values: { 0: '实时上传', 1: '保存' } }),
    rate: u8('音频采样率', { values: { 0: '8K', 1: '11K', 2: '23K', 3: '32K' } }),
  }),
  '8805': struct({ id: u32('多媒体 ID'), remove: u8('删除标志', { values: KEEP }) }),
}
