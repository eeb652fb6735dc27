/**
 * `node tests/bench/routing/city.ts [--orders 300] [--vehicles 20] [--seconds 2,60] [--seed 1]`: a day of a city as the desk
 * plans it (roads by estimate, half of the orders with windows, hours paid, rests, weight and volume). Prints when the first
 * whole plan stands, and what each budget costs against the longest; CPU seconds of this process, one thread.
 */
import { parseArgs } from 'node:util'
import { withMatrix } from '#modules/dispatch/plans/narrow.rules.ts'
import type { Job, Problem } from '#modules/dispatch/solver/model.ts'
import { Dice } from '#modules/dispatch/solver/random.ts'
import { solve } from '#modules/dispatch/solver/solve.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '300' },
    vehicles: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2,60' },
    seed: { type: 'string', default: '1' },
  },
})
const HOUR = 3600

function city(orders: number, vehicles: number, seed: number): Problem {
  const dice = new Dice(seed)
  const near = (at: number, by: number): number => at + (dice.next() + dice.next() + dice.next() - 1.5) * by
  const towns = Array.from({ length: 12 }, () => ({ lng: near(121.45, 0.35), lat: near(31.2, 0.25) }))
  const places = [{ lng: 121.36, lat: 31.24 }]
  const jobs = Array.from({ length: orders }, (_, i): Job => {
    const town = towns[dice.below(towns.length)]!
    places.push({ lng: near(town.lng, 0.05), lat: near(town.lat, 0.04) })
    const from = (8 + dice.below(7)) * HOUR
    const grams = 20_000 + dice.below(180_000)
    return {
      id: `o${String(i).padStart(4, '0')}`,
      demand: [grams, Math.round(grams / 30), 1 + dice.below(6), 0],
      prize: 10_000_000,
      delivery: {
        place: i + 1,
        service: 300 + dice.below(5) * 60,
        windows: dice.next() < 0.5 ? [[from, from + (2 + dice.below(3)) * HOUR]] : [],
      },
    }
  })
  const problem: Problem = {
    jobs,
    vehicles: Array.from({ length: vehicles }, (_, i) => ({
      id: `v${String(i).padStart(3, '0')}`,
      zones: [{ capacity: [i % 3 === 0 ? 4_000_000 : 2_500_000, i % 3 === 0 ? 180_000 : 120_000, 10_000, 100] }],
      start: 0,
      end: 0,
      shift: [7 * HOUR, 19 * HOUR],
      fixedFen: i % 3 === 0 ? 24_000 : 18_000,
      kmFen: i % 3 === 0 ? 310 : 260,
      hourFen: 3500,
    })),
    matrix: { size: 0, metres: [], seconds: [] },
    rules: { driveMax: 4 * HOUR, rest: 1200, driveDayMax: 10 * HOUR },
    mode: 'cost',
    seed,
  }
  return withMatrix(problem, places)
}

const cpu = (): number => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1000
}
const problem = city(Number(values.orders), Number(values.vehicles), Number(values.seed))
const began = cpu()
const first = solve(problem, { iterations: 0 })
console.log(
  `${values.orders} orders, ${values.vehicles} vehicles: first plan after ${((cpu() - began) / 1000).toFixed(2)} CPU-s, ${(first.cost.total / 100).toFixed(2)} yuan, ${first.unassigned.length} left out`,
)
const plans = values.seconds.split(',').map((s) => {
  const at = cpu()
  const plan = solve(problem, { milliseconds: Number(s) * 1000 }, { now: cpu })
  return { seconds: Number(s), used: (cpu() - at) / 1000, plan }
})
const least = plans.at(-1)!.plan.cost.total
for (const { seconds, used, plan } of plans)
  console.log(
    `${seconds} s: ${(plan.cost.total / 100).toFixed(2)} yuan, ${((plan.cost.total / least - 1) * 100).toFixed(2)} % above ${plans.at(-1)!.seconds} s; ` +
      `${plan.routes.length} routes, ${plan.unassigned.length} left out, ${plan.routes.flatMap((r) => r.violations).length} broken; ` +
      `${plan.iterations} iterations, ${used.toFixed(2)} CPU-s, ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  )
