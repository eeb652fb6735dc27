/** How terminals come in: registration, authentication codes, lock-out, quarantine of the unknown. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { systemContext } from '#kit/access/system-context.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database, Handle } from '#kit/database/connection/pool.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { parameterValue } from '#modules/system/system.public.ts'
import type { Bodies, Header, Profile } from '../../jt808/jt808.ts'
import { profilesOf } from '../../terminals/device-item.server.ts'
import { findTerminals, type Known } from './directory.server.ts'
import { UNUSABLE } from '../../places/flags.ts'
import { Gather } from './gather.server.ts'
import { plain, protocolOf, type Admit, type Registering } from './registering.ts'
import { Strangers } from './strangers.server.ts'
import type { Place } from '../../places/reach.rules.ts'
import { lockPlacesOf, lockTerminals } from './locks.server.ts'
import { ALREADY_REGISTERED, plateFault, REGISTERED, UNKNOWN_TERMINAL, type Plate } from './plate.server.ts'

/** Looking a number up costs little, so a crowd of strangers is through in a few questions. */
const MOST_LOOKED_UP = 1000
const MOST_FAILURES = 5
const LOCK_MS = 15 * 60_000

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')
const sameHash = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
/** Whether the link still stands: whoever has gone takes nobody's turn. */
type Open = () => boolean
interface Registered {
  result: number
  code?: string
}
interface Coded extends Registering {
  known: Known
  code: string
}
interface Entering {
  known: Known
  open: Open
  remote: string
  protocol: string
  software: string | null
}
/** What a link needs to know of a terminal that comes in. */
interface Entered {
  generation: number
  /** Where it was last seen, and when it was seen there. */
  place: Place | null
  clockFault: string | null
  /** Its device model, and how that reads additional items. */
  model: number | null
  profile: Profile | null
}
export interface EntryOptions {
  db: Database
  registry: Registry
  clock: Clock
  admit: Admit
  node: string
}

export class Entry {
  private readonly options: EntryOptions
  private readonly strangers: Strangers
  private readonly finding: Gather<{ phone: string; open: Open }, Known | null>
  private readonly coding: Gather<Coded, Registered>
  private readonly entering: Gather<Entering, Entered>

  constructor(options: EntryOptions) {
    this.options = options
    this.finding = new Gather({
      answer: (asked) =>
        findTerminals(
          options.db,
          asked.map(({ phone }) => phone),
        ),
      keyOf: ({ phone }) => phone,
      most: MOST_LOOKED_UP,
      wanted: ({ open }) => open(),
    })
    // Known terminals go before a crowd of strangers, at every step.
    const first = ({ known }: { known: Known }): boolean => known.status !== 'quarantine'
    this.strangers = new Strangers({ ...options, context: (operatorId) => this.context(operatorId) })
    this.coding = new Gather<Coded, Registered>({
      answer: (all) => this.codeAll(all),
      keyOf: ({ known }) => known.id,
      wanted: ({ open }) => open(),
      first,
    })
    this.entering = new Gather<Entering, Entered>({
      answer: (all) => this.enterAll(all),
      keyOf: ({ known }) => known.id,
      wanted: ({ open }) => open(),
      first,
    })
  }

  context(operatorId: number): Context {
    const { db, registry, clock } = this.options
    return systemContext({ db, registry, clock, operatorId, requestId: 'gateway' })
  }

  private admitted(known: Known | null): known is Known {
    if (!known) return false
    return known.status === 'active' || known.status === 'stock' || (known.status === 'quarantine' && this.options.admit === 'open')
  }

  /**
   * Many at once, as logins are. A crowd of strangers is written down in rounds of its own, so a known terminal never waits for
   * it; and who has gone meanwhile takes nobody's turn.
   */
  async register(asked: Registering): Promise<Registered> {
    let known = await this.finding.ask(asked)
    if (!known) {
      await this.strangers.note(asked)
      known = await this.finding.ask(asked)
    }
    if (!this.admitted(known)) return { result: UNKNOWN_TERMINAL }
    if (this.isLocked(known)) return { result: ALREADY_REGISTERED }
    const { body, say } = asked
    const deviceNo = plain(body.terminalId, 30)
    // Whoever knows only the number must not get a new code: the device says the same as the first time.
    if (known.authHash && known.deviceNo && known.deviceNo !== deviceNo) {
      await this.failed(known)
      say(known, `以不同的终端ID「${deviceNo.slice(0, 30)}」注册，原为「${known.deviceNo}」`)
      return { result: ALREADY_REGISTERED }
    }
    const wrong = known.status === 'quarantine' ? null : await this.plateFault(known, body)
    if (wrong) {
      say(known, wrong.why)
      return { result: wrong.result }
    }
    return this.coding.ask({ ...asked, known, code: randomBytes(15).toString('base64url') })
  }

  private async codeAll(all: readonly Coded[]): Promise<Registered[]> {
    for (const [operatorId, ofOperator] of Map.groupBy(all, ({ known }) => known.operatorId)) await this.codeSome(operatorId, ofOperator)
    return all.map(({ code }) => ({ result: REGISTERED, code }))
  }

  private async codeSome(operatorId: number, coded: readonly Coded[]): Promise<void> {
    const { db, clock } = this.options
    const now = clock.now()
    // The first to register, also after 重置鉴权, is the device this number has from now on.
    const deviceOf = ({ known, body }: Coded): string | null =>
      (known.authHash && known.deviceNo ? known.deviceNo : plain(body.terminalId, 30) || known.deviceNo) || null
    const texts = (of: (one: Coded) => string | null) => sql`${sql.val(coded.map(of))}::text[]`
    const terminals = coded.map(({ known }) => known.id)
    await db.write(operatorId, async (tx) => {
      await sql`insert into terminal_link (terminal, operator_id, auth_hash)
        select u.id, ${operatorId}, u.hash from unnest(${sql.val(terminals)}::bigint[], ${texts(({ code }) => hashCode(code))}) as u(id, hash) order by u.id
        on conflict (operator_id, terminal) do update set auth_hash = excluded.auth_hash, failures = 0`.execute(tx)
      await lockTerminals(tx, terminals)
      const u = sql`unnest(${sql.val(terminals)}::bigint[], ${texts(({ header, body }) => protocolOf(header.version, body.maker))}, ${texts(({ body }) => plain(body.maker, 30))},
        ${texts(({ body }) => plain(body.model, 40))}, ${texts(deviceOf)}, ${texts(({ body }) => plain(body.plate, 20))}) as u(id, protocol, maker, model, device, plate)`
      await sql`update terminal t set protocol = u.protocol, maker = u.maker, model = u.model, device_no = u.device, reported_plate = u.plate,
        first_seen_at = coalesce(t.first_seen_at, ${now}::timestamptz), last_seen_at = ${now} from ${u} where t.id = u.id`.execute(tx)
    })
  }

  private plateFault({ id, operatorId }: Known, body: Bodies['0100']): Promise<Plate | null> {
    const ctx = this.context(operatorId)
    return this.options.db.read(operatorId, async (tx) =>
      (await parameterValue(tx, ctx.registry, 'registerChecksPlate')) ? plateFault(tx, ctx, id, body) : null,
    )
  }

  /** Null when refused. */
  async authenticate(phone: string, code: string, open: Open): Promise<Known | null> {
    const known = await this.finding.ask({ phone, open })
    if (!this.admitted(known)) return null
    // Of 120 bits: nobody guesses it, so whoever tries locks out new registrations, never the terminal that has it.
    if (known.authHash && sameHash(hashCode(code), known.authHash)) return known
    if (!this.isLocked(known)) await this.failed(known)
    return null
  }

  async withoutCode(phone: string, open: Open): Promise<Known | null> {
    const known = await this.finding.ask({ phone, open })
    return this.admitted(known) && known.lenientAuth && !this.isLocked(known) ? known : null
  }

  /** The link holds the terminal from now on, in this node and in this generation. */
  enter(known: Known, header: Header, remote: string, software: string | null, open: Open): Promise<Entered> {
    return this.entering.ask({
      known,
      open,
      remote,
      protocol: protocolOf(header.version, software ?? ''),
      software: software ? plain(software, 60) : null,
    })
  }

  private async enterAll(all: readonly Entering[]): Promise<Entered[]> {
    const byTerminal = new Map<number, Entered>()
    for (const [operatorId, ofOperator] of Map.groupBy(all, ({ known }) => known.operatorId))
      for (const [terminal, entered] of await this.enterSome(operatorId, ofOperator)) byTerminal.set(terminal, entered)
    return all.map(({ known }) => byTerminal.get(known.id)!)
  }

  private enterSome(operatorId: number, entering: readonly Entering[]): Promise<Map<number, Entered>> {
    const { db, clock, node } = this.options
    const now = clock.now()
    return db.write(operatorId, async (tx, { notify }) => {
      const terminals = entering.map((e) => e.known.id)
      const u = sql`unnest(${sql.val(terminals)}::bigint[], ${sql.val(entering.map((e) => e.remote))}::text[], ${sql.val(entering.map((e) => e.protocol))}::text[], ${sql.val(entering.map((e) => e.software))}::text[]) as u(id, remote, protocol, software)`
      const { rows } = await sql<{ terminal: number; generation: number }>`
        insert into terminal_link as l (terminal, operator_id, node, generation, connected_at, remote) select u.id, ${operatorId}, ${node}, 1, ${now}::timestamptz, u.remote from ${u} order by u.id
          on conflict (operator_id, terminal) do update set node = excluded.node, generation = l.generation + 1, connected_at = excluded.connected_at, closed_at = null, remote = excluded.remote, failures = 0, locked_until = null
          returning terminal, generation`.execute(tx)
      await lockTerminals(tx, terminals)
      const clocks = await sql<{
        id: number
        fault: string | null
        model: number | null
      }>`update terminal t set online = true, last_seen_at = ${now}, protocol = u.protocol, first_seen_at = coalesce(t.first_seen_at, ${now}), firmware = coalesce(u.software, t.firmware) from ${u} where t.id = u.id returning t.id, t.clock_fault as fault, t.profile as model`.execute(
        tx,
      )
      await lockPlacesOf(tx, operatorId, terminals)
      await sql`update vehicle_position set online = true, changed_at = ${now}, updated_at = now() where operator_id = ${operatorId} and terminal = any(${terminals}::bigint[]) and deleted_at is null and not online`.execute(
        tx,
      )
      const places = await placesOf(tx, operatorId, terminals, now)
      const clockOf = new Map(clocks.rows.map((row) => [row.id, row]))
      const models = await profilesOf(
        tx,
        clocks.rows.flatMap(({ model }) => model ?? []),
      )
      await notify('telematics_takeover', JSON.stringify({ node, links: rows.map((row) => [row.terminal, row.generation]) }))
      return new Map(
        rows.map(({ terminal, generation }) => {
          const { fault = null, model = null } = clockOf.get(terminal) ?? {}
          const profile = model === null ? null : (models.get(model) ?? null)
          return [terminal, { generation, place: places.get(terminal) ?? null, clockFault: fault, model, profile }]
        }),
      )
    })
  }

  async logout(known: Known): Promise<void> {
    await this.options.db.write(known.operatorId, (tx) =>
      tx.updateTable('terminalLink').set({ authHash: null }).where('terminal', '=', known.id).execute(),
    )
  }

  private isLocked(known: Known): boolean {
    return known.lockedUntil !== null && known.lockedUntil > this.options.clock.now()
  }

  private async failed(known: Known): Promise<void> {
    const until = new Date(Date.parse(this.options.clock.now()) + LOCK_MS).toISOString()
    await this.options.db.write(known.operatorId, (tx) =>
      sql`insert into terminal_link as l (terminal, operator_id, failures) values (${known.id}, ${known.operatorId}, 1)
        on conflict (operator_id, terminal) do update set failures = case when l.failures + 1 >= ${MOST_FAILURES} then 0 else l.failures + 1 end,
          locked_until = case when l.failures + 1 >= ${MOST_FAILURES} then ${until}::timestamptz else l.locked_until end`.execute(tx),
    )
  }
}

/**
 * Where the vehicle of a terminal is believed to be, from before this link and through whichever: the time is that of the place, also when
 * later reports had none. What was stored and is not on the map yet counts.
 */
async function placesOf(tx: Handle, operatorId: number, terminals: readonly number[], now: string): Promise<Map<number, Place>> {
  const { rows } = await sql<{ terminal: number; at: number; lng: number; lat: number }>`
    select t.id as terminal, round(extract(epoch from coalesce(q.at, p.at)) * 1000)::bigint as at, coalesce(q.lng, round(p.lng * 1e6))::bigint as lng, coalesce(q.lat, round(p.lat * 1e6))::bigint as lat
    from terminal t join vehicle_position p on p.operator_id = t.operator_id and p.vehicle = t.vehicle and p.deleted_at is null
      left join lateral (select x.at, x.lng, x.lat from position x where x.operator_id = ${operatorId} and x.terminal = t.id and x.vehicle = t.vehicle and x.flags & ${UNUSABLE} = 0
        and x.at > case when p.at is null or p.motion = 'unlocated' then coalesce(p.at, ${now}) - interval '2 days' else p.at end and x.at < ${now}::timestamptz + interval '1 hour' order by x.at desc limit 1) q on true
    where t.operator_id = ${operatorId} and t.id = any(${sql.val(terminals)}::bigint[]) and (q.at is not null or (p.motion <> 'unlocated' and p.lng is not null and p.lat is not null and p.at is not null))`.execute(
    tx,
  )
  return new Map(rows.map(({ terminal, ...place }) => [terminal, place]))
}
