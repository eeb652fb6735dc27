/** How a plan is written on screen: times, colours, lines. Pure. */
import { lineOf, pointAt } from '#kit/ui/map/map.web.ts'
import { FILLS } from '#kit/ui/look/tokens.ts'
import type { Board } from '../plans/problem.rules.ts'
import type { Plan, Route } from '../solver/model.ts'

/** Told apart also without colour: every second round is dashed. */
const COLOURS = Object.values(FILLS)
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length]!
const dashed = (index: number): boolean => Math.floor(index / COLOURS.length) % 2 === 1

/** 08:13, and 次日 01:20 behind midnight. */
export function clock(second: number): string {
  const s = Math.round(second)
  const day = Math.floor(s / 86_400)
  const inDay = s - day * 86_400
  const text = `${String(Math.floor(inDay / 3600)).padStart(2, '0')}:${String(Math.floor((inDay % 3600) / 60)).padStart(2, '0')}`
  return day === 0 ? text : day === 1 ? `次日 ${text}` : `第 ${day + 1} 日 ${text}`
}
export const kilometres = (metres: number): string => `${(metres / 1000).toFixed(1)} km`
export function span(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
}

/** Lines of the routes and their numbered stops, and what is left out, for the map. */
export function featuresOf(board: Board, plan: Plan, index: ReadonlyMap<string, number>) {
  const at = (place: number) => {
    const p = board.places[place]!
    return [p.lng, p.lat] as const
  }
  const placed = plan.routes.map((r) => r.steps.filter((s) => s.place >= 0))
  return {
    lines: plan.routes.flatMap((r, i) =>
      placed[i]!.length > 1
        ? [
            lineOf(
              placed[i]!.map((s) => at(s.place)),
              { colour: colourOf(index.get(r.vehicle) ?? i), dash: dashed(index.get(r.vehicle) ?? i) },
            ),
          ]
        : [],
    ),
    stops: plan.routes.flatMap((r, i) =>
      placed[i]!.filter((s) => s.job !== undefined).map((s, n) =>
        pointAt(at(s.place), { no: String(n + 1), colour: colourOf(index.get(r.vehicle) ?? i), job: s.job }),
      ),
    ),
    depots: [...new Set(plan.routes.flatMap((r) => r.steps.filter((s) => s.kind === 'start').map((s) => s.place)))].map((p) =>
      pointAt(at(p), { name: board.places[p]!.name }),
    ),
  }
}

export const onRoute = (route: Route): number => route.visits.filter((v) => v.part !== 'reload').length
