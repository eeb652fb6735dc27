/**
 * Looking for somebody by a number that is masked is a question with yes or no for an answer: asked often enough, it tells the
 * number. So such questions have a budget per person, and each leaves a line in the log before it is answered. The budget lives in
 * the process, like the other limits of rate; the lines do not.
 */
import { AppError } from '../../basics/errors.ts'
import { audit } from '../../audit/audit.server.ts'
import type { Context } from '../../access/context.server.ts'

const REFUSAL = '按手机号、证件号或账号查找过于频繁，请稍后再试；每次这样的查找都记入系统日志'

export interface Lookup {
  /** Where was looked: a definition's name. */
  entity: string
  /** By what (手机号), and the number behind its mask. */
  by: string
  shown: string
}

/** Call before answering. Work of the program itself is not asked. */
export async function noteLookups(ctx: Context, asked: readonly Lookup[]): Promise<void> {
  if (asked.length === 0 || ctx.source === 'job' || ctx.user.id === 0) return
  if (ctx.registry.lookups.take('lookup', String(ctx.user.id)) !== null) throw new AppError('tooMany', REFUSAL)
  const lines = new Map(asked.map((one) => [`${one.entity} ${one.by}`, one]))
  const [first] = lines.values()
  const by = [...new Set([...lines.values()].map((one) => `${one.by}：${one.shown}`))].join('；')
  await ctx.db.write(ctx.user.operatorId, (tx) =>
    audit(tx, ctx, { entity: first!.entity, entityId: null, action: 'lookup', title: '按隐藏号码查找', reason: by }),
  )
}
