/**
 * `node tests/fuzz/run.ts NAME SECONDS`: one parser for so long, in this process alone, so that what its memory does can be told; what was
 * reached and what went wrong goes into the corpus. Without seconds: a look at each parser whose name contains NAME, for half a minute at most.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mixed } from '#kit/basics/random.ts'
import { corpusFile, corpusOf, costOf, growthOf, inputOf, leastCost, problemWith, type Entry } from './judging.ts'
import { Mutator } from './mutation.ts'
import { Coverage } from './coverage.ts'
import { MOST, type Parser } from './parser.ts'
import { PARSERS } from './parsers.ts'
import { watching } from './watch.ts'

/** Readers of others tell the console of each object they cannot read. */
const say = console.log.bind(console)
for (const channel of ['log', 'warn', 'error'] as const) console[channel] = () => {}

const MOST_MS = 1000
/** Whoever takes so long does not come back. */
const STUCK_MS = 20_000
const MOST_RSS_MB = 300
/** Inputs that are gone on from, and how long each may be. */
const MOST_INPUTS = 600
const LONGEST_KEPT = 4096
/** Of those that reach something, in the repository. */
const MOST_STORED = 40
const LONGEST_STORED = 1500

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const mb = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/** The same problem with less: halves, quarters … are left out as long as it stays. */
async function shortened(parser: Parser, input: Uint8Array, problem: string): Promise<Uint8Array> {
  let short = input
  const until = performance.now() + 5000
  for (let size = Math.ceil(short.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < short.length;) {
      const less = Buffer.concat([short.subarray(0, at), short.subarray(at + size)])
      if ((await problemWith(parser, new Uint8Array(less))) === problem) short = new Uint8Array(less)
      else at += size
      if (performance.now() > until) return short
    }
  return short
}

/** Of this process since it began: what others do on the machine does not count. */
const LOOK_MS = 10_000
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

class Run {
  private readonly parser: Parser
  private readonly problems = new Map<string, Entry>()
  private cases = 0
  private slowest = 0
  private reached: Uint8Array[] = []
  private readonly watched: (input: Uint8Array) => void
  constructor(parser: Parser) {
    this.parser = parser
    this.watched = watching(join(tmpdir(), `${parser.name.replaceAll(' ', '-')}.stuck`), STUCK_MS)
  }

  private async wrong(why: string, input: Uint8Array): Promise<void> {
    if (this.problems.has(why)) return
    this.problems.set(why, { why, bytes: '' })
    const short = await shortened(this.parser, input, why)
    this.problems.set(why, { why, bytes: base64(short) })
    say(`!! ${this.parser.name}: ${why}\n   ${JSON.stringify(Buffer.from(short).toString('latin1').slice(0, 200))}`)
  }

  private async one(input: Uint8Array): Promise<void> {
    this.cases++
    this.watched(input)
    let problem: string | null = null
    const cost = await costOf(async () => (problem = await problemWith(this.parser, input)))
    if (problem) await this.wrong(problem, input)
    if (cost > this.slowest) this.slowest = cost
    if (cost > MOST_MS && this.problems.size < 40) {
      const again = await leastCost(() => this.parser.call(input), 2)
      if (again > MOST_MS) {
        const why = `slow: ${Math.round(again)} ms for ${input.length} bytes`
        say(`!! ${this.parser.name}: ${why}\n   ${JSON.stringify(Buffer.from(input).toString('latin1').slice(0, 300))}`)
        writeFileSync(join(tmpdir(), `${this.parser.name.replaceAll(' ', '-')}-${Math.round(again)}.slow`), input)
        this.problems.set(why, { why, bytes: '' })
      }
    }
  }

  async grow(): Promise<void> {
    const [first] = await this.parser.seeds()
    for (const { why, entry } of await growthOf(this.parser, first!.slice(0, 2000))) {
      say(`!! ${this.parser.name} grows: ${why}`)
      this.problems.set(`grows ${why}`, entry)
    }
  }

  async for(seconds: number, seed: number): Promise<void> {
    const { parser } = this
    const seeds = await parser.seeds()
    const corpus = corpusOf(parser.name)
    const inputs = [...seeds, ...corpus.map(inputOf).filter((input) => input.length < MOST)]
    for (const input of inputs) await this.one(input)
    const coverage = new Coverage()
    for (const input of inputs) await problemWith(parser, input)
    coverage.more()
    const [mutator, words, most] = [new Mutator(seed), parser.words ?? [], parser.most ?? MOST]
    const started = process.memoryUsage().rss
    const [begin, used, first] = [performance.now(), processorMs(), this.cases]
    let [batch, barren] = [8, 0]
    while (performance.now() - begin < seconds * 1000) {
      const tried: Uint8Array[] = []
      for (let i = 0; i < batch; i++) {
        const input = mutator.next({ inputs, words, most })
        tried.push(input)
        await this.one(input)
      }
      // Which of them it was V8 does not say: of few it costs little to go on from all.
      if (coverage.more() > 0) {
        for (const input of tried.filter(({ length }) => length <= LONGEST_KEPT)) {
          if (inputs.length < MOST_INPUTS) inputs.push(input)
          else inputs[seeds.length + (this.cases % (MOST_INPUTS - seeds.length))] = input
        }
        this.reached.push(...tried.filter(({ length }) => length <= LONGEST_STORED).slice(0, 2))
        ;[batch, barren] = [Math.max(4, batch >> 1), 0]
      } else if (++barren > 12) [batch, barren] = [Math.min(512, batch * 2), 0]
    }
    const [took, processor] = [(performance.now() - begin) / 1000, (processorMs() - used) / 1000]
    const peak = process.resourceUsage().maxRSS * 1024
    const grew = mb(peak - started)
    if (grew > MOST_RSS_MB) this.problems.set(`memory: ${grew} MB`, { why: 'memory', bytes: '' })
    say(
      `| ${parser.name} | ${Math.round(took)} | ${processor.toFixed(1)} | ${this.cases - first} | ${Math.round((this.cases - first) / processor)} | ${Math.round(this.slowest)} | ${mb(started)} + ${grew} | ${coverage.size} | ${this.problems.size} |`,
    )
  }

  /** What went wrong always; of the others as many as there is room for. */
  store(): void {
    const { name } = this.parser
    const known = corpusOf(name)
    const bytes = new Set(known.map((entry) => entry.bytes))
    const wrong = [...this.problems.values()].filter((entry) => entry.bytes !== '' && !bytes.has(entry.bytes) && entry.bytes.length < 8000)
    const room = MOST_STORED - known.filter(({ why }) => why === null).length
    const others = this.reached.map((input): Entry => ({ why: null, bytes: base64(input) })).filter((entry) => !bytes.has(entry.bytes))
    const step = Math.max(1, Math.ceil(others.length / Math.max(1, room)))
    const lines = [...wrong, ...(room > 0 ? others.filter((_, i) => i % step === 0) : [])].map((entry) => `${JSON.stringify(entry)}\n`)
    if (lines.length > 0) appendFileSync(corpusFile(name), lines.join(''))
  }

  async look(seed: number): Promise<void> {
    await this.parser.seeds()
    const begin = performance.now()
    for (const input of [...(await this.parser.seeds()), ...corpusOf(this.parser.name).map(inputOf)]) await this.one(input)
    const inputs = [...(await this.parser.seeds())]
    const mutator = new Mutator(seed)
    for (let i = 0; i < 400 && processorMs() < LOOK_MS; i++)
      await this.one(mutator.next({ inputs, words: this.parser.words ?? [], most: 8000 }))
    await this.grow()
    say(
      `${this.parser.name}: ${this.cases} cases, ${Math.round(performance.now() - begin)} ms, slowest ${Math.round(this.slowest)} ms, ${this.problems.size} problems`,
    )
  }
}

const [name = '', seconds] = process.argv.slice(2)
for (const [n, parser] of PARSERS.entries()) {
  if (seconds ? parser.name !== name : !parser.name.includes(name)) continue
  const run = new Run(parser)
  const seed = mixed(Number(process.env['SEED'] ?? Date.now() % 1_000_000_000), n)
  if (seconds) {
    await run.for(Number(seconds), seed)
    await run.grow()
    run.store()
  } else {
    await run.look(seed)
    run.store()
  }
}
process.exit(0)
