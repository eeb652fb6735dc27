/** Load and lines of the report. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

export interface Timed {
  calls: number
  perSecond: number
  p50: number
  p95: number
  failed: number
}

/** `clients` callers, each sending its next call when the last one is answered, for `seconds`; the first second does not count. */
export async function load(clients: number, seconds: number, call: (client: number, n: number) => Promise<boolean>): Promise<Timed> {
  const times: number[] = []
  let failed = 0
  const begin = performance.now() + 1000
  const end = begin + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; performance.now() < end; n++) {
        const sent = performance.now()
        const good = await call(client, n)
        const done = performance.now()
        if (sent < begin || done > end) continue
        if (good) times.push(done - sent)
        else failed++
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { calls: times.length, perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), failed }
}

/** One call after the other. */
export async function repeated(n: number, call: () => Promise<void>): Promise<{ n: number; p50: number; p95: number; max: number }> {
  const taken: number[] = []
  for (let i = 0; i < n; i++) {
    const began = performance.now()
    await call()
    taken.push(performance.now() - began)
  }
  taken.sort((a, b) => a - b)
  return { n, p50: taken[Math.floor(n / 2)]!, p95: taken[Math.min(n - 1, Math.ceil(n * 0.95) - 1)]!, max: taken.at(-1)! }
}

export async function seconds<T>(work: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now()
  const value = await work()
  return [(performance.now() - began) / 1000, value]
}

export interface Line {
  what: string
  measured: string
  /** Of the same run: the least this could cost. */
  floor: string
  ratio: string
  budget: string
  met: boolean | null
}
export const line = (what: string, measured: string, more: Partial<Omit<Line, 'what' | 'measured'>> = {}): Line => ({
  what,
  measured,
  floor: '–',
  ratio: '–',
  budget: '–',
  met: null,
  ...more,
})

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const times = (value: number): string => `${value.toFixed(2)}×`

const MET = { true: 'yes', false: 'no', null: '' }
export const table = (lines: readonly Line[]): string =>
  [
    '| what | measured | floor of the same run | ratio | budget | met |',
    '|---|---|---|---|---|---|',
    ...lines.map((l) => `| ${l.what} | ${l.measured} | ${l.floor} | ${l.ratio} | ${l.budget} | ${MET[`${l.met}`]} |`),
  ].join('\n')

/** Memory of a process, MB; `high` since the last `forget`. */
export function memoryOf(pid: number): { now: number; high: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: field('VmRSS'), high: field('VmHWM') }
}
export const forgetHigh = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Seconds of processor time so far: of a process itself, and of all that it started and what those started. */
export function processorTree(pid: number): { own: number; children: number } {
  const parents = new Map<number, number>()
  const spent = new Map<number, number>()
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      parents.set(Number(id), Number(fields[1]))
      // With those of children that have ended: a connection that was closed meanwhile is one.
      spent.set(Number(id), fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100)
    } catch {
      // ended meanwhile
    }
  }
  const below = (id: number): boolean => {
    for (let at = parents.get(id); at; at = parents.get(at)) if (at === pid) return true
    return false
  }
  let children = 0
  for (const [id, seconds] of spent) if (below(id)) children += seconds
  const { utime, stime, reaped } = ownTime(pid)
  return { own: utime + stime, children: children + reaped }
}

/** `reaped`: of its children that have ended. */
const ownTime = (pid: number): { utime: number; stime: number; reaped: number } => {
  const [utime, stime, ...reaped] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) / 100)
  return { utime: utime!, stime: stime!, reaped: reaped.reduce((sum, seconds) => sum + seconds, 0) }
}

/** Seconds of processor time of a process so far, with those of its living children: the same on a busy machine. */
export function processorOf(pid: number): number {
  const of = (id: string): { parent: number; seconds: number } => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 }
    } catch {
      return { parent: 0, seconds: 0 } // ended meanwhile
    }
  }
  return readdirSync('/proc').reduce((sum, id) => {
    if (!/^\d+$/.test(id)) return sum
    const { parent, seconds } = of(id)
    return Number(id) === pid || parent === pid ? sum + seconds : sum
  }, 0)
}
