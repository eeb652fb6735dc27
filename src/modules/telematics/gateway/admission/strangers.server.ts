/**
 * Numbers nobody knows: seen by people as 待认领, in the company that looks after the installation; bounded in all and in a minute,
 * and put down many at once, because a new fleet is switched on in one morning.
 */
import { sql } from 'kysely'
import type { Context } from '#kit/access/context.server.ts'
import type { Clock } from '#kit/basics/time/clock.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import { parameterNumber } from '#modules/system/system.public.ts'
import { addQuarantined } from '../../terminals/terminal.server.ts'
import { plain, protocolOf, type Admit, type Registering } from './registering.ts'
import { Gather } from './gather.server.ts'

/** New numbers a minute: somebody who counts through all numbers must not fill a table. Who opens the door to everybody means it. */
const A_MINUTE = { open: 60_000, known: 600 }
const MOST_OPEN = 100_000

export class Strangers {
  private readonly options: { db: Database; registry: Registry; clock: Clock; admit: Admit; context: (operatorId: number) => Context }
  private readonly noting: Gather<Registering, void>
  private minute = { of: 0, count: 0 }

  constructor(options: Strangers['options']) {
    this.options = options
    this.noting = new Gather({ answer: (all) => this.noteAll(all), keyOf: ({ phone }) => phone, wanted: ({ open }) => open() })
  }

  note(asked: Registering): Promise<void> {
    const { clock, admit } = this.options
    if (!/^\d{5,20}$/.test(asked.phone)) return Promise.resolve()
    const of = Math.floor(Date.parse(clock.now()) / 60_000)
    if (this.minute.of !== of) this.minute = { of, count: 0 }
    return ++this.minute.count > A_MINUTE[admit] ? Promise.resolve() : this.noting.ask(asked)
  }

  private async noteAll(all: readonly Registering[]): Promise<void[]> {
    const { db, registry, clock, admit, context } = this.options
    const owner = await db.read(null, (tx) =>
      tx.selectFrom('operator').select('id').where('platform', '=', true).where('status', '=', 'active').executeTakeFirst(),
    )
    if (!owner) return all.map(() => undefined)
    const now = clock.now()
    await db
      .write(owner.id, async (tx) => {
        const { n } = await tx
          .selectFrom('terminal')
          .select(sql<number>`count(*)`.as('n'))
          .where('status', '=', 'quarantine')
          .where('deletedAt', 'is', null)
          .executeTakeFirstOrThrow()
        const most = admit === 'open' ? MOST_OPEN : await parameterNumber(tx, registry, 'quarantineLimit')
        await addQuarantined(
          tx,
          context(owner.id),
          all.slice(0, Math.max(0, most - n)).map(({ phone, header, body }) => ({
            terminalNo: phone,
            protocol: protocolOf(header.version, body.maker),
            maker: plain(body.maker, 30),
            model: plain(body.model, 40),
            deviceNo: plain(body.terminalId, 30) || null,
            reportedPlate: plain(body.plate, 20),
            firstSeenAt: now,
            lastSeenAt: now,
          })),
        )
      })
      .catch((error: unknown) => {
        // Two links of one new terminal at once, at two nodes: the other one has put it down. Alone, each of the others is asked again.
        if ((error as { kind?: string }).kind !== 'invalid' || all.length > 1) throw error
      })
    return all.map(() => undefined)
  }
}
