/** After the search: nothing that fits stays out, and what stays out is told why, with the smallest change that would let it in. */
import { CODE, type Code, type LeftOut, type Relaxation, type Violation } from './model.ts'
import { DELIVERY, PICKUP, type Net } from './net.ts'
import { evaluate, visitOf } from './evaluate.ts'
import type { Search } from './search.ts'
import { Tour } from './tour.ts'

/** Every absent job against every position of every route and every free vehicle, exactly, until none goes in any more. */
export function complete(search: Search): void {
  const { net } = search
  let again = true
  while (again) {
    again = false
    for (const job of [...search.absent].sort((a, b) => net.prize[b]! - net.prize[a]! || a - b)) {
      if (search.insertExactly(job, net.prize[job]!)) again = true
    }
  }
}

/** What one unit is worth when relaxations are compared: a minute, ten kilograms, 0.1 m³ … A rule without amount comes last. */
const PRICE: Record<Violation['of'], number> = {
  seconds: 1 / 60,
  grams: 1 / 10_000,
  volume: 1 / 1000,
  pieces: 5,
  pallets: 50,
  metres: 1 / 1000,
  stops: 30,
  none: 1000,
}
const WALKS = 60_000

export function reasons(search: Search): LeftOut[] {
  let walks = 0
  const { net } = search
  return [...search.absent]
    .sort((a, b) => a - b)
    .map((job) => {
      const id = net.problem.jobs[job]!.id
      const alone = aloneIn(net, job)
      if (alone.every((a) => a.violations.length > 0)) {
        const best = cheapest(alone.map((a) => ({ ...a, all: a.violations })))
        return best ?? { job: id, code: alone.length === 0 ? CODE.vehicles : hardest(alone[0]!.violations) }
      }
      const anywhere = search.cheapestExactly(job)
      if (anywhere !== null) return { job: id, code: CODE.prize, addedFen: Math.round(anywhere) }
      const tries: { vehicle: string; all: readonly Violation[] }[] = []
      for (const tour of search.tours) {
        if (walks > WALKS) break
        if (tour.kind.vehicle.closed) continue
        for (const visits of trials(net, tour, job)) {
          walks++
          const r = evaluate(net, { vehicle: net.problem.vehicles[tour.vehicle]!.id, visits })
          tries.push({ vehicle: r.vehicle, all: r.violations })
        }
      }
      return cheapest(tries) ?? { job: id, code: CODE.vehicles }

      function cheapest(from: readonly { vehicle: string; all: readonly Violation[] }[]): LeftOut | null {
        let hint: Relaxation | null = null
        let price = Infinity
        for (const t of from) {
          const r = single(t.all)
          if (!r || r.price >= price) continue
          price = r.price
          hint = { code: r.code, amount: r.amount, of: r.of, vehicle: t.vehicle }
        }
        return hint ? { job: id, code: hint.code, hint } : null
      }
    })
}

/** One kind of rule and nothing else: what it would take. */
function single(all: readonly Violation[]): (Relaxation & { price: number }) | null {
  const [first] = all
  if (!first || all.some((v) => v.code !== first.code || v.of !== first.of)) return null
  const amount = Math.max(...all.map((v) => v.amount))
  return { code: first.code, of: first.of, amount, price: PRICE[first.of] * (first.of === 'none' ? all.length : amount) }
}

/** The rule that no small change helps against comes first. */
const ORDER: readonly Code[] = [7, 4, 8, 16, 9, 12, 1, 2, 3, 10, 6, 5, 13, 11, 15, 14]
const hardest = (all: readonly Violation[]): Code =>
  [...all].sort((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code))[0]?.code ?? CODE.vehicles

function aloneIn(net: Net, job: number): { vehicle: string; violations: readonly Violation[] }[] {
  const nodes = stopsOf(net, job)
  const seen = new Set<number>()
  return net.problem.vehicles.flatMap((v, i) => {
    const kind = net.kindOf[i]!
    if (v.closed || (seen.has(kind) && !net.allowed[job])) return []
    seen.add(kind)
    const r = evaluate(net, { vehicle: v.id, visits: [...(v.fixed ?? []), ...nodes.map((n) => visitOf(net, n))] })
    return [{ vehicle: v.id, violations: r.violations }]
  })
}
const stopsOf = (net: Net, job: number): number[] =>
  net.shape[job] === (PICKUP | DELIVERY) ? [2 * job, 2 * job + 1] : [net.shape[job] === DELIVERY ? 2 * job + 1 : 2 * job]

function* trials(net: Net, tour: Tour, job: number): Generator<ReturnType<typeof visitOf>[]> {
  const base = Array.from(tour.node.subarray(1, tour.len + 1))
  const nodes = stopsOf(net, job)
  for (let i = tour.free - 1; i <= base.length; i++) {
    if (nodes.length === 1) yield [...base.slice(0, i), nodes[0]!, ...base.slice(i)].map((n) => visitOf(net, n))
    else
      for (let j = i; j <= base.length; j++)
        yield [...base.slice(0, i), nodes[0]!, ...base.slice(i, j), nodes[1]!, ...base.slice(j)].map((n) => visitOf(net, n))
  }
}
