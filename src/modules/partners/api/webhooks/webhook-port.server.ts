/**
 * Port `webhook`: a message to an address that a customer wrote down. Such an address may be anything, also one of our own house, so out of
 * the box only public ones over https are called: the address is looked up and judged by the very connection that is opened, redirects are not
 * followed, and nothing of the answer is kept but its number. An installation whose partners stand in its own network names their hosts.
 */
import { z } from 'zod'
import { AppError, refused } from '#kit/basics/errors.ts'
import { adaptor, definePort } from '#kit/ports/define.server.ts'
import { Inside } from '#kit/ports/public-address.server.ts'
import { callPublic } from '#kit/ports/public-call.server.ts'
import { hookProblem, PUBLIC_ONLY } from '../clients/webhook.rules.ts'

export interface WebhookSender {
  /** Hosts of one's own network that may be called, also without https. */
  readonly inside: readonly string[]
  /** The number of a successful answer; `busy` may succeed later, `refused` is final. */
  post: (call: { url: string; headers: Record<string, string>; body: string }) => Promise<number>
}

declare module '#kit/ports/ports.ts' {
  interface Ports {
    webhook: WebhookSender
  }
}

const ANSWER_MS = 10_000
const LATER = new Set([408, 429])

export function webhookSender(inside: readonly string[], timeoutMs = ANSWER_MS): WebhookSender {
  return {
    inside,
    post: async ({ url, headers, body }) => {
      const problem = hookProblem(url, inside)
      if (problem) throw refused(problem)
      const { status } = await callPublic({ url, headers, body, timeoutMs, maxBytes: 0, inside }).catch((error: NodeJS.ErrnoException) => {
        if (error instanceof Inside) throw refused(PUBLIC_ONLY)
        if (error.name === 'AbortError' || error.name === 'TimeoutError') throw new AppError('busy', '对方没有在 10 秒内应答')
        throw new AppError('busy', `无法连接对方${error.code ? `（${error.code}）` : ''}`)
      })
      if (status >= 200 && status < 300) return status
      if (status >= 500 || LATER.has(status)) throw new AppError('busy', `对方暂时不可用（返回 ${status}）`, { status })
      if (status >= 300 && status < 400) throw new AppError('refused', `对方要求转到别处（返回 ${status}），回调不跟随转向`, { status })
      throw new AppError('refused', `对方不接受（返回 ${status}）`, { status })
    },
  }
}

export const webhookPort = definePort({
  name: 'webhook',
  label: '订单回调',
  builtIn: { name: 'public', label: '公网 https', open: () => webhookSender([]) },
  adaptors: {
    inside: adaptor({
      label: '内网回调',
      variables: z.object({
        WEBHOOK_INSIDE_HOSTS: z
          .string()
          .regex(/^[\w.:-]+(?:,[\w.:-]+)*$/)
          .describe('应为逗号分开的主机名或地址'),
      }),
      open: (v): WebhookSender => webhookSender(v.WEBHOOK_INSIDE_HOSTS.split(',')),
    }),
  },
})
