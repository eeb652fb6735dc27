/** Whether a parser did with an input what it should: answer, or refuse with its own error; soon, and for what it is worth. */
import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { REPEATED, stretched } from './mutation.ts'
import { isRefused, type Parser } from './parser.ts'

const FOLDER = join(import.meta.dirname, 'corpus')
export const corpusFile = (name: string): string => join(FOLDER, `${name.replaceAll(/[^\w]+/g, '-')}.jsonl`)

/** An input that was wrong once, or that reached something. Long ones are said by what they repeat. */
export interface Entry {
  /** What was wrong with it; null: it is one of many that reach different code. */
  why: string | null
  /** Base64. */
  bytes: string
  /** Put `times` times at `at`. */
  repeat?: { at: number; token: string; times: number }
}
export const inputOf = ({ bytes, repeat }: Entry): Uint8Array => {
  const plain = new Uint8Array(Buffer.from(bytes, 'base64'))
  return repeat ? stretched(plain, repeat.at, repeat.token, repeat.times) : plain
}
export function corpusOf(name: string): Entry[] {
  const path = corpusFile(name)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
}

/** Where it was thrown in our own code; of two errors at one place one is enough. */
const placeOf = (stack: string): string => /(?:src|node_modules)\/[^\s)]+/.exec(stack)?.[0] ?? ''

/** Null, or what is wrong. */
export async function problemWith(parser: Parser, input: Uint8Array): Promise<string | null> {
  try {
    await parser.call(input)
    return null
  } catch (error) {
    if ((parser.isRefusal ?? isRefused)(error)) return null
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    return `${name}: ${message.slice(0, 120)} (${placeOf(stack)})`
  }
}

/** Milliseconds of the processor, all threads together: what others do on this machine does not count. */
export async function costOf(call: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  try {
    await call()
  } catch {
    // Judged by `problemWith`; this is about what it took.
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
export async function leastCost(call: () => unknown, tries: number): Promise<number> {
  let least = Infinity
  for (let i = 0; i < tries; i++) least = Math.min(least, await costOf(call))
  return least
}

const SHORT = 4000
const LONG = 16_000
/** Less than this is no evidence: the processor's clock is coarse, and rubbish is collected in between. */
const TELLING_MS = 40
/** Four times as much: four times in proportion, sixteen times when every part looks at every other. */
const MOST_GROWTH = 8

export interface Growth {
  entry: Entry
  why: string
}
/** What is said four times as often may take four times as long: found by repeating each token in the middle of an input and at its end. */
export async function growthOf(
  parser: Parser,
  input: Uint8Array,
  tokens: readonly string[] = REPEATED,
  at: readonly number[] = [Math.floor(input.length / 2), input.length],
): Promise<Growth[]> {
  const growths: Growth[] = []
  for (const token of tokens)
    for (const place of at) {
      const longer = stretched(input, place, token, LONG)
      const once = await costOf(() => parser.call(longer))
      if (once < TELLING_MS) continue
      // Seen once it may be the machine; three times it is the parser.
      const [long, short] = [
        await leastCost(() => parser.call(longer), 3),
        await leastCost(() => parser.call(stretched(input, place, token, SHORT)), 3),
      ]
      if (long < TELLING_MS || long < short * MOST_GROWTH) continue
      const why = `${JSON.stringify(token)} ${LONG} times: ${Math.round(long)} ms, ${SHORT} times: ${short.toFixed(1)} ms`
      growths.push({
        why,
        entry: { why: 'grows', bytes: Buffer.from(input).toString('base64'), repeat: { at: place, token, times: LONG } },
      })
    }
  return growths
}
