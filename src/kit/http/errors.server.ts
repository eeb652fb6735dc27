/** The error edge: whatever was thrown becomes one answer of the catalogue. What is ours to mend shows only an id. */
import { z } from 'zod'
import { AppError, ERRORS, type ErrorKind } from '../basics/errors.ts'
import { fieldErrors, summaryOf } from './sentences.ts'

export interface Answer {
  status: number
  /** `error`: one word for programs (the customer's contract, section 3); what was done in part is none. */
  body: { code: number; message: string; data: unknown; error?: string; reason?: string }
  /** Set when it is a fault: to be logged with its stack. */
  fault: boolean
}

/** The browser tells an expired session from a lack of rights by this word (the customer's contract, section 8); the others are ours. */
const wordOf = (kind: ErrorKind): string =>
  kind === 'unauthenticated' ? 'invalid_token' : kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const fromApp = (error: AppError): Answer => ({
  status: error.status,
  body: {
    code: error.code,
    message: error.message,
    data: error.data,
    ...(error.kind === 'partlyDone' ? {} : { error: wordOf(error.kind) }),
    ...(error.reason === null ? {} : { reason: error.reason }),
  },
  fault: false,
})

/** Errors of the HTTP library that a client causes, in our words. */
const LIBRARY: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('tooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('badMedia'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('invalid', '请求长度与内容不符'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('invalid', '提交的内容为空'),
  FST_ERR_BAD_URL: () => new AppError('invalid', '请求地址编码不正确'),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('tooLarge', '上传的文件过大'),
  FST_FILES_LIMIT: () => new AppError('tooLarge', '一次上传的文件过多'),
  FST_PARTS_LIMIT: () => new AppError('tooLarge', '上传的内容分段过多'),
  FST_FIELDS_LIMIT: () => new AppError('tooLarge', '上传的字段过多'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new AppError('badMedia', '请以文件上传的方式提交'),
  FST_PROTO_VIOLATION: () => new AppError('invalid', '提交的内容包含不允许的字段名'),
  ERR_STREAM_PREMATURE_CLOSE: () => new AppError('invalid', '上传中断，请重试'),
}

export function answerTo(error: unknown, requestId: string): Answer {
  if (error instanceof AppError) return fromApp(error)
  if (error instanceof z.ZodError) {
    const errors = fieldErrors(error.issues)
    return fromApp(new AppError('invalid', summaryOf(errors), errors))
  }
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? LIBRARY[code] : undefined
  if (known) return fromApp(known())
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return {
      status: statusCode,
      body: { code: statusCode, message: ERRORS.invalid.message, data: null, error: wordOf('invalid') },
      fault: false,
    }
  }
  const message = `${ERRORS.fault.message}（编号 ${requestId}）`
  return { status: 500, body: { code: ERRORS.fault.code, message, data: { id: requestId }, error: wordOf('fault') }, fault: true }
}
