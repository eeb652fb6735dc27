/** What passes between the house and a provider of signatures, worded by neither. */
import type { Context } from '#kit/access/context.server.ts'

export interface OutsideParty {
  /** Of our row; comes back with everything that is said of him. */
  key: string
  /** The lowest signs first; equal ones at once. */
  order: number
  kind: 'person' | 'company'
  /** Of the company where it is one. */
  name: string
  /** Who holds the telephone: he himself, or who acts for the company. */
  handler: string
  mobile: string
  idNo: string | null
  /** Centres in pt from the bottom left of the page. */
  fields: readonly { page: number; x: number; y: number }[]
}
export interface OutsideFlow {
  bizNum: string
  title: string
  expireAt: string
  parties: readonly OutsideParty[]
  pdf: Uint8Array
  /** Where it is told of what happens; the company stands in it. */
  operatorId: number
}

type FlowWord = 'draft' | 'signing' | 'completed' | 'revoked' | 'expired' | 'declined'
export type PartyWord = 'waiting' | 'toSign' | 'signed' | 'declined'
/** The whole state as its owner knows it: whatever was missed or came twice makes no difference. */
export interface Said {
  status: FlowWord
  reason: string | null
  finishedAt: string | null
  parties: readonly { key: string; status: PartyWord }[]
}

/** Who shows who he is: a person by his telephone, a company by its number, with the telephone of whoever acts for it. */
export interface Applicant {
  kind: 'person' | 'company'
  name: string
  number: string
  mobile: string
  handler: string
}
/** As the provider knows him now; `verified` lets us not act for him yet. */
export type Identified = 'unknown' | 'verified' | 'authorised'

/** Only a hint: which flow, or whose real name, to ask about. */
export interface SignNotice {
  operatorId: number
  flowId: string
  action: string
  eventKey: string
}

export interface SignProvider {
  readonly name: 'local' | 'esign'
  /** Whether it is at another's where people sign. */
  readonly outside: boolean
  /** What keys of this house are sealed with: jobs of its own need them, wherever people sign. */
  houseKey(): Buffer
  /** Prepared, and nobody told: whatever comes of an answer that is lost, no signer hears of it. */
  create(ctx: Context, flow: OutsideFlow, at: Date): Promise<string>
  /** From here on signers are told. Started already: nothing. */
  start(ctx: Context, flowId: string, at: Date): Promise<void>
  urge(ctx: Context, flowId: string, at: Date): Promise<void>
  delay(ctx: Context, flowId: string, expireAt: string, at: Date): Promise<void>
  /** Over already, in whatever way: nothing; `detail` says how. */
  revoke(ctx: Context, flowId: string, reason: string, at: Date): Promise<void>
  detail(ctx: Context, flowId: string, at: Date): Promise<Said>
  /** Of a completed flow: the bytes everybody signed. */
  file(ctx: Context, flowId: string, at: Date): Promise<Buffer>
  partyUrl(ctx: Context, flowId: string, party: { mobile: string; company: string | null }, at: Date): Promise<string>
  /** What was told us, or null when it is not believed. `body` as it was sent. */
  notice(header: (name: string) => string | null, query: string, body: string): SignNotice | null
  /** Where he shows who he is; null: our own people look at his papers. */
  authUrl(ctx: Context, who: Applicant, at: Date): Promise<{ id: string; url: string } | null>
  authInfo(ctx: Context, who: Applicant, at: Date): Promise<Identified>
  /** Null, or why it does not let us in. */
  test(at: Date): Promise<string | null>
}
