/**
 * Two callers that cost next to nothing: they send bytes made before and read no more of an answer than whether it is good and
 * where it ends: 0.2 ms of a core a call, where Node's own clients take 0.4.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { asText } from '#kit/basics/text.ts'
import type { Statement } from './list.ts'

interface Waiting<T> {
  resolve: (value: T) => void
  reject: (error: Error) => void
}

/** One kept-alive connection of HTTP/1.1; one question at a time. */
export class HttpLine {
  readonly #socket: Socket
  readonly #head: string
  #waiting: Waiting<number> | null = null
  #status = 0
  /** Bytes of the body still to come; null before the head is whole. */
  #left: number | null = null
  #begun: Buffer | null = null
  /** Pieces of an answer that does not say how long it is. */
  #pieces: Buffer | null = null

  private constructor(socket: Socket, token: string, encoding: string | undefined) {
    this.#socket = socket
    this.#head = ` HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${encoding ? `accept-encoding: ${encoding}\r\n` : ''}`
    socket.on('data', (bytes) => this.#take(bytes))
    socket.on('close', () => this.#waiting?.reject(new Error('the connection was closed')))
    socket.on('error', (error) => this.#waiting?.reject(error))
  }

  /** `encoding`: what browsers say they can unpack; the answer is thrown away as it comes. */
  static open(port: number, token: string, { encoding }: { encoding?: string } = {}): Promise<HttpLine> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(new HttpLine(socket, token, encoding)))
      socket.once('error', reject)
    })
  }

  /** The status, when the answer is whole. */
  get(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`GET ${path}${this.#head}\r\n`)
    })
  }

  post(path: string, body: object): Promise<number> {
    const text = JSON.stringify(body)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(
        `POST ${path}${this.#head}content-type: application/json\r\nidempotency-key: ${randomUUID()}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
    })
  }

  #take(bytes: Buffer): void {
    if (this.#pieces) return this.#takePieces(Buffer.concat([this.#pieces, bytes]))
    if (this.#left === null) {
      const whole = this.#begun ? Buffer.concat([this.#begun, bytes]) : bytes
      const end = whole.indexOf('\r\n\r\n')
      if (end < 0) return void (this.#begun = whole)
      const head = whole.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)
      this.#status = Number(head.slice(9, 12))
      if (!length && /\r\ntransfer-encoding: chunked/i.test(head)) {
        this.#begun = null
        return this.#takePieces(whole.subarray(end + 4))
      }
      if (!length) {
        this.#waiting?.reject(new Error(`an answer without its length: ${head.slice(0, 200)}`))
        return
      }
      this.#begun = null
      this.#left = Number(length[1]) - (whole.length - end - 4)
    } else this.#left -= bytes.length
    if (this.#left > 0) return
    this.#done()
  }

  /** From size to size; the last piece is empty. */
  #takePieces(bytes: Buffer): void {
    let at = 0
    for (;;) {
      const end = bytes.indexOf('\r\n', at)
      if (end < 0) break
      const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
      if (bytes.length < end + 2 + size + 2) break
      at = end + 2 + size + 2
      if (size > 0) continue
      this.#pieces = null
      return this.#done()
    }
    this.#pieces = bytes.subarray(at)
  }

  #done(): void {
    this.#left = null
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(this.#status)
  }

  close(): void {
    this.#socket.destroy()
  }
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : Array.isArray(value) ? `{${value.map((v) => JSON.stringify(v)).join(',')}}` : asText(value)

const int16 = (n: number): Buffer => Buffer.from([n >> 8, n & 255])
const int32 = (n: number): Buffer => Buffer.from([n >> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255])
const message = (kind: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}
const word = (text: string): Buffer => Buffer.from(`${text}\0`)
const parameter = (value: unknown): Buffer => {
  const text = textOf(value)
  if (text === null) return int32(-1)
  const bytes = Buffer.from(text)
  return Buffer.concat([int32(bytes.length), bytes])
}

/** A statement as the driver sends it: parsed, bound, described and executed, with its own end. */
export const messageOf = ({ text, values }: Statement): Buffer =>
  Buffer.concat([
    message('P', word(''), word(text), int16(0)),
    message('B', word(''), word(''), int16(0), int16(values.length), ...values.map(parameter), int16(0)),
    message('D', Buffer.from('P'), word('')),
    message('E', word(''), int32(0)),
    message('S'),
  ])

const READY = 'Z'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)

/** One connection to PostgreSQL that walks over the answers from message to message. */
export class PgLine {
  readonly #socket: Socket
  #waiting: { left: number; good: boolean; resolve: (good: boolean) => void } | null = null
  /** Bytes of the message at hand still to be skipped. */
  #skip = 0
  #begun: Buffer | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.removeAllListeners('data')
    socket.on('data', (bytes) => this.#take(bytes))
  }

  /** Signed in by the driver, then its own. */
  static async open(config: pg.ClientConfig, first: string): Promise<PgLine> {
    const client = new pg.Client(config)
    client.on('error', () => {})
    await client.connect()
    await client.query(first)
    return new PgLine((client as unknown as { connection: { stream: Socket } }).connection.stream)
  }

  /** Whether all of them succeeded. */
  send(messages: readonly Buffer[]): Promise<boolean> {
    return new Promise((resolve) => {
      this.#waiting = { left: messages.length, good: true, resolve }
      this.#socket.cork()
      for (const message of messages) this.#socket.write(message)
      this.#socket.uncork()
    })
  }

  #take(chunk: Buffer): void {
    const bytes = this.#begun ? Buffer.concat([this.#begun, chunk]) : chunk
    this.#begun = null
    let at = this.#skip
    while (at + 5 <= bytes.length) {
      const kind = bytes[at]!
      at += 1 + bytes.readInt32BE(at + 1)
      if (kind === ERROR) this.#waiting!.good = false
      if (kind === READY) this.#ready()
    }
    if (at < bytes.length) this.#begun = bytes.subarray(at)
    this.#skip = Math.max(0, at - bytes.length)
  }

  #ready(): void {
    const waiting = this.#waiting!
    if (--waiting.left > 0) return
    this.#waiting = null
    waiting.resolve(waiting.good)
  }

  close(): void {
    this.#socket.destroy()
  }
}
