/**
 * The one catalogue of everything that can go wrong on the wire. Three kinds (rule 7):
 * refused (the user can do something about it), absent or forbidden, and fault (ours; only an id is shown).
 * `status` is the HTTP status; codes without an HTTP meaning travel in a 200 body, as the customer's contract says (spec §8).
 */
export const ERRORS = {
  ok: { code: 200, status: 200, message: '操作成功' },
  invalid: { code: 400, status: 400, message: '提交的内容有误，请检查后重试' },
  unauthenticated: { code: 401, status: 401, message: '登录已过期，请重新登录' },
  forbidden: { code: 403, status: 403, message: '权限不足，请设置相关权限' },
  absent: { code: 404, status: 404, message: '您要看的内容已被删除，或您没有查看它的权限' },
  notAllowed: { code: 405, status: 405, message: '不支持的请求方式' },
  conflict: { code: 409, status: 409, message: '数据已变更，请刷新后重试' },
  tooLarge: { code: 413, status: 413, message: '提交的内容过大' },
  uriTooLong: { code: 414, status: 414, message: '请求地址过长' },
  badMedia: { code: 415, status: 415, message: '不支持的内容类型' },
  refused: { code: 422, status: 422, message: '现在不能办理，请刷新查看最新的状态' },
  tooMany: { code: 429, status: 429, message: '操作过于频繁，请稍后再试' },
  fault: { code: 500, status: 500, message: '服务器请求失败' },
  busy: { code: 503, status: 503, message: '系统繁忙，请稍后再试' },
  certificateExists: { code: 1501, status: 200, message: '该证件已存在，不可重复添加' },
  partlyDone: { code: 9100, status: 200, message: '有的成功，有的没有成功，请查看每一条的结果' },
  needsConfirmation: { code: 40103, status: 200, message: '需要确认后才能继续' },
} as const

export type ErrorKind = keyof typeof ERRORS

/** Messages per field name; `''` holds what belongs to no single field. Sent as `data` of a 400. */
export type FieldErrors = Record<string, string>

/** What the server asks of a signed-in person before it answers anything else, by the `reason` of its refusal. */
export const DEMANDS = { password: 'session.password', enrol: 'session.enrol' } as const
export type Demand = keyof typeof DEMANDS

/** Thrown anywhere on the server; the HTTP edge turns it into `{code, message, data}`. Never carries internals. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly data: unknown
  /** For programs and tests, which must not match prose: `lease.askSettle.state`. Part of the wire; a sentence may change, this does not. */
  reason: string | null = null
  constructor(kind: ErrorKind, message?: string, data?: unknown) {
    super(message ?? ERRORS[kind].message)
    this.name = 'AppError'
    this.kind = kind
    this.data = data ?? null
  }
  get code(): number {
    return ERRORS[this.kind].code
  }
  get status(): number {
    return ERRORS[this.kind].status
  }
}

/** A business refusal: a sentence that says what and why, and if possible what to do next. */
export const refused = (message: string, data?: unknown): AppError => new AppError('refused', message, data)
/** Names a refusal that has no name yet. */
export function because<E>(error: E, reason: string): E {
  if (error instanceof AppError && error.kind === 'refused') error.reason ??= reason
  return error
}
export const absent = (message?: string): AppError => new AppError('absent', message)
export const forbidden = (message?: string): AppError => new AppError('forbidden', message)
export const conflict = (message?: string): AppError => new AppError('conflict', message)
export const invalid = (errors: FieldErrors | string): AppError =>
  typeof errors === 'string' ? new AppError('invalid', errors, { '': errors }) : new AppError('invalid', Object.values(errors)[0], errors)
