/** What somebody types to find something: asked for when they pause. */
import { useEffect, useState } from 'react'

/** A value that follows another one once it has stood still. */
function useDelayed<T>(value: T, ms: number): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}

/**
 * The word that is looked for: what was typed once it has stood still, nothing at once. While `pausing`, what was found belongs to an
 * earlier word, and must not be offered: Enter would take it.
 */
export function useSearched(typed: string, ms = 250): { keyword: string; pausing: boolean } {
  const word = typed.trim()
  const late = useDelayed(word, ms)
  return word === '' ? { keyword: '', pausing: false } : { keyword: late, pausing: word !== late }
}
