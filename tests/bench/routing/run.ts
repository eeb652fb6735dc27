/**
 * `node tests/bench/routing/run.ts FOLDER --best FILE [--seconds 1.4] [--only C1,R2] [--mode cost|vehicles] [--pairs] [--slice 0/4]`:
 * the planner on public instances. Prints cost, vehicles, gap to the best known, CPU seconds of this process (one thread),
 * compiling included, and fails nothing; a plan that breaks a rule or leaves somebody out is named.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { solve } from '#modules/dispatch/solver/solve.ts'
import { known, liLim, solomon } from './instances.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    best: { type: 'string' },
    seconds: { type: 'string', default: '1.4' },
    only: { type: 'string', default: '' },
    mode: { type: 'string', default: 'cost' },
    pairs: { type: 'boolean', default: false },
    slice: { type: 'string', default: '0/1' },
    seed: { type: 'string', default: '1' },
    quiet: { type: 'boolean', default: false },
  },
})
const [folder] = positionals
if (folder === undefined || values.best === undefined) throw new Error('needs a folder of instances and --best FILE')
const best = known(values.best)
const [slice, slices] = values.slice.split('/').map(Number) as [number, number]
const cpu = (): number => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1000
}

const gaps = new Map<string, number[]>()
let vehiclesEqual = 0
let vehiclesKnown = 0
let count = 0
const files = readdirSync(folder)
  .filter((f) => f.endsWith('.txt') && values.only.split(',').some((p) => f.toLowerCase().startsWith(p.toLowerCase())))
  .sort()
  .filter((_, i) => i % slices === slice)
for (const file of files) {
  const name = file.replace('.txt', '').toLowerCase()
  const given = (values.pairs ? liLim : solomon)(join(folder, file), Number(values.seed))
  const began = cpu()
  const plan = solve(
    { ...given, mode: values.mode === 'vehicles' ? 'vehicles' : 'cost' },
    { milliseconds: Number(values.seconds) * 1000 },
    { now: cpu },
  )
  const used = (cpu() - began) / 1000
  const cost = plan.routes.reduce((sum, r) => sum + r.metres, 0)
  const byDistance = best.get(`${name}_distance`)
  const target = values.mode === 'vehicles' ? best.get(name) : (byDistance ?? best.get(name))
  const broken = plan.routes.flatMap((r) => r.violations).length
  const gap = target ? (cost / target.cost - 1) * 100 : NaN
  count++
  if (target) {
    const group = name.replace(/[0-9].*/, '').toUpperCase() + name.replace(/^[a-z]+/, '')[0]!
    gaps.set(group, [...(gaps.get(group) ?? []), gap])
    vehiclesKnown++
    if (plan.routes.length <= target.vehicles) vehiclesEqual++
  }
  if (!values.quiet || broken > 0 || plan.unassigned.length > 0)
    console.log(
      [
        name,
        values.mode,
        cost.toFixed(2),
        plan.routes.length,
        target?.cost ?? '–',
        target?.vehicles ?? '–',
        `${gap.toFixed(2)} %`,
        `${used.toFixed(2)} CPU-s`,
        '1 thread',
        `${plan.iterations} it`,
        broken > 0 ? `BROKEN ${broken}` : '',
        plan.unassigned.length > 0 ? `OUT ${plan.unassigned.length}` : '',
      ].join('  '),
    )
}
const all = [...gaps.values()].flat()
const mean = (x: readonly number[]): string => (x.reduce((a, b) => a + b, 0) / x.length).toFixed(3)
console.log(
  `${count} instances, ${values.seconds} CPU-s each, 1 thread: average gap ${mean(all)} %, worst ${Math.max(...all).toFixed(2)} %, vehicles as few as known ${vehiclesEqual}/${vehiclesKnown}; ` +
    [...gaps].map(([g, x]) => `${g} ${mean(x)}`).join(' '),
)
