/**
 * A plan is kept without its matrix: that follows from its places. Judging a few routes needs only the places they touch,
 * so that a change among two thousand stops costs no more than one among sixty. Pure.
 */
import type { Problem, Route, Sequence } from '../solver/model.ts'
import { judgeOf } from '../solver/solve.ts'
import { estimatedMatrix, type Point } from '#kit/basics/roads.ts'

/** The problem with all its distances: what the planner needs. */
export function withMatrix(problem: Problem, places: readonly Point[]): Problem {
  const m = estimatedMatrix(places)
  return { ...problem, matrix: { ...problem.matrix, size: m.size, metres: [m.metres], seconds: [m.seconds] } }
}

/** The part of the problem that one route touches, and which place each row of it was. */
function narrowed(problem: Problem, places: readonly Point[], s: Sequence): { part: Problem; back: number[] } {
  const named = new Set(s.visits.map((v) => v.job))
  const jobs = problem.jobs.filter((j) => named.has(j.id))
  const vehicles = problem.vehicles.filter((v) => v.id === s.vehicle)
  const touched = [
    ...jobs.flatMap((j) => [j.pickup?.place ?? -1, j.delivery?.place ?? -1]),
    ...vehicles.flatMap((v) => [v.start, v.end ?? -1, ...(v.reloads ?? []).map((r) => r.place)]),
  ]
  const back = [...new Set(touched.filter((p) => p >= 0))].sort((a, b) => a - b)
  const row = new Map(back.map((p, i) => [p, i]))
  const at = (p: number): number => row.get(p) ?? -1
  const part: Problem = {
    ...problem,
    jobs: jobs.map((j) => ({
      ...j,
      ...(j.pickup ? { pickup: { ...j.pickup, place: at(j.pickup.place) } } : {}),
      ...(j.delivery ? { delivery: { ...j.delivery, place: at(j.delivery.place) } } : {}),
    })),
    vehicles: vehicles.map((v) => ({
      ...v,
      start: at(v.start),
      end: v.end === null ? null : at(v.end),
      ...(v.reloads ? { reloads: v.reloads.map((r) => ({ ...r, place: at(r.place) })) } : {}),
    })),
    ...(problem.bans ? { bans: problem.bans.map((b) => ({ ...b, places: b.places.map(at).filter((p) => p >= 0) })) } : {}),
  }
  return {
    part: withMatrix(
      part,
      back.map((p) => places[p]!),
    ),
    back,
  }
}

export function judgeAmong(problem: Problem, places: readonly Point[]): (s: Sequence) => Route {
  return (s) => {
    const { part, back } = narrowed(problem, places, s)
    const row = new Map(back.map((p, i) => [p, i]))
    const inner = (place: number | undefined) => (place === undefined ? {} : { place: row.get(place) ?? -1 })
    const judged = judgeOf(part)({ ...s, visits: s.visits.map(({ place, ...v }) => ({ ...v, ...inner(place) })) })
    const outer = (p: number): number => (p < 0 ? p : back[p]!)
    return {
      ...judged,
      steps: judged.steps.map((x) => ({ ...x, place: outer(x.place) })),
      visits: judged.visits.map((v) => (v.place === undefined ? v : { ...v, place: outer(v.place) })),
    }
  }
}
