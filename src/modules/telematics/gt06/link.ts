/**
 * A connection of a GT06 device as the rest of the product sees terminals: a number, locations like those of JT/T 808, answers to commands.
 * The device says its number once and its switches apart from its positions, so the link remembers both.
 */
import { ACC, FIXED, FUEL_CUT, hexOf, SOUTH, WEST, wireTime, type Location } from '../jt808/jt808.ts'
import {
  ALARM,
  ALARM_FENCE,
  ALARM_MORE,
  ANSWER,
  ANSWER_LONG,
  HEARTBEAT,
  HEARTBEAT_VOLTAGE,
  LOCATION,
  LOCATION_4G,
  LOCATION_MORE,
  LOGIN,
  TIME,
  type Gt06Frame,
} from './gt06.ts'

export type Gt06Heard =
  | { is: 'login'; terminalNo: string; model?: string }
  | { is: 'heartbeat'; voltageLevel?: number; voltage?: number; signal: number; fuelCut: boolean; acc: boolean }
  | { is: 'location'; location: Location; late: boolean; alarm: string | null }
  | { is: 'answer'; flag: number; text: string }
  | { is: 'time' }
  | { is: 'other' }
  /** Shorter than its number asks for. */
  | { is: 'bad' }

/** Bits of `alarm` in a location (JT/T 808), by the alarm byte. What has no bit there is named only. */
const ALARMS: Readonly<Record<number, readonly [string, number | null]>> = {
  0x01: ['紧急报警', 0],
  0x02: ['断电报警', 8],
  0x03: ['震动报警', null],
  0x04: ['进入围栏', 20],
  0x05: ['离开围栏', 20],
  0x06: ['超速报警', 1],
  0x09: ['位移报警', 28],
  0x0a: ['进入 GPS 盲区', 5],
  0x0b: ['离开 GPS 盲区', null],
  0x0c: ['开机', null],
  0x0e: ['电量低报警', 7],
  0x0f: ['低电保护', 7],
  0x13: ['拆除报警', null],
  0x14: ['车门报警', 31],
  0x19: ['内部电池电量低', 7],
  0xfe: ['ACC 开', null],
  0xff: ['ACC 关', null],
}
/** The two digits of a year on the wire, in Beijing time. */
const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2099, 11, 31)

const OLD_ALARMS: typeof ALARMS = { 1: ALARMS[0x03]!, 2: ALARMS[0x02]!, 3: ALARMS[0x0e]!, 4: ALARMS[0x01]!, 7: ALARMS[0x13]! }

const u16 = (b: Uint8Array, i: number): number => (b[i]! << 8) | b[i + 1]!
const u32 = (b: Uint8Array, i: number): number => ((b[i]! << 24) | (b[i + 1]! << 16) | (b[i + 2]! << 8) | b[i + 3]!) >>> 0
/** Thirty-thousandths of a minute. */
const millionths = (n: number): number => Math.round((n / 1_800_000) * 1_000_000)

export class Gt06Link {
  terminalNo: string | null = null
  private acc = false
  private fuelCut = false
  /** Minutes the clock of the device is ahead of UTC; the long login says them. */
  private offset = 0

  receive(frame: Gt06Frame): Gt06Heard {
    const b = frame.content
    switch (frame.number) {
      case LOGIN:
        return this.login(b)
      case HEARTBEAT:
        if (b.length < 3) return { is: 'bad' }
        this.switches(b[0]!)
        return { is: 'heartbeat', voltageLevel: b[1]!, signal: b[2]!, fuelCut: this.fuelCut, acc: this.acc }
      case HEARTBEAT_VOLTAGE:
        if (b.length < 4) return { is: 'bad' }
        this.switches(b[0]!)
        return { is: 'heartbeat', voltage: u16(b, 1), signal: b[3]!, fuelCut: this.fuelCut, acc: this.acc }
      case LOCATION:
      case LOCATION_MORE:
      case LOCATION_4G:
        return this.position(frame, b)
      case ALARM:
      case ALARM_MORE:
      case ALARM_FENCE:
        return this.alarm(b)
      case ANSWER:
        return b.length < 5 ? { is: 'bad' } : { is: 'answer', flag: u32(b, 1), text: asciiOf(b, 5, Math.min(b.length, 1 + b[0]!)) }
      case ANSWER_LONG:
        return b.length < 5 ? { is: 'bad' } : { is: 'answer', flag: u32(b, 0), text: b[4] === 2 ? wideOf(b, 5) : asciiOf(b, 5, b.length) }
      case TIME:
        return { is: 'time' }
      default:
        return { is: 'other' }
    }
  }

  private login(b: Uint8Array): Gt06Heard {
    if (b.length < 8) return { is: 'bad' }
    let digits = ''
    for (let i = 0; i < 8; i++) digits += b[i]!.toString(16).padStart(2, '0')
    if (!/^\d{16}$/.test(digits)) return { is: 'bad' }
    this.terminalNo = digits.replace(/^0+(?=.)/, '')
    if (b.length >= 12) {
      const zone = u16(b, 10)
      this.offset = (Math.floor((zone >> 4) / 100) * 60 + ((zone >> 4) % 100)) * (zone & 8 ? -1 : 1)
      return { is: 'login', terminalNo: this.terminalNo, model: u16(b, 8).toString(16).padStart(4, '0') }
    }
    return { is: 'login', terminalNo: this.terminalNo }
  }

  private switches(info: number): void {
    this.fuelCut = (info & 0x80) !== 0
    this.acc = (info & 0x02) !== 0
  }

  /** Time, satellites, position, speed, direction: 18 bytes that all reports begin with. */
  private fix(b: Uint8Array): Location {
    const flags = u16(b, 16)
    return {
      alarm: 0,
      status:
        (flags & 0x1000 ? FIXED : 0) |
        (flags & 0x0400 ? 0 : SOUTH) |
        (flags & 0x0800 ? WEST : 0) |
        (this.acc ? ACC : 0) |
        (this.fuelCut ? FUEL_CUT : 0),
      latitude: millionths(u32(b, 7)),
      longitude: millionths(u32(b, 11)),
      altitude: 0,
      speed: b[15]! * 10,
      direction: flags & 0x3ff,
      time: this.time(b),
      items: [{ id: '31', name: 'satellites', value: b[6]! & 0x0f }],
    }
  }

  /** A clock that says what cannot be written as a time of JT/T 808 is kept as its bytes, which are no time there either. */
  private time(b: Uint8Array): string {
    const [year, month, day, hour, minute, second] = b as unknown as [number, number, number, number, number, number]
    const real = year < 100 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60
    const at = Date.UTC(2000 + year, month - 1, day, hour, minute, second) - this.offset * 60_000
    return real && at >= EARLIEST && at < LATEST ? wireTime(at) : hexOf(b, 0, 6)
  }

  private position(frame: Gt06Frame, b: Uint8Array): Gt06Heard {
    if (b.length < 18) return { is: 'bad' }
    // After the position the cell (of eight bytes, of sixteen on the newer networks), then the ignition, why it was sent, and whether it is late.
    const more = frame.number === LOCATION ? -1 : frame.number === LOCATION_4G ? 18 + 16 : 18 + 8
    if (more > 0 && b.length > more) this.acc = b[more] === 1
    const location = this.fix(b)
    if (more > 0 && b.length >= more + 7)
      location.items.push({ id: '01', name: 'mileage', value: Math.min(0xffff_ffff, Math.round(u32(b, more + 3) / 100)) })
    return { is: 'location', location, late: more > 0 && b.length > more + 2 && b[more + 2] === 1, alarm: null }
  }

  private alarm(b: Uint8Array): Gt06Heard {
    if (b.length < 19) return { is: 'bad' }
    // A length, which counts itself, says how much of the cell there is; then switches, battery, signal, the alarm, its language.
    // Without a cell some leave the length 0.
    const at = 18 + Math.max(1, b[18]!)
    if (at + 5 > b.length) return { is: 'bad' }
    this.switches(b[at]!)
    const location = this.fix(b)
    // Older devices leave the alarm 0 and say it in three bits of the switches.
    const known = ALARMS[b[at + 3]!] ?? OLD_ALARMS[(b[at]! >> 3) & 7]
    if (known && known[1] !== null) location.alarm = (1 << known[1]) >>> 0
    location.items.push({ id: '30', name: 'signal', value: b[at + 2]! })
    return { is: 'location', location, late: false, alarm: known?.[0] ?? null }
  }
}

function asciiOf(b: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < to; i++) text += b[i]! >= 0x20 && b[i]! < 0x7f ? String.fromCharCode(b[i]!) : ' '
  return text.trim()
}
function wideOf(b: Uint8Array, from: number): string {
  let text = ''
  for (let i = from; i + 1 < b.length; i += 2) text += String.fromCharCode(u16(b, i))
  return text.toWellFormed().trim()
}
