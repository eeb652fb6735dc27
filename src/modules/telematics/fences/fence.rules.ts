/** What makes a fence drawable and its times readable. Pure; the geometry itself is fence.geometry.rules.ts. */
import { isTooLongToType } from '#kit/basics/text.ts'
import type { Check } from '#kit/basics/identifiers/checks.ts'

export interface LngLat {
  lng: number
  lat: number
}
export type Shape = 'circle' | 'rectangle' | 'polygon' | 'corridor' | 'district'

/** One `经度,纬度` a line; the sentence says which line is wrong. */
export function parsePoints(text: string | null): { points: LngLat[]; problem: Check } {
  const points: LngLat[] = []
  for (const [i, line] of (text ?? '').split(/\r?\n/).entries()) {
    if (!line.trim()) continue
    const match = isTooLongToType(line) ? null : /^\s*(-?\d{1,3}(?:\.\d{1,9})?)\s*[,，\s]\s*(-?\d{1,2}(?:\.\d{1,9})?)\s*$/.exec(line)
    if (!match) return { points, problem: `坐标点第 ${i + 1} 行应为「经度,纬度」，例如 121.473701,31.230416` }
    const [lng, lat] = [Number(match[1]), Number(match[2])]
    if (Math.abs(lng) > 180 || Math.abs(lat) > 85) return { points, problem: `坐标点第 ${i + 1} 行超出范围：经度 ±180，纬度 ±85` }
    points.push({ lng, lat })
  }
  return { points, problem: null }
}

const COUNT: Record<Exclude<Shape, 'district'>, { least: number; most: number; words: string }> = {
  circle: { least: 1, most: 1, words: '圆形围栏需要一个圆心' },
  rectangle: { least: 2, most: 2, words: '矩形围栏需要两个对角点' },
  polygon: { least: 3, most: 2000, words: '多边形围栏需要 3–2000 个顶点' },
  corridor: { least: 2, most: 2000, words: '路线走廊需要 2–2000 个点' },
}

const crosses = (a: LngLat, b: LngLat, c: LngLat, d: LngLat): boolean => {
  const side = (p: LngLat, q: LngLat, r: LngLat): number => Math.sign((q.lng - p.lng) * (r.lat - p.lat) - (q.lat - p.lat) * (r.lng - p.lng))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
const samePlace = (a: LngLat, b: LngLat): boolean => a.lng === b.lng && a.lat === b.lat
/** Three of the points are no straight line: there is an inside. */
function hasArea(ring: readonly LngLat[]): boolean {
  const [a] = ring
  const b = ring.find((p) => !samePlace(p, a!))
  const off = (p: LngLat): number => (b!.lng - a!.lng) * (p.lat - a!.lat) - (b!.lat - a!.lat) * (p.lng - a!.lng)
  return b !== undefined && ring.some((p) => Math.abs(off(p)) > 1e-12)
}
/** Of a ring; an outline that crosses itself has no clear inside. */
function selfCrossing(ring: readonly LngLat[]): boolean {
  const n = ring.length
  for (let i = 0; i < n; i++)
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue
      if (crosses(ring[i]!, ring[(i + 1) % n]!, ring[j]!, ring[(j + 1) % n]!)) return true
    }
  return false
}

export function checkShape(shape: Shape, text: string | null, radius: number | null, width: number | null, district: string | null): Check {
  if (shape === 'district') return /^\d{6}$/.test(district ?? '') ? null : '行政区围栏请填写六位行政区划代码'
  const { points, problem } = parsePoints(text)
  if (problem) return problem
  const { least, most, words } = COUNT[shape]
  if (points.length < least || points.length > most) return words
  if (shape === 'circle' && !radius) return '圆形围栏请填写半径'
  if (shape === 'corridor' && !width) return '路线走廊请填写走廊半宽'
  if (shape === 'rectangle' && (points[0]!.lng === points[1]!.lng || points[0]!.lat === points[1]!.lat))
    return '矩形的两个角点不能在同一条经线或纬线上'
  if (shape === 'polygon' && !hasArea(points)) return '多边形的顶点不能都在一点或一条直线上'
  if (shape === 'corridor' && points.every((p) => samePlace(p, points[0]!))) return '路线走廊的点不能都在一处'
  // Quadratic; outlines of districts are not drawn by hand and not checked.
  if (shape === 'polygon' && points.length <= 400 && selfCrossing(points)) return '多边形的边不能相互交叉'
  return null
}

export interface Window {
  days: string
  from: string
  to: string
}
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/

interface FenceValues {
  shape: Shape
  points: string | null
  radius: number | null
  width: number | null
  district: string | null
  purpose: string
  speedLimit: number | null
  stayMinutes: number | null
  nightSpeedLimit: number | null
  windows: readonly Window[] | null
  startOn: string | null
  endOn: string | null
  appliesTo: string
  store: number | null
}

export function checkFence(v: FenceValues): Check {
  const shape = checkShape(v.shape, v.points, v.radius, v.width, v.district)
  if (shape) return shape
  if (v.purpose === 'speed' && !v.speedLimit) return '限速围栏请填写限速'
  if (v.purpose === 'stay' && !v.stayMinutes) return '停留围栏请填写停留超时'
  if (v.nightSpeedLimit && !v.speedLimit) return '填写夜间限速时请同时填写限速'
  if (v.appliesTo === 'store' && !v.store) return '适用本门店车辆时请选择所属门店'
  if (v.startOn && v.endOn && v.endOn < v.startOn) return '失效日期不能早于生效日期'
  for (const w of v.windows ?? []) {
    if (!CLOCK.test(w.from) || !CLOCK.test(w.to)) return '生效时段应为 HH:mm，例如 08:30'
    if (w.from === w.to) return '生效时段的开始与结束不能相同'
  }
  return null
}

const DAYS: Record<string, (weekday: number) => boolean> = {
  every: () => true,
  workdays: (d) => d <= 5,
  weekend: (d) => d >= 6,
}
const on = (days: string, weekday: number): boolean => DAYS[days]?.(weekday) ?? days === `d${weekday}`

/** `weekday` 1 Monday … 7 Sunday and `HH:mm` of the business zone. A window past midnight belongs to the day it begins on. */
export function inWindows(windows: readonly Window[], weekday: number, time: string): boolean {
  if (windows.length === 0) return true
  const yesterday = weekday === 1 ? 7 : weekday - 1
  return windows.some((w) =>
    w.from < w.to
      ? on(w.days, weekday) && time >= w.from && time < w.to
      : (on(w.days, weekday) && time >= w.from) || (on(w.days, yesterday) && time < w.to),
  )
}
