/** What can go wrong below the SQL: said in sentences a person can act on. */
import { AppError, refused } from '../basics/errors.ts'

/** No connection in time, server away, out of space: the request may simply be repeated (503). */
export class DatabaseBusy extends AppError {
  constructor(message: string, cause?: unknown) {
    super('busy', message)
    this.name = 'DatabaseBusy'
    this.cause = cause
  }
}

/** The connection broke during a loan. `answered`: something had already been read through it. */
export class ConnectionLost extends DatabaseBusy {
  readonly answered: boolean
  constructor(answered: boolean, cause: unknown) {
    super('数据库连接中断，请稍后再试', cause)
    this.name = 'ConnectionLost'
    this.answered = answered
  }
}

/** The connection broke between COMMIT and its answer: it may have happened or not, so nobody may repeat it blindly. */
export class CommitUnknown extends DatabaseBusy {
  constructor(cause: unknown) {
    super('保存时与数据库的连接中断，无法确认是否已保存，请刷新查看后再决定是否重试', cause)
    this.name = 'CommitUnknown'
  }
}

/** The start cannot go on and a person must act; printed without a stack. */
export class StartRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartRefused'
  }
}

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
])

export const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/** True when the server is not there (yet): what was asked was not done, unless it was a COMMIT. */
export function isConnectionLost(error: unknown): boolean {
  if (CONNECTION_CODES.has(codeOf(error))) return true
  // pg has no code for these; the texts are its own.
  return /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/.test(messageOf(error))
}

/** 40001 serialization failure, 40P01 deadlock: PostgreSQL asks for the whole transaction to be repeated. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))

/** What is said of a statement behind one that failed, in the same transaction. */
const OVER = '25P02'
/**
 * Statements of one transaction that were sent together: waits for all, and throws what made the first of them fail. That another, behind
 * it, was told that the transaction is over says nothing, and may be heard first.
 */
export async function together<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(work)
  const failed = ended.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  if (failed.length) throw failed.find((error) => codeOf(error) !== OVER) ?? failed[0]
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Turns what only the database layer can understand into a sentence; everything else passes unchanged. */
export function translate(error: unknown): unknown {
  if (error instanceof AppError) return error
  switch (codeOf(error)) {
    case '57014':
      return new DatabaseBusy('查询耗时过长，已中止，请缩小查询范围后重试', error)
    case '55P03':
      return new DatabaseBusy('记录正被其他人处理，请稍后再试', error)
    // An exclusion constraint: two rows would lie over each other. Whoever knows more says it before.
    case '23P01':
      return Object.assign(refused('这段时间已被占用，请刷新后另选时间'), { cause: error })
    case '53100':
      return new DatabaseBusy('服务器磁盘空间不足，暂时无法保存，请联系管理员清理磁盘', error)
    case '53200':
      return new DatabaseBusy('服务器内存不足，请稍后再试或缩小查询范围', error)
    case '53300':
      return new DatabaseBusy('数据库连接数已满，请稍后再试', error)
    case '40001':
    case '40P01':
      return new DatabaseBusy('多人同时修改同一数据，请稍后再试', error)
  }
  if (isConnectionLost(error)) return new DatabaseBusy('数据库连接中断，请稍后再试', error)
  return error
}
