/**
 * What properties and planned faults draw. One number for all of them unless `SEED` (or the file's own name for it) gives another: the
 * same commit is green or red for everybody and at any time, and a fault in what nobody touched is not found by the check of somebody
 * else's change. Wide and new draws are the deep run's (`DEEP=1`, up to a hundred thousand cases); what it finds becomes an example.
 */
import fc from 'fast-check'

const ours = 20_251_126

/** The number a file draws from: of its own variable, of `SEED`, new in a deep run, else always the same. */
export function seedFor(name = 'SEED'): number {
  const asked = process.env[name] ?? process.env['SEED']
  if (asked) return Number(asked)
  return process.env['DEEP'] ? Date.now() % 1_000_000_000 : ours
}

fc.configureGlobal({ seed: seedFor() })
