/** A route outside the generated entity API. Every route names its right; only listed ones are public. */
import type { z } from 'zod'
import type { SignedIn } from '../access/authentication.server.ts'
import type { Context } from '../access/context.server.ts'
import type { Readable } from 'node:stream'
import type { RateClass } from './guards/rates.server.ts'
import type { RangedFile } from './sending/ranges.server.ts'

/** A file or stream as an answer instead of the JSON envelope. */
export interface Download {
  readonly kind: 'download'
  readonly fileName: string
  readonly mime: string
  readonly body: Readable | Uint8Array
  readonly inline?: boolean
  /** Instead of `body`: a large file of which callers may ask parts (Range, If-Range, ETag, HEAD). */
  readonly ranged?: RangedFile
}
export const download = (d: Omit<Download, 'kind'>): Download => ({ kind: 'download', ...d })

/** Data that are JSON already, joined by the database: nobody here takes them apart to put them together again. */
export interface Written {
  readonly kind: 'written'
  readonly json: string
}
export const written = (json: string): Written => ({ kind: 'written', json })

/** Server-sent events of one screen instead of an answer: `open` is called once; what it started ends with the signal. */
export interface EventStream {
  readonly kind: 'events'
  /** `send` says false when the reader is behind and this one was left out. */
  open(send: (name: string, data: unknown) => boolean, signal: AbortSignal): void
}
export const eventStream = (open: EventStream['open']): EventStream => ({ kind: 'events', open })

export interface UploadedFile {
  fileName: string
  mime: string
  /** All of it; of one above 21 MB that came by way of the disk, its first and its last bytes. */
  data: Buffer
  size: number
  /** The content once more, from the disk; of those that came that way. */
  body?: () => Readable
}

/** What few handlers need besides the context. */
export interface Extra {
  files: UploadedFile[]
  /** Aborted when the client leaves; `ctx.db.read` already listens to it. */
  signal: AbortSignal
  /** Of the request; for credentials that are neither session nor input (a signer's token, a partner's signature). */
  header?: (name: string) => string | null
  /** Host the console was opened under: looks up the site configuration, decides nothing else. */
  host?: string
  /** The session and the loaded user; absent on public routes. */
  signedIn?: SignedIn
}

/** What a route that recognises its callers by itself (a partner's signature instead of a session) is told of a request. */
export interface Asked {
  method: string
  /** As it was called, without the query. */
  path: string
  /** As it was sent, without the question mark. */
  query: string
  /** As it was sent: what a signature is over. */
  body: string
  header: (name: string) => string | null
  /** The visitor, until the gate knows better. */
  ctx: Context
  /** Refused with 429 and Retry-After when this one has used up what it may. */
  take: (kind: RateClass, who: string) => void
  /** Says of the hash of a link that it opens something, or that it does not. */
  known: (link: string, good: boolean) => void
}
/** Whom a gate has let in: in whose name the handler works, and how the keys against doubling tell callers apart. */
export interface LetIn {
  ctx: Context
  who: string
  /** Taken instead of what was sent (names of the partner put into ours). */
  fields?: unknown
}

export interface Route<I = any, O = any> {
  method: 'GET' | 'POST'
  /** Full path, e.g. `/api/v1/sysRuleName/list`. No path parameters: ids travel as query or body; behind a gate `:no` becomes an input. */
  path: string
  summary: string
  /** Function or resource code(s), any of which suffices; or 'signedIn'; or 'public'. */
  right: string | readonly string[]
  /** Query (GET) or body (POST). Unknown keys are refused. */
  input: z.ZodType<I>
  /** What it answers: the type of its handler, of the browser that calls it and of the documented answer. */
  output?: z.ZodType<O>
  /** Names of the refusals it may answer with. */
  reasons?: readonly string[]
  /** GET only: answers HEAD as well, for a file of which parts are read. */
  head?: true
  /** POST only: does not change data (previews), so no Idempotency-Key is needed. */
  safe?: boolean
  /** POST only: its inputs may stand in the query as well, where the customer's contract names them there. */
  inQuery?: true
  /** Multipart: files arrive in `files`, fields in `input`. */
  upload?: { maxBytes: number; maxFiles: number; toDisk?: true }
  /** Sent by a timer, not by a person: does not prolong the session. (The header `X-Background: 1` says the same.) */
  passive?: boolean
  /**
   * POST only: everything the handler does is one `ctx.db.write`, and what that returns is the answer. Key, change and answer
   * are then committed together: one transaction and one flush to the disk instead of three.
   */
  single?: true
  /**
   * POST only: done in pieces, each of which finds what earlier ones have done and leaves it. The same call sent again after the
   * process died goes on with the rest, instead of being told that it was done.
   */
  resumes?: true
  /**
   * Of a public route: decides who calls before anything is parsed, and hears what was answered. `holds`: the header with the link of
   * whoever calls, for gates of pages (guards/link-gate.server.ts). `scope`: what the key of a program has to be allowed.
   */
  gate?: ((asked: Asked, go: (caller: LetIn) => Promise<unknown>) => Promise<unknown>) & { holds?: string; scope?: string }
  /** Of a public route that anybody may ask and that costs: slowed by its address before anything is read or looked up. */
  costly?: true
  /** What a caller could send, for the page of the API. */
  example?: object
  /**
   * Of a public route without a gate: headers its handler reads (tokens of a page, a link, a session). Calls with other ones are another
   * visitor's, whatever their key; a header that is not named here cannot be read.
   */
  tokens?: readonly string[]
  /** Larger JSON than the usual 1 MB / 10,000 keys, for grids of imported rows. */
  big?: boolean
  /** Answers data for the envelope, the same as JSON already, or one of Download and EventStream. */
  handler: (ctx: Context, input: I, extra: Extra) => Promise<NoInfer<O> | Written | Download>
}
export const route = <I, O = unknown>(r: Route<I, O>): Route => r as Route
