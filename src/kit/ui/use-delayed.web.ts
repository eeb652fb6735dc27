/** A value that follows another one once it has stood still: what somebody types is asked for when they pause. */
import { useEffect, useState } from 'react'

export function useDelayed<T>(value: T, ms: number): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}
