/** Small, fast, repeatable: the same seed drives the same terminals along the same roads. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }
  int(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }
  chance(p: number): boolean {
    return this.next() < p
  }
  /** About normal, mean 0, deviation 1: the sum of four is near enough for a drift. */
  bell(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.732
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!
  }
}

/** One number from several, for seeds of parts. */
export function mixed(...numbers: readonly number[]): number {
  let h = 2_166_136_261
  for (const n of numbers) h = Math.imul(h ^ (n | 0), 16_777_619) ^ (h >>> 13)
  return h >>> 0
}
