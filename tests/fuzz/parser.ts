/** What reads bytes or text that a stranger sent, as a row of a table: what it is given, and how it may answer. */
import { z } from 'zod'
import { AppError } from '#kit/basics/errors.ts'

export interface Parser {
  name: string
  /** What of `src` it calls: `kit/excel/read.server.ts readXlsx`. The house test holds the sources to these (tests/house/strangers.test.ts). */
  reads: readonly string[]
  /** Real inputs, made by our own writers where we have one. */
  seeds: () => Promise<readonly Uint8Array[]> | readonly Uint8Array[]
  /** Words of the format. */
  words?: readonly string[]
  /** The longest input it is given here; what the product lets through to it may be longer. */
  most?: number
  call(input: Uint8Array): unknown
  /** An error by which it says no; otherwise what the edge of the product answers with a sentence (kit/http/errors.server.ts). */
  isRefusal?: (error: unknown) => boolean
  /** Of what it costs n times as much to read n times as much. False where what is read is a whole file, which is judged by its limit. */
  grows?: boolean
}

export const isRefused = (error: unknown): boolean => error instanceof AppError || error instanceof z.ZodError

export const MOST = 64 * 1024

const encoder = new TextEncoder()
export const bytesIn = (...texts: readonly string[]): Uint8Array[] => texts.map((text) => encoder.encode(text))
/** As text comes out of a request or a file. */
export const textOf = (input: Uint8Array): string => Buffer.from(input.buffer, input.byteOffset, input.byteLength).toString('utf8')

/** A parser of text. */
export const ofText = (row: Omit<Parser, 'seeds' | 'call'> & { seeds: readonly string[]; call: (text: string) => unknown }): Parser => ({
  ...row,
  seeds: () => bytesIn(...row.seeds),
  call: (input) => row.call(textOf(input)),
})
