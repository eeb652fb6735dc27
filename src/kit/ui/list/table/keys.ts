/** Keyboard inside a list. Pure: which key means what, and where it moves. */
export type KeyMeaning = 'next' | 'previous' | 'toggle' | 'open' | 'edit' | null

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

export function meaningOf(event: Pressed): KeyMeaning {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  switch (event.key) {
    case 'j':
    case 'J':
    case 'ArrowDown':
      return 'next'
    case 'k':
    case 'K':
    case 'ArrowUp':
      return 'previous'
    case 'x':
    case 'X':
      return 'toggle'
    case 'Enter':
      return 'open'
    case 'e':
    case 'E':
      return 'edit'
    default:
      return null
  }
}

/** The id of the row a step leads to; the ends hold. From nowhere the first step enters at the first row. */
export function stepTo(ids: readonly number[], current: number | null, by: 1 | -1): number | null {
  const at = current === null ? -1 : ids.indexOf(current)
  if (at < 0) return ids[0] ?? null
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))] ?? null
}
