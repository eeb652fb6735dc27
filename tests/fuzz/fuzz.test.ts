/**
 * Every parser of strangers' bytes with inputs that were made wrong: it answers or refuses, never anything else (decision 0137). A small
 * share here, always the same; `DEEP=1` draws anew, for a minute each; `node tests/fuzz/run.ts` for as long as one likes, in a process each.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mixed } from '#kit/basics/random.ts'
import { seedFor } from '../draws.ts'
import { corpusOf, costOf, growthOf, inputOf, leastCost, problemWith } from './judging.ts'
import { Mutator } from './mutation.ts'
import { MOST } from './parser.ts'
import { PARSERS } from './parsers.ts'

const DEEP = process.env['DEEP'] !== undefined
if (DEEP) vi.setConfig({ testTimeout: 600_000 })
/** Work for each, so that slow ones do not take all: no more begins once this much of the processor is used. The count is what is promised. */
const CASES = DEEP ? Infinity : 150
const DEEP_MS = 60_000
/** Nobody waits longer for one input. */
const MOST_MS = 1000

const slow: string[] = []
// Readers of others tell the console of each object they cannot read.
beforeAll(() => {
  for (const channel of ['log', 'warn', 'error'] as const) vi.spyOn(console, channel).mockImplementation(() => {})
})
afterAll(() => void vi.restoreAllMocks())
afterAll(() => expect(slow).toEqual([]))

describe.each(PARSERS.map((parser, n) => ({ name: parser.name, parser, n })))('$name', ({ name, parser, n }) => {
  test('reads what our own writers wrote', async () => {
    for (const seed of await parser.seeds()) expect(await problemWith(parser, seed)).toBeNull()
  })

  test('answers or refuses whatever was wrong before', async () => {
    const problems: string[] = []
    for (const entry of corpusOf(name)) {
      const problem = await problemWith(parser, inputOf(entry))
      if (problem) problems.push(`${entry.why}: ${problem}`)
    }
    expect(problems).toEqual([])
  })

  test('answers or refuses whatever it is given', async () => {
    const mutator = new Mutator(mixed(seedFor(), n))
    const inputs = [
      ...(await parser.seeds()),
      ...corpusOf(name)
        .map(inputOf)
        .filter((input) => input.length < MOST),
    ]
    const pool = { inputs, words: parser.words ?? [], most: DEEP ? (parser.most ?? MOST) : 8000 }
    const problems = new Set<string>()
    const until = process.uptime() + DEEP_MS / 1000
    for (let i = 0; i < CASES && process.uptime() < until; i++) {
      const input = mutator.next(pool)
      let problem: string | null = null
      const cost = await costOf(async () => (problem = await problemWith(parser, input)))
      if (problem) problems.add(problem)
      // Asked again: once may be the machine.
      if (DEEP && cost > MOST_MS && (await leastCost(() => parser.call(input), 3)) > MOST_MS)
        slow.push(`${name}: ${Buffer.from(input).toString('base64').slice(0, 200)}`)
    }
    expect([...problems]).toEqual([])
  })

  // By the processor's clock, which tells on a machine that does nothing else: in the long run only.
  test.runIf(DEEP)('takes no longer for each part the more parts there are', async () => {
    const [first] = await parser.seeds()
    const growths = await growthOf(parser, first!.slice(0, 2000))
    for (const { bytes, repeat } of corpusOf(name))
      if (repeat) growths.push(...(await growthOf(parser, inputOf({ why: null, bytes }), [repeat.token], [repeat.at])))
    expect(growths.map(({ why }) => why)).toEqual([])
  })
})
