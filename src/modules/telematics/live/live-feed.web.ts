/** The fleet, kept up to date: everything once, then what changes inside the part of the map that is looked at. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#kit/ui/client/api.web.ts'
import { follow } from '#kit/ui/client/events.web.ts'
import { inside, type Bounds } from '#kit/ui/map/geo.ts'
import { merged, vehiclesOf, widened, type Fleet } from './live.layout.ts'
import type { LiveAnswer, LiveChange, LiveCounts } from '../wire.ts'

export interface Feed {
  fleet: Fleet
  counts: LiveCounts | null
  /** `live`: events arrive; `waiting`: the line is being taken up again. */
  line: 'waiting' | 'live'
  error: unknown
  /** Told by the map whenever it stands still. */
  look: (bounds: Bounds) => void
  retry: () => void
}
const none: Fleet = new Map()
const AGAIN_MS = [1000, 2000, 5000, 15_000, 30_000]

export function useLiveFleet(): Feed {
  const [fleet, setFleet] = useState<Fleet>(none)
  const [counts, setCounts] = useState<LiveCounts | null>(null)
  const [line, setLine] = useState<Feed['line']>('waiting')
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const since = useRef<string | null>(null)
  const asked = useRef<Bounds | null>(null)
  const [bounds, setBounds] = useState<Bounds | null>(null)

  useEffect(() => {
    const gone = new AbortController()
    // Hidden tabs end their effects: whoever comes back sees everything as it is now.
    api
      .get<LiveAnswer>('/api/v1/live/vehicles', undefined, { signal: gone.signal, silent: true })
      .then((answer) => {
        since.current = answer.at
        setFleet(new Map(vehiclesOf(answer.vehicles).map((v) => [v.id, v])))
        setCounts(answer.counts)
        setError(null)
      })
      .catch((problem: unknown) => !gone.signal.aborted && setError(problem))
    return () => gone.abort()
  }, [round])

  const ready = counts !== null
  useEffect(() => {
    if (!ready || !bounds) return
    const gone = new AbortController()
    void follow('/api/v1/live/stream', {
      signal: gone.signal,
      query: () => ({ ...bounds, ...(since.current ? { since: since.current } : {}) }),
      pause: (tries) => AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]!,
      onLost: () => setLine('waiting'),
      onEvent: ({ name, data }) => {
        if (name !== 'positions') return
        const change = JSON.parse(data) as LiveChange
        since.current = change.at
        setLine('live')
        setFleet((before) => merged(before, change.vehicles))
        setCounts(change.counts)
      },
    })
    return () => gone.abort()
  }, [ready, bounds, round])

  const look = useCallback((seen: Bounds) => {
    const { current } = asked
    const covered = current && inside(current, [seen.west, seen.south]) && inside(current, [seen.east, seen.north])
    // A new line only when the picture left what is listened to, or became much smaller than it.
    if (covered && (seen.east - seen.west) * 4 > current.east - current.west) return
    asked.current = widened(seen)
    setBounds(asked.current)
  }, [])
  const retry = useCallback(() => setRound((n) => n + 1), [])
  return { fleet, counts, line, error, look, retry }
}
