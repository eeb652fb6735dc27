/**
 * What a panel changed, put upon what stands now. A panel answers with the whole of what it showed; a name typed a moment ago may not
 * have reached it yet (names follow when there is time), and must not be taken back by the next box.
 */
export function amend<T extends object>(shown: T, wanted: T): (now: T) => T {
  const keys = [...new Set([...Object.keys(shown), ...Object.keys(wanted)])] as (keyof T)[]
  const changed = keys.filter((key) => shown[key] !== wanted[key])
  return (now) => {
    const next = { ...now }
    for (const key of changed)
      if (key in wanted) next[key] = wanted[key]
      else delete next[key]
    return next
  }
}
