/** Parameters of a terminal: 0x8103 sets them, 0x0104 answers them. The id says what the bytes mean; an unknown id stays hex. */
import { bytesOf, CodecError, hexOf } from './bytes.ts'
import { decodeText, encodeText } from './gbk.ts'
import type { Codec } from './schema.ts'

export interface ParameterKind {
  id: string
  label: string
  kind: 'u8' | 'u16' | 'u32' | 'text' | 'hex'
  unit?: string
}
export interface ParameterValue {
  /** Four hex digits, eight for what makers added above. */
  id: string
  value?: number | string
  raw?: string
}

const rows: readonly (readonly [string, ParameterKind['kind'], string, string?])[] = [
  ['0001', 'u32', '心跳发送间隔', 's'],
  ['0002', 'u32', 'TCP 应答超时', 's'],
  ['0003', 'u32', 'TCP 重传次数'],
  ['0004', 'u32', 'UDP 应答超时', 's'],
  ['0005', 'u32', 'UDP 重传次数'],
  ['0006', 'u32', 'SMS 应答超时', 's'],
  ['0007', 'u32', 'SMS 重传次数'],
  ['0010', 'text', '主服务器 APN'],
  ['0011', 'text', '主服务器拨号用户名'],
  ['0012', 'text', '主服务器拨号密码'],
  ['0013', 'text', '主服务器地址'],
  ['0014', 'text', '备份服务器 APN'],
  ['0015', 'text', '备份服务器拨号用户名'],
  ['0016', 'text', '备份服务器拨号密码'],
  ['0017', 'text', '备份服务器地址'],
  ['0018', 'u32', '服务器 TCP 端口'],
  ['0019', 'u32', '服务器 UDP 端口'],
  ['001a', 'text', '道路运输证 IC 卡认证主服务器地址'],
  ['001b', 'u32', 'IC 卡认证服务器 TCP 端口'],
  ['001c', 'u32', 'IC 卡认证服务器 UDP 端口'],
  ['001d', 'text', 'IC 卡认证备份服务器地址'],
  ['0020', 'u32', '位置汇报策略（0 定时 1 定距 2 定时和定距）'],
  ['0021', 'u32', '位置汇报方案（0 按 ACC 1 按登录和 ACC）'],
  ['0022', 'u32', '驾驶员未登录汇报间隔', 's'],
  ['0023', 'text', '从服务器 APN'],
  ['0024', 'text', '从服务器拨号用户名'],
  ['0025', 'text', '从服务器拨号密码'],
  ['0026', 'text', '从服务器备份地址'],
  ['0027', 'u32', '休眠时汇报间隔', 's'],
  ['0028', 'u32', '紧急报警时汇报间隔', 's'],
  ['0029', 'u32', '缺省汇报间隔', 's'],
  ['002c', 'u32', '缺省汇报距离', 'm'],
  ['002d', 'u32', '驾驶员未登录汇报距离', 'm'],
  ['002e', 'u32', '休眠时汇报距离', 'm'],
  ['002f', 'u32', '紧急报警时汇报距离', 'm'],
  ['0030', 'u32', '拐点补传角度', '°'],
  ['0031', 'u16', '非法位移阈值', 'm'],
  ['0032', 'hex', '违规行驶时段'],
  ['0040', 'text', '监控平台电话'],
  ['0041', 'text', '复位电话'],
  ['0042', 'text', '恢复出厂设置电话'],
  ['0043', 'text', '监控平台 SMS 电话'],
  ['0044', 'text', 'SMS 文本报警号码'],
  ['0045', 'u32', '电话接听策略（0 自动 1 ACC 开时自动）'],
  ['0046', 'u32', '每次最长通话', 's'],
  ['0047', 'u32', '当月最长通话', 's'],
  ['0048', 'text', '监听电话'],
  ['0049', 'text', '监管平台特权短信号码'],
  ['0050', 'u32', '报警屏蔽字'],
  ['0051', 'u32', '报警发送文本 SMS 开关'],
  ['0052', 'u32', '报警拍摄开关'],
  ['0053', 'u32', '报警拍摄存储标志'],
  ['0054', 'u32', '关键标志'],
  ['0055', 'u32', '最高速度', 'km/h'],
  ['0056', 'u32', '超速持续时间', 's'],
  ['0057', 'u32', '连续驾驶时间门限', 's'],
  ['0058', 'u32', '当天累计驾驶时间门限', 's'],
  ['0059', 'u32', '最小休息时间', 's'],
  ['005a', 'u32', '最长停车时间', 's'],
  ['005b', 'u16', '超速预警差值', '0.1 km/h'],
  ['005c', 'u16', '疲劳驾驶预警差值', 's'],
  ['005d', 'u16', '碰撞报警参数'],
  ['005e', 'u16', '侧翻报警角度', '°'],
  ['0064', 'u32', '定时拍照控制'],
  ['0065', 'u32', '定距拍照控制'],
  ['0070', 'u32', '图像/视频质量'],
  ['0071', 'u32', '亮度'],
  ['0072', 'u32', '对比度'],
  ['0073', 'u32', '饱和度'],
  ['0074', 'u32', '色度'],
  ['0075', 'hex', '音视频参数'],
  ['0076', 'hex', '音视频通道列表'],
  ['0077', 'hex', '单独视频通道参数'],
  ['0079', 'hex', '特殊报警录像参数'],
  ['007a', 'u32', '视频相关报警屏蔽字'],
  ['007b', 'hex', '图像分析报警参数'],
  ['007c', 'hex', '终端休眠唤醒模式'],
  ['0080', 'u32', '里程表读数', '0.1 km'],
  ['0081', 'u16', '省域 ID'],
  ['0082', 'u16', '市县域 ID'],
  ['0083', 'text', '机动车号牌'],
  ['0084', 'u8', '车牌颜色'],
  ['0090', 'u8', 'GNSS 定位模式'],
  ['0091', 'u8', 'GNSS 波特率'],
  ['0092', 'u8', 'GNSS 详细数据输出频率'],
  ['0093', 'u32', 'GNSS 详细数据采集频率', 's'],
  ['0094', 'u8', 'GNSS 详细数据上传方式'],
  ['0095', 'u32', 'GNSS 详细数据上传设置'],
  ['0100', 'u32', 'CAN 通道 1 采集间隔', 'ms'],
  ['0101', 'u16', 'CAN 通道 1 上传间隔', 's'],
  ['0102', 'u32', 'CAN 通道 2 采集间隔', 'ms'],
  ['0103', 'u16', 'CAN 通道 2 上传间隔', 's'],
  ['0110', 'hex', 'CAN ID 单独采集设置'],
]

export const parameterKinds: ReadonlyMap<string, ParameterKind> = new Map(
  rows.map(([id, kind, label, unit]) => [id, { id, label, kind, ...(unit ? { unit } : {}) }]),
)

const SIZES = { u8: 1, u16: 2, u32: 4 } as const

export const parameter: Codec<ParameterValue> = {
  kind: {
    is: 'other',
    sample: (random) =>
      random() < 0.5
        ? { id: '0029', value: Math.floor(random() * 600) }
        : random() < 0.5
          ? { id: '0083', value: '沪A12345' }
          : { id: 'f030', raw: '00ff' },
  },
  read(r) {
    const id = r.u32().toString(16).padStart(4, '0')
    const b = r.part(r.u8())
    const known = parameterKinds.get(id)
    const size = known ? SIZES[known.kind as keyof typeof SIZES] : undefined
    if (size === b.length) return { id, value: b.reduce((n, byte) => n * 256 + byte, 0) }
    if (known?.kind === 'text') return { id, value: decodeText(b) }
    return { id, raw: hexOf(b) }
  },
  write(w, value) {
    if (typeof value?.id !== 'string' || !/^[0-9a-f]{1,8}$/i.test(value.id)) throw new CodecError('参数 ID 应为十六进制数')
    const bytes = parameterBytes(value)
    if (bytes.length > 255) throw new CodecError('超过 255 个字节')
    w.u32(Number.parseInt(value.id, 16))
    w.u8(bytes.length)
    w.put(bytes)
  },
}

function parameterBytes({ id, value, raw }: ParameterValue): Uint8Array {
  if (raw !== undefined) return bytesOf(raw)
  const known = parameterKinds.get(id.toLowerCase().replace(/^0+(?=.{4})/, ''))
  if (!known || known.kind === 'hex') throw new CodecError(`参数 ${id} 应以 raw 给出十六进制内容`)
  if (known.kind === 'text') {
    if (typeof value !== 'string') throw new CodecError(`${known.label}：应为文字`)
    return encodeText(value)
  }
  const size = SIZES[known.kind]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= 2 ** (8 * size))
    throw new CodecError(`${known.label}：应为 0 至 ${2 ** (8 * size) - 1} 的整数`)
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(value / 2 ** (8 * (size - 1 - i))) & 0xff)
}
