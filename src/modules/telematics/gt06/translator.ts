/**
 * GT06 behind the session of JT/T 808: what the device says becomes frames of the 2019 edition (which has room for an IMEI), what the
 * platform says becomes what the device understands. So admission, storing before acknowledging, commands and cut-off are those of
 * every other terminal. The device has no code of its own; registration and authentication are done for it on each login.
 */
import { encodeBody, isRaw, readBody, Decoder, type Body, type DecoderStats, type Frame, type Header } from '../jt808/jt808.ts'
import { answerGt06, commandGt06, Gt06Decoder, timeGt06, type Gt06Frame } from './gt06.ts'
import { Gt06Link } from './link.ts'

/** As maker of a registration: tells the books that this is no JT/T 808. */
export const GT06_MAKER = 'GT06'
/** Acknowledgements that may be outstanding. */
const MOST_PENDING = 512
/** Commands are texts; everything else is answered «not supported». */
const TEXT = '8300'
const REFUSED = /error|fail|invalid|not support|wrong|refus|错误|失败/i

export interface Said {
  /** To the device. */
  write: Uint8Array[]
  /** To the session, as if the device had said it. */
  toSession: Frame[]
}

export class Gt06Translator {
  private readonly decoder = new Gt06Decoder()
  private readonly fromPlatform = new Decoder()
  private readonly link = new Gt06Link()
  private readonly now: () => number
  private login: Gt06Frame | null = null
  /** By serial: what the device waits for until the platform has stored it. */
  private readonly pending = new Map<number, Gt06Frame>()
  private immediately: Uint8Array[] = []

  constructor(now: () => number) {
    this.now = now
  }

  /** In the words of JT/T 808, for the limits that a session keeps. */
  get stats(): DecoderStats {
    const { bytes, frames, badCheck, badLength, garbage } = this.decoder.stats
    return { bytes, frames, badCheck, badLength, tooShort: 0, tooLong: 0, garbage, oddEscapes: 0 }
  }

  push(chunk: Uint8Array): Frame[] {
    return this.decoder.push(chunk).flatMap((frame) => this.translate(frame))
  }
  /** What the device is answered without asking anybody: the time. */
  answers(): Uint8Array[] {
    const answers = this.immediately
    this.immediately = []
    return answers
  }

  /** A frame of the platform, as it would go onto the wire. */
  say(wire: Uint8Array): Said {
    const said: Said = { write: [], toSession: [] }
    // Before the device has said who it is nothing can be meant for it.
    if (this.link.terminalNo !== null) for (const frame of this.fromPlatform.push(wire)) this.hearPlatform(frame, said)
    return said
  }

  private translate(frame: Gt06Frame): Frame[] {
    const heard = this.link.receive(frame)
    if (this.link.terminalNo === null) return []
    switch (heard.is) {
      case 'login':
        this.login = frame
        return [
          this.frame('0100', frame.serial, {
            province: 0,
            city: 0,
            maker: GT06_MAKER,
            model: heard.model ?? '',
            terminalId: heard.terminalNo,
            plateColour: 0,
            plate: '',
          }),
        ]
      case 'heartbeat':
        this.await(frame)
        return [this.frame('0002', frame.serial, {})]
      case 'location':
        this.await(frame)
        return [
          heard.late
            ? this.frame('0704', frame.serial, { type: 1, locations: [heard.location] })
            : this.frame('0200', frame.serial, heard.location),
        ]
      case 'answer':
        return [
          this.frame('0001', frame.serial, { serial: heard.flag & 0xffff, messageId: TEXT, result: REFUSED.test(heard.text) ? 1 : 0 }),
        ]
      case 'time':
        this.immediately.push(timeGt06(frame.serial, this.now()))
        return []
      default:
        return []
    }
  }

  private await(frame: Gt06Frame): void {
    if (answerGt06(frame) === null) return
    if (this.pending.size >= MOST_PENDING) this.pending.delete(this.pending.keys().next().value!)
    this.pending.set(frame.serial, frame)
  }

  private frame(messageId: string, serial: number, body: Body): Frame {
    const bytes = encodeBody(messageId, 2019, body)
    const header: Header = {
      messageId,
      version: 2019,
      protocolVersion: 1,
      phone: this.link.terminalNo!.padStart(20, '0'),
      serial,
      bodyLength: bytes.length,
      encryption: 0,
    }
    return { header, bytes }
  }

  private hearPlatform(frame: Frame, said: Said): void {
    const body = readBody(frame)
    const { messageId, serial, packet } = frame.header
    if (messageId === '8100') return this.registered(body as { result?: number; code?: string }, serial, said)
    if (messageId === '8001') return this.acknowledged(body as { serial: number; messageId: string; result: number }, said)
    if (messageId === TEXT && !isRaw(body)) return this.command((body as { text: string }).text, serial, said)
    // Asked once for a message of many packets; what needs no answer gets none.
    if (messageId === '8003' || messageId === '8004' || messageId === '8800' || (packet && packet.index > 1)) return
    said.toSession.push(this.frame('0001', serial, { serial, messageId, result: 3 }))
  }

  /** The device reads ASCII, and a length of one byte. */
  private command(text: string, serial: number, said: Said): void {
    if (/^[\x20-\x7e]{1,240}$/.test(text)) said.write.push(commandGt06(text, serial, serial))
    else said.toSession.push(this.frame('0001', serial, { serial, messageId: TEXT, result: 2 }))
  }

  private registered({ result, code }: { result?: number; code?: string }, serial: number, said: Said): void {
    if (result === 0 && code !== undefined)
      said.toSession.push(
        this.frame('0102', serial, { code, imei: this.link.terminalNo!.padStart(15, '0').slice(-15), software: GT06_MAKER }),
      )
  }

  private acknowledged({ serial, messageId, result }: { serial: number; messageId: string; result: number }, said: Said): void {
    if (result !== 0 && result !== 4) return
    const waiting = messageId === '0102' ? this.login : this.pending.get(serial)
    if (!waiting) return
    if (messageId === '0102') this.login = null
    else this.pending.delete(serial)
    said.write.push(answerGt06(waiting)!)
  }
}
