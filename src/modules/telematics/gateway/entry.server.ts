/** How terminals come in: registration, authentication codes, lock-out, quarantine of the unknown. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { systemContext } from '#kit/access/systemContext.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import type { Clock } from '#kit/basics/clock.ts'
import type { Database } from '#kit/database/pool.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { parameterNumber, parameterValue } from '#modules/system/system.public.ts'
import { GT06_MAKER } from '../gt06/translator.ts'
import { plainText, type Bodies, type Header, type Version } from '../jt808/jt808.ts'
import { addQuarantined } from '../terminals/terminal.server.ts'
import { findTerminals, type Known } from './directory.server.ts'
import { Gather, Turns } from './gather.server.ts'
import { lockPlacesOf, lockTerminals } from './locks.server.ts'
import { ALREADY_REGISTERED, plateFault, REGISTERED, UNKNOWN_TERMINAL, type Plate } from './plate.server.ts'

export type Admit = 'known' | 'open'
const MOST_FAILURES = 5
const LOCK_MS = 15 * 60_000

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')
const sameHash = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
const protocolOf = (version: Version, maker: string): 'jt808v2011' | 'jt808v2013' | 'jt808v2019' | 'gt06' =>
  maker === GT06_MAKER ? 'gt06' : `jt808v${version}`

/** Texts of a device, as the database takes them. */
const plain = (text: string, most: number): string => plainText(text).replaceAll('\0', '').trim().slice(0, most)

interface Entering {
  known: Known
  remote: string
  protocol: string
  software: string | null
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
  /** New unknown numbers a minute: somebody who counts through all numbers must not fill a table. */
  private strangers = { minute: 0, count: 0 }
  private readonly registrations = new Turns(4)
  private readonly finding: Gather<string, Known | null>
  private readonly entering: Gather<Entering, number>

  constructor(options: EntryOptions) {
    this.options = options
    this.finding = new Gather({ answer: (numbers) => findTerminals(options.db, numbers), keyOf: (number) => number })
    this.entering = new Gather({ answer: (all) => this.enterAll(all), keyOf: ({ known }) => known.id })
  }

  context(operatorId: number): Context {
    const { db, registry, clock } = this.options
    return systemContext({ db, registry, clock, operatorId, requestId: 'gateway' })
  }

  private admitted(known: Known | null): known is Known {
    if (!known) return false
    return known.status === 'active' || known.status === 'stock' || (known.status === 'quarantine' && this.options.admit === 'open')
  }

  /** `say` tells people; it is called when a known terminal's number is used by something else. */
  register(
    phone: string,
    header: Header,
    body: Bodies['0100'],
    say: (known: Known, why: string) => void,
  ): Promise<{ result: number; code?: string }> {
    return this.registrations.run(() => this.registered(phone, header, body, say))
  }
  private async registered(
    phone: string,
    header: Header,
    body: Bodies['0100'],
    say: (known: Known, why: string) => void,
  ): Promise<{ result: number; code?: string }> {
    const { db, clock } = this.options
    let known = await this.finding.ask(phone)
    if (!known) {
      await this.quarantine(phone, header, body)
      known = await this.finding.ask(phone)
    }
    if (!this.admitted(known)) return { result: UNKNOWN_TERMINAL }
    if (this.isLocked(known)) return { result: ALREADY_REGISTERED }
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
    const code = randomBytes(15).toString('base64url')
    // The first to register, also after 重置鉴权, is the device this number has from now on.
    const device = known.authHash && known.deviceNo ? known.deviceNo : deviceNo || known.deviceNo
    const id = known.id
    const { operatorId } = known
    const now = clock.now()
    await db.write(operatorId, async (tx) => {
      await sql`insert into terminal_link (terminal, operator_id, auth_hash) values (${id}, ${operatorId}, ${hashCode(code)}) on conflict (operator_id, terminal) do update set auth_hash = excluded.auth_hash, failures = 0`.execute(
        tx,
      )
      await tx
        .updateTable('terminal')
        .set({
          protocol: protocolOf(header.version, body.maker),
          maker: plain(body.maker, 30),
          model: plain(body.model, 40),
          deviceNo: device || null,
          reportedPlate: plain(body.plate, 20),
          firstSeenAt: sql`coalesce(first_seen_at, ${now}::timestamptz)`,
          lastSeenAt: now,
        })
        .where('id', '=', id)
        .execute()
    })
    return { result: REGISTERED, code }
  }

  private plateFault({ id, operatorId }: Known, body: Bodies['0100']): Promise<Plate | null> {
    const ctx = this.context(operatorId)
    return this.options.db.read(operatorId, async (tx) =>
      (await parameterValue(tx, ctx.registry, 'registerChecksPlate')) ? plateFault(tx, ctx, id, body) : null,
    )
  }

  /** Null when refused. */
  async authenticate(phone: string, code: string): Promise<Known | null> {
    const known = await this.finding.ask(phone)
    if (!this.admitted(known) || this.isLocked(known)) return null
    if (known.authHash && sameHash(hashCode(code), known.authHash)) return known
    await this.failed(known)
    return null
  }

  async withoutCode(phone: string): Promise<Known | null> {
    const known = await this.finding.ask(phone)
    return this.admitted(known) && known.lenientAuth && !this.isLocked(known) ? known : null
  }

  /** The link holds the terminal from now on, in this node and in this generation. */
  enter(known: Known, header: Header, remote: string, software: string | null): Promise<number> {
    return this.entering.ask({
      known,
      remote,
      protocol: protocolOf(header.version, software ?? ''),
      software: software ? plain(software, 60) : null,
    })
  }

  private async enterAll(all: readonly Entering[]): Promise<number[]> {
    const generations = new Map<number, number>()
    for (const [operatorId, some] of Map.groupBy(all, ({ known }) => known.operatorId))
      for (const { terminal, generation } of await this.enterSome(operatorId, some)) generations.set(terminal, generation)
    return all.map(({ known }) => generations.get(known.id)!)
  }

  private enterSome(operatorId: number, some: readonly Entering[]): Promise<{ terminal: number; generation: number }[]> {
    const { db, clock, node } = this.options
    const now = clock.now()
    return db.write(operatorId, async (tx, { notify }) => {
      const terminals = some.map((e) => e.known.id)
      const u = sql`unnest(${sql.val(terminals)}::bigint[], ${sql.val(some.map((e) => e.remote))}::text[], ${sql.val(some.map((e) => e.protocol))}::text[], ${sql.val(some.map((e) => e.software))}::text[]) as u(id, remote, protocol, software)`
      const { rows } = await sql<{ terminal: number; generation: number }>`
        insert into terminal_link as l (terminal, operator_id, node, generation, connected_at, remote) select u.id, ${operatorId}, ${node}, 1, ${now}::timestamptz, u.remote from ${u} order by u.id
          on conflict (operator_id, terminal) do update set node = excluded.node, generation = l.generation + 1, connected_at = excluded.connected_at, closed_at = null, remote = excluded.remote, failures = 0, locked_until = null
          returning terminal, generation`.execute(tx)
      await lockTerminals(tx, terminals)
      await sql`update terminal t set online = true, last_seen_at = ${now}, protocol = u.protocol, first_seen_at = coalesce(t.first_seen_at, ${now}), firmware = coalesce(u.software, t.firmware) from ${u} where t.id = u.id`.execute(
        tx,
      )
      await lockPlacesOf(tx, operatorId, terminals)
      await sql`update vehicle_position set online = true, changed_at = ${now} where operator_id = ${operatorId} and terminal = any(${terminals}::bigint[]) and deleted_at is null and not online`.execute(
        tx,
      )
      await notify('telematics_takeover', JSON.stringify({ node, links: rows.map((row) => [row.terminal, row.generation]) }))
      return rows
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

  /** Seen by people as 待认领, in the company that looks after the installation; bounded in all and in a minute. */
  private async quarantine(phone: string, header: Header, body: Bodies['0100']): Promise<void> {
    if (!/^\d{5,20}$/.test(phone)) return
    const { db, clock } = this.options
    const minute = Math.floor(Date.parse(clock.now()) / 60_000)
    if (this.strangers.minute !== minute) this.strangers = { minute, count: 0 }
    if (++this.strangers.count > (this.options.admit === 'open' ? 60_000 : 600)) return
    const owner = await db.read(null, (tx) =>
      tx.selectFrom('operator').select('id').where('platform', '=', true).where('status', '=', 'active').executeTakeFirst(),
    )
    if (!owner) return
    const ctx = this.context(owner.id)
    await db
      .write(owner.id, async (tx) => {
        const { n } = await tx
          .selectFrom('terminal')
          .select(sql<number>`count(*)`.as('n'))
          .where('status', '=', 'quarantine')
          .where('deletedAt', 'is', null)
          .executeTakeFirstOrThrow()
        // Who opens the door to everybody means it; the number a minute still holds.
        const most = this.options.admit === 'open' ? 100_000 : await parameterNumber(tx, ctx.registry, 'quarantineLimit')
        if (n >= most) return
        await addQuarantined(tx, ctx, {
          terminalNo: phone,
          protocol: protocolOf(header.version, body.maker),
          maker: plain(body.maker, 30),
          model: plain(body.model, 40),
          deviceNo: plain(body.terminalId, 30) || null,
          reportedPlate: plain(body.plate, 20),
          firstSeenAt: clock.now(),
          lastSeenAt: clock.now(),
        })
      })
      .catch((error: unknown) => {
        // Two links of one new terminal at once: the other one has put it down.
        if ((error as { kind?: string }).kind !== 'invalid') throw error
      })
  }
}
