/** Every 30 s while signed in (spec §2, §9); stops when the token was found invalid or nobody looked for five minutes. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#kit/ui/client/api.web.ts'
import { follow } from '#kit/ui/client/events.web.ts'
import { local } from '#kit/ui/state/storage.web.ts'
import { createStore } from '#kit/ui/state/store.ts'
import { EMPTY_PANEL, NO_TOTALS, receive, type PanelState, type Totals } from './notices.ts'

const INTERVAL_MS = 30_000
const HIDDEN_MS = 5 * 60_000

export const panel = createStore<PanelState>(EMPTY_PANEL)
export const totals = createStore<Totals>(NO_TOTALS)

/** ±10 %, so that five hundred consoles opened at nine do not ask in the same second. */
const pause = (): number => INTERVAL_MS * (0.9 + Math.random() * 0.2)
const loggedOut = (): boolean => local.get('isLogOut') === '1' || local.get('Admin-Token') === null

async function askNow(): Promise<void> {
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
    // When the line cannot be had, the poll suffices.
    void follow('/api/v1/events', {
      signal: listening.signal,
      enough: loggedOut,
      pause: (tries) => Math.min(2000 * 2 ** tries, 120_000),
      onEvent: ({ name }) => {
        if (name === 'notice' || name === 'task') void askNow()
        if (name === 'message') void queries.invalidateQueries({ queryKey: ['messages'] })
        if (name === 'task') void queries.invalidateQueries({ queryKey: ['task'] })
      },
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
