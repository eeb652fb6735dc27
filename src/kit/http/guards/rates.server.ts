/**
 * The one rate limiter: a bucket per caller and class, refilled steadily. It protects this process from a runaway
 * script, so it lives in the process; what must hold over nodes and restarts is counted in the database: failed logins
 * (kit/access/tries) and budgets of persons (kit/access/tries/budgets.server.ts).
 */
export interface Rate {
  /** Requests at once. */
  burst: number
  perSecond: number
}

const RATES = {
  /** A signed-in person with several tabs, or a script of theirs. */
  user: { burst: 1000, perSecond: 200 },
  /** Everybody behind one address who has not signed in. */
  anonymous: { burst: 300, perSecond: 30 },
  /** Pages and documents outside the API that cost us a look-up or a lot of bytes, per address. */
  page: { burst: 1000, perSecond: 100 },
  /** The description of the API, per address. */
  document: { burst: 30, perSecond: 1 },
  /** Signing in, per address. */
  login: { burst: 60, perSecond: 1 },
  /** Public forms, per address: everybody in a shop. */
  form: { burst: 300, perSecond: 5 },
  /** What a stranger makes us compute, store or send, per address: files to be checked, numbers to be looked up, codes, applications. */
  costly: { burst: 30, perSecond: 1 / 2 },
  /** Whoever holds a link of his own, per link: many sign behind one address, at a tablet in a store or behind the network of a telephone. */
  link: { burst: 30, perSecond: 1 / 2 },
  /** Links that are none, per address. */
  guess: { burst: 10, perSecond: 1 / 6 },
  /** A partner's program, per key. */
  open: { burst: 40, perSecond: 20 },
  /** Where something is, asked again and again. */
  openTrack: { burst: 10, perSecond: 5 },
  /** Files with many rows, per user. */
  export: { burst: 20, perSecond: 1 / 6 },
} satisfies Record<string, Rate>
export type RateClass = keyof typeof RATES

interface Bucket {
  tokens: number
  at: number
}

export class Rates {
  private readonly rates: Record<RateClass, Rate>
  private readonly now: () => number
  private readonly max: number
  private readonly buckets = new Map<string, Bucket>()
  /** Hashes of links that opened something here lately, oldest first. */
  private readonly holders = new Set<string>()

  /** `now` in milliseconds, monotonic. */
  constructor(rates: Partial<Record<RateClass, Rate>> = {}, now = () => performance.now(), max = 50_000) {
    this.rates = { ...RATES, ...rates }
    this.now = now
    this.max = max
  }

  /** Null when it may pass, else the seconds until it may. */
  take(kind: RateClass, who: string): number | null {
    const rate = this.rates[kind]
    const bucket = this.level(kind, who)
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / rate.perSecond))
    bucket.tokens -= 1
    return null
  }

  /** A link that opened something, or no longer does. */
  know(link: string, good: boolean): void {
    this.holders.delete(link)
    if (!good) return
    this.holders.add(link)
    if (this.holders.size > this.max) this.holders.delete(this.holders.values().next().value!)
  }
  isKnown(link: string): boolean {
    return this.holders.has(link)
  }

  private level(kind: RateClass, who: string): Bucket {
    const rate = this.rates[kind]
    const key = `${kind}:${who}`
    const now = this.now()
    const old = this.buckets.get(key)
    const tokens = old ? Math.min(rate.burst, old.tokens + ((now - old.at) / 1000) * rate.perSecond) : rate.burst
    const bucket = { tokens, at: now }
    // Re-inserted, so that the map is ordered by use and the oldest can be dropped: memory is bounded.
    this.buckets.delete(key)
    this.buckets.set(key, bucket)
    if (this.buckets.size > this.max) this.buckets.delete(this.buckets.keys().next().value!)
    return bucket
  }
}
