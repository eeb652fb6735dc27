/** What whoever has the database in his hands could read: every text of every table, as it lies and as it decodes. */
import { createHash } from 'node:crypto'
import { withRawClient, type Endpoint } from '#kit/database/connection/connection.server.ts'

export interface Readable {
  /** `table.column`, or the log. */
  place: string
  text: string
}

/** Texts and names inside a value; its numbers and instants are no secrets, and one of six digits among them would be chance. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      yield name
      yield* textsOf(inner)
    }
}

const HEX = /(?:[0-9a-f]{2}){12,}/gi
const BASE64 = /[\w+/-]{20,}={0,2}/g
/** As it is, and what its bytes say where it is written in hex or base64. */
function decoded(text: string): string {
  const bytes = [
    ...[...text.matchAll(HEX)].map(([run]) => Buffer.from(run, 'hex')),
    ...[...text.matchAll(BASE64)].map(([run]) => Buffer.from(run, 'base64')),
  ]
  return [text, ...bytes.map((of) => of.toString('latin1'))].join('\n')
}

export function readableOf(place: string, value: unknown): Readable {
  return { place, text: [...textsOf(value)].map(decoded).join('\n') }
}

/** Of every schema there is. Row-level security is taken off for the look and put back: a dump knows none. */
export function readableRows(owner: Endpoint): Promise<Readable[]> {
  return withRawClient(owner, async (client) => {
    const { rows: tables } = await client.query<{ name: string; shown: string; forced: boolean }>(
      `select format('%I.%I', n.nspname, c.relname) as name, case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as shown,
         c.relforcerowsecurity as forced
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    )
    const columns: Readable[] = []
    for (const { name, shown, forced } of tables) {
      await client.query('begin')
      if (forced) await client.query(`alter table ${name} no force row level security`)
      // As they lie: values of jsonb as jsonb, bytes in hex.
      const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${name} t`)
      await client.query('rollback')
      for (const { row } of rows)
        for (const [column, value] of Object.entries(row))
          if (value !== null && typeof value !== 'number' && !isInstant(value)) columns.push(readableOf(`${shown}.${column}`, value))
    }
    return columns
  })
}
const isInstant = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.+-]+)?$/.test(value)

const SHORT = 16
/** A short one is encoded and hashed as it is: whoever tries a million of them finds a plain hash. */
function writtenOf(secret: string): string[] {
  if (secret.length >= SHORT) return [secret]
  const plain = Buffer.from(secret)
  const hashes = (['md5', 'sha1', 'sha256'] as const).map((kind) => createHash(kind).update(secret).digest())
  return [plain, ...hashes].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ])
}
/** A code of six digits stands for itself, not inside a longer number. */
const aloneOf = (secret: string): RegExp => new RegExp(String.raw`(?<![\w.-])${secret.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\w-])`, 'i')

/** `what in place`, of every secret that can be read somewhere. */
export function readIn(readable: readonly Readable[], secrets: ReadonlyMap<string, string>): string[] {
  const places = [...Map.groupBy(readable, ({ place }) => place)].map(([place, of]) => {
    const text = [...new Set(of.map((one) => one.text))].join('\n')
    return { place, text, lower: text.toLowerCase() }
  })
  return [...secrets]
    .flatMap(([what, secret]) => {
      const written = writtenOf(secret).map((one) => one.toLowerCase())
      const alone = secret.length < SHORT ? aloneOf(secret) : null
      return places.flatMap(({ place, text, lower }) =>
        written.some((one) => lower.includes(one)) || (lower.includes(secret.toLowerCase()) && alone?.test(text))
          ? [`${what} in ${place}`]
          : [],
      )
    })
    .toSorted()
}
