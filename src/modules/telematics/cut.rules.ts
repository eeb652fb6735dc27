/** When fuel or electricity may be cut, pure (fleet.md §2.9). */
import type { Check } from '#kit/basics/checks.ts'

export interface CutSight {
  terminal: number
  online: boolean
  /** The device profile knows how. */
  supported: boolean
  fixAt: string | null
  /** km/h */
  speed: number | null
  located: boolean
  /** Parameters: how old a fix may be, how fast the vehicle. */
  fixSeconds: number
  speedLimit: number
}

/** The law of the house stands above the parameter. */
export const HARD_SPEED_LIMIT = 20

/** Why this must not be sent now, or null. Restoring endangers nobody: it may wait for the terminal. */
export function cutObstacle(kind: 'cut' | 'restore', s: CutSight, now: string): Check {
  if (!s.supported) return '设备型号未配置断油断电指令'
  if (kind === 'restore') return null
  if (!s.online) return '终端不在线；断开油电不能离线排队，请待其上线后执行'
  if (!s.located || s.fixAt === null || s.speed === null) return '没有有效定位，无法判断车辆是否静止'
  const age = Math.round((Date.parse(now) - Date.parse(s.fixAt)) / 1000)
  if (age > s.fixSeconds) return `最近定位在 ${age} 秒前，超过 ${s.fixSeconds} 秒的时效；请先「立即定位」`
  const limit = Math.min(s.speedLimit, HARD_SPEED_LIMIT)
  return s.speed > limit ? `车辆正在行驶（${s.speed} km/h），车速不高于 ${limit} km/h 才能断开` : null
}
