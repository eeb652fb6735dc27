/**
 * What a terminal and the platform say to each other over one connection, in their order. A bad frame never ends the link of a terminal
 * that has proved who it is, and an item that cannot be read never costs the position around it.
 */
import type { Socket } from 'node:net'
import {
  encodeFrame,
  hexOf,
  instantOf,
  isRaw,
  isWhole,
  plainPhone,
  readBody,
  Reassembler,
  type Bodies,
  type Body,
  type Frame,
  type Header,
  type Location,
  type Version,
} from '../../jt808/jt808.ts'
import type { Known } from '../admission/directory.server.ts'
import { fixOf, movesVehicle, type Fix } from '../positions/fix.rules.ts'
import { JUMP, NO_FIX } from '../../places/flags.ts'
import { TerminalClock, toldOf, type Verdict } from '../positions/clock.rules.ts'
import { Jumps } from '../positions/jumps.rules.ts'
import type { Place } from '../../places/reach.rules.ts'
import { alertsOf, type Alert } from '../../safety/safety.rules.ts'
import type { Wanted } from '../../safety/safety.server.ts'
import type { Upload } from '../../safety/upload.server.ts'
import { Uploading } from './uploading.server.ts'
import { Wire, type WireOwner } from './wire.server.ts'

export const OK = 0
export const FAILED = 1
const WRONG = 2
const UNSUPPORTED = 3
/** Before a terminal has said who it is. */
const STRANGER_MS = 30_000
/** Between two pieces of a file. */
const UPLOAD_IDLE_MS = 60_000
const MOST_REFUSALS = 5
/** Frames that wait for the one before them, and positions that wait for the database. */
const MOST_QUEUED = 256
const MOST_UNSTORED = 4000
/** To the packets of one message. */
const MOST_ANSWERS = 256

/** A report as a frame of its own, byte for byte what the terminal said; null when one frame does not hold it. */
function frameOf({ phone, serial, version }: Header, location: Location, profile: Known['profile']): string | null {
  try {
    return hexOf(encodeFrame({ messageId: '0200', phone, serial, version }, location, profile))
  } catch {
    return null
  }
}

/** What a link asks of the gateway behind it. */
export interface Host {
  now(): number
  register(link: Link, header: Header, body: Bodies['0100']): Promise<{ result: number; code?: string }>
  authenticate(link: Link, header: Header, body: Bodies['0102']): Promise<number>
  /** A terminal whose profile needs no authentication code. */
  admitWithoutCode(link: Link, header: Header): Promise<boolean>
  logout(link: Link): Promise<void>
  append(operatorId: number, fixes: readonly Fix[], done: (outcome: 'stored' | 'refused' | 'dropped') => void): void
  /** So many reports held back by terminals wait for the database that a link that brings more waits until its own are stored. */
  readonly crowded: boolean
  /** An answer to something we sent, or a message that is kept. False: not something we know. */
  answered(link: Link, header: Header, body: Body): Promise<boolean> | boolean
  closed(link: Link): void
  /** What a terminal's clock is worth has changed; `sent` is its time, as it said it. */
  /** Alarms of driving assistance, written down before their report is; what the terminal is to bring of them. */
  alerts(link: Link, alerts: readonly Alert[]): Promise<readonly Wanted[]>
  /** A driver's card was put in or taken out. */
  card(link: Link, body: Bodies['0702']): Promise<void>
  /** Kept as it came, since nothing acts on it. False: not any more of this terminal. */
  keep(link: Link, header: Header, body: Body, bytes: Uint8Array): Promise<boolean>
  /** Files of an alarm: whoever knows its number. */
  admitUpload(link: Link, body: Bodies['1210']): Promise<Upload | null>
  /** Where terminals bring them. */
  fileServer(link: Link): { server: string; port: number }
  clockSeen(link: Link, verdict: Verdict, sent: string): void
  /** Something a person should know: the same link under two names. */
  suspicious(link: Link, why: string): void
  count(what: 'frames' | 'badFrames' | 'garbage' | 'refused'): void
}

export class Link implements WireOwner {
  readonly wire: Wire
  /** The number of the header, as plain digits; the first frame decides. */
  phone: string | null = null
  /** Who it is, once proved. */
  terminal: Known | null = null
  generation = 0
  /** Its device model. */
  model: number | null = null
  version: Version = 2013
  private readonly host: Host
  private reassembler: Reassembler | null = null
  private wirePhone = ''
  private serial = 0
  private readonly queue: Frame[] = []
  private running = false
  private unstored = 0
  private readonly jumps = { fresh: new Jumps(), late: new Jumps() }
  private clock = new TerminalClock()
  private uploading: Uploading | null = null
  private refusals = 0

  constructor(socket: Socket, host: Host) {
    this.host = host
    this.wire = new Wire(socket, this)
  }

  /** What is known of it from before: where it was last seen, and what was wrong with its clock. */
  recall(place: Place | null, clockFault: string | null): void {
    if (place) this.jumps.fresh.stoodAt(place)
    this.clock = new TerminalClock(toldOf(clockFault))
  }

  now = (): number => this.host.now()
  isKnown = (): boolean => this.terminal !== null || this.uploading !== null
  count = (what: 'badFrames' | 'garbage'): void => this.host.count(what)
  closed(): void {
    this.queue.length = 0
    void this.uploading?.end()
    this.host.closed(this)
  }
  get closing(): boolean {
    return this.wire.closing
  }
  close(): void {
    this.wire.close()
  }

  receive(frames: readonly Frame[]): void {
    for (const frame of frames) this.queue.push(frame)
    if (!this.running) this.pump()
  }

  /** Frames are looked at in their order; only what needs the database makes the others wait. */
  private pump(): void {
    if (this.running) return
    let next = 0
    while (next < this.queue.length && !this.closing) {
      const work = this.handle(this.queue[next++]!)
      if (!work) continue
      this.running = true
      this.queue.splice(0, next)
      const crowded = this.queue.length > MOST_QUEUED
      if (crowded) this.wire.hold()
      // The database is away while somebody logs in: no answer, and the terminal comes again.
      void work
        .catch(() => this.close())
        .finally(() => {
          this.running = false
          if (crowded) this.wire.release()
          this.pump()
        })
      return
    }
    this.queue.length = 0
  }

  private handle(frame: Frame): Promise<void> | void {
    this.host.count('frames')
    const { header } = frame
    if (header.phone !== this.wirePhone && !this.names(header)) return this.close()
    this.version = header.version
    if (header.encryption !== 0) return this.answer(header, UNSUPPORTED)
    if (!isWhole(header)) {
      const whole = this.assemble(frame)
      if (!whole) return
      return this.dispatch(whole.header, readBody(whole, this.terminal?.profile), whole.bytes)
    }
    return this.dispatch(header, readBody(frame, this.terminal?.profile), frame.bytes)
  }

  /** One link, one terminal. False: it has changed its number. */
  private names({ phone: digits }: Header): boolean {
    const phone = plainPhone(digits)
    if (this.phone !== null && this.phone !== phone) {
      this.host.suspicious(this, `一条连接先后使用终端号 ${this.phone} 与 ${phone}`)
      return false
    }
    this.phone = phone
    this.wirePhone = digits
    return true
  }

  private assemble(frame: Frame): Frame | null {
    // Parts of strangers are not collected.
    if (!this.terminal) {
      this.refuse(frame.header)
      return null
    }
    this.reassembler ??= new Reassembler()
    const added = this.reassembler.add(frame, this.host.now())
    if (added.is === 'complete') return added.frame
    // A part is acknowledged when the whole is stored, and not before: the terminal would throw it away.
    if (added.is === 'repeated' && added.answer !== null) this.answer(frame.header, added.answer)
    if (added.is === 'refused') this.answer(frame.header, WRONG)
    return null
  }

  private dispatch(header: Header, body: Body, bytes: Uint8Array): Promise<void> | void {
    if (header.messageId === '1210') return this.bring(header, body)
    if (this.uploading) return this.uploading.receive(header, body)
    switch (header.messageId) {
      case '0100':
        return this.register(header, body)
      case '0102':
        return this.authenticate(header, body)
    }
    if (this.terminal) return this.known(this.terminal, header, body, bytes)
    return this.host.admitWithoutCode(this, header).then((admitted) => {
      if (admitted && this.terminal) return this.known(this.terminal, header, body, bytes)
      this.refuse(header)
      return undefined
    })
  }

  private async register(header: Header, body: Body): Promise<void> {
    if (isRaw(body)) return void this.send('8100', { serial: header.serial, result: 4 })
    const { result, code } = await this.host.register(this, header, body as Bodies['0100'])
    this.send('8100', { serial: header.serial, result, ...(code === undefined ? {} : { code }) })
    if (result !== 0) this.refused()
  }

  private async authenticate(header: Header, body: Body): Promise<void> {
    const result = isRaw(body) ? WRONG : await this.host.authenticate(this, header, body as Bodies['0102'])
    this.answer(header, result)
    if (result !== OK) this.refused()
  }

  /** A link of its own, to which the terminal brings the files of an alarm: it proves itself by the number it was told. */
  private async bring(header: Header, body: Body): Promise<void> {
    const upload = isRaw(body) || this.terminal ? null : await this.host.admitUpload(this, body as Bodies['1210'])
    if (!upload) return this.refuse(header)
    await this.uploading?.end()
    this.uploading = new Uploading(upload, this)
    this.wire.bringsFiles((packet) => this.uploading?.take(packet))
    this.answer(header, OK)
  }

  private known(terminal: Known, header: Header, body: Body, bytes: Uint8Array): Promise<void> | void {
    switch (header.messageId) {
      case '0002':
        return this.answer(header, OK)
      case '0003':
        return this.host.logout(this).then(() => {
          this.answer(header, OK)
          this.close()
        })
      case '0004':
        // The one time of the protocol that is UTC, not Beijing time.
        return void this.send('8004', { time: new Date(this.host.now()).toISOString().slice(0, 19).replace('T', ' ') })
      case '0200':
        return isRaw(body) ? this.answer(header, WRONG) : this.stored(terminal, header, [body as Location], false)
      case '0704': {
        if (isRaw(body)) return this.answer(header, WRONG)
        const batch = body as Bodies['0704']
        return this.stored(terminal, header, batch.locations, batch.type === 1)
      }
      case '0702':
        return isRaw(body) ? this.answer(header, WRONG) : this.host.card(this, body as Bodies['0702']).then(() => this.answer(header, OK))
      case '0201':
      case '0500':
        if (isRaw(body)) return this.answer(header, WRONG)
        this.append(terminal, header, this.fixes(terminal, header, [(body as Bodies['0201']).location], false), false)
        return void this.host.answered(this, header, body)
    }
    const taken = this.host.answered(this, header, body)
    if (taken === true) return this.after(header, true)
    if (taken === false) return this.host.keep(this, header, body, bytes).then((isKept) => this.after(header, isKept && !isRaw(body)))
    return taken.then((done) => this.after(header, done))
  }

  private after(header: Header, taken: boolean): void {
    // Answers to us are not answered again.
    if (header.messageId === '0001' || header.messageId === '0104' || header.messageId === '0107' || header.messageId === '0801') return
    this.answer(header, taken ? OK : UNSUPPORTED)
  }

  /** What a report says of driving assistance is written down first: then the acknowledgement is true of that as well. */
  private stored(terminal: Known, header: Header, locations: readonly Location[], late: boolean): Promise<void> | void {
    const fixes = this.fixes(terminal, header, locations, late)
    const alerts = fixes.flatMap((fix, i) => alertsOf(locations[i]!, fix.at, fix.flags & NO_FIX ? null : fix))
    if (alerts.length === 0) return this.append(terminal, header, fixes)
    return this.host.alerts(this, alerts).then((wanted) => {
      this.append(terminal, header, fixes)
      const { server, port } = this.host.fileServer(this)
      for (const { mark, number } of wanted)
        this.send('9208', { server, tcpPort: port, udpPort: 0, mark, number, reserved: '0'.repeat(32) })
    })
  }

  private fixes(terminal: Known, header: Header, locations: readonly Location[], late: boolean): Fix[] {
    const receivedAt = this.host.now()
    const buffered = late || locations.length > 1
    const { clock } = this
    // Of several that came together without a loss of the network the last one is of now.
    if (buffered && !late) clock.judge(instantOf(locations.at(-1)!.time), receivedAt)
    const fixes = locations.map((location, index) => {
      const fix = fixOf(location, { terminal: terminal.id, receivedAt, serial: header.serial, late, index, buffered, clock })
      // Without a place that can be believed the vehicle stays where it was; what the report says otherwise counts.
      const jumps = late || fix.at < this.jumps.fresh.newest ? this.jumps.late : this.jumps.fresh
      if (movesVehicle(fix) && !jumps.believes(fix)) fix.flags |= NO_FIX | JUMP
      return { ...fix, frame: () => frameOf(header, location, terminal.profile) }
    })
    const news = clock.news(receivedAt)
    if (news) this.host.clockSeen(this, news, locations.at(-1)!.time)
    return fixes
  }

  /** The acknowledgement says: it is in the database. */
  private append(terminal: Known, header: Header, fixes: readonly Fix[], answer = true): void {
    this.unstored += fixes.length
    const crowded = this.unstored > MOST_UNSTORED || (fixes.length > 1 && this.host.crowded)
    if (crowded) this.wire.hold()
    this.host.append(terminal.operatorId, fixes, (outcome) => {
      this.unstored -= fixes.length
      if (crowded) this.wire.release()
      if (answer && outcome !== 'dropped') this.answer(header, outcome === 'stored' ? OK : WRONG)
    })
  }

  /** Before it has proved who it is nothing is taken from it. */
  private refuse(header: Header): void {
    this.answer(header, FAILED)
    this.refused()
  }
  private refused(): void {
    this.host.count('refused')
    if (++this.refusals >= MOST_REFUSALS) this.close()
  }

  /** Terminals wait for the answer to the first packet, to the last or to each: each has it. */
  answer(header: Pick<Header, 'phone' | 'serial' | 'messageId' | 'parts'>, result: number): void {
    const { messageId, serial, parts = 1 } = header
    if (parts > 1) this.reassembler?.answered(header, result)
    for (let i = 0; i < parts; i++)
      if (i < MOST_ANSWERS || i === parts - 1) this.send('8001', { serial: (serial + i) & 0xffff, messageId, result })
  }

  nextSerial(): number {
    const serial = this.serial
    this.serial = (serial + 1) & 0xffff
    return serial
  }

  /** Returns the serial, or null when the link is going. */
  send(messageId: string, body: Body, serial: number = this.nextSerial()): number | null {
    if (this.closing) return null
    const bytes = encodeFrame({ messageId, phone: this.wirePhone, serial, version: this.version }, body)
    return this.sendBytes(bytes) ? serial : null
  }
  sendBytes(bytes: Uint8Array): boolean {
    return this.wire.send(bytes)
  }

  get header(): { phone: string; version: Version } {
    return { phone: this.wirePhone, version: this.version }
  }

  /** Every few seconds: silence, strangers who never say who they are, parts that are missing. */
  sweep(now: number): void {
    const limit = this.terminal ? this.terminal.idleMs : this.uploading ? UPLOAD_IDLE_MS : STRANGER_MS
    // A stranger has its time from the beginning: a byte now and then does not prolong it.
    if (now - (this.isKnown() ? this.wire.heardAt : this.wire.openedAt) > limit) return this.close()
    if (!this.reassembler?.size) return
    for (const missing of this.reassembler.missing(now)) this.send('8003', { firstSerial: missing.firstSerial, indices: missing.indices })
  }
}
