/** A seeded generator: the same seed makes the same demo company and drives the same simulated vehicles along the same roads. Never for secrets. */

/** mulberry32: small, fast, good enough for what is only meant to look believable. */
export class Random {
  /** Whoever goes on where another stopped begins here. */
  state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }
  /** Both ends may come. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }
  chance(p: number): boolean {
    return this.next() < p
  }
  /** About normal, mean 0, deviation 1: the sum of four is near enough for a drift. */
  bell(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.732
  }
  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.next() * of.length)]!
  }
  weighted<T extends { weight: number }>(of: readonly T[]): T {
    let at = this.next() * of.reduce((sum, x) => sum + x.weight, 0)
    return of.find((x) => (at -= x.weight) < 0) ?? of[of.length - 1]!
  }
  digits(n: number): string {
    return Array.from({ length: n }, () => this.int(0, 9)).join('')
  }
}

/** Only the numbers, 0 to below 1: for whoever draws in one way. */
export function randomOf(seed: number): () => number {
  const random = new Random(seed)
  return () => random.next()
}

/** One number from several, for seeds of parts. */
export function mixed(...numbers: readonly number[]): number {
  let h = 2_166_136_261
  for (const n of numbers) h = Math.imul(h ^ (n | 0), 16_777_619) ^ (h >>> 13)
  return h >>> 0
}
