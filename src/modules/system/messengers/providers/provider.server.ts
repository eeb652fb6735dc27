/** What each provider of office messages has to do; port `messengers` chooses by the setting of the company. */
import type { Delivery } from '#kit/ports/call.server.ts'
import type { Card, Provider } from '../messenger.rules.ts'

/** An application of the company at its provider, as set. */
export interface MessengerApp {
  provider: Provider
  /** corpid, appkey or app_id. */
  appId: string
  agentId: string
  secret: string
  /** Instead of the provider's own address, where the company runs it itself. */
  apiAddress: string | null
  loginAddress: string | null
}
export interface FreshToken {
  token: string
  seconds: number
}
/** Whom the provider says somebody is. */
export interface Identity {
  /** Under which he is known there; the first is kept. */
  accounts: [string, ...string[]]
  /** As the provider has verified it; null where it does not tell. */
  mobile: string | null
}
export interface SignInAsked {
  state: string
  /** The page it comes back to. */
  back: string
  /** Opened inside the provider's own application. */
  inApp: boolean
}
export interface SignInAnswered {
  code: string
  back: string
}

export interface ProviderClient {
  freshToken(app: MessengerApp): Promise<FreshToken>
  /** Throws `UNKNOWN_PERSON` where there is nobody, or nobody the application may see. */
  accountOf(app: MessengerApp, token: string, mobile: string): Promise<string>
  send(app: MessengerApp, token: string, account: string, card: Card, delivery: Delivery): Promise<{ receipt: string | null }>
  signInPage(app: MessengerApp, asked: SignInAsked): string
  whoIs(app: MessengerApp, token: string, answered: SignInAnswered): Promise<Identity>
}

/** A token that the provider does not take any more: renewed, and asked once more. */
export class StaleToken extends Error {}
/** Reason of a refusal: there is nobody of this telephone or account. */
export const UNKNOWN_PERSON = 'messenger.unknownPerson'
export const CODE_REFUSED = '扫码或授权已过期，或已经用过，请重新点一次登录'
