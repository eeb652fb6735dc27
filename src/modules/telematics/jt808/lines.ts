/** The line protocol of `npm run jt808`: text in, one line of JSON out, whatever the text. */
import { bytesOf, CodecError, hexOf, isHex } from './bytes.ts'
import { decodeFrame, encodeFrame, type HeaderInput } from './frame.ts'
import { profiles } from './profiles.ts'
import type { Body } from './messages.ts'
import type { Version } from './schema.ts'

export interface LineOptions {
  version: Version
  profile: string
}
export const isProfile = (code: string): boolean => Object.hasOwn(profiles, code)

/** What people paste: spaces, commas, `0x`, upper case. */
export const cleanHex = (text: string): string => text.replace(/0x|[\s,;:-]/gi, '').toLowerCase()

export function answerLine(way: 'decode' | 'encode', line: string, options: LineOptions): string {
  try {
    return JSON.stringify(way === 'decode' ? decodeLine(line, options) : encodeLine(line, options))
  } catch (error) {
    if (error instanceof CodecError) return JSON.stringify({ ok: false, error: error.message })
    throw error
  }
}

function decodeLine(line: string, { version, profile }: LineOptions): object {
  const hex = cleanHex(line)
  if (hex === '') return { ok: false, error: '空行' }
  if (!isHex(hex)) return { ok: false, error: '不是成对的十六进制字符' }
  return decodeFrame(bytesOf(hex), { version, profile: profiles[profile]! })
}

function encodeLine(line: string, { profile }: LineOptions): object {
  let given: unknown
  try {
    given = JSON.parse(line)
  } catch {
    return { ok: false, error: '不是 JSON' }
  }
  if (typeof given !== 'object' || given === null) return { ok: false, error: '应为 {header, body}' }
  const { header, body } = given as { header?: unknown; body?: unknown }
  if (typeof header !== 'object' || header === null) return { ok: false, error: '缺少消息头（header）' }
  if (typeof body !== 'object' || body === null) return { ok: false, error: '缺少消息体（body）' }
  return { hex: hexOf(encodeFrame(header as HeaderInput, body as Body, profiles[profile]!)) }
}
