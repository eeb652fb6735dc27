/**
 * Looking for somebody by a number that is masked is a question with yes or no for an answer: asked often enough, it tells the
 * number. So such questions have a budget per person, on whichever node they are asked (decision 0133), and each leaves a line in the
 * log before it is answered.
 *
 * Typing such a number in is the same question where no two records may share it (decision 0121): the refusal says it is somebody's,
 * everything else that it is nobody's.
 */
import { loginEvent } from '../../../access/log.server.ts'
import { takeOwn } from '../../../access/tries/budgets.server.ts'
import { AppError } from '../../../basics/errors.ts'
import { audit } from '../../../audit/audit.server.ts'
import type { Context, Tx } from '../../../access/context.server.ts'
import { beforeCommit } from '../../../database/before-commit.server.ts'

const REFUSAL = '按手机号、证件号或账号查找过于频繁，请稍后再试；每次这样的查找都记入系统日志'
const TYPED_REFUSAL = '填写或更换手机号、证件号、账号过于频繁，请过几分钟再试；每次都记入系统日志'
const REVEAL_REFUSAL = '查看完整号码过于频繁，请过几分钟再看；每次查看都记入系统日志'

export interface Lookup {
  /** Where was looked: a definition's name. */
  entity: string
  /** By what (手机号), and the number behind its mask. */
  by: string
  shown: string
}

/** Work of the program itself is not asked. */
const isAsked = (ctx: Context): boolean => ctx.source !== 'job' && ctx.user.id !== 0

/** Of a number that has just been put in place of another; the line in the log is that of the change. Last in its transaction, so that nothing waits for the row behind it. */
export function takeTyped(tx: Tx, ctx: Context): void {
  if (!isAsked(ctx)) return
  beforeCommit(tx, async () => {
    if ((await takeOwn(tx, ctx, 'lookup')) === 0) throw new AppError('tooMany', TYPED_REFUSAL)
  })
}

/** Outside the transaction that was refused: those who look after security hear of it, whatever becomes of the call. */
async function slowed(ctx: Context, refusal: string): Promise<AppError> {
  const { id: userId, operatorId, username } = ctx.user
  const { ip, userAgent } = ctx
  await ctx.db.write(operatorId, async (tx) => {
    if ((await takeOwn(tx, ctx, 'slowed')) > 0)
      await loginEvent(tx, ctx.clock, { result: 'numbersSlowed', operatorId, userId, username, ip, userAgent, detail: refusal })
  })
  return new AppError('tooMany', refusal)
}

/** Call before a hidden number is shown whole; the look itself is written down with it. */
export async function takeReveal(ctx: Context): Promise<void> {
  if (!isAsked(ctx)) return
  const taken = await ctx.db.write(ctx.user.operatorId, (tx) => takeOwn(tx, ctx, 'reveal'), { hasty: true })
  if (taken === 0) throw await slowed(ctx, REVEAL_REFUSAL)
}

const wordsOf = (asked: readonly Lookup[]): string => [...new Set(asked.map((one) => `${one.by}：${one.shown}`))].join('；')

const writeLine = (tx: Tx, ctx: Context, entity: string, reason: string): Promise<void> =>
  audit(tx, ctx, { entity, entityId: null, action: 'lookup', title: '按隐藏号码查找', reason })

/** Call before answering. */
export async function noteLookups(ctx: Context, asked: readonly Lookup[], refusal = REFUSAL): Promise<void> {
  if (asked.length === 0 || !isAsked(ctx)) return
  const taken = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const left = await takeOwn(tx, ctx, 'lookup')
    if (left > 0) await writeLine(tx, ctx, asked[0]!.entity, wordsOf(asked))
    return left
  })
  if (taken === 0) throw await slowed(ctx, refusal)
}

const SHOWN = 20
/**
 * A file: one line for all of it, and as many questions as `cost`. More than are left use up what is left: «too many of them» is an
 * answer about all of them, and would be a free one.
 */
export async function noteFile(ctx: Context, asked: readonly Lookup[], cost: number, refusal: string): Promise<void> {
  if (asked.length === 0 || !isAsked(ctx)) return
  const more = asked.length > SHOWN ? ` 等 ${asked.length} 个` : ''
  const taken = await ctx.db.write(ctx.user.operatorId, async (tx) => {
    const left = cost > 0 ? await takeOwn(tx, ctx, 'lookup', cost) : 0
    if (left > 0 || cost === 0) await writeLine(tx, ctx, asked[0]!.entity, `导入的表格中已登记：${wordsOf(asked.slice(0, SHOWN))}${more}`)
    return left
  })
  if (taken < cost) throw await slowed(ctx, refusal)
}

/** Refusals that told something about a typed number. They end a transaction; the question is written down when it is over. */
const questions = new WeakMap<Error, readonly Lookup[]>()

/** Runs what PostgreSQL judges these numbers in. */
export async function askingFor<T>(asked: readonly Lookup[], work: () => Promise<T>): Promise<T> {
  if (asked.length === 0) return work()
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && !questions.has(error)) questions.set(error, asked)
    throw error
  }
}

/** What to answer instead of this refusal: itself, once it stands in the log, or that it was asked too often. */
export async function afterNoted(ctx: Context, error: unknown): Promise<unknown> {
  const asked = error instanceof Error ? questions.get(error) : undefined
  if (!asked) return error
  try {
    await noteLookups(ctx, asked, TYPED_REFUSAL)
    return error
  } catch (instead) {
    return instead
  }
}
