/** Business parameters: what fits, and how a value reads. The same in the browser and on the server. */
import { formatFen } from '#kit/basics/fen.ts'
import { addressProblem } from '#kit/basics/identifiers/house-address.ts'
import type { Parameter } from '#kit/entity/module.ts'

export type ParameterValue = number | boolean | string

export interface ParameterRow extends Parameter {
  value: ParameterValue
  /** Differs from the default. */
  changed: boolean
  /** When and by whom it was set last; null while it is the default. */
  updatedAt: string | null
  updatedBy: string | null
}

/** As a person reads it: 元 for money, % for rates (stored as basis points), 是/否 for flags. */
export function parameterText(p: Pick<Parameter, 'kind' | 'options' | 'unit'>, value: unknown): string {
  if (p.kind === 'flag') return value ? '是' : '否'
  if (p.kind === 'choice') return p.options?.[String(value)] ?? String(value)
  if (p.kind === 'money') return typeof value === 'number' ? `${formatFen(value)} 元` : String(value)
  if (p.kind === 'rate') return typeof value === 'number' ? `${value / 100}%` : String(value)
  return p.unit ? `${String(value)} ${p.unit}` : String(value)
}

/** Null or why this value does not fit the parameter. */
export function checkParameter(p: Parameter, value: unknown): string | null {
  if (p.kind === 'flag') return typeof value === 'boolean' ? null : `${p.label}应为是或否`
  if (p.kind === 'choice')
    return typeof value === 'string' && p.options && Object.hasOwn(p.options, value) ? null : `${p.label}的取值不在可选范围内`
  if (p.kind === 'text') {
    if (typeof value !== 'string' || value.length > (p.max ?? 200)) return `${p.label}最多 ${p.max ?? 200} 字`
    const wrong = p.address && value !== '' ? addressProblem(value, p.address) : null
    return wrong && `${p.label}${wrong}`
  }
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return p.kind === 'int' ? `${p.label}应为整数` : `${p.label}最多两位小数`
  if (p.min !== undefined && value < p.min) return `${p.label}不能小于 ${parameterText(p, p.min)}`
  if (p.max !== undefined && value > p.max) return `${p.label}不能大于 ${parameterText(p, p.max)}`
  return null
}

/** 「5 ～ 720」; null when there is nothing to say. */
export function rangeText(p: Parameter): string | null {
  if (p.kind !== 'int' && p.kind !== 'money' && p.kind !== 'rate') return null
  if (p.min === undefined && p.max === undefined) return null
  if (p.max === undefined) return `不小于 ${parameterText(p, p.min)}`
  if (p.min === undefined) return `不大于 ${parameterText(p, p.max)}`
  const low = parameterText({ ...p, unit: undefined }, p.min)
  return `${low} ～ ${parameterText(p, p.max)}`
}
