/** Answers, registration, parameters, control and upgrade: 0x00xx, 0x01xx, 0x80xx, 0x81xx. */
import { parameter, type ParameterValue } from './parameters.ts'
import {
  byVersion,
  counted,
  digits,
  either,
  hex,
  id16,
  id32,
  ifAny,
  list,
  of,
  restHex,
  restText,
  sizedHex,
  sizedText,
  struct,
  text,
  time,
  u16,
  u32,
  u8,
  type Codec,
  type Field,
  type Infer,
  type Version,
} from './schema.ts'

/** 0x8001 and 0x0001: 4 says that the alarm is being handled. */
const RESULTS: Record<number, string> = { 0: '成功', 1: '失败', 2: '消息有误', 3: '不支持', 4: '报警处理确认' }
const REGISTER_RESULTS: Record<number, string> = {
  0: '成功',
  1: '车辆已被注册',
  2: '数据库中无该车辆',
  3: '终端已被注册',
  4: '数据库中无该终端',
}
const PLATE_COLOURS: Record<number, string> = { 0: '未上牌', 1: '蓝色', 2: '黄色', 3: '黑色', 4: '白色', 5: '绿色', 9: '其他' }
export const CONTROLS: Record<number, string> = {
  1: '无线升级',
  2: '连接指定服务器',
  3: '关机',
  4: '复位',
  5: '恢复出厂设置',
  6: '关闭数据通信',
  7: '关闭所有无线通信',
}
const UPGRADES: Record<number, string> = { 0: '终端', 12: '道路运输证 IC 卡读卡器', 52: '卫星定位模块' }

const acknowledgement = struct({ serial: u16('应答流水号'), messageId: id16('应答 ID'), result: u8('结果', { values: RESULTS }) })
const empty = struct({})

/** Sizes by edition. A registration of 2011 is recognised by being too short for the later ones. */
const maker = { 2011: 5, 2013: 5, 2019: 11 } as const
const model = { 2011: 8, 2013: 20, 2019: 30 } as const
const terminalId = { 2011: 7, 2013: 7, 2019: 30 } as const

const register = struct({
  province: u16('省域 ID'),
  city: u16('市县域 ID'),
  maker: text('制造商 ID', maker),
  model: text('终端型号', model),
  terminalId: text('终端 ID', terminalId),
  plateColour: u8('车牌颜色', { values: PLATE_COLOURS }),
  plate: restText('车辆标识'),
})

const authenticateOld = struct({ code: restText('鉴权码') })
/** Terminals that end early or leave the version short still say their code: what is not whole is kept as the tail of the body. */
const ifWhole = <T>(bytes: number, part: Field<T, false>): Field<T, true> => ({ ...ifAny(part), least: bytes })
const authenticate2019 = struct({
  code: sizedText('鉴权码'),
  imei: ifWhole(15, text('终端 IMEI', 15)),
  software: ifWhole(20, text('软件版本号', 20)),
})
type Authenticate = { code: string; imei?: string; software?: string }
const authenticate: Codec<Authenticate> = {
  kind: authenticate2019.kind,
  read: (r, version) => (version === 2019 ? authenticate2019 : authenticateOld).read(r, version),
  write: (w, value, version) => (version === 2019 ? authenticate2019 : authenticateOld).write(w, value, version),
}

export interface Parameters {
  packetCount?: number
  items: ParameterValue[]
}
const parameters = <T extends Parameters>(plain: Codec<T>, twice: Codec<T & { packetCount: number }>): Codec<T> =>
  counted(plain, twice, (body) => body.packetCount >= body.items.length)
const items = list('参数项', 'u8', parameter)
const packetCount = u8('参数总数')
const serial = u16('应答流水号')

const resend = (count: (version: Version) => 'u8' | 'u16') =>
  struct({ firstSerial: u16('原始消息流水号'), indices: list('重传包序号', count, of('包序号', u16('包序号').codec).codec) })

const propertiesOf = (makerBytes: number, modelBytes: number, idBytes: number) =>
  struct({
    type: u16('终端类型', {
      bits: ['适用客运车辆', '适用危险品车辆', '适用普通货运车辆', '适用出租车辆', null, null, '支持硬盘录像', '分体机', '适用挂车'],
    }),
    maker: text('制造商 ID', makerBytes),
    model: text('终端型号', modelBytes),
    terminalId: text('终端 ID', idBytes),
    iccid: digits('SIM 卡 ICCID', 10),
    hardware: sizedText('硬件版本号'),
    firmware: sizedText('固件版本号'),
    gnss: u8('GNSS 模块属性', { bits: ['GPS', '北斗', 'GLONASS', 'Galileo'] }),
    network: u8('通信模块属性', { bits: ['GPRS', 'CDMA', 'TD-SCDMA', 'WCDMA', 'CDMA2000', 'TD-LTE', null, '其他'] }),
  })
type Properties = Infer<ReturnType<typeof propertiesOf>> & { layout?: number }
/** Born in 2013, so no terminal sends it in the sizes of 2011. */
const properties2013: Codec<Properties> = propertiesOf(5, 20, 7)
/** The maker keeps its 5 bytes here though the registration of 2019 has 11; some devices take 11 in both. */
const properties2019: Codec<Properties> = either(propertiesOf(5, 30, 30), propertiesOf(11, 30, 30))

export const terminalBodies = {
  '0001': acknowledgement,
  '0002': empty,
  '0003': empty,
  '0004': empty,
  '0005': resend(() => 'u16'),
  '0100': register,
  '0102': authenticate,
  '0104': parameters<Parameters & { serial: number }>(struct({ serial, items }), struct({ serial, packetCount, items })),
  '0107': byVersion((version) => (version === 2019 ? properties2019 : properties2013)),
  '0108': struct({ type: u8('升级类型', { values: UPGRADES }), result: u8('升级结果', { values: { 0: '成功', 1: '失败', 2: '取消' } }) }),
  '8001': acknowledgement,
  // A byte until 2013, a word since.
  '8003': resend((version) => (version === 2019 ? 'u16' : 'u8')),
  '8004': struct({ time: time('服务器时间（UTC）') }),
  '8100': struct({ serial: u16('应答流水号'), result: u8('结果', { values: REGISTER_RESULTS }), code: ifAny(restText('鉴权码')) }),
  '8103': parameters<Parameters>(struct({ items }), struct({ packetCount, items })),
  '8104': empty,
  '8105': struct({ command: u8('命令字', { values: CONTROLS }), parameters: ifAny(restText('命令参数')) }),
  '8106': struct({ ids: list('参数 ID', 'u8', id32('参数 ID').codec) }),
  '8107': empty,
  '8108': struct({
    type: u8('升级类型', { values: UPGRADES }),
    maker: text('制造商 ID', 5),
    version: sizedText('版本号'),
    data: sizedHex('升级数据包', 'u32'),
  }),
  '0a00': struct({ e: u32('RSA 公钥 e'), n: hex('RSA 公钥 n', 128) }),
  '8a00': struct({ e: u32('RSA 公钥 e'), n: hex('RSA 公钥 n', 128) }),
  '0900': struct({ type: u8('透传消息类型'), data: restHex('透传消息内容') }),
  '8900': struct({ type: u8('透传消息类型'), data: restHex('透传消息内容') }),
  '0901': struct({ data: sizedHex('压缩消息体', 'u32') }),
}
