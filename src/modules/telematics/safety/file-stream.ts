/**
 * The bytes of a link that brings files: packets with a head of 62 bytes (30316364, a name, where, how many) between frames of JT/T 808.
 * Any chunking gives the same packets; what is neither is skipped and counted; what is held is one packet at most.
 */
const MAGIC = [0x30, 0x31, 0x63, 0x64]
const HEAD = 62
const NAME = 50
const FRAME = 0x7e
/** The standard says 64 KiB. */
const MOST = 1 << 20

export interface FilePacket {
  name: string
  offset: number
  data: Uint8Array
}
export interface Parted {
  packets: FilePacket[]
  /** For the decoder of frames. */
  rest: Uint8Array
}

export class FileStream {
  garbage = 0
  private held: Uint8Array = new Uint8Array(0)
  /** Inside a frame, whose end is still to come. */
  private framed = false

  push(chunk: Uint8Array): Parted {
    const b = this.held.length === 0 ? chunk : joined([this.held, chunk])
    const packets: FilePacket[] = []
    const rest: Uint8Array[] = []
    let at = 0
    while (at < b.length) {
      if (this.framed || b[at] === FRAME) {
        const end = b.indexOf(FRAME, this.framed ? at : at + 1)
        const to = end < 0 ? b.length : end + 1
        rest.push(b.slice(at, to))
        this.framed = end < 0
        at = to
        continue
      }
      const size = this.sizeAt(b, at)
      if (size === 'more') break
      if (size === 'none') {
        this.garbage++
        at++
        continue
      }
      const view = new DataView(b.buffer, b.byteOffset + at, HEAD)
      packets.push({ name: nameOf(b.subarray(at + 4, at + 4 + NAME)), offset: view.getUint32(54), data: b.slice(at + HEAD, at + size) })
      at += size
    }
    this.held = b.slice(at)
    return { packets, rest: rest.length === 0 ? new Uint8Array(0) : joined(rest) }
  }

  private sizeAt(b: Uint8Array, at: number): number | 'more' | 'none' {
    for (let i = 0; i < MAGIC.length; i++) {
      if (at + i >= b.length) return 'more'
      if (b[at + i] !== MAGIC[i]) return 'none'
    }
    if (at + HEAD > b.length) return 'more'
    const length = new DataView(b.buffer, b.byteOffset + at, HEAD).getUint32(58)
    if (length > MOST) return 'none'
    return at + HEAD + length > b.length ? 'more' : HEAD + length
  }
}

function nameOf(b: Uint8Array): string {
  const end = b.indexOf(0)
  return new TextDecoder('gbk').decode(end < 0 ? b : b.subarray(0, end))
}
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
/** As a terminal writes it; for tests and whoever simulates one. */
export function packetOf({ name, offset, data }: FilePacket): Uint8Array {
  const head = new Uint8Array(HEAD)
  head.set(MAGIC)
  head.set(new TextEncoder().encode(name).subarray(0, NAME), 4)
  const view = new DataView(head.buffer)
  view.setUint32(54, offset)
  view.setUint32(58, data.length)
  return joined([head, data])
}
