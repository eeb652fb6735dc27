/** How values come back from PostgreSQL, and where a server is. One home for both. */
import pg from 'pg'
import { isSealing, opened, openedJson } from '../sealing.server.ts'

/** Where to connect. A function, because a restarted embedded server may have another port. */
export type Endpoint = () => pg.ClientConfig

const OID = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700, interval: 1186 } as const
const ARRAY_OF: Record<number, number> = { 1016: 20, 1182: 1082, 1115: 1114, 1185: 1184, 1231: 1700, 1187: 1186 }
const TEXT_ARRAY: number = 1009

/** Ids and fen are int8. Beyond 2^53 a JavaScript number would silently be another number. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} exceeds the safe integers`)
  return value
}

/** `2026-11-20 08:30:00.123456+00` → `2026-11-20T08:30:00.123Z`; the session zone is UTC, so the offset is always +00. */
export function parseInstant(text: string): string {
  if (!text.endsWith('+00') || text.charCodeAt(10) !== 32) return text // infinity, BC
  const millis = text.length > 22 ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}

const asText = (text: string): string => text
const SCALARS: Record<number, (text: string) => unknown> = {
  [OID.int8]: parseInt8,
  [OID.date]: asText,
  [OID.timestamp]: asText,
  [OID.timestamptz]: parseInstant,
  [OID.numeric]: asText,
  [OID.interval]: asText,
}

const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]
const arrayParser =
  (item: (text: string) => unknown) =>
  (text: string): unknown[] =>
    parseTextArray(text).map((value) => (value === null ? null : item(value)))
const PARSERS = new Map<number, (text: string) => unknown>([
  ...Object.entries(SCALARS).map(([oid, parse]) => [Number(oid), parse] as const),
  ...Object.entries(ARRAY_OF).map(([oid, item]) => [Number(oid), arrayParser(SCALARS[item]!)] as const),
])

/** Numbers of people lie sealed in texts, arrays of them and JSON, and are opened as they come (sealing.server.ts). */
const OPENERS = new Map<number, (text: string) => unknown>([
  [25, opened],
  [1043, opened],
  [TEXT_ARRAY, (text) => parseTextArray(text).map((value) => (value === null ? null : opened(value)))],
  [114, (text) => JSON.parse(openedJson(text)) as unknown],
  [3802, (text) => JSON.parse(openedJson(text)) as unknown],
])

/** Per client, never pg's global table: another library in the process may rely on pg's defaults. */
const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && ((isSealing() && OPENERS.get(oid)) || PARSERS.get(oid))) || pg.types.getTypeParser(oid, format),
} as unknown as NonNullable<pg.ClientConfig['types']>

export interface SessionSettings {
  applicationName: string
  statementTimeoutMs: number
  idleInTransactionMs: number
  lockTimeoutMs: number
  /** Statements outside an explicit read-write transaction may not change anything. */
  readOnlyByDefault: boolean
}

export function clientConfig(endpoint: Endpoint, session: SessionSettings): pg.ClientConfig {
  const options = [
    '-c timezone=UTC',
    // Known from the first statement on: no tenant.
    '-c app.operator_id=',
    '-c datestyle=ISO',
    session.readOnlyByDefault ? '-c default_transaction_read_only=on' : '',
  ]
  return {
    ...endpoint(),
    application_name: session.applicationName,
    statement_timeout: session.statementTimeoutMs,
    idle_in_transaction_session_timeout: session.idleInTransactionMs,
    lock_timeout: session.lockTimeoutMs,
    options: options.filter(Boolean).join(' '),
    types: typeParsers,
    keepAlive: true,
  }
}

/** A pooler refuses a connection that asks for more than it knows; what is left out is set by each transaction (pooler.server.ts). */
export function pooledConfig(endpoint: Endpoint, session: SessionSettings): pg.ClientConfig {
  return { ...endpoint(), application_name: session.applicationName, types: typeParsers, keepAlive: true }
}

const MAINTENANCE: SessionSettings = {
  applicationName: 'zuyuntong-maintenance',
  statementTimeoutMs: 0,
  idleInTransactionMs: 0,
  lockTimeoutMs: 0,
  readOnlyByDefault: false,
}

/** One connection for set-up work (roles, migrations), without time limits; always closed. */
export const withClient = <T>(endpoint: Endpoint, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(clientConfig(endpoint, MAINTENANCE), work)

/** The same, with values as they lie. */
export const withRawClient = <T>(endpoint: Endpoint, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const { types: _opening, ...config } = clientConfig(endpoint, MAINTENANCE)
  return connected(config, work)
}

/** The same through a pooler. */
export const withPooled = <T>(endpoint: Endpoint, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(pooledConfig(endpoint, MAINTENANCE), work)

async function connected<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config })
  client.on('error', () => {}) // the pending query reports it; without a listener Node would end the process
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
