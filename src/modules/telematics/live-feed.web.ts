/** The fleet, kept up to date: everything once, then what changes inside the part of the map that is looked at. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, ApiError } from '#kit/ui/api.web.ts'
import { inside, type Bounds } from '#kit/ui/map/geo.ts'
import { merged, vehiclesOf, widened, type Fleet } from './live.layout.ts'
import type { LiveAnswer, LiveChange, LiveCounts } from './wire.ts'

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
    void listen(bounds, since, gone.signal, (change) => {
      since.current = change.at
      setLine('live')
      setFleet((before) => merged(before, change.vehicles))
      setCounts(change.counts)
    }, () => setLine('waiting'))
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

async function listen(bounds: Bounds, since: { current: string | null }, signal: AbortSignal, onChange: (change: LiveChange) => void, onLost: () => void): Promise<void> {
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const response = await api.raw('GET', '/api/v1/live/stream', undefined, { silent: true, signal, headers: { Accept: 'text/event-stream' }, query: { ...bounds, ...(since.current ? { since: since.current } : {}) } })
      tries = 0
      for await (const { name, data } of eventsOf(response)) if (name === 'positions') onChange(data as LiveChange)
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && (error.status === 401 || error.status === 403))) return
    }
    onLost()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]))
  }
}

async function* eventsOf(response: Response): AsyncGenerator<{ name: string; data: unknown }> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    rest += value
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const name = /^event: ?(.+)$/m.exec(block)?.[1]?.trim()
      const data = /^data: ?(.+)$/m.exec(block)?.[1]
      if (name && data) yield { name, data: JSON.parse(data) }
    }
  }
}
