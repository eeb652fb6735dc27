/** kill −9 in the middle of writing, again and again: of the server, of PostgreSQL, of one connection, of everything. */
import { setTimeout as pause } from 'node:timers/promises'
import { anotherAdmin, Client } from './client.ts'
import { debtor } from './company.ts'
import { launchProduct, postmasterOf, Product, scratchFolder, freePort } from './product.ts'
import { spreadOf, verdictOf, type Spread, type Verdict } from './verdict.ts'
import { randomOf } from '#kit/basics/random.ts'
import { Writers } from './writers.ts'

export const VICTIMS = ['server', 'postgres', 'connection', 'everything'] as const
export type Victim = (typeof VICTIMS)[number]

export interface CrashReport {
  seed: number
  trials: Record<Victim, number>
  verdict: Verdict
  /** From the kill to the next acknowledged write, milliseconds. */
  recovery: Record<Victim, Spread>
  disturbances: Record<string, number>
}

interface Options {
  trials: number
  seed: number
  victims?: readonly Victim[]
  /** True: the leases of dead requests run out by themselves (a minute); false: the end is brought forward by hand. */
  patient?: boolean
  onTrial?: (n: number, victim: Victim, ms: number) => void
}

const WRITERS = 6
const RECOVERY_LIMIT_MS = 120_000

export class CrashRun {
  readonly product: Product
  readonly writers: Writers
  readonly #random: () => number
  readonly #seed: number

  private constructor(product: Product, writers: Writers, random: () => number, seed: number) {
    this.product = product
    this.writers = writers
    this.#random = random
    this.#seed = seed
  }

  static async prepare(seed: number): Promise<CrashRun> {
    const product = await Product.start({ env: { LOG: process.env['CRASH_LOG'] ?? 'warn' } })
    try {
      const registrar = await Client.signIn(product)
      const confirmer = await anotherAdmin(product, registrar, 'cashier')
      const { bills, store } = await debtor(registrar, new Date().toISOString().slice(0, 10))
      const random = randomOf(seed)
      return new CrashRun(product, new Writers({ registrar, confirmer, store, bill: bills[0]! }, random), random, seed)
    } catch (error) {
      await product.close()
      throw error
    }
  }

  async run({ trials, victims = VICTIMS, patient = false, onTrial }: Options): Promise<CrashReport> {
    const recovery = Object.fromEntries(VICTIMS.map((victim) => [victim, [] as number[]])) as Record<Victim, number[]>
    this.writers.begin(WRITERS)
    try {
      for (let n = 0; n < trials; n++) {
        const victim = victims[n % victims.length]!
        const ms = await this.#trial(victim)
        recovery[victim].push(ms)
        onTrial?.(n + 1, victim, ms)
      }
    } finally {
      await this.writers.end()
    }
    await this.#resolve(patient)
    return {
      seed: this.#seed,
      trials: mapped(recovery, (list) => list.length),
      recovery: mapped(recovery, spreadOf),
      verdict: await verdictOf(this.product, this.writers.book),
      disturbances: Object.fromEntries(this.writers.disturbances),
    }
  }

  /** Waits for some writes, kills at a random instant among them, answers how long it took until the next one stood. */
  async #trial(victim: Victim): Promise<number> {
    const enough = this.writers.acks + 8 + Math.floor(this.#random() * 16)
    await until(
      () => this.writers.acks >= enough,
      RECOVERY_LIMIT_MS,
      () => 'writing',
    )
    await pause(this.#random() * 30)
    const killed = performance.now()
    const back = await this.#kill(victim)
    // Answers that were on their way when the blow fell do not count as recovery.
    let standing = Infinity
    await until(
      () => {
        if (standing === Infinity && back()) standing = performance.now()
        return this.writers.lastAck > standing
      },
      RECOVERY_LIMIT_MS,
      () => `recovery from the kill of ${victim}: ${this.product.said()}`,
    )
    return this.writers.lastAck - killed
  }

  /** Answers how to see that the victim's successor is there. */
  async #kill(victim: Victim): Promise<() => boolean> {
    const { pid } = postmasterOf(this.product.dataDir)!
    const newPostmaster = (): boolean => (postmasterOf(this.product.dataDir)?.pid ?? pid) !== pid
    if (victim === 'connection') {
      const before = disturbed(this.writers)
      const [backend] = await this.product.sql<{ pid: number }>(
        `select pid from pg_stat_activity where usename = 'zyt_app' and pid <> pg_backend_pid() order by state = 'idle', random() limit 1`,
      )
      process.kill(backend!.pid, 'SIGKILL')
      // PostgreSQL throws out everybody when one dies so; a call may still be repeated inside the product, unseen.
      const at = performance.now()
      return () => disturbed(this.writers) > before || performance.now() - at > 500
    }
    if (victim !== 'server') process.kill(pid, 'SIGKILL')
    if (victim === 'postgres') return newPostmaster
    await this.product.kill()
    await this.product.start()
    return () => true
  }

  /** Everything that got no answer is sent once more, with the same key. */
  async #resolve(patient: boolean): Promise<void> {
    if (patient) await pause(61_000)
    else await this.product.sql('update idempotency set leased_until = now() where http_status is null')
    for (let round = 0; round < 50; round++) {
      const open = this.writers.book.filter((sent) => sent.outcome === 'open')
      if (open.length === 0) return
      for (const sent of open) await this.writers.send(sent)
      await pause(100)
    }
  }

  close = (): Promise<void> => this.product.close()
}

const mapped = <T, R>(of: Record<Victim, T>, f: (value: T) => R): Record<Victim, R> =>
  Object.fromEntries(VICTIMS.map((victim) => [victim, f(of[victim])])) as Record<Victim, R>

const disturbed = (writers: Writers): number => [...writers.disturbances.values()].reduce((sum, n) => sum + n, 0)

async function until(condition: () => boolean, limitMs: number, what: () => string): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`no end of ${what()} within ${limitMs} ms`)
    await pause(2)
  }
}

/**
 * The very first start, killed after `delays[i]` milliseconds one time after the other in the same folder; then one that
 * is let through. The killed process's initdb or PostgreSQL lives on as it would.
 */
export async function killedFirstStarts(delays: readonly number[]): Promise<{ signedIn: boolean; migrations: number }> {
  const dataDir = scratchFolder()
  for (const delay of delays) {
    const run = launchProduct(dataDir, await freePort())
    await Promise.race([pause(delay), run.ended])
    run.child.kill('SIGKILL')
    await run.ended
  }
  const product = await Product.start({ dataDir })
  try {
    const client = await Client.signIn(product)
    const [row] = await product.sql<{ n: number }>('select count(*)::int as n from schema_migration')
    client.close()
    return { signedIn: client.token !== '', migrations: row!.n }
  } finally {
    await product.close()
  }
}

/** A second process on the folder of a running one. */
export async function secondProcess(product: Product): Promise<{ ms: number; how: number | string; said: string }> {
  const began = performance.now()
  const run = launchProduct(product.dataDir, await freePort())
  const how = await run.ended
  return { ms: performance.now() - began, how, said: run.said() }
}
