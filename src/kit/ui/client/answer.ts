/** How every answer of the server is read: the customer's error catalogue (spec §8), as one pure function. */
import { asText } from '../../basics/text.ts'
import { DEMANDS, ERRORS, type Demand } from '../../basics/errors.ts'

export const TEXT = {
  failed: '服务器请求失败',
  unavailable: '服务器暂时不可用',
  forbidden: '权限不足，请设置相关权限',
  certificateExists: '该证件已存在，不可重复添加',
  expired: '登录已过期，请重新登录',
  expiredTitle: '登录过期',
  sessionOver: '会话已过期，请重新登录',
  newVersion: '有新版本，请刷新页面',
  fetchFailed: '请求失败',
  copied: '已复制',
} as const

export interface Outcome {
  ok: boolean
  code: number
  status: number
  message: string
  data: unknown
  /** What to show unless the caller asked for silence; null: nothing. */
  toast: { text: string; kind: 'business' | 'http' } | null
  /** The token is no longer valid: the confirm box of spec §8. */
  expired: boolean
  /** What this person has to do before anything else is answered. */
  demand: Demand | null
  /** OAuth's short name of the error, when there is one. */
  error: string | null
}

interface Body {
  code?: unknown
  message?: unknown
  data?: unknown
  error?: unknown
  error_description?: unknown
  reason?: unknown
}

const isBody = (body: unknown): body is Body => typeof body === 'object' && body !== null && !Array.isArray(body)
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** Under /api/oauth/ answers come as they are, without envelope (spec §7); so does the list of resources. */
const isBare = (path: string): boolean => path.startsWith('/api/oauth/')

const demandOf = (reason: unknown): Demand | null => (Object.keys(DEMANDS) as Demand[]).find((demand) => DEMANDS[demand] === reason) ?? null

const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422])

export function readAnswer(path: string, status: number, body: unknown): Outcome {
  if (status >= 200 && status < 300) return readSuccess(path, status, body)
  const fields = isBody(body) ? body : {}
  const said = textOf(fields.message) ?? textOf(fields.error_description)
  const base = {
    ok: false,
    status,
    code: typeof fields.code === 'number' ? fields.code : status,
    data: fields.data ?? null,
    expired: false,
    demand: demandOf(fields.reason),
    error: textOf(fields.error),
  }
  if (fields.error === 'invalid_token' && !isBare(path)) {
    return { ...base, message: TEXT.expired, toast: null, expired: true }
  }
  // The page where it is done says why.
  if (base.demand) return { ...base, message: said ?? TEXT.forbidden, toast: null }
  // Our refusals travel as 4xx, with a code and a sentence of ours: business, not a failure of the line (spec §8, two seconds).
  const refusal = REFUSALS.has(status) && typeof fields.code === 'number' && said !== null
  const shown = status === 502 ? TEXT.unavailable : status === 403 ? forbiddenText(said) : (said ?? TEXT.failed)
  return { ...base, message: said ?? shown, toast: { text: shown, kind: refusal ? 'business' : 'http' } }
}

/** The customer's sentence always stands; what the server adds (which right is missing) follows it. */
function forbiddenText(said: string | null): string {
  if (said === null || said === TEXT.forbidden) return TEXT.forbidden
  return said.startsWith(TEXT.forbidden) ? said : `${TEXT.forbidden}（${said}）`
}

function readSuccess(path: string, status: number, body: unknown): Outcome {
  const base = { status, message: '', expired: false, toast: null, demand: null, error: null }
  if (isBare(path) || !isBody(body) || typeof body.code !== 'number') {
    return { ...base, ok: true, code: 200, data: body }
  }
  const code = body.code
  const message = textOf(body.message) ?? TEXT.failed
  const data = body.data ?? null
  if (code === ERRORS.ok.code || code === ERRORS.partlyDone.code) return { ...base, ok: true, code, message, data }
  if (code === ERRORS.needsConfirmation.code) return { ...base, ok: false, code, message, data }
  const text = code === ERRORS.certificateExists.code ? TEXT.certificateExists : message
  return { ...base, ok: false, code, message: text, data, toast: { text, kind: 'business' } }
}

/** No answer at all: cable, proxy or server gone. */
export const noAnswer = (): Outcome => ({
  ok: false,
  code: 0,
  status: 0,
  message: TEXT.failed,
  data: null,
  toast: { text: TEXT.failed, kind: 'http' },
  expired: false,
  demand: null,
  error: null,
})

/** `mock`: the same call at /mock, for whoever lays made-up answers there (spec §7). */
export function addressOf(path: string, mock = false): string {
  const whole = path.startsWith('/api/') ? path : `/api${path.startsWith('/') ? '' : '/'}${path}`
  return mock ? whole.replace(/^\/api\//, '/mock/') : whole
}

/**
 * The overlay lies over everything unless it is disabled (spec §7). It is disabled for what nobody waits for with idle hands: reads
 * that a part of a page makes for itself (they show a skeleton there), and silent ones.
 */
export const wantsOverlay = (method: 'GET' | 'POST', options: { overlay?: boolean; silent?: boolean; signal?: AbortSignal }): boolean =>
  options.overlay ?? (method === 'POST' || (!options.silent && options.signal === undefined))

/** Empty values are left out, arrays become comma lists (wire.ts). */
export function queryString(query: Record<string, unknown> | undefined): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    params.set(key, Array.isArray(value) ? value.join(',') : asText(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** `attachment; filename*=UTF-8''%E8%BD%A6.xlsx; filename="x.xlsx"` → 车.xlsx */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  const encoded = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? '')?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch {
      // A broken encoding is no reason to lose the download.
    }
  }
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]?.trim() || otherwise
}
