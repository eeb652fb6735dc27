/**
 * Port `messengers`: 企业微信, 钉钉 and 飞书, by the application a company has set for itself (办公平台). Addresses are the providers' own or, of
 * one that a company runs itself, what it wrote down: judged as webhooks are, and only public ones out of the box.
 */
import { z } from 'zod'
import { refused } from '#kit/basics/errors.ts'
import type { Delivery } from '#kit/ports/call.server.ts'
import { adaptor, definePort } from '#kit/ports/define.server.ts'
import type { Card, Provider } from './messenger.rules.ts'
import { dingtalk } from './providers/dingtalk.server.ts'
import { feishu } from './providers/feishu.server.ts'
import {
  StaleToken,
  type Identity,
  type MessengerApp,
  type ProviderClient,
  type SignInAnswered,
  type SignInAsked,
} from './providers/provider.server.ts'
import { Tokens } from './providers/tokens.server.ts'
import { wecom } from './providers/wecom.server.ts'

export interface Messengers {
  /** Hosts of one's own network that may be called. */
  readonly inside: readonly string[]
  /** Asks by the telephone where there is no account yet. Brings it once for a delivery, as far as the provider lets itself be told. */
  send(
    app: MessengerApp,
    to: { account: string | null; mobile: string },
    card: Card,
    delivery: Delivery,
  ): Promise<{ account: string; receipt: string | null }>
  /** Where a browser goes to sign in. */
  signInPage(app: MessengerApp, asked: SignInAsked): string
  /** Who came back with a code; a code is good once. */
  whoIs(app: MessengerApp, answered: SignInAnswered): Promise<Identity>
}

declare module '#kit/ports/ports.ts' {
  interface Ports {
    messengers: Messengers
  }
}

const ANSWER_MS = 10_000

export function messengers(inside: readonly string[], timeoutMs = ANSWER_MS): Messengers {
  const reach = { inside, timeoutMs }
  const clients: Record<Provider, ProviderClient> = { wecom: wecom(reach), dingtalk: dingtalk(reach), feishu: feishu(reach) }
  const tokens = new Tokens()
  /** With a token that is taken: one that has ended early (a new secret, another program that renewed it) is renewed once. */
  async function withToken<T>(app: MessengerApp, work: (token: string) => Promise<T>): Promise<T> {
    const renew = () => clients[app.provider].freshToken(app)
    const token = await tokens.get(app, renew)
    try {
      return await work(token)
    } catch (error) {
      if (!(error instanceof StaleToken)) throw error
      tokens.drop(app, token)
    }
    return work(await tokens.get(app, renew)).catch((error: unknown) => {
      throw error instanceof StaleToken ? refused('平台不接受刚取得的令牌，请管理员在「办公平台」核对密钥') : error
    })
  }
  return {
    inside,
    async send(app, { account, mobile }, card, delivery) {
      const client = clients[app.provider]
      const to = account ?? (await withToken(app, (token) => client.accountOf(app, token, mobile)))
      const { receipt } = await withToken(app, (token) => client.send(app, token, to, card, delivery))
      return { account: to, receipt }
    },
    signInPage: (app, asked) => clients[app.provider].signInPage(app, asked),
    whoIs: (app, answered) => withToken(app, (token) => clients[app.provider].whoIs(app, token, answered)),
  }
}

export const messengersPort = definePort({
  name: 'messengers',
  label: '办公平台',
  builtIn: { name: 'public', label: '公网 https', open: () => messengers([]) },
  adaptors: {
    inside: adaptor({
      label: '内网办公平台',
      variables: z.object({
        MESSENGER_INSIDE_HOSTS: z
          .string()
          .regex(/^[\w.:-]+(?:,[\w.:-]+)*$/)
          .describe('应为逗号分开的主机名或地址'),
      }),
      open: (v): Messengers => messengers(v.MESSENGER_INSIDE_HOSTS.split(',')),
    }),
  },
})
