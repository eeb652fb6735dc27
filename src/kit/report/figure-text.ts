/** A figure as people read it: the one way for tables, charts, cards and dialogs. Pure. */
import { formatFen } from '../basics/fen.ts'
import type { Unit, Value } from './report.ts'

export interface Shape {
  unit: Unit
  suffix?: string
  decimals?: number
}

const plain = (value: number, decimals: number): string =>
  value.toLocaleString('zh-CN', { minimumFractionDigits: 0, maximumFractionDigits: decimals || (Number.isInteger(value) ? 0 : 2) })

/** 3,800.00 · 12.5% · 1,204 km · 3 小时 20 分 */
export function figureText(value: Value | undefined, { unit, suffix = '', decimals = 0 }: Shape): string {
  if (value === null || value === undefined) return '—'
  if (unit === 'money') return formatFen(Math.round(value))
  if (unit === 'percent') return `${(value * 100).toFixed(decimals)}%`
  if (unit === 'duration') {
    const minutes = Math.round(Math.abs(value) / 60)
    const text = minutes < 60 ? `${minutes} 分` : `${plain(Math.floor(minutes / 60), 0)} 小时${minutes % 60 ? ` ${minutes % 60} 分` : ''}`
    return value < 0 ? `-${text}` : text
  }
  if (unit === 'distance') return `${plain(value / 1000, 1)} km`
  return `${plain(value, decimals)}${suffix ? ` ${suffix}` : ''}`
}

/** On an axis there is room for little: 120 万, 85%, 40 小时. */
export function axisText(value: number, { unit }: Shape): string {
  if (unit === 'percent') return `${Math.round(value * 1000) / 10}%`
  const whole = unit === 'money' ? value / 100 : unit === 'duration' ? value / 3600 : unit === 'distance' ? value / 1000 : value
  const short =
    Math.abs(whole) >= 1e8 ? `${plain(whole / 1e8, 2)} 亿` : Math.abs(whole) >= 1e4 ? `${plain(whole / 1e4, 2)} 万` : plain(whole, 2)
  return unit === 'duration' ? `${short} 时` : short
}

/** ↑ 12.5% */
export const changeText = (change: Value): string =>
  change === null ? '—' : `${change > 0 ? '↑' : change < 0 ? '↓' : ''} ${(Math.abs(change) * 100).toFixed(1)}%`.trim()
