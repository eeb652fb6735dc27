/**
 * Six digits that were sent to somebody, and those who guess at them. Wrong ones count by link (or telephone) and origin, with growing
 * pauses, so who guesses waits alone; over all origins a code takes ten and is void, and its owner asks for another one. Nothing here
 * pauses a link. Asked in the transaction that has locked the row of the code, and committed whatever the answer is.
 */
import type { Context, Tx } from '../context.server.ts'
import { countWrong, forgiven, GUESSES, pausesOf, triesKey, waitText } from './tries.server.ts'

/** More than one origin has before its pauses outlast a code of five minutes: nobody voids the code of another from one place. */
const CODE_TRIES = 10

const sentence = (ctx: Context, until: string): string => `验证码错误次数过多，请 ${waitText(ctx.clock, until)}后再试`

/** Why this origin may neither try nor ask for a code now, or null. `of` names link or telephone, with its company. */
export async function codePause(tx: Tx, ctx: Context, of: string): Promise<string | null> {
  const key = triesKey(of, ctx.ip)
  const until = (await pausesOf(tx, ctx.clock, [key])).get(key)
  return until === undefined ? null : sentence(ctx, until)
}

export interface JudgedCode {
  /** What to say; null: it was right. */
  wrong: string | null
  /** To be kept with the code. */
  tries: number
  /** Used, or guessed at too often: good for nothing any more. */
  spent: boolean
}
/** `tries`: wrong ones at this very code so far. */
export async function judgeCode(tx: Tx, ctx: Context, code: { of: string; tries: number; right: boolean }): Promise<JudgedCode> {
  const key = triesKey(code.of, ctx.ip)
  if (code.right) {
    await forgiven(tx, key)
    return { wrong: null, tries: code.tries, spent: true }
  }
  const tries = code.tries + 1
  const { until, left } = await countWrong(tx, ctx.clock, key, GUESSES)
  if (tries >= CODE_TRIES) return { wrong: '验证码错误次数过多，已作废，请重新获取', tries, spent: true }
  return { wrong: until ? sentence(ctx, until) : `验证码不正确，还可以试 ${left} 次`, tries, spent: false }
}
