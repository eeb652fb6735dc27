/** What the calls of cases take, and how they reach the database: asked hundreds of times a second, their statements keep their plans. */
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'

export const id = z.int().min(1)
export const queryId = z.coerce.number().int().min(1)
export const users = z.array(id).min(1, '请选择人员').max(50, '一次最多 50 人')
export const choices = z.record(z.string().max(40), z.array(id).max(50)).optional()
export const values = z.record(z.string().max(40), z.unknown())
const file = z.strictObject({ id: z.string().max(64), name: z.string().max(200), mime: z.string().max(100), size: z.number() })
export const opinion = z.string().trim().max(1000, '意见最多 1000 字').optional()
export const sentShape = {
  opinion,
  attachments: z.array(file).max(10).optional(),
  signature: z.array(file).max(1).optional(),
  values: values.optional(),
}
export const write = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.write(ctx.user.operatorId, work, { prepared: true })
export const read = <T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.read(ctx.user.operatorId, work, { prepared: true })
