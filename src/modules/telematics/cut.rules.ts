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
  /** The fence 禁止断油断电 in force around the last fix. */
  zone: string | null
  /** Parameters: how old a fix may be, how fast the vehicle. */
  fixSeconds: number
  speedLimit: number
}

/** The law of the house stands above the parameter. */
export const HARD_SPEED_LIMIT = 20

/** On a motorway, a bridge or in a tunnel a vehicle that will not start again is a danger to others. Asked at every step; restoring is never hindered. */
export const zoneFault = (kind: 'cut' | 'restore', { zone }: Pick<CutSight, 'zone'>): Check => (kind === 'cut' && zone !== null ? `车辆位于禁止断油断电区域「${zone}」内，驶离后再操作` : null)

/** Why this must not be sent now, or null. Restoring endangers nobody: it may wait for the terminal. */
export function cutObstacle(kind: 'cut' | 'restore', s: CutSight, now: string): Check {
  if (!s.supported) return '设备型号未配置断油断电指令'
  if (kind === 'restore') return null
  if (!s.online) return '终端不在线；断开油电不能离线排队，请待其上线后执行'
  if (!s.located || s.fixAt === null || s.speed === null) return '没有有效定位，无法判断车辆是否静止'
  const age = Math.round((Date.parse(now) - Date.parse(s.fixAt)) / 1000)
  if (age > s.fixSeconds) return `最近定位在 ${age} 秒前，超过 ${s.fixSeconds} 秒的时效；请先「立即定位」`
  const zone = zoneFault(kind, s)
  if (zone) return zone
  const limit = Math.min(s.speedLimit, HARD_SPEED_LIMIT)
  return s.speed > limit ? `车辆正在行驶（${s.speed} km/h），车速不高于 ${limit} km/h 才能断开` : null
}
