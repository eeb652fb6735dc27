/** When fuel or electricity may be cut, pure (fleet.md §2.9). */
import type { Check } from '#kit/basics/checks.ts'
import { reachable } from '../places/reach.rules.ts'

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
  /** The place, in millionths of a degree; and the believed fix before it, of another instant, through whichever link and terminal. */
  place: { lng: number; lat: number } | null
  before: { at: string; speed: number; lng: number; lat: number } | null
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
  const age = secondsBefore(now, s.fixAt)
  if (age > s.fixSeconds) return `最近定位在 ${age} 秒前，超过 ${s.fixSeconds} 秒的时效；请先「立即定位」`
  const zone = zoneFault(kind, s)
  if (zone) return zone
  // Whoever drives keeps driving: what is restricted is the next start.
  if (kind === 'limit') return unconfirmed(s)
  const limit = Math.min(s.speedLimit, HARD_SPEED_LIMIT)
  const soften = s.limitable ? '；可「改为限制启动」' : ''
  if (s.speed > limit) return `车辆正在行驶（${s.speed} km/h），车速不高于 ${limit} km/h 才能断开${soften}`
  const doubt = unconfirmed(s)
  if (doubt) return doubt
  return s.before!.speed > limit
    ? `车辆在 ${secondsBefore(now, s.before!.at)} 秒前的车速为 ${s.before!.speed} km/h，连续两次定位都不高于 ${limit} km/h 才能断开；请先「立即定位」${soften}`
    : null
}
const secondsBefore = (now: string, at: string): number => Math.round((Date.parse(now) - Date.parse(at)) / 1000)

/** One fix after a reconnect may be anything: two that agree say where a vehicle is and whether it stands. */
function unconfirmed({ before, place, fixAt }: CutSight): Check {
  if (!before || !place || !fixAt) return '只有一次有效定位，不能确认车辆的位置与速度；请先「立即定位」'
  const at = (time: string, { lng, lat }: { lng: number; lat: number }) => ({ at: Date.parse(time), lng, lat })
  return reachable(at(before.at, before), at(fixAt, place)) ? null : '最近两次定位相距过远，不能确认车辆的位置；请先「立即定位」'
}
