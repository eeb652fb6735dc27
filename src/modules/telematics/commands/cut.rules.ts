/** When fuel or electricity may be cut, pure (fleet.md §2.9). */
import type { Check } from '#kit/basics/checks.ts'

export interface CutSight {
  terminal: number
  online: boolean
  /** The device profile knows how to cut and restore, and how to restrict the next start. */
  supported: boolean
  limitable: boolean
  fixAt: string | null
  /** km/h */
  speed: number | null
  located: boolean
  /** What is wrong with the terminal's clock: then nobody knows whether a report is of now. */
  clockFault: string | null
  /** The fence 禁止断油断电 in force around the last fix. */
  zone: string | null
  /** Parameters: how old a fix may be, how fast the vehicle. */
  fixSeconds: number
  speedLimit: number
}

/** The law of the house stands above the parameter. */
const HARD_SPEED_LIMIT = 20

/** Two levels: `limit` lets a vehicle drive on and refuses only its next start, `cut` stops it. */
export type CutKind = 'cut' | 'limit' | 'restore'

export const profileFault = (kind: CutKind, s: Pick<CutSight, 'supported' | 'limitable'>): Check =>
  !s.supported ? '设备型号未配置断油断电指令' : kind === 'limit' && !s.limitable ? '设备型号未配置限制启动指令' : null

/** On a motorway, a bridge or in a tunnel a vehicle that will not start again is a danger to others. Asked at every step; restoring is never hindered. */
export const zoneFault = (kind: CutKind, { zone }: Pick<CutSight, 'zone'>): Check =>
  kind !== 'restore' && zone !== null ? `车辆位于禁止断油断电区域「${zone}」内，驶离后再操作` : null

/** Why this must not be sent now, or null. Restoring endangers nobody: it may wait for the terminal. */
export function cutObstacle(kind: CutKind, s: CutSight, now: string): Check {
  const unknown = profileFault(kind, s)
  if (unknown || kind === 'restore') return unknown
  if (!s.online) return '终端不在线；断开与限制不能离线排队，请待其上线后执行'
  if (!s.located || s.fixAt === null || s.speed === null) return '没有有效定位，无法判断车辆的位置与速度'
  if (s.clockFault !== null) return `终端时钟异常（${s.clockFault}），不能确认定位与车速是当前的；请先为终端校时`
  const age = Math.round((Date.parse(now) - Date.parse(s.fixAt)) / 1000)
  if (age > s.fixSeconds) return `最近定位在 ${age} 秒前，超过 ${s.fixSeconds} 秒的时效；请先「立即定位」`
  const zone = zoneFault(kind, s)
  if (zone) return zone
  // Whoever drives keeps driving: what is restricted is the next start.
  if (kind === 'limit') return null
  const limit = Math.min(s.speedLimit, HARD_SPEED_LIMIT)
  return s.speed > limit
    ? `车辆正在行驶（${s.speed} km/h），车速不高于 ${limit} km/h 才能断开${s.limitable ? '；可「改为限制启动」' : ''}`
    : null
}
