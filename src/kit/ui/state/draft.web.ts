/**
 * Drafts: what was typed and not yet sent. Written to the browser at every change and to the server shortly after, so
 * neither F5, an expired login, a forced reload nor another computer loses it. Both forget them after 30 days.
 */
import { useCallback, useEffect, useState } from 'react'
import { api } from '../client/api.web.ts'
import { keptSince } from './draft.ts'
import { local, readJson, type ConsoleKey } from './storage.web.ts'

interface Draft<T = unknown> {
  key: string
  content: T
  /** UTC instant. */
  savedAt: string
  /** Sent or given up, and the server has not said yet that it forgot: whatever it still has is no draft any more. */
  gone?: true
}
const WAIT_MS = 1500
let owner = 'nobody'
export const setDraftOwner = (uid: number): void => {
  owner = String(uid)
}
const copyKey = (key: string): ConsoleKey => `zyt:draft:${owner}:${key}`
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Calls about one draft go one after the other: a look that overtakes a deletion would bring back what was sent. */
const last = new Map<string, Promise<unknown>>()
function inTurn<T>(key: string, call: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(call, call)
  last.set(key, mine)
  const done = (): void => void (last.get(key) === mine && last.delete(key))
  mine.then(done, done)
  return mine
}

async function send(key: string): Promise<void> {
  clearTimeout(waiting.get(key))
  waiting.delete(key)
  const draft = readJson<Draft>(local, copyKey(key))
  if (draft && !draft.gone)
    await inTurn(key, () => api.post('/api/v1/draft/save', { key, content: draft.content }, { silent: true, overlay: false })).catch(
      () => undefined,
    )
}

/** Forms that save with a delay hear `zyt:flush` before the page goes; what they save then is sent here. */
export const flushDrafts = async (): Promise<void> => {
  window.dispatchEvent(new Event('zyt:flush'))
  await Promise.all([...waiting.keys()].map(send))
}

function readHere<T>(key: string): Draft<T> | null {
  const draft = readJson<Draft<T>>(local, copyKey(key))
  if (draft?.gone) return null
  if (!draft || draft.savedAt >= keptSince(Date.now())) return draft
  local.remove(copyKey(key))
  return null
}

function saveDraft(key: string, content: unknown): string {
  const savedAt = new Date().toISOString()
  local.set(copyKey(key), JSON.stringify({ key, content, savedAt } satisfies Draft))
  clearTimeout(waiting.get(key))
  waiting.set(
    key,
    setTimeout(() => void send(key), WAIT_MS),
  )
  return savedAt
}

export function clearDraft(key: string): void {
  clearTimeout(waiting.get(key))
  waiting.delete(key)
  // The page may go before the server has heard of it: then the next look tells it again.
  local.set(copyKey(key), JSON.stringify({ key, content: null, savedAt: new Date().toISOString(), gone: true } satisfies Draft))
  void tellGone(key)
}

const tellGone = (key: string): Promise<void> =>
  inTurn(key, () => api.post('/api/v1/draft/delete', { key }, { silent: true, overlay: false })).then(
    () => {
      if (readJson<Draft>(local, copyKey(key))?.gone) local.remove(copyKey(key))
    },
    () => undefined,
  )

/** The newer of the browser's and the server's copy. */
async function loadDraft<T>(key: string): Promise<Draft<T> | null> {
  if (readJson<Draft>(local, copyKey(key))?.gone) {
    await tellGone(key)
    return readHere<T>(key)
  }
  const localDraft = readHere<T>(key)
  const storedDraft = await inTurn(key, () => api.get<Draft<T> | null>('/api/v1/draft', { key }, { silent: true })).catch(() => null)
  if (!localDraft || !storedDraft) return localDraft ?? storedDraft
  return Date.parse(storedDraft.savedAt) > Date.parse(localDraft.savedAt) ? storedDraft : localDraft
}

/** On log-out by the user's own wish nothing personal stays in the browser; the server has it. */
export function forgetLocalDrafts(): void {
  for (const key of local.keys('zyt:draft:')) local.remove(key as ConsoleKey)
}

export interface DraftHandle<T> {
  /** What was found when the screen opened: undefined while looking, null when there is none. */
  draft: T | null | undefined
  savedAt: string | null
  save: (content: T) => void
  clear: () => void
}

/** `null`: nothing can be typed here, so nothing is looked for. */
export function useDraft<T>(key: string | null): DraftHandle<T> {
  const readLocal = (): Draft<T> | null => (key === null ? null : readHere<T>(key))
  const [draft, setDraft] = useState<T | null | undefined>(() => readLocal()?.content)
  const [savedAt, setSavedAt] = useState<string | null>(() => readLocal()?.savedAt ?? null)
  useEffect(() => {
    if (key === null) return
    let wanted = true
    void loadDraft<T>(key).then((loaded) => {
      if (!wanted) return
      setDraft(loaded?.content ?? null)
      setSavedAt(loaded?.savedAt ?? null)
    })
    return () => {
      wanted = false
    }
  }, [key])
  const save = useCallback((content: T) => key !== null && setSavedAt(saveDraft(key, content)), [key])
  const clear = useCallback(() => {
    if (key !== null) clearDraft(key)
    setSavedAt(null)
    setDraft(null)
  }, [key])
  return { draft, savedAt, save, clear }
}
