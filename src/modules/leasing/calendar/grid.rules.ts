/** Where things stand in the calendar of vehicles, and what a drag comes to. Pure: days, rows and pixels. */
import { addDays, daysBetween, type Day } from '#kit/basics/time/day.ts'

export const ROW = 38
export const HEAD = 28
/** Rows beyond the edge that are drawn too, so that a short scroll shows no gap. */
const BEYOND = 6

interface Group {
  id: number
  name: string
  count: number
}
/** A group: its heading at `top`, then `count` rows of which the first is `first` of all. */
interface Band extends Group {
  top: number
  first: number
}
export interface Layout {
  bands: readonly Band[]
  height: number
  rows: number
}
export function layoutOf(groups: readonly Group[]): Layout {
  let top = 0
  let first = 0
  const bands = groups.map((g) => {
    const band = { ...g, top, first }
    top += HEAD + g.count * ROW
    first += g.count
    return band
  })
  return { bands, height: top, rows: first }
}

/** The last band that begins at or above `y`. */
function bandAt(bands: readonly Band[], y: number): number {
  let [low, high] = [0, bands.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (bands[middle]!.top <= y) low = middle
    else high = middle - 1
  }
  return low
}

type Item = { kind: 'head'; band: Band; top: number } | { kind: 'row'; index: number; top: number }

/** What is to be drawn between two heights. */
export function itemsBetween({ bands }: Layout, from: number, to: number): Item[] {
  const items: Item[] = []
  if (bands.length === 0) return items
  const [upper, lower] = [from - BEYOND * ROW, to + BEYOND * ROW]
  for (let b = bandAt(bands, Math.max(0, upper)); b < bands.length && bands[b]!.top <= lower; b++) {
    const band = bands[b]!
    if (band.top + HEAD >= upper) items.push({ kind: 'head', band, top: band.top })
    const rows = band.top + HEAD
    const last = Math.min(band.count - 1, Math.floor((lower - rows) / ROW))
    for (let i = Math.max(0, Math.floor((upper - rows) / ROW)); i <= last; i++)
      items.push({ kind: 'row', index: band.first + i, top: rows + i * ROW })
  }
  return items
}

/** The row at a height, or null on a heading and beyond the end. */
export function rowAt({ bands, height }: Layout, y: number): { index: number; top: number } | null {
  if (y < 0 || y >= height || bands.length === 0) return null
  const band = bands[bandAt(bands, y)]!
  const i = Math.floor((y - band.top - HEAD) / ROW)
  return y < band.top + HEAD || i >= band.count ? null : { index: band.first + i, top: band.top + HEAD + i * ROW }
}

/** Columns of a stretch of days within the window; null when it lies outside. `cut`: it goes on beyond that edge. */
export function columns(
  span: { from: string; to: string },
  from: Day,
  days: number,
): { start: number; end: number; cutStart: boolean; cutEnd: boolean } | null {
  const [start, end] = [daysBetween(from, span.from as Day), daysBetween(from, span.to as Day)]
  if (end <= 0 || start >= days || end <= start) return null
  return { start: Math.max(0, start), end: Math.min(days, end), cutStart: start < 0, cutEnd: end > days }
}

/** Pixels of a row that bars may fill, below its upper edge. */
const [UPPER, ROOM] = [3, 34]
export interface Lane {
  /** Pixels from the upper edge of the row. */
  top: number
  height: number
}
/**
 * Where the bars of one row stand above each other, in the order they came: who has the vehicle above, what else stands in its way, half as
 * high, below. Bars that share days never cover each other; a row where none do looks like every other.
 */
export function lanes(spans: readonly { from: string; to: string; thin: boolean }[]): Lane[] {
  const lane = new Map<number, number>()
  const counts = [false, true].map((thin) => {
    /** The end of the last bar of each lane. */
    const ends: string[] = []
    const mine = spans.map((span, i) => ({ ...span, i })).filter((span) => span.thin === thin)
    for (const { i, from, to } of mine.toSorted((a, b) => a.from.localeCompare(b.from))) {
      const free = ends.findIndex((end) => end <= from)
      const at = free === -1 ? ends.length : free
      ends[at] = to
      lane.set(i, at)
    }
    return Math.max(1, ends.length)
  })
  const [wide = 1, thin = 1] = counts
  const unit = ROOM / (2 * wide + thin)
  return spans.map((span, i) => {
    const before = span.thin ? 2 * wide + lane.get(i)! : 2 * lane.get(i)!
    return { top: Math.round(UPPER + before * unit), height: Math.floor((span.thin ? 1 : 2) * unit) - 1 }
  })
}

export type Grip = 'move' | 'start' | 'end'
interface Draggable {
  kind: string
  state: string
  id: number | null
}
/** What may be taken hold of, before rights are asked: holds and drafts by all three, a lease before its handover as a whole, one that runs by its end. */
export function grips({ kind, state, id }: Draggable): readonly Grip[] {
  if (id === null) return []
  if (kind === 'hold') return state === 'held' ? ['move', 'start', 'end'] : []
  if (kind === 'draft') return state === 'approving' ? [] : ['move', 'start', 'end']
  if (kind !== 'lease') return []
  return state === 'toPickUp' || state === 'toHandOver' ? ['move'] : state === 'ended' ? [] : ['end']
}

/** The days after a drag by so many columns; a stretch keeps at least one day. */
export function dragged(span: { from: string; to: string }, grip: Grip, by: number): { from: Day; to: Day } {
  const [from, to] = [span.from as Day, span.to as Day]
  if (grip === 'move') return { from: addDays(from, by), to: addDays(to, by) }
  const length = daysBetween(from, to)
  return grip === 'start' ? { from: addDays(from, Math.min(by, length - 1)), to } : { from, to: addDays(to, Math.max(by, 1 - length)) }
}

/** Two ends of a choice among empty days, whichever way it was drawn. */
export const chosen = (from: Day, a: number, b: number): { from: Day; to: Day } => ({
  from: addDays(from, Math.min(a, b)),
  to: addDays(from, Math.max(a, b) + 1),
})

/** As wide as the window lets the days be, but wide enough to hit one. */
export const dayWidth = (room: number, days: number): number => Math.max(14, Math.floor(room / days))
