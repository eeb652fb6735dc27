/**
 * Machines without a graphics chip (remote desktops, old offices) fill every pixel of the map with the processor. Where that is too
 * slow to follow the hand, the ground is drawn with fewer pixels while it moves, and sharp again as soon as it stands.
 */
interface PacedMap {
  on(event: 'movestart' | 'moveend' | 'render', act: () => void): unknown
  isMoving(): boolean
  setPixelRatio(ratio: number): void
}
export interface PaceOptions {
  now?: () => number
  /** Of the screen. */
  full?: () => number
  later?: (act: () => void, ms: number) => () => void
}
/** Above this mean time of a frame the hand is ahead of the map. */
const SLOW_MS = 36
const FRAMES = 6
/** Frames after a pause say nothing about drawing. */
const PAUSE_MS = 500
const REST_MS = 250
const REMEMBER_MS = 30_000

export function keepPace(
  map: PacedMap,
  { now = () => performance.now(), full = () => window.devicePixelRatio || 1, later = delayed }: PaceOptions = {},
): void {
  /** Until then it is taken for slow without being measured again. */
  let slowUntil = -Infinity
  let lowered = false
  /** A new size is a movement too; this one is our own. */
  let own = false
  let before: number | null = null
  let took: number[] = []
  let cancel = (): void => {}
  const use = (ratio: number): void => {
    own = true
    map.setPixelRatio(ratio)
    own = false
  }
  const lower = (): void => {
    if (lowered) return
    lowered = true
    use(full() / 2)
  }
  map.on('movestart', () => {
    if (own) return
    cancel()
    before = null
    took = []
    if (now() < slowUntil) lower()
  })
  map.on('render', () => {
    if (lowered || !map.isMoving()) return
    const at = now()
    if (before !== null && at - before < PAUSE_MS) took.push(at - before)
    before = at
    if (took.length < FRAMES) return
    const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length
    took = []
    if (mean <= SLOW_MS) return
    slowUntil = at + REMEMBER_MS
    lower()
  })
  map.on('moveend', () => {
    if (own || !lowered) return
    cancel()
    cancel = later(() => {
      if (map.isMoving()) return
      lowered = false
      use(full())
    }, REST_MS)
  })
}
function delayed(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
