/** Every rule has worked examples beside it, which fail when it is changed (CONTRIBUTING; `npm run mutants` tries). */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sources, textOf } from './source.ts'

/** Judged by the examples of their neighbours only. This list only falls. */
const BY_NEIGHBOURS: readonly string[] = [
  'src/modules/freight/rating/engine/input.rules.ts',
  'src/modules/approval/engine/definition.rules.ts',
  'src/modules/dispatch/plans/change.rules.ts',
  'src/modules/dispatch/plans/line.rules.ts',
  'src/modules/dispatch/plans/narrow.rules.ts',
  'src/modules/dispatch/plans/problem.rules.ts',
  'src/modules/finance/bank/profiles.rules.ts',
  'src/modules/telematics/engine/engine.rules.ts',
  'src/modules/telematics/gateway/positions/fix.rules.ts',
  'src/modules/transport/watch/arrivals.rules.ts',
]

/** Words and figures alone have nothing to be tried with. */
const reckons = (file: string): boolean =>
  /^export (?:async )?function |^export const \w+ = [^\n]*=>|^export const \w+ =\n\s+[^\n]*=>|^export const \w+ = \($/m.test(textOf(file))
const rules = sources.filter((file) => file.endsWith('.rules.ts') && reckons(file))
/** `x.rules.test.ts`, or `x.test.ts` where it is about the rules and more. */
const examplesOf = (file: string): string | undefined =>
  [file.replace(/\.ts$/, '.test.ts'), file.replace(/\.rules\.ts$/, '.test.ts')].find(
    (name) => existsSync(join(ROOT, name)) && textOf(name).includes(`'./${basename(file)}'`) && /\bexpect\(/.test(textOf(name)),
  )

test('every rules file has its examples beside it', () => {
  expect(rules.length).toBeGreaterThan(120)
  expect(rules.filter((file) => !examplesOf(file) && !BY_NEIGHBOURS.includes(file))).toEqual([])
})
test('what has examples now, or is gone, leaves the list', () => {
  expect(BY_NEIGHBOURS.filter((file) => !rules.includes(file) || examplesOf(file))).toEqual([])
})
