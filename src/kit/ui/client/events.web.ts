/** A line to the server that carries events, taken up again when it breaks. Read from a fetch so that the token travels in a header. */
import { api, ApiError } from './api.web.ts'
import { eventReader, type ServerEvent } from './events.ts'

export interface Following {
  signal: AbortSignal
  onEvent: (event: ServerEvent) => void
  /** How long to wait before try number n, from 0 after a line that stood. */
  pause: (tries: number) => number
  /** Asked anew at every try. */
  query?: () => Record<string, unknown>
  onLost?: () => void
  /** Ends it between two tries. */
  enough?: () => boolean
}

/** Ends when the server says that there is nothing to be had here; everything else is a lost connection. */
export async function follow(path: string, { signal, onEvent, pause, query, onLost, enough }: Following): Promise<void> {
  for (let tries = 0; !signal.aborted && !enough?.(); tries++) {
    try {
      const response = await api.raw('GET', path, undefined, {
        silent: true,
        signal,
        headers: { Accept: 'text/event-stream' },
        query: query?.(),
      })
      tries = 0
      await readAll(response, onEvent)
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && [401, 403, 404].includes(error.status))) return
    }
    onLost?.()
    await new Promise((resolve) => setTimeout(resolve, pause(tries)))
  }
}

async function readAll(response: Response, onEvent: (event: ServerEvent) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const eventsIn = eventReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    for (const event of eventsIn(value)) onEvent(event)
  }
}
