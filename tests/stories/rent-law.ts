/**
 * The rent of a lease by the law alone, a day at a time (leasing.md §3.2 to §3.4, decision 0072): a row of days, each with its price,
 * changed by one act after the other; then added up. Slow, and nothing of the product's rules is in it.
 */
const DAY_MS = 86_400_000
const number = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
const text = (n: number): string => new Date(n * DAY_MS).toISOString().slice(0, 10)
/** The same day of a later month, or its last. */
function monthsOn(day: string, months: number): string {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(y, m - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(y, m - 1 + months, Math.min(d, last))).toISOString().slice(0, 10)
}
/** Half up, of whole numbers that are not negative. */
const halfUp = (a: number, b: number, c: number): number => Number((2n * BigInt(a) * BigInt(b) + BigInt(c)) / (2n * BigInt(c)))

export interface Terms {
  startOn: string
  months: number
  rent: number
  daily: number | null
  mode: 'actual' | 'thirty' | 'daily'
  anchor: 'startDay' | 'calendarMonth'
}
export type Act =
  /** `agreed`: a renewal that has not begun keeps its price. */
  | { do: 'swap'; on: string; rent: number; daily: number | null; agreed: boolean }
  | { do: 'lower'; on: string; rent: number; daily: number | null }
  | { do: 'renew'; months: number; rent: number }
  | { do: 'stay'; days: number }
  | ({ id: number; from: string; days: number; most: number | null } & (
      | { do: 'free' }
      | { do: 'rate'; bp: number }
      | { do: 'off'; amount: number }
    ))
type Reduction = Extract<Act, { id: number }>

interface Charged {
  on: number
  price: number
  daily: number
  /** Terms in the order they were agreed. */
  term: number
  /** The first day of its month and how many days that has. */
  month: number
  monthDays: number
}

class Lease {
  readonly days: Charged[] = []
  readonly reductions: Reduction[] = []
  private readonly starts: { on: number; renewal: boolean }[] = []
  /** A rent said from a day on that nobody has agreed to yet, by that day: of the month, and of a day where that was said too. */
  private readonly said = new Map<number, { price?: number; daily?: number }>()
  readonly terms: Terms
  /** First days of the months. */
  readonly months: number[] = []

  constructor(terms: Terms) {
    this.terms = terms
    const anchor = terms.anchor === 'startDay' ? terms.startOn : `${terms.startOn.slice(0, 7)}-01`
    for (let k = 0; k < 80; k++) this.months.push(number(monthsOn(anchor, k)))
    this.add(number(monthsOn(terms.startOn, terms.months)), terms.rent, terms.daily ?? 0, false)
  }
  get end(): number {
    return this.days.length ? this.days.at(-1)!.on + 1 : number(this.terms.startOn)
  }
  private add(until: number, price: number, daily: number, renewal: boolean): void {
    this.starts.push({ on: this.end, renewal })
    let [p, d] = [price, daily]
    for (let on = this.end; on < until; on++) {
      // A renewal has its own rent on all its days; other days have what was said of them.
      if (!renewal) {
        p = this.said.get(on)?.price ?? p
        d = this.said.get(on)?.daily ?? d
      }
      this.said.delete(on)
      const k = this.months.findLastIndex((m) => m <= on)
      const month = this.months[k]!
      this.days.push({ on, price: p, daily: d, term: this.starts.length, month, monthDays: this.months[k + 1]! - month })
    }
  }
  act(a: Act): void {
    if (a.do === 'renew') {
      const k = this.months.indexOf(this.end)
      this.add(k >= 0 ? this.months[k + a.months]! : number(monthsOn(text(this.end), a.months)), a.rent, this.terms.daily ?? 0, true)
    } else if (a.do === 'stay') {
      const { price, daily } = this.days.at(-1)!
      this.add(this.end + a.days, price, daily, false)
    } else if (a.do === 'swap') {
      const from = number(a.on)
      const renewedOn = a.agreed ? this.starts.find((s) => s.renewal && s.on > from)?.on : undefined
      for (const charged of this.days)
        if (charged.on >= from && (renewedOn === undefined || charged.on < renewedOn)) {
          charged.price = a.rent
          charged.daily = this.dailyOr(a, charged.daily)
        }
      if (renewedOn !== undefined) return
      // Whoever says a price from a day on says it of the days to come as well.
      for (const [on, said] of this.said)
        if (on >= from) {
          delete said.price
          if (a.daily !== null) delete said.daily
        }
      if (from >= this.end) this.said.set(from, { ...this.said.get(from), price: a.rent, ...(a.daily === null ? {} : { daily: a.daily }) })
    } else if (a.do === 'lower') {
      // By the month and by the day, each for itself; of days that are there and of what was said of days to come.
      for (const charged of this.days.filter((x) => x.on >= number(a.on))) {
        charged.price = Math.min(charged.price, a.rent)
        charged.daily = Math.min(charged.daily, this.dailyOr(a, charged.daily))
      }
      for (const said of this.said.values()) {
        if (said.price !== undefined) said.price = Math.min(said.price, a.rent)
        if (said.daily !== undefined && a.daily !== null) said.daily = Math.min(said.daily, a.daily)
      }
    } else this.reductions.push(a)
  }

  private dailyOr(a: { daily: number | null }, was: number): number {
    return this.terms.mode === 'daily' ? (a.daily ?? was) : was
  }

  /** What the first `k` days of a part of a month cost at a price: cumulative, so that two parts always make the whole. */
  private upTo(part: readonly Charged[], k: number, { price, daily }: Charged): number {
    const { mode } = this.terms
    const { on, month, monthDays } = part[0]!
    const days = (n: number): number => Math.min(price, mode === 'thirty' ? halfUp(price, n, 30) : n * daily)
    if (mode === 'actual') return halfUp(price, on - month + k, monthDays)
    return part.length === monthDays && k === monthDays ? price : days(k)
  }
  /** What each day costs before anything was granted; fractions of a fen fall where the running sum rounds. */
  private gross(): Map<number, number> {
    const cost = new Map<number, number>()
    for (const part of Map.groupBy(this.days, (d) => d.term * 100_000 + d.month).values())
      for (const [i, d] of part.entries()) cost.set(d.on, this.upTo(part, i + 1, d) - this.upTo(part, i, d))
    return cost
  }

  /** What each month costs, free days first, then shares of the rent, then sums; the older of a kind first. */
  net(): Map<number, number> {
    const gross = this.gross()
    const left = new Map(gross)
    const off = new Map<number, number>()
    const byMonth = Map.groupBy(this.days, (d) => d.month)
    const inMonth = (m: number, from: number, to: number): number[] =>
      byMonth
        .get(m)!
        .map((d) => d.on)
        .filter((on) => on >= from && on < to)
    const sum = (of: Map<number, number>, days: readonly number[]): number => days.reduce((s, on) => s + of.get(on)!, 0)
    const turn = (reduction: Reduction): number =>
      reduction.do === 'rate' ? 1 : reduction.do === 'free' && reduction.most === null ? 0 : 2
    for (const reduction of this.reductions.toSorted((a, b) => turn(a) - turn(b) || a.id - b.id)) {
      const [from, to] = [number(reduction.from), number(reduction.from) + reduction.days]
      let most = Math.min(reduction.most ?? Infinity, reduction.do === 'off' ? reduction.amount : Infinity)
      for (const m of byMonth.keys()) {
        const days = inMonth(m, from, to)
        if (days.length === 0) continue
        const open = Math.max(0, sum(left, days))
        const wish = reduction.do === 'rate' ? halfUp(sum(gross, days), reduction.bp, 10_000) : open
        const granted = Math.min(most, open, wish)
        most -= granted
        off.set(m, (off.get(m) ?? 0) + granted)
        // Taken from its days in turn; only sums over whole months are asked for.
        let rest = granted
        for (const on of days) {
          const part = reduction.do === 'free' && granted === open ? left.get(on)! : Math.min(rest, left.get(on)!)
          left.set(on, left.get(on)! - part)
          rest -= part
        }
      }
    }
    return new Map([...byMonth.keys()].map((m) => [m, sum(gross, inMonth(m, -Infinity, Infinity)) - (off.get(m) ?? 0)]))
  }
}

/** What each month of the lease costs after the acts, by its first day. */
export function rentByLaw(terms: Terms, acts: readonly Act[]): { endOn: string; months: [string, number][] } {
  const lease = new Lease(terms)
  for (const act of acts) lease.act(act)
  return { endOn: text(lease.end), months: [...lease.net()].map(([m, fen]) => [text(m), fen]) }
}
