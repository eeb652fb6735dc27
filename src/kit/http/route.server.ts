/** A route outside the generated entity API. Every route names its right; only listed ones are public. */
import type { z } from 'zod'
import type { Context } from '../access/context.server.ts'
import type { Readable } from 'node:stream'

/** A file or stream as an answer instead of the JSON envelope. */
export interface Download {
  readonly kind: 'download'
  readonly fileName: string
  readonly mime: string
  readonly body: Readable | Uint8Array
  readonly inline?: boolean
}
export const download = (d: Omit<Download, 'kind'>): Download => ({ kind: 'download', ...d })

export interface UploadedFile {
  fileName: string
  mime: string
  data: Buffer
}

export interface Route<I = any> {
  method: 'GET' | 'POST'
  /** Full path, e.g. `/api/v1/sysRuleName/list`. No path parameters: ids travel as query or body. */
  path: string
  summary: string
  /** Function or resource code(s), any of which suffices; or 'signedIn'; or 'public'. */
  right: 'public' | 'signedIn' | string | readonly string[]
  /** Query (GET) or body (POST). Unknown keys are refused. */
  input: z.ZodType<I>
  /** POST only: does not change data (previews), so no Idempotency-Key is needed. */
  safe?: boolean
  /** Multipart: files arrive in `files`, fields in `input`. */
  upload?: { maxBytes: number; maxFiles: number }
  handler: (ctx: Context, input: I, extra: { files: UploadedFile[]; signal: AbortSignal }) => Promise<unknown | Download>
}
export const route = <I>(r: Route<I>): Route => r as Route
