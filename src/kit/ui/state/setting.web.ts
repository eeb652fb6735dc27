/** What one user set for themselves, kept on the server; the copy in the browser makes the first paint right. */
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { api } from '../client/api.web.ts'
import { local, readJson, type ConsoleKey } from './storage.web.ts'
import { createStore } from './store.ts'

type Values = Readonly<Record<string, unknown>>
interface Settings {
  mine: Values
  /** Published by an administrator for everybody of the company. */
  team: Values
}
const EMPTY: Settings = { mine: {}, team: {} }
const settings = createStore<Settings>(EMPTY)
const WAIT_MS = 500

let owner = 'nobody'
const copyKey = (): ConsoleKey => `zyt:settings:${owner}`
const waiting = new Map<string, { value: unknown; timer: ReturnType<typeof setTimeout> }>()

/** Called by the shell after login: the browser's copy at once, the server's as soon as it is there. */
export async function loadSettings(uid: number): Promise<void> {
  owner = String(uid)
  settings.set(readJson<Settings>(local, copyKey()) ?? EMPTY)
  try {
    const fromServer = await api.get<Settings>('/api/v1/setting', undefined, { silent: true })
    const unsent = Object.fromEntries([...waiting].map(([key, w]) => [key, w.value]))
    settings.set({ mine: { ...fromServer.mine, ...unsent }, team: fromServer.team ?? {} })
    local.set(copyKey(), JSON.stringify(settings.get()))
  } catch {
    // Settings are a comfort: without the server's the browser's copy serves.
  }
}

export function readSetting<T>(key: string, fallback: T): T {
  const { mine, team } = settings.get()
  return (mine[key] ?? team[key] ?? fallback) as T
}

export function writeSetting(key: string, value: unknown): void {
  settings.set((s) => ({ ...s, mine: { ...s.mine, [key]: value } }))
  local.set(copyKey(), JSON.stringify(settings.get()))
  const before = waiting.get(key)
  if (before) clearTimeout(before.timer)
  waiting.set(key, { value, timer: setTimeout(() => void sendSetting(key), WAIT_MS) })
}

async function sendSetting(key: string, keepalive = false): Promise<void> {
  const item = waiting.get(key)
  if (!item) return
  clearTimeout(item.timer)
  waiting.delete(key)
  await api.post('/api/v1/setting', { key, value: item.value ?? null }, { silent: true, overlay: false, keepalive }).catch(() => undefined)
}

/** Before a forced reload or log-out. */
export const flushSettings = async (): Promise<void> => {
  await Promise.all([...waiting.keys()].map((key) => sendSetting(key)))
}
/** A window that closes does not wait: the browser goes on sending. */
const sendLast = (): void => {
  for (const key of waiting.keys()) void sendSetting(key, true)
}

/** The administrator's default for the whole company; null takes it back. */
export async function publishSetting(key: string, value: unknown): Promise<void> {
  await api.post('/api/v1/setting', { key, value, scope: 'team' })
  settings.set((s) => ({ ...s, team: { ...s.team, [key]: value ?? undefined } }))
}
export const teamSetting = <T>(key: string): T | null => (settings.get().team[key] as T | undefined) ?? null

/** Mine, else the company's, else `fallback`. Setting null gives up my own and shows the company's again. */
export function useSetting<T>(key: string, fallback: T): [T, (value: T | null | ((before: T) => T)) => void] {
  const raw = useSyncExternalStore(settings.subscribe, () => settings.get().mine[key] ?? settings.get().team[key])
  const value = (raw ?? fallback) as T
  const set = useCallback(
    (next: T | null | ((before: T) => T)) =>
      writeSetting(key, typeof next === 'function' ? (next as (before: T) => T)(readSetting(key, fallback)) : next),
    // The fallback is a constant of the screen; a new object each render must not make a new setter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [key],
  )
  return [value, set]
}

export function useFlushOnLeave(): void {
  useEffect(() => {
    window.addEventListener('pagehide', sendLast)
    return () => window.removeEventListener('pagehide', sendLast)
  }, [])
}

export { useDraft } from './draft.web.ts'
