/**
 * Where the pages of the tabs were scrolled to, so that F5, an expired login and a forced reload bring lists back to the
 * row that was looked at (issue: nothing is lost). Pure; ./scrolled.web.ts watches and restores.
 */
/** Down and to the right, of one box. */
export type Offset = readonly [top: number, left: number]
/** Of a page: by the box's name, which is its class and its number among those. The page itself is ''. */
export type Offsets = Readonly<Record<string, Offset>>

/** Pages have a handful; a broken store must not grow for ever. */
const MOST_BOXES = 20

export function moved(before: Offsets, box: string, offset: Offset): Offsets {
  if (offset[0] === 0 && offset[1] === 0) {
    const { [box]: _gone, ...rest } = before
    return rest
  }
  if (!(box in before) && Object.keys(before).length >= MOST_BOXES) return before
  return { ...before, [box]: offset }
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

/** What a store gave back; anything malformed is left out. */
export function readOffsets(saved: unknown): Offsets {
  if (typeof saved !== 'object' || saved === null) return {}
  const good = Object.entries(saved).filter(([, o]) => Array.isArray(o) && o.length === 2 && o.every(isLength))
  return Object.fromEntries(good.slice(0, MOST_BOXES)) as Offsets
}
