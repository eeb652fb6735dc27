/** Every 30 s while signed in (spec §2, §9); stops when the token was found invalid or nobody looked for five minutes. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, ApiError } from '#kit/ui/api.web.ts'
import { local } from '#kit/ui/storage.web.ts'
import { createStore } from '#kit/ui/store.ts'
import { EMPTY_PANEL, NO_TOTALS, receive, type PanelState, type Totals } from './notices.ts'

const INTERVAL_MS = 30_000
const HIDDEN_MS = 5 * 60_000

export const panel = createStore<PanelState>(EMPTY_PANEL)
export const totals = createStore<Totals>(NO_TOTALS)

/** ±10 %, so that five hundred consoles opened at nine do not ask in the same second. */
const pause = (): number => INTERVAL_MS * (0.9 + Math.random() * 0.2)
const loggedOut = (): boolean => local.get('isLogOut') === '1' || local.get('Admin-Token') === null

export async function askNow(): Promise<void> {
  if (loggedOut()) return
  try {
    const answer = await api.get<Totals>('/api/v1/projectTask/total', undefined, { silent: true })
    totals.set(answer)
    panel.set((state) => receive(state, answer))
  } catch {
    // The next round asks again; a lost line shows in the offline bar, not in a toast every 30 s.
  }
}

export function useNoticePoll(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const stopPolling = poll()
    const listening = new AbortController()
    void listen(listening.signal, (event) => {
      if (event === 'notice' || event === 'task') void askNow()
      if (event === 'message') void queries.invalidateQueries({ queryKey: ['messages'] })
      if (event === 'task') void queries.invalidateQueries({ queryKey: ['task'] })
    })
    return () => {
      stopPolling()
      listening.abort()
    }
  }, [queries])
}

function poll(): () => void {
  let timer: ReturnType<typeof setTimeout>
  let hiddenSince = document.hidden ? Date.now() : null
  const round = async (): Promise<void> => {
    if (hiddenSince === null || Date.now() - hiddenSince < HIDDEN_MS) await askNow()
    timer = setTimeout(() => void round(), pause())
  }
  const onVisibility = (): void => {
    const away = hiddenSince !== null && Date.now() - hiddenSince >= HIDDEN_MS
    hiddenSince = document.hidden ? Date.now() : null
    if (!document.hidden && away) void askNow()
  }
  document.addEventListener('visibilitychange', onVisibility)
  void round()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Server-sent events, read from a fetch so that the token travels in a header. When they cannot be had, the poll suffices. */
async function listen(signal: AbortSignal, onEvent: (name: string) => void): Promise<void> {
  for (let wait = 2000; !signal.aborted && !loggedOut(); wait = Math.min(wait * 2, 120_000)) {
    try {
      const response = await api.raw('GET', '/api/v1/events', undefined, { silent: true, signal, headers: { Accept: 'text/event-stream' } })
      wait = 2000
      await readEvents(response, onEvent)
    } catch (error) {
      // Some networks and older servers have no such stream; asking for what is not there makes no sense.
      if (signal.aborted || (error instanceof ApiError && (error.status === 404 || error.status === 401))) return
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

async function readEvents(response: Response, onEvent: (name: string) => void): Promise<void> {
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
      if (name) onEvent(name)
    }
  }
}
