/** A value as plain text, for titles, prints, copies and comparisons. Labels of references and dictionaries are given. */
import { asText } from '../../basics/text.ts'
import { formatFen } from '../../basics/fen.ts'
import { formatTime } from '../../basics/time/time-format.ts'
import type { Field } from '../../entity/field.ts'
import { shownDay } from '../../entity/value/range-end.ts'
import { isEmpty } from '../../basics/required.ts'
import { percentText } from './number-text.ts'

export const NONE = '—'

/** 12345.5 → «12,345.5»; the integer part only is grouped. */
export function groupDigits(value: number): string {
  const [whole = '', decimals] = String(value).split('.')
  if (whole.includes('e')) return String(value)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** Nobody counts a working day in seconds, or a month's way in metres; and one column is read in one unit. */
function measured(value: number, unit: string | undefined): string {
  if (unit === '秒' && value >= 3600) {
    const minutes = Math.round(value / 60)
    return `${groupDigits(Math.floor(minutes / 60))} 小时${minutes % 60 ? ` ${minutes % 60} 分` : ''}`
  }
  if (unit === '秒' && value >= 60 && Number.isInteger(value))
    return value % 60 ? `${Math.floor(value / 60)} 分 ${value % 60} 秒` : `${value / 60} 分钟`
  if (unit === 'm' && value >= 1000) return `${groupDigits(value >= 10_000 ? Math.round(value / 100) / 10 : value / 1000)} km`
  return groupDigits(value) + (unit ? ` ${unit}` : '')
}

/** `labels` is what the row holds under `x$`, or the dictionary's word. */
export function valueText(field: Field, value: unknown, labels?: unknown): string {
  if (isEmpty(value)) return (field.kind === 'flag' && field.open) || NONE
  switch (field.kind) {
    case 'money':
      return moneyText(value)
    case 'rate':
      return typeof value === 'number' ? `${percentText(value)}%` : String(value)
    case 'int':
    case 'decimal':
      return typeof value === 'number' ? measured(value, field.unit) : String(value)
    case 'flag':
      return value ? '是' : '否'
    case 'instant':
      return formatTime(value as string) || String(value)
    case 'state':
    case 'choice':
      return field.options[String(value)] ?? String(value)
    case 'dict':
    case 'ref':
      return labels === undefined || labels === null ? String(value) : asText(labels)
    case 'refs':
      return Array.isArray(labels) ? labels.join('、') : Array.isArray(value) ? value.join('、') : String(value)
    case 'files':
      return Array.isArray(value) ? value.map((file) => (file as { name?: string }).name ?? '').join('、') : NONE
    case 'lines':
      return Array.isArray(value) ? `${value.length} 项` : NONE
    case 'place':
      return (value as { address?: string }).address || NONE
    case 'json':
      // Its parts are read where there is room for them.
      return Array.isArray(value)
        ? `${value.length} 项`
        : typeof value === 'object'
          ? '有内容'
          : typeof value === 'boolean'
            ? value
              ? '是'
              : '否'
            : asText(value)
    case 'day':
      return shownDay(field, value)
    case 'computed':
      return computedText(field, value)
    default:
      return String(value)
  }
}

const moneyText = (value: unknown): string => (Number.isSafeInteger(value) ? formatFen(value as number) : String(value))

function computedText(field: Extract<Field, { kind: 'computed' }>, value: unknown): string {
  if (field.options) return field.options[String(value)] ?? String(value)
  if (field.as === 'money') return moneyText(value)
  if (field.as === 'flag') return value ? '是' : '否'
  if (field.as === 'int') return typeof value === 'number' ? groupDigits(value) : String(value)
  return String(value)
}

/** Label of a field with its unit: money columns say 元 in their heading, not in every cell. */
export function labelWithUnit(field: Field): string {
  return field.kind === 'money' || (field.kind === 'computed' && field.as === 'money') ? `${field.label}（元）` : field.label
}
