/** How somebody on the road is written: his state in words, colour, age of what is known. Pure. */
import { FILLS } from '#kit/ui/look/tokens.ts'
import { MISSION_STATES } from '../missions/mission.ts'
import type { RoadRow } from './wire.ts'

const STALE_MS = 10 * 60_000
export const isStale = (r: RoadRow, now: string): boolean => r.position === null || Date.parse(now) - Date.parse(r.position.at) > STALE_MS
export const isLateRow = (r: RoadRow): boolean => r.mission?.next?.late ?? false

const LATE = FILLS.red
const RUNNING = FILLS.blue
const FREE = FILLS.green
const OLD = FILLS.grey
export const colourOf = (r: RoadRow, now: string): string =>
  isLateRow(r) ? LATE : isStale(r, now) ? OLD : r.mission === null ? FREE : RUNNING

const WORK: Record<string, string> = { idle: '空闲', offered: '待接单', busy: '任务中', rest: '休息', offline: '离线' }
export const stateOf = (r: RoadRow): string =>
  r.mission ? (MISSION_STATES[r.mission.status as keyof typeof MISSION_STATES] ?? '') : (WORK[r.work] ?? '')

export function ageOf(at: string, now: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(now) - Date.parse(at)) / 60_000))
  return minutes < 1
    ? '刚刚'
    : minutes < 60
      ? `${minutes} 分钟前`
      : minutes < 1440
        ? `${Math.floor(minutes / 60)} 小时前`
        : `${Math.floor(minutes / 1440)} 天前`
}

export const GROUPS = {
  all: ['全部', () => true],
  late: ['将迟到', isLateRow],
  busy: ['任务中', (r: RoadRow) => r.mission !== null],
  free: ['空闲', (r: RoadRow) => r.mission === null && r.work === 'idle'],
} as const satisfies Record<string, readonly [string, (r: RoadRow) => boolean]>
export type Group = keyof typeof GROUPS
