/** Adaptor: one signed HTTPS POST per message to a program of the company, which knows how its people are reached. */
import { callHttp } from '#kit/ports/http.server.ts'
import { signedHeaders } from '#kit/ports/standard-webhooks.server.ts'
import type { MessageCarrier } from './carrier.server.ts'

export interface WebhookOptions {
  url: string
  secret: string
  /** Tests do not wait. */
  timeoutMs?: number
}

export const webhookCarrier = ({ url, secret, timeoutMs }: WebhookOptions): MessageCarrier => ({
  outside: true,
  async send(_ctx, { to, title, text }, { id, at }) {
    const body = JSON.stringify({ type: 'message.send', data: { id, name: to.name, mobile: to.mobile, title, text } })
    await callHttp({
      whom: '消息 Webhook',
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...signedHeaders(secret, { id, body, now: at }) },
      body,
      ...(timeoutMs ? { timeoutMs } : {}),
    })
    return { receipt: null }
  },
})
