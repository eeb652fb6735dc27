/**
 * What the driver did waits here until the server has it: IndexedDB outlives a reload, a dead battery and a tunnel. Events go first
 * and in order; a picture is deleted only after the server has answered with the same sum (transport.md §6).
 */
import { api, ApiError } from '#kit/ui/client/api.web.ts'
import { randomId } from '#kit/ui/client/id.ts'
import { createStore } from '#kit/ui/state/store.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { EventAnswer, PhoneEvent } from './events.wire.ts'
import type { DriverDay } from './wire.ts'

interface Waiting {
  seq?: number
  event: PhoneEvent
}
interface Picture {
  sha256: string
  clientId: string
  as: 'signature' | 'photo'
  blob: Blob
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open('zyt-driver', 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('events', { keyPath: 'seq', autoIncrement: true })
      asked.result.createObjectStore('pictures', { keyPath: ['clientId', 'sha256'] })
      asked.result.createObjectStore('kept')
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('indexedDB'))
  })
let database: Promise<IDBDatabase> | null = null
async function inStore<T>(name: string, mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  database ??= open()
  const tx = (await database).transaction(name, mode, { durability: 'strict' })
  const request = run(tx.objectStore(name))
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve(request.result)
    tx.onabort = () => reject(tx.error ?? new Error('indexedDB'))
  })
}

/** How many wait; the page shows it in red. */
export const unsent = createStore(0)
/** What the server said that the driver should read. */
export const said = createStore<string | null>(null)

async function count(): Promise<void> {
  const [events, pictures] = [
    await inStore('events', 'readonly', (s) => s.count()),
    await inStore('pictures', 'readonly', (s) => s.count()),
  ]
  unsent.set(events + pictures)
}

const sumOf = async (blob: Blob): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  )

export interface Shot {
  blob: Blob
  as: Picture['as']
}
/** Kept on the phone first; the screen goes on at once, the network follows. */
export async function happened(event: Omit<PhoneEvent, 'clientId' | 'at'>, shots: readonly Shot[] = []): Promise<void> {
  const clientId = randomId()
  const pictures = await Promise.all(shots.map(async (s) => ({ ...s, clientId, sha256: await sumOf(s.blob) })))
  for (const p of pictures) await inStore('pictures', 'readwrite', (s) => s.put(p))
  const data = pictures.length ? { ...event.data, hashes: pictures.map((p) => p.sha256) } : event.data
  await inStore('events', 'readwrite', (s) => s.put({ event: { ...event, data, clientId, at: new Date().toISOString() } }))
  await count()
  void send()
}

const DEVICE = 'zyt-device'
function device(): string {
  const known = localStorage.getItem(DEVICE)
  if (known) return known
  const made = randomId()
  localStorage.setItem(DEVICE, made)
  return made
}

async function sendEvents(): Promise<boolean> {
  const rows = (await inStore('events', 'readonly', (s) => s.getAll(null, 20))) as Waiting[]
  if (rows.length === 0) return false
  const body = { deviceId: device(), sentAt: new Date().toISOString(), events: rows.map((r) => r.event) }
  const { results } = await api.post<{ results: EventAnswer[] }>('/api/v1/driver/events', body, { silent: true, overlay: false })
  for (const [i, row] of rows.entries()) {
    const answer = results[i]
    if (answer?.clientId !== row.event.clientId) return false
    if (answer.message) said.set(answer.message)
    await inStore('events', 'readwrite', (s) => s.delete(row.seq!))
  }
  return rows.length === 20
}
async function sendPictures(): Promise<void> {
  const rows = (await inStore('pictures', 'readonly', (s) => s.getAll(null, 50))) as Picture[]
  for (const p of rows) {
    const form = new FormData()
    form.append('file', p.blob, p.as === 'signature' ? 'signature.png' : 'photo.jpg')
    const file = await api.upload<FileLink>('/api/v1/file/upload', form, { silent: true, overlay: false })
    const attachment = { clientId: p.clientId, file: file.id, sha256: p.sha256, as: p.as }
    const { sha256 } = await api.post<{ sha256: string }>('/api/v1/driver/attach', attachment, { silent: true, overlay: false })
    if (sha256 === p.sha256) await inStore('pictures', 'readwrite', (s) => s.delete([p.clientId, p.sha256]))
  }
}

/** Signed out: an answer that comes in now is kept no more, and nothing is sent again. */
let gone = false

let sending: Promise<void> | null = null
/** Asked for while it was under way: the network came back while an attempt without one was still failing. */
let askedAgain = false

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000
let retryMs = FIRST_RETRY_MS
let retry: ReturnType<typeof setTimeout> | undefined
/** A network that has just come back fails once or twice more; the page's own round of half a minute is too long to wait for it. */
function retryLater(): void {
  clearTimeout(retry)
  // Without any network the browser says when there is one.
  if (gone || !navigator.onLine) return
  retry = setTimeout(() => void send(), retryMs)
  retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
}

/** All that waits, as far as the network goes; what is left is tried again. */
export function send(): Promise<void> {
  if (sending) askedAgain = true
  sending ??= (async () => {
    try {
      while (await sendEvents());
      await sendPictures()
      retryMs = FIRST_RETRY_MS
    } catch (error) {
      // Without a network everything stays; a refusal of the whole is told.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) said.set(error.message)
      else retryLater()
    } finally {
      sending = null
      await count()
      if (askedAgain) {
        askedAgain = false
        void send()
      }
    }
  })()
  return sending
}

const DAY_MS = 86_400_000
/** Today as the server knows it or, without a network, as it was last heard; gone after a day. */
export async function today(): Promise<{ day: DriverDay; fresh: boolean }> {
  try {
    const day = await api.get<DriverDay>('/api/v1/driver/day', undefined, { silent: true })
    if (!gone) await inStore('kept', 'readwrite', (s) => s.put({ day, at: Date.now() }, 'day'))
    return { day, fresh: true }
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
    const storedDay = (await inStore('kept', 'readonly', (s) => s.get('day') as IDBRequest<unknown>)) as
      | { day: DriverDay; at: number }
      | undefined
    if (!storedDay || Date.now() - storedDay.at > DAY_MS) throw error
    return { day: storedDay.day, fresh: false }
  }
}
/** Since when the oldest of what was done waits here; null: all is told. */
export async function waitingSince(): Promise<string | null> {
  const [first] = (await inStore('events', 'readonly', (s) => s.getAll(null, 1))) as Waiting[]
  return first?.event.at ?? null
}
/** On leaving: the next driver of this phone finds nothing of the one before. */
export async function wipe(): Promise<void> {
  gone = true
  await sending
  for (const name of ['events', 'pictures', 'kept']) await inStore(name, 'readwrite', (s) => s.clear())
  await count()
}

/** Events not yet sent, so that the screen shows what was done and not what the server has heard. */
export const pending = async (): Promise<PhoneEvent[]> =>
  ((await inStore('events', 'readonly', (s) => s.getAll())) as Waiting[]).map((w) => w.event)

/** What the worker of the page keeps things under (public/driver-sw.js). */
const CACHE = 'driver-1'
/**
 * The page and all it was made of are kept for the tunnel. The worker sees what is asked for while it runs; what the page brought with it
 * the first time was asked for before there was a worker. Files of earlier releases go.
 */
async function keepPage(): Promise<void> {
  const own = performance
    .getEntriesByType('resource')
    .map((r) => new URL(r.name))
    .filter((url) => url.origin === location.origin && !url.pathname.startsWith('/api/'))
    .map((url) => url.pathname)
  const wanted = new Set(['/driver', ...own])
  const cache = await caches.open(CACHE)
  await cache.addAll([...wanted])
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith('/assets/') && !wanted.has(new URL(request.url).pathname)) await cache.delete(request)
}

export async function beginOutbox(): Promise<void> {
  await count()
  await navigator.storage?.persist?.().catch(() => false)
  if ('serviceWorker' in navigator)
    await navigator.serviceWorker
      .register('/driver-sw.js', { scope: '/driver' })
      .then(keepPage)
      // Without a network what was kept before stays.
      .catch(() => undefined)
  await send()
}
