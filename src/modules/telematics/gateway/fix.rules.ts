/** From what a terminal reported to a row of `position`, pure. Nothing is thrown away: what cannot be believed is marked (fleet.md §2.4, §3.7). */
import { degreesOf, FIXED, instantOf, itemOf, type Location } from '../jt808/jt808.ts'

/** Bits of `flags`. */
export const LATE = 1
export const FILTERED = 2
export const NO_FIX = 4
/** A place nobody can have reached from the one before: as none, see jumps.rules.ts. */
export const JUMP = 8
export const BAD_CLOCK = 32

export interface Fix {
  terminal: number
  /** Milliseconds. Where the terminal's clock is wrong this is when it was received. */
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

const FUTURE_MS = 86_400_000
/** Farther ahead than clocks drift: kept, but nothing follows from it. */
const AHEAD_MS = 600_000
const EARLIEST = Date.UTC(2010, 0, 1)
/** Faster than any lorry: a jump of the receiver. 0.1 km/h. */
const ABSURD_SPEED = 2500

const believable = (at: number | null, now: number): at is number => at !== null && at >= EARLIEST && at <= now + FUTURE_MS

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

/** `index` tells items of one message apart when their clock cannot. */
export function fixOf(
  location: Location,
  source: { terminal: number; receivedAt: number; serial: number; late: boolean; index?: number },
): Fix {
  const { terminal, receivedAt, serial } = source
  const sent = instantOf(location.time)
  const good = believable(sent, receivedAt)
  const degrees = degreesOf(location)
  const located = degrees !== null && (location.status & FIXED) !== 0 && (degrees.latitude !== 0 || degrees.longitude !== 0)
  const flags =
    (source.late ? LATE : 0) |
    (located ? 0 : NO_FIX) |
    (good ? 0 : BAD_CLOCK) |
    (location.speed > ABSURD_SPEED || (good && sent > receivedAt + AHEAD_MS) ? FILTERED : 0)
  return {
    terminal,
    at: good ? sent : receivedAt + (source.index ?? 0),
    receivedAt,
    serial,
    lng: degrees?.longitude ?? 0,
    lat: degrees?.latitude ?? 0,
    altitude: location.altitude,
    speed: location.speed,
    direction: location.direction % 360,
    flags,
    alarm: location.alarm,
    status: location.status >>> 0,
    odometer: small(itemOf(location, 'mileage')),
    fuel: small(itemOf(location, 'fuel')),
    signal: small(itemOf(location, 'signal')),
    satellites: small(itemOf(location, 'satellites')),
    sentTime: good ? null : location.time.slice(0, 40),
    items: location.items.length === 0 ? null : furtherItems(location),
  }
}

/** May the vehicle stand there now? Late data and wrong clocks never move it. */
export const movesVehicle = (fix: Fix): boolean => (fix.flags & (FILTERED | BAD_CLOCK)) === 0
