/**
 * A way to sign in besides the password: somebody else says who it is (企业微信, a directory of the company). Modules lay theirs out
 * (`provides.signInWays`); the login page asks for them by the host, and nothing here knows one of them.
 */
import type { Context, Tx } from '../../../access/context.server.ts'

/** A button of the login page. */
interface OfferedWay {
  way: string
  code: string
  /** 企业微信登录 without its last word. */
  label: string
}
interface Begun {
  /** The company whose people come in here. */
  operatorId: number
  /** Where the browser goes with this state. */
  pageOf: (state: string) => string
}
interface WayAsked {
  code: string
  host: string | undefined
  /** The page it comes back to, as the browser says it was opened. */
  back: string
  inApp: boolean
}

/** `P`: what somebody else said of him; sealed while it waits, so it is plain JSON. */
export interface SignInWay<P extends object = any> {
  readonly name: string
  offered(visitor: Context, host: string | undefined): Promise<readonly Omit<OfferedWay, 'way'>[]>
  /** Null: not offered here. Throws where the page lies under a foreign address. */
  begin(visitor: Context, asked: WayAsked): Promise<Begun | null>
  labelOf(code: string): string
  /** Asks who vouches, once. `company`: acts for the company, outside any transaction. */
  prove(company: Context, answered: { code: string; answer: string; back: string }): Promise<P>
  /** The name he signs in under; null when nobody's account is bound to it. */
  whose(tx: Tx, company: Context, code: string, proof: P): Promise<string | null>
  /** To who is signed in. */
  bind(tx: Tx, ctx: Context, code: string, proof: P): Promise<void>
}

declare module '../../../entity/tables.ts' {
  interface Provided {
    signInWays: SignInWay
  }
}
