/** What stands behind a link: the company, and enough chance that nobody guesses it; of it only the hash is kept. */
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from './context.server.ts'
import { systemContext } from './system-context.server.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
export const newToken = (operatorId: number, bytes = 32): string => `${operatorId.toString(36)}.${randomBytes(bytes).toString('base64url')}`

export function operatorOf(token: string): number | null {
  const [, operator] = /^([0-9a-z]{1,7})\.[\w-]{20,60}$/.exec(token) ?? []
  const n = operator ? Number.parseInt(operator, 36) : 0
  return n > 0 && n < 2_000_000_000 ? n : null
}
/** Acts for the company of the token; address and device stay those of the visitor. */
export const actingFor = (visitor: Context, operatorId: number, name: string): Context => {
  const { db, clock, registry, requestId, ip, userAgent } = visitor
  const ctx = systemContext({ db, clock, registry, operatorId, requestId })
  return { ...ctx, user: { ...ctx.user, name }, ip, userAgent, source: 'api' }
}
