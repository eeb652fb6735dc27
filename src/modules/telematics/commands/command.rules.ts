/** What people may type into commands, pure. */
import type { Check } from '#kit/basics/identifiers/checks.ts'
import { parameterKinds } from '../jt808/parameters.ts'

export interface ParameterSetting {
  /** Eight lower-case hex digits. */
  id: string
  value: string
}

const MOST_SETTINGS = 50
/** `0029=30` a line. */
export function parseSettings(text: string): ParameterSetting[] | string {
  const settings: ParameterSetting[] = []
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue
    if (settings.length >= MOST_SETTINGS) return '一次最多设置 50 个参数'
    const match = /^(?:0x)?([0-9A-Fa-f]{1,8})\s*=(.*)$/.exec(line.trim())
    if (!match) return `参数第 ${i + 1} 行应为「编号=值」，例如 0029=30`
    const id = match[1]!.toLowerCase().padStart(8, '0')
    if (settings.some((one) => one.id === id)) return `参数 ${match[1]} 出现了两次`
    settings.push({ id, value: match[2]!.trim() })
  }
  return settings.length === 0 ? '请至少填写一个参数' : settings
}

export function parseIds(text: string): string[] | string {
  const ids = text.split(/[,，\s]+/).filter(Boolean)
  const wrong = ids.find((id) => !/^(?:0x)?[0-9A-Fa-f]{1,8}$/.test(id))
  if (wrong !== undefined) return `参数编号 ${wrong.slice(0, 20)} 应为十六进制，例如 0029`
  return [...new Set(ids.map((id) => id.replace(/^0x/, '').toLowerCase().padStart(8, '0')))]
}

/** Parameters that would make the terminal unreachable are for the maker's tool, not for a form. */
const DANGEROUS = new Set([
  '00000010',
  '00000011',
  '00000012',
  '00000013',
  '00000014',
  '00000015',
  '00000016',
  '00000017',
  '00000018',
  '00000019',
  '00000023',
  '00000024',
  '00000025',
  '00000026',
])

const HEX = /^(?:[0-9a-f]{2})+$/i
const MOST = { u8: 255, u16: 65_535, u32: 4_294_967_295 }

/** What the terminal would answer with «wrong message», said while it can still be mended. */
function valueFault({ id, value }: ParameterSetting): string | null {
  const short = id.replace(/^0{4}/, '')
  const known = parameterKinds.get(short)
  const name = `参数 ${short}${known ? `（${known.label}）` : ''}`
  if (!known) return HEX.test(value) || /^[\x20-\x7e]*$/.test(value) ? null : `${name} 的含义未知，值应为十六进制或英文字符`
  if (known.kind === 'hex') return HEX.test(value) ? null : `${name}应为十六进制，例如 00ff`
  if (known.kind === 'text') return value.length > 120 ? `${name}过长` : null
  const number = Number(value)
  return /^\d+$/.test(value) && number <= MOST[known.kind] ? null : `${name}应为 0 至 ${MOST[known.kind]} 的整数`
}

export const checkPassThrough = (type: string, data: string): Check =>
  !/^[0-9a-f]{2}$/i.test(type)
    ? '透传类型应为两位十六进制，例如 F0'
    : !HEX.test(data.replace(/\s/g, ''))
      ? '内容应为十六进制，每字节两位，例如 0a1b2c'
      : null

const ADDRESS = /^(?:https?|ftps?):\/\/[\x21-\x3a\x3c-\x7e]+$/i
const VERSION = /^[\x21-\x3a\x3c-\x7e]+(?: [\x21-\x3a\x3c-\x7e]+)*$/
/** Semicolons part the words of the order: inside one they would move all that follow. */
export const checkUpgrade = (url: string, firmware: string): Check =>
  !ADDRESS.test(url)
    ? '固件地址应以 http、https 或 ftp 开头，不含空格、分号与中文'
    : VERSION.test(firmware)
      ? null
      : '固件版本不能含分号与中文'

export function checkParameters(text: string, settings: boolean): Check {
  const parsed = settings ? parseSettings(text) : parseIds(text)
  if (typeof parsed === 'string') return parsed
  if (!settings) return null
  const senseless = (parsed as ParameterSetting[]).map(valueFault).find((why) => why !== null)
  if (senseless) return senseless
  const locked = (parsed as ParameterSetting[]).find((one) => DANGEROUS.has(one.id))
  return locked ? `参数 ${locked.id.slice(4)} 是服务器地址或拨号参数，改错后终端将失联，不能在此修改` : null
}

const UNITS: Readonly<Record<string, string>> = { s: '秒', m: '米' }
/** A parameter as people read it: some the standard counts in tenths. */
export function measured(id: string, value: string): string {
  const unit = parameterKinds.get(id)?.unit
  if (!unit || !/^\d+$/.test(value)) return value
  const tenths = /^0\.1 (.+)$/.exec(unit)
  return tenths ? `${(Number(value) / 10).toLocaleString('zh-CN')} ${tenths[1]}` : `${value} ${UNITS[unit] ?? unit}`
}
