import { checkBankCard, normaliseBankCard } from './bank-card.ts'
import type { Check } from '../check.ts'
import { checkCode, normaliseCodeName } from '../code.ts'
import { checkDeviceNo, normaliseDeviceNo } from './device-no.ts'
import { checkCreditCode, normaliseCreditCode } from './credit-code.ts'
import { checkIdCard, normaliseIdCard } from './id-card.ts'
import { checkMobile, checkPhone, normaliseMobile, normalisePhone } from './mobile.ts'
import { checkPlate, normalisePlate } from './plate.ts'
import { normaliseText } from '../text.ts'
import { checkVin, normaliseVin } from './vin.ts'

export type { Check } from '../check.ts'

export type Format = {
  /** What a format is called in a message or a hint. */
  label: string
  check: (text: string) => Check
  /** The one spelling that is stored; `check` accepts text before or after it. */
  normalise: (text: string) => string
}

export type FormatName = 'plate' | 'vin' | 'idNo' | 'creditCode' | 'mobile' | 'code' | 'bankCard' | 'url' | 'email' | 'phone' | 'deviceNo'

function checkUrl(text: string): Check {
  const plain = normaliseText(text)
  if (plain === '') return '请输入网址'
  const reason = '网址应以 http:// 或 https:// 开头，例如 https://www.example.com'
  // Other schemes (javascript:, data:, file:) would become an attack once rendered as a link.
  if (!/^https?:\/\//i.test(plain) || /\s/.test(plain) || plain.length > 2048) return reason
  if (!URL.canParse(plain)) return reason
  const url = new URL(plain)
  return url.username === '' && url.password === '' ? null : '网址中不能包含用户名或密码'
}

function checkEmail(text: string): Check {
  const plain = normaliseEmail(text)
  if (plain === '') return '请输入邮箱'
  const shape = /^[A-Za-z0-9_%+'-]+(?:\.[A-Za-z0-9_%+'-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/
  return plain.length <= 254 && shape.test(plain) ? null : '邮箱格式不正确，例如 name@example.com'
}

/** The domain is case-insensitive; the part before the @ is its owner's business. */
function normaliseEmail(text: string): string {
  const plain = normaliseText(text)
  const at = plain.lastIndexOf('@')
  return at < 0 ? plain : plain.slice(0, at) + plain.slice(at).replace(/[A-Z]/g, (c) => c.toLowerCase())
}

/** Text formats an entity field may name. */
export const formats: Readonly<Record<FormatName, Format>> = {
  plate: { label: '车牌号', check: checkPlate, normalise: normalisePlate },
  vin: { label: '车架号', check: checkVin, normalise: normaliseVin },
  idNo: { label: '身份证号', check: checkIdCard, normalise: normaliseIdCard },
  creditCode: { label: '统一社会信用代码', check: checkCreditCode, normalise: normaliseCreditCode },
  mobile: { label: '手机号', check: checkMobile, normalise: normaliseMobile },
  code: { label: '编码', check: checkCode, normalise: normaliseCodeName },
  bankCard: { label: '银行卡号', check: checkBankCard, normalise: normaliseBankCard },
  url: { label: '网址', check: checkUrl, normalise: normaliseText },
  email: { label: '邮箱', check: checkEmail, normalise: normaliseEmail },
  phone: { label: '电话号码', check: checkPhone, normalise: normalisePhone },
  deviceNo: { label: '设备号', check: checkDeviceNo, normalise: normaliseDeviceNo },
}
