/**
 * A way to sign in besides the password: somebody else says who it is (企业微信, a directory of the company). Modules lay theirs out
 * (`provides.signInWays`); the login page asks for them by the host, and nothing here knows one of them.
 */
import type { Context, Tx } from '../../../access/context.server.ts'

/** A button of the login page. */
interface OfferedWay {
  way: string
  code: string
  /** What it is: 企业微信, 统一身份认证. */
  label: string
  /** What stands on it. */
  button: string
  /** Who does not look after the company signs in by this way alone. */
  passwordOff: boolean
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
  /** 256 random bits that the browser made and keeps to itself. */
  verifier: string
}
export interface WayAnswered {
  code: string
  /** The code that whoever vouches gave the browser along. */
  answer: string
  back: string
  state: string
  verifier: string
  /** As the browser says who gave it; null where that was not said. */
  issuer: string | null
}
/** Whom somebody was shown to be. */
export interface Vouching {
  /** The name he signs in under. */
  username: string
  /** A second factor was asked there. */
  proven: boolean
  /** Our password has a part in it: a first one, or one that is too old, is changed before anything else. */
  asksPassword: boolean
}

/** `P`: what somebody else said of him; sealed while it waits, so it is plain JSON. */
export interface SignInWay<P extends object = any> {
  readonly name: string
  offered(visitor: Context, host: string | undefined): Promise<readonly Omit<OfferedWay, 'way'>[]>
  /** Null: not offered here. Throws where the page lies under a foreign address. */
  begin(visitor: Context, asked: WayAsked): Promise<Begun | null>
  labelOf(code: string): string
  /** Asks who vouches, once. `company`: acts for the company, outside any transaction. */
  prove(company: Context, answered: WayAnswered): Promise<P>
  /** Null: nobody's account is bound to it. */
  whose(tx: Tx, company: Context, code: string, proof: P): Promise<Vouching | null>
  /** To who is signed in; absent where accounts are found without. */
  bind?(tx: Tx, ctx: Context, code: string, proof: P): Promise<void>
  /** Where his session ends there too, and brings the browser back to this page; null: nowhere. */
  leave?(company: Context, back: string): Promise<string | null>
}

declare module '../../../entity/tables.ts' {
  interface Provided {
    signInWays: SignInWay
  }
}
