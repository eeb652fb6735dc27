/**
 * A stream of bytes as frames. Any chunking gives the same frames; garbage is counted and forgotten; the memory it can take is one
 * frame. A single 7e may end one frame and begin the next.
 */
import { readContent, FLAG, type Frame } from './frame.ts'
import type { Version } from './schema.ts'

const ESCAPE = 0x7d
/** The longest frame has 1,023 + 21 + 1 bytes before escaping. More is garbage that happens to hold no 7e. */
const MAX_CONTENT = 1_045

export interface DecoderStats {
  bytes: number
  frames: number
  /** Frames (something between two 7e) that were none: wrong check code, wrong length, too short, too long. */
  badCheck: number
  badLength: number
  tooShort: number
  tooLong: number
  /** Bytes outside frames. */
  garbage: number
  /** 7d followed by neither 01 nor 02, kept as it came. */
  oddEscapes: number
}
export const badFrames = (s: DecoderStats): number => s.badCheck + s.badLength + s.tooShort + s.tooLong

export class Decoder {
  /** What a header without version bit means; a registration of 2011 sets it for the rest of the connection. */
  version: Version = 2013
  readonly stats: DecoderStats = { bytes: 0, frames: 0, badCheck: 0, badLength: 0, tooShort: 0, tooLong: 0, garbage: 0, oddEscapes: 0 }
  private readonly content = new Uint8Array(MAX_CONTENT)
  private length = 0
  private inside = false
  private escaped = false
  private overflow = false

  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = []
    const { content, stats } = this
    stats.bytes += chunk.length
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (byte === FLAG) {
        const frame = this.inside ? this.close() : null
        if (frame) frames.push(frame)
        this.open()
      } else if (!this.inside) stats.garbage++
      else if (this.escaped) {
        this.escaped = false
        if (byte === 1) this.add(ESCAPE)
        else if (byte === 2) this.add(FLAG)
        else {
          stats.oddEscapes++
          this.add(ESCAPE)
          this.add(byte)
        }
      } else if (byte === ESCAPE) this.escaped = true
      else if (this.length < MAX_CONTENT) content[this.length++] = byte
      else this.add(byte)
    }
    return frames
  }

  /** Nothing is waiting for its end: the moment to close a link without losing half a frame. */
  get idle(): boolean {
    return this.length === 0
  }

  private open(): void {
    this.inside = true
    this.escaped = false
    this.overflow = false
    this.length = 0
  }

  private add(byte: number): void {
    if (this.length < MAX_CONTENT) {
      this.content[this.length++] = byte
      return
    }
    // Counted once as a frame, and byte by byte until a 7e comes.
    if (!this.overflow) this.stats.tooLong++
    this.overflow = true
    this.stats.garbage++
  }

  private close(): Frame | null {
    const n = this.length
    if (this.overflow || n === 0) return null
    const { content, stats } = this
    if (this.escaped) {
      stats.oddEscapes++
      stats.badCheck++
      return null
    }
    if (n < 13) {
      stats.tooShort++
      return null
    }
    let sum = 0
    for (let i = 0; i < n; i++) sum ^= content[i]!
    if (sum !== 0) {
      stats.badCheck++
      return null
    }
    const frame = readContent(content, n - 1, this.version)
    if (!frame) {
      stats.badLength++
      return null
    }
    stats.frames++
    if (frame.header.messageId === '0100' && frame.header.version !== 2019) this.version = frame.header.version
    return frame
  }
}
