/** The one way to talk to the server: headers, time-out, overlay, idempotency key, and the catalogue of spec §8. */
import { ERRORS, type Demand } from '../../basics/errors.ts'
import { askBack, askOf } from '../dialog/asks.web.ts'
import { addressOf, fileNameOf, noAnswer, queryString, readAnswer, TEXT, wantsOverlay, type Outcome } from './answer.ts'
import { randomId } from './id.ts'
import { beginBusy, BUSINESS_TOAST_MS, confirmBox, HTTP_TOAST_MS, toast } from '../dialog/message.web.tsx'
import { authorization, local } from '../state/storage.web.ts'
import { createStore } from '../state/store.ts'

/** Spec §9. */
const TIME_OUT_MS = 600_000

export interface CallOptions {
  /** No toast: the caller shows the refusal itself. */
  silent?: boolean
  /** Full-area «加载中…»: see wantsOverlay. */
  overlay?: boolean
  /** Asks at /mock instead of /api. */
  mock?: boolean
  /** Give the same key to try the same write again after a lost connection. */
  idempotencyKey?: string
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Sent on though the page goes away meanwhile; browsers allow 64 kB of it. */
  keepalive?: boolean
  /** Uploads: 0 to 1. */
  onProgress?: (fraction: number) => void
}
type Query = Record<string, unknown>

export class ApiError extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown
  /** OAuth's short name (`totp_required`), when there is one. */
  readonly error: string | null
  /** What the catalogue tells of it, whether or not the caller asked for silence. */
  readonly toast: Outcome['toast']
  constructor(outcome: Outcome) {
    super(outcome.message)
    this.name = 'ApiError'
    this.code = outcome.code
    this.status = outcome.status
    this.data = outcome.data
    this.error = outcome.error
    this.toast = outcome.toast
  }
}

/** What to tell the user: the server's sentence, or this one when the failure is not the server's. */
export const sentenceOf = (error: unknown, otherwise: string): string => (error instanceof ApiError ? error.message : otherwise)

/** False after a request got no answer, until the next one does. The offline bar reads it. */
export const reachable = createStore(true)

/** What to do once the user confirmed that the login is over; the shell gives it (clear, message, reload), and whether he is leaving anyway. */
let onExpired: () => void = () => window.location.reload()
let leaving: () => boolean = () => false
export const setOnExpired = (act: () => void, isLeaving: () => boolean): void => {
  onExpired = act
  leaving = isLeaving
}

/** Where that is done; the shell gives it. */
let onDemand: (demand: Demand) => void = () => undefined
export const setOnDemand = (act: (demand: Demand) => void): void => {
  onDemand = act
}

let asking = false
async function loginIsOver(): Promise<void> {
  // Who signs out while a page still asks is not told that his login is over.
  if (leaving()) return
  local.set('isLogOut', '1')
  // Ten requests may fail at once; the question is asked once.
  if (asking) return
  asking = true
  const yes = await confirmBox({ title: TEXT.expiredTitle, content: TEXT.expired, okText: '重新登录' })
  asking = false
  if (yes) onExpired()
}

function settle(outcome: Outcome, options: CallOptions): unknown {
  if (outcome.ok) return outcome.data
  return fail(outcome, options)
}

function fail(outcome: Outcome, options: CallOptions): never {
  if (outcome.expired) void loginIsOver()
  if (outcome.demand) onDemand(outcome.demand)
  if (outcome.toast && !options.silent) {
    toast.error(outcome.toast.text, outcome.toast.kind === 'http' ? HTTP_TOAST_MS : BUSINESS_TOAST_MS)
  }
  throw new ApiError(outcome)
}

/**
 * Login and token check carry the client's credentials instead (spec §7); callers pass those in. What visitors may ask is
 * asked as a visitor: an expired token would be refused there too, and nobody could sign in again.
 */
const WITHOUT_TOKEN = ['/api/oauth/token', '/api/oauth/check_token', '/api/v1/site/', '/api/v1/franchise/', '/api/public/']

function headersFor(path: string, options: CallOptions, write: boolean): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  const own = authorization()
  if (own && !WITHOUT_TOKEN.some((start) => path.startsWith(start))) headers.Authorization = own
  if (write) headers['Idempotency-Key'] = options.idempotencyKey ?? randomId()
  return { ...headers, ...options.headers }
}

async function send(
  method: 'GET' | 'POST',
  path: string,
  query: Query | undefined,
  body: unknown,
  options: CallOptions,
): Promise<Response> {
  const headers = headersFor(path, options, method === 'POST')
  if (!headers['Content-Type']) headers['Content-Type'] = 'application/json'
  const timeOut = AbortSignal.timeout(TIME_OUT_MS)
  try {
    const response = await fetch(path + queryString(query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.keepalive ? { keepalive: true } : {}),
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) } : {}),
      signal: options.signal ? AbortSignal.any([options.signal, timeOut]) : timeOut,
    })
    reachable.set(true)
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    reachable.set(false)
    return fail(noAnswer(), options)
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}

async function call<T>(method: 'GET' | 'POST', path: string, query: Query | undefined, body: unknown, options: CallOptions): Promise<T> {
  try {
    return await once<T>(method, path, query, body, options)
  } catch (error) {
    const ask =
      error instanceof ApiError && error.code === ERRORS.needsConfirmation.code && typeof body !== 'string' ? askOf(error.data) : null
    if (ask === null) throw error
    let last = { text: '', key: '' }
    return askBack<T>(ask, error as ApiError, async (given) => {
      const text = JSON.stringify(given)
      // As everywhere: the same content after a lost answer carries the same key.
      if (last.text !== text) last = { text, key: randomId() }
      return once<T>(
        method,
        path,
        query,
        { ...(body as object | undefined), $given: { [ask]: given } },
        { ...options, silent: true, idempotencyKey: last.key },
      ).catch((refusal: unknown) => {
        if (refusal instanceof ApiError && refusal.status !== 0) last = { text: '', key: '' }
        throw refusal
      })
    })
  }
}

async function once<T>(method: 'GET' | 'POST', rawPath: string, query: Query | undefined, body: unknown, options: CallOptions): Promise<T> {
  const path = addressOf(rawPath, options.mock)
  const done = wantsOverlay(method, options) ? beginBusy() : null
  try {
    const response = await send(method, path, query, body, options)
    return settle(readAnswer(path, response.status, await bodyOf(response)), options) as T
  } finally {
    done?.()
  }
}

interface Downloading {
  method?: 'GET' | 'POST'
  body?: unknown
  query?: Query
  /** Used when the server names no file. */
  fileName?: string
}

export const api = {
  get: <T>(path: string, query?: Query, options: CallOptions = {}): Promise<T> => call<T>('GET', path, query, undefined, options),
  post: <T>(path: string, body?: unknown, options: CallOptions & { query?: Query } = {}): Promise<T> =>
    call<T>('POST', path, options.query, body, options),
  upload: <T>(path: string, form: FormData, options: CallOptions = {}): Promise<T> => upload<T>(addressOf(path), form, options),
  download,
  raw,
  site,
}

/** A JSON file at the site's root (verify.json); always asked for anew. */
async function site<T>(path: string): Promise<T> {
  const response = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}

/** Saves the file; when the server made a background task of it instead, resolves with `{taskId}`. */
async function download<T = { taskId: number }>(rawPath: string, what: Downloading = {}, options: CallOptions = {}): Promise<T | null> {
  const path = addressOf(rawPath)
  const done = (options.overlay ?? true) ? beginBusy() : null
  try {
    const response = await send(what.method ?? 'GET', path, what.query, what.body, options)
    const mime = response.headers.get('Content-Type') ?? ''
    const disposition = response.headers.get('Content-Disposition')
    // A file may itself be JSON; what is meant to be saved says so.
    const isFile = disposition?.startsWith('attachment') || !mime.includes('application/json')
    if (!response.ok || !isFile) {
      return settle(readAnswer(path, response.status, await bodyOf(response)), options) as T
    }
    save(await response.blob(), fileNameOf(disposition, what.fileName ?? '下载'))
    return null
  } finally {
    done?.()
  }
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The answer itself with its headers: login (headers of spec §3), files shown in a viewer, event streams. */
async function raw(
  method: 'GET' | 'POST',
  rawPath: string,
  body?: unknown,
  options: CallOptions & { query?: Query } = {},
): Promise<Response> {
  const path = addressOf(rawPath)
  const done = options.overlay ? beginBusy() : null
  try {
    const response = await send(method, path, options.query, body, options)
    if (!response.ok) settle(readAnswer(path, response.status, await bodyOf(response)), options)
    return response
  } finally {
    done?.()
  }
}

/** XMLHttpRequest, because fetch cannot tell how much of a body has been sent. */
async function upload<T>(path: string, form: FormData, options: CallOptions): Promise<T> {
  const done = (options.overlay ?? !options.onProgress) ? beginBusy() : null
  try {
    const { status, body } = await new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', path)
      request.timeout = TIME_OUT_MS
      for (const [name, value] of Object.entries(headersFor(path, options, true))) request.setRequestHeader(name, value)
      request.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total)
      request.onload = () => {
        reachable.set(true)
        resolve({ status: request.status, body: parse(request.responseText) })
      }
      request.onerror = request.ontimeout = () => {
        reachable.set(false)
        resolve({ status: 0, body: null })
      }
      request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
      options.signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(form)
    })
    return settle(status === 0 ? noAnswer() : readAnswer(path, status, body), options) as T
  } finally {
    done?.()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
