/** From what a terminal reported to a row of `position`, pure. Nothing is thrown away: what cannot be believed is marked (fleet.md §2.4, §3.7). */
import { degreesOf, FIXED, instantOf, itemOf, type Location } from '../../jt808/jt808.ts'
import { isAbsurd, mayBeUtc, TerminalClock } from './clock.rules.ts'
import { LATE, FILTERED, NO_FIX, BAD_CLOCK, SET_RIGHT } from '../../places/flags.ts'

export interface Fix {
  terminal: number
  /** Milliseconds. Where the terminal's clock is wrong this is when it was received, or its time set right. */
  at: number
  receivedAt: number
  serial: number
  lng: number
  lat: number
  altitude: number
  speed: number
  direction: number
  flags: number
  alarm: number
  status: number
  odometer: number | null
  fuel: number | null
  signal: number | null
  satellites: number | null
  /** The time as sent, when it could not be believed. */
  sentTime: string | null
  /** Further items as JSON text: temperatures (t) and humidities (h) by sensor, vehicle signals (s), IO word (o), and what is unknown as hex. */
  items: string | null
  /** Its bytes, should somebody have to look at them: a frame of its own, in hex. */
  frame?: () => string | null
}

/** A report of now comes at once; older than this it was kept. */
const LATE_MS = 600_000
/** Faster than any lorry: a jump of the receiver. 0.1 km/h. */
const ABSURD_SPEED = 2500

const small = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const OWN = new Set(['mileage', 'fuel', 'signal', 'satellites'])

/** 0.1 °C by sensor, whichever way this terminal says it. */
function temperatures(location: Location): (number | null)[] | null {
  const many = itemOf(location, 'temperatures') ?? itemOf(location, 'temperaturesSigned')
  if (Array.isArray(many)) return many as (number | null)[]
  const one = itemOf(location, 'cabinTemperature')
  return typeof one === 'number' ? [one * 10] : null
}

/** 0.1 % by sensor; more than everything is no humidity. */
function humidities(location: Location): (number | null)[] | null {
  const many = itemOf(location, 'humidities')
  return Array.isArray(many) ? (many as (number | null)[]).map((n) => (n !== null && n > 1000 ? null : n)) : null
}

const TOLD_APART = new Set([...OWN, 'temperatures', 'temperaturesSigned', 'cabinTemperature', 'humidities', 'vehicleSignals', 'io'])
function furtherItems(location: Location): string | null {
  const t = temperatures(location)
  const h = humidities(location)
  const s = small(itemOf(location, 'vehicleSignals'))
  const o = small(itemOf(location, 'io'))
  const rest = location.items.filter((item) => item.name === undefined || !TOLD_APART.has(item.name))
  if (!t && !h && s === null && o === null && rest.length === 0) return null
  return JSON.stringify({
    ...(t ? { t } : {}),
    ...(h ? { h } : {}),
    ...(s === null ? {} : { s }),
    ...(o === null ? {} : { o }),
    ...(rest.length ? { i: rest.slice(0, 64).map((item) => [item.id, item.raw ?? item.value]) } : {}),
  })
}

export interface Source {
  terminal: number
  receivedAt: number
  serial: number
  late: boolean
  /** Tells items of one message apart when their clock cannot. */
  index?: number
  /** It came among others: the terminal had held it back. */
  buffered?: boolean
  /** Of the link; judges its reports of now. */
  clock?: TerminalClock
}

/** When it was, and what is to be said of that. */
function timeOf(
  location: Location,
  { receivedAt, late, buffered = late, index = 0, clock = new TerminalClock() }: Source,
): Pick<Fix, 'at' | 'flags' | 'sentTime'> {
  const sent = instantOf(location.time)
  const verdict = buffered ? clock.verdict : clock.judge(sent, receivedAt)
  const utc = verdict?.kind === 'utc' && sent !== null && sent < receivedAt
  if (!buffered && asksForHelp(location) && !utc && mayBeUtc(sent, receivedAt))
    return { at: receivedAt, flags: SET_RIGHT, sentTime: location.time.slice(0, 40) }
  if (!isAbsurd(sent, receivedAt) && !utc) return { at: sent!, flags: late || receivedAt - sent! > LATE_MS ? LATE : 0, sentTime: null }
  const at = clock.corrected(sent, receivedAt, buffered)
  // Nobody can say when or where, but somebody asked for help.
  const flags = at !== null ? SET_RIGHT : asksForHelp(location) ? SET_RIGHT | NO_FIX : BAD_CLOCK
  return {
    at: at ?? receivedAt + index,
    flags: flags | (late || (at !== null && receivedAt - at > LATE_MS) ? LATE : 0),
    sentTime: location.time.slice(0, 40),
  }
}
const asksForHelp = ({ alarm }: Location): boolean => (alarm & 1) !== 0

export function fixOf(location: Location, source: Source): Fix {
  const { terminal, receivedAt, serial } = source
  const degrees = degreesOf(location)
  const located = degrees !== null && (location.status & FIXED) !== 0 && (degrees.latitude !== 0 || degrees.longitude !== 0)
  const { at, flags, sentTime } = timeOf(location, source)
  return {
    terminal,
    at,
    receivedAt,
    serial,
    lng: degrees?.longitude ?? 0,
    lat: degrees?.latitude ?? 0,
    altitude: location.altitude,
    speed: location.speed,
    direction: location.direction % 360,
    flags: flags | (located ? 0 : NO_FIX) | (location.speed > ABSURD_SPEED ? FILTERED : 0),
    alarm: location.alarm,
    status: location.status >>> 0,
    odometer: small(itemOf(location, 'mileage')),
    fuel: small(itemOf(location, 'fuel')),
    signal: small(itemOf(location, 'signal')),
    satellites: small(itemOf(location, 'satellites')),
    sentTime,
    items: location.items.length === 0 ? null : furtherItems(location),
  }
}

/** May the vehicle stand there now? Late data do not move it, nor what nobody can say the time of. */
export const movesVehicle = (fix: Fix): boolean => (fix.flags & (FILTERED | BAD_CLOCK)) === 0
