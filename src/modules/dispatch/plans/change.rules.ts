/** A plan changed by hand: judged by the same evaluator in the browser (at once) and on the server (what counts). Pure. */
import { CODE, type Code, type LeftOut, type Plan, type Problem, type Route, type Sequence, type Violation } from '../solver/model.ts'
import { summed } from '../solver/evaluate.ts'

/** Kept although broken by nobody: licences, dangerous goods, and what the truck may carry at all. */
const NEVER: ReadonlySet<Code> = new Set([CODE.weight, CODE.mixed, CODE.order, CODE.place])
export const neverKept = (violations: readonly Violation[]): Violation | null => violations.find((v) => NEVER.has(v.code)) ?? null

/** The plan with these routes; routes that did not change are taken as they are. What stands in none is left out. */
export function replanned(judge: (s: Sequence) => Route, problem: Problem, before: Plan, sequences: readonly Sequence[]): Plan {
  const known = new Map(before.routes.map((r) => [r.vehicle, r]))
  const routes = sequences
    .filter((s) => s.visits.length > 0)
    .map((s): Route => {
      const old = known.get(s.vehicle)
      return old && s.departAt === undefined && same(old.visits, s.visits) ? old : judge(s)
    })
  const taken = new Set(routes.flatMap((r) => r.visits.map((v) => v.job)))
  const reasons = new Map(before.unassigned.map((u) => [u.job, u]))
  const unassigned = problem.jobs.filter((j) => !taken.has(j.id)).map((j): LeftOut => reasons.get(j.id) ?? { job: j.id, code: CODE.lock })
  // Without a place nothing is planned and nothing is charged, as the planner does it.
  const charged = unassigned.filter((u) => u.code !== CODE.place).map((u) => u.job)
  return { ...before, routes, unassigned, cost: summed(problem, routes, new Set(charged)) }
}

const same = (a: Route['visits'], b: Sequence['visits']): boolean =>
  a.length === b.length && a.every((v, i) => v.job === b[i]!.job && v.part === b[i]!.part && v.place === b[i]!.place)

/** A stop stands once: what is named twice or unknown is no plan. Null or why not. */
export function malformed(problem: Problem, sequences: readonly Sequence[]): string | null {
  const vehicles = new Set(problem.vehicles.map((v) => v.id))
  const jobs = new Map(problem.jobs.map((j) => [j.id, j]))
  const seen = new Set<string>()
  for (const s of sequences) {
    if (!vehicles.has(s.vehicle)) return '方案中没有这辆车，请刷新后重试'
    if (seen.has(`v${s.vehicle}`)) return '同一辆车出现了两次，请刷新后重试'
    seen.add(`v${s.vehicle}`)
    for (const v of s.visits) {
      if (v.part === 'reload') continue
      const job = v.job === undefined ? undefined : jobs.get(v.job)
      if (!job || !job[v.part]) return '方案中没有这张配送单，请刷新后重试'
      const key = `${v.job}:${v.part}`
      if (seen.has(key)) return '同一张配送单出现了两次，请刷新后重试'
      seen.add(key)
    }
    for (const v of s.visits) {
      const job = v.job === undefined ? undefined : jobs.get(v.job)
      if (job?.pickup && job.delivery && !s.visits.some((o) => o.job === v.job && o.part !== v.part)) return '提货与送货须在同一辆车上'
    }
  }
  return null
}

/** The stop (with its pickup, if it has one) taken out everywhere and put into this route before position `at`. */
export function moved(problem: Problem, sequences: readonly Sequence[], job: string, vehicle: string | null, at: number): Sequence[] {
  const j = problem.jobs.find((x) => x.id === job)!
  const out = sequences.map((s) => {
    const before = s.vehicle === vehicle ? s.visits.slice(0, at).filter((v) => v.job === job).length : 0
    return { s, at: at - before, visits: s.visits.filter((v) => v.job !== job) }
  })
  const stops = [...(j.pickup ? [{ job, part: 'pickup' as const }] : []), ...(j.delivery ? [{ job, part: 'delivery' as const }] : [])]
  const result = out.map(({ s, at: to, visits }) => ({
    ...s,
    visits: s.vehicle === vehicle ? [...visits.slice(0, to), ...stops, ...visits.slice(to)] : visits,
  }))
  if (vehicle !== null && !result.some((s) => s.vehicle === vehicle)) result.push({ vehicle, visits: stops })
  return result.filter((s) => s.visits.length > 0)
}
