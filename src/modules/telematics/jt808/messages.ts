/** Every message: its number, its name, its body. What has no description, or does not follow it, stays `{raw}`. */
import { areaBodies } from './bodies-areas.ts'
import { mediaBodies } from './bodies-media.ts'
import { positionBodies } from './bodies-position.ts'
import { safetyBodies } from './bodies-safety.ts'
import { terminalBodies } from './bodies-terminal.ts'
import { videoBodies } from './bodies-video.ts'
import { bytesOf, CodecError, hexOf, Reader, Writer, type Span } from './bytes.ts'
import type { Profile } from './items.ts'
import { profiles } from './profiles.ts'
import { readLocation, type Location } from './location.ts'
import type { Codec, Infer, Version } from './schema.ts'

const bodies = { ...terminalBodies, ...positionBodies, ...areaBodies, ...mediaBodies, ...videoBodies, ...safetyBodies }

type MessageId = keyof typeof bodies
/** `Bodies['0200']` is a `Location`. */
export type Bodies = { [K in MessageId]: Infer<(typeof bodies)[K]> }
export interface Raw {
  raw: string
}
/** What follows a body that was understood: later editions and makers append. */
interface Tail {
  tail?: string
}
export type Body = Bodies[MessageId] | Raw | (Location & Tail) | Record<string, unknown>

export const isRaw = (body: Body): body is Raw => typeof (body as Raw).raw === 'string'

const codecs = new Map<string, Codec<unknown>>(Object.entries(bodies) as [string, Codec<unknown>][])
export const codecOf = (messageId: string): Codec<unknown> | undefined => codecs.get(messageId)
export const messageIds: readonly string[] = [...codecs.keys()]

/** Never throws. */
export function decodeBody(messageId: string, version: Version, bytes: Uint8Array, profile: Profile = profiles.standard!): Body {
  try {
    // What a gateway reads all day takes the short way.
    if (messageId === '0200') return readLocation(bytes, 0, bytes.length, version, profile)
    const codec = codecs.get(messageId)
    if (!codec) return { raw: hexOf(bytes) }
    const r = new Reader(bytes)
    r.profile = profile
    const body = codec.read(r, version) as Record<string, unknown>
    if (r.left > 0) body['tail'] = hexOf(r.part(r.left))
    return body
  } catch (error) {
    if (error instanceof CodecError) return { raw: hexOf(bytes) }
    throw error
  }
}

/** Throws a `CodecError` that names the field. */
export function encodeBody(messageId: string, version: Version, body: Body, profile: Profile = profiles.standard!): Uint8Array {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new CodecError('消息体（body）：应为对象')
  if (typeof messageId !== 'string') throw new CodecError('消息 ID（messageId）：应为四位十六进制数')
  if (version !== 2011 && version !== 2013 && version !== 2019) throw new CodecError('版本（version）：应为 2011、2013 或 2019')
  if (isRaw(body)) return bytesOf(body.raw)
  const codec = codecs.get(messageId.toLowerCase())
  if (!codec) throw new CodecError(`消息 ${messageId} 没有定义，消息体应以 raw 给出十六进制内容`)
  const w = new Writer()
  w.profile = profile
  codec.write(w, body, version)
  const tail = (body as Tail).tail
  // Locations and batches write their own.
  if (tail !== undefined && messageId !== '0200' && messageId !== '0704') w.put(bytesOf(tail))
  return w.done()
}

/** Reads a body field by field, for the message tool. What could not be read is one last span. */
export function spansOf(messageId: string, version: Version, bytes: Uint8Array, profile: Profile = profiles.standard!): Span[] {
  const codec = codecs.get(messageId)
  const spans: Span[] = []
  const r = new Reader(bytes)
  r.trace = spans
  r.profile = profile
  try {
    codec?.read(r, version)
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    return [{ label: '无法解析的消息体', from: 0, to: bytes.length, depth: 0, value: hexOf(bytes), kind: null }]
  }
  if (r.left > 0)
    spans.push({
      label: codec ? '多余内容' : '未定义的消息体',
      from: r.at,
      to: bytes.length,
      depth: 0,
      value: hexOf(bytes, r.at),
      kind: null,
    })
  return spans
}

const NAMES: Readonly<Record<string, string>> = {
  '0001': '终端通用应答',
  '0002': '终端心跳',
  '0003': '终端注销',
  '0004': '查询服务器时间请求',
  '0005': '终端补传分包请求',
  '0100': '终端注册',
  '0102': '终端鉴权',
  '0104': '查询终端参数应答',
  '0107': '查询终端属性应答',
  '0108': '终端升级结果通知',
  '0200': '位置信息汇报',
  '0201': '位置信息查询应答',
  '0301': '事件报告',
  '0302': '提问应答',
  '0303': '信息点播/取消',
  '0500': '车辆控制应答',
  '0608': '查询区域或线路数据应答',
  '0700': '行驶记录数据上传',
  '0701': '电子运单上报',
  '0702': '驾驶员身份信息采集上报',
  '0704': '定位数据批量上传',
  '0705': 'CAN 总线数据上传',
  '0800': '多媒体事件信息上传',
  '0801': '多媒体数据上传',
  '0802': '存储多媒体数据检索应答',
  '0805': '摄像头立即拍摄命令应答',
  '0900': '数据上行透传',
  '0901': '数据压缩上报',
  '0a00': '终端 RSA 公钥',
  '1003': '终端上传音视频属性',
  '1005': '终端上传乘客流量',
  '1205': '终端上传音视频资源列表',
  '1206': '文件上传完成通知',
  '1210': '报警附件信息',
  '1211': '文件信息上传',
  '1212': '文件上传完成',
  '8001': '平台通用应答',
  '8003': '服务器补传分包请求',
  '8004': '查询服务器时间应答',
  '8100': '终端注册应答',
  '8103': '设置终端参数',
  '8104': '查询终端参数',
  '8105': '终端控制',
  '8106': '查询指定终端参数',
  '8107': '查询终端属性',
  '8108': '下发终端升级包',
  '8201': '位置信息查询',
  '8202': '临时位置跟踪控制',
  '8203': '人工确认报警消息',
  '8204': '链路检测',
  '8300': '文本信息下发',
  '8301': '事件设置',
  '8302': '提问下发',
  '8303': '信息点播菜单设置',
  '8304': '信息服务',
  '8400': '电话回拨',
  '8401': '设置电话本',
  '8500': '车辆控制',
  '8600': '设置圆形区域',
  '8601': '删除圆形区域',
  '8602': '设置矩形区域',
  '8603': '删除矩形区域',
  '8604': '设置多边形区域',
  '8605': '删除多边形区域',
  '8606': '设置路线',
  '8607': '删除路线',
  '8608': '查询区域或线路数据',
  '8700': '行驶记录数据采集命令',
  '8701': '行驶记录参数下传命令',
  '8702': '上报驾驶员身份信息请求',
  '8800': '多媒体数据上传应答',
  '8801': '摄像头立即拍摄命令',
  '8802': '存储多媒体数据检索',
  '8803': '存储多媒体数据上传命令',
  '8804': '录音开始命令',
  '8805': '单条存储多媒体数据检索上传命令',
  '8900': '数据下行透传',
  '8a00': '平台 RSA 公钥',
  '9003': '查询终端音视频属性',
  '9101': '实时音视频传输请求',
  '9102': '音视频实时传输控制',
  '9105': '实时音视频传输状态通知',
  '9201': '平台下发远程录像回放请求',
  '9202': '平台下发远程录像回放控制',
  '9205': '查询资源列表',
  '9206': '文件上传指令',
  '9207': '文件上传控制',
  '9208': '报警附件上传指令',
  '9212': '文件上传完成应答',
  '9301': '云台旋转',
  '9302': '云台调整焦距',
  '9303': '云台调整光圈',
  '9304': '云台雨刷控制',
  '9305': '红外补光控制',
  '9306': '云台变倍控制',
}
export const messageName = (messageId: string): string => NAMES[messageId] ?? '未定义的消息'
