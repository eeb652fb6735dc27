/** Server part of those who take part: senders and receivers, carriers, providers, drivers. */
import { writeMany } from '#kit/entity/write/store-write.server.ts'
import { forgetPlaces } from './consent.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { copyInput, moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { sql } from 'kysely'
import { carrier, carrierActions, providerActions } from './carrier.ts'
import { consignParty, consignPartyActions } from './consign-party.ts'
import { driverActions } from './driver.ts'
import { placeStateOf } from './party.rules.ts'

const parties = storeOf(consignParty)

const ENDED = ['signed', 'partSigned', 'returned', 'lost', 'receipted', 'cancelled'] as const

async function openConsignments(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await liveRows(tx, 'consignment')
    .select(['from', 'to'])
    .where((eb) => eb.or([eb('from', '=', anyOf(ids)), eb('to', '=', anyOf(ids))]))
    .where('status', 'not in', [...ENDED])
    .execute()
  const counts = new Map<number, number>()
  for (const row of rows) for (const id of new Set([row.from, row.to])) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Everything that refers to the one now refers to the other: rows of the floors above too, which are therefore called by their names. */
async function moveReferences(tx: Tx, ctx: Context, from: number, into: number): Promise<void> {
  const moved = (id: number): number => (id === from ? into : id)
  const among =
    (...ends: readonly string[]) =>
    (before: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(ends.map((end) => [end, moved(before[end] as number)]))
  const shipped = (table: 'transportOrder' | 'recurringRule') =>
    liveRows(tx, table)
      .select('id')
      .where((e) => e.or([e('sender', '=', from), e('receiver', '=', from)]))
      .execute()
  await writeMany(tx, ctx, 'transportOrder', idsOf(await shipped('transportOrder')), among('sender', 'receiver'))
  await writeMany(tx, ctx, 'recurringRule', idsOf(await shipped('recurringRule')), among('sender', 'receiver'))
  const carried = await liveRows(tx, 'consignment')
    .select('id')
    .where((e) => e.or([e('from', '=', from), e('to', '=', from)]))
    .execute()
  await writeMany(tx, ctx, 'consignment', idsOf(carried), among('from', 'to'))
}
const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** An order may be planned when both its places are known; it follows when one of them becomes known. */
async function followPlaces(tx: Tx, party: number): Promise<void> {
  await sql`
    update transport_order o set located = true, updated_at = now()
    from consign_party s, consign_party r
    where (o.sender = ${party} or o.receiver = ${party}) and o.sender = s.id and o.receiver = r.id and not o.located and o.deleted_at is null
      and s.place_state = 'confirmed' and r.place_state = 'confirmed'`.execute(tx)
}

const servedParty = serve(consignPartyActions, {
  facts: async ({ tx, records }) => {
    const open = await openConsignments(
      tx,
      records.map((r) => r.id),
    )
    return records.map((r) => ({ openConsignments: open.get(r.id) ?? 0 }))
  },
  effects: {
    disable: moveOnly,
    enable: moveOnly,
    merge: async ({ tx, ctx, record, input }) => {
      const into = await parties.lock(tx, ctx, input.into)
      if (into.status !== 'active') throw refused('要合并到的收发货方已停用，请先启用它或改选另一个')
      await moveReferences(tx, ctx, record.id, into.id)
      if (record.sends && !into.sends) await parties.edit(tx, ctx, into.id, { sends: true })
      if (record.receives && !into.receives) await parties.edit(tx, ctx, into.id, { receives: true })
      await followPlaces(tx, into.id)
      return { mergedInto: into.id }
    },
    correctPlace: async ({ tx, record, input }) => {
      const state = placeStateOf(input.place, true)
      if (state === 'none') throw refused('请在地图上选点，或从联想结果中选择地址')
      await tx.updateTable('consignParty').set({ placeState: 'confirmed' }).where('id', '=', record.id).execute()
      await followPlaces(tx, record.id)
      return { place: input.place, address: input.place.address, placeState: 'confirmed' as const }
    },
  },
  hooks: {
    // What a person chose on the map he has seen; what a program guessed he has not.
    beforeAdd: async ({ ctx, values }) => ({
      address: values.place?.address ?? null,
      placeState: values.placeState === 'guessed' ? 'guessed' : placeStateOf(values.place ?? null, ctx.source !== 'import'),
    }),
    beforeEdit: async ({ patch }) =>
      patch.place ? { address: patch.place.address, placeState: placeStateOf(patch.place, true) } : undefined,
    afterEdit: async ({ tx, record }) => followPlaces(tx, record.id),
  },
})

/** Freight confirmed and not settled, fen, per payee. */
async function openFreight(tx: Tx, by: 'carrier' | 'provider', ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await liveRows(tx, 'chargeSheet')
    .select([by, sql<number>`sum(total)::bigint`.as('open')])
    .where(by, '=', anyOf(ids))
    .where('direction', '=', 'payable')
    .where('status', 'in', ['calculated', 'confirmed', 'disputed', 'billed'])
    .groupBy(by)
    .execute()
  return new Map(rows.map((r) => [r[by]!, Number(r.open)]))
}

const servedCarrier = serve(carrierActions, {
  facts: async ({ tx, records }) => {
    const open = await openFreight(
      tx,
      'carrier',
      records.map((r) => r.id),
    )
    return records.map((r) => ({ openFreight: open.get(r.id) ?? 0 }))
  },
  effects: {
    submit: async ({ ctx }) => ({ submittedBy: ctx.user.id || null, rejectReason: null }),
    approve: async ({ ctx, record }) => {
      const due = [record.permitDueOn, record.insuranceDueOn].find((on) => on !== null && on < ctx.clock.today())
      if (due) throw refused(`资质已于 ${due} 到期，不能通过`)
    },
    reject: async ({ input }) => ({ rejectReason: input.reason }),
    pause: moveOnly,
    resume: moveOnly,
    openAccount: async ({ input }) => ({ account: input.user }),
    expire: moveOnly,
    renew: async ({ ctx, record, input }) => {
      const insurance = input.insuranceDueOn ?? record.insuranceDueOn
      if (input.permitDueOn < ctx.clock.today() || (insurance !== null && insurance < ctx.clock.today()))
        throw refused('新的有效期已经过去，请填写今天以后的日期')
      return { permitDueOn: input.permitDueOn, insuranceDueOn: insurance }
    },
    blacklist: moveOnly,
    end: moveOnly,
  },
})

const servedProvider = serve(providerActions, {
  facts: async ({ tx, records }) => {
    const open = await openFreight(
      tx,
      'provider',
      records.map((r) => r.id),
    )
    return records.map((r) => ({ openFreight: open.get(r.id) ?? 0 }))
  },
  effects: {
    submit: async ({ ctx }) => ({ submittedBy: ctx.user.id || null, rejectReason: null }),
    approve: moveOnly,
    reject: async ({ input }) => ({ rejectReason: input.reason }),
    pause: moveOnly,
    resume: moveOnly,
    openAccount: async ({ input }) => ({ account: input.user }),
    contractSigned: async ({ input }) => ({ contracts: input.contracts }),
    expire: moveOnly,
    renew: copyInput,
    blacklist: moveOnly,
    end: moveOnly,
  },
})

const servedDriver = serve(driverActions, {
  effects: {
    submit: async () => ({ rejectReason: null }),
    verify: moveOnly,
    reject: async ({ input }) => ({ rejectReason: input.reason }),
    expire: moveOnly,
    suspend: async () => ({ account: 'suspended' as const, workStatus: 'offline' as const }),
    resume: async () => ({ account: 'active' as const }),
    blacklist: async () => ({ account: 'blacklisted' as const, workStatus: 'offline' as const }),
    bind: async ({ tx, record, input }) => {
      const other = await liveRows(tx, 'driver')
        .select('name')
        .where('user', '=', input.user)
        .where('id', '<>', record.id)
        .executeTakeFirst()
      if (other) throw refused(`该账号已绑定司机 ${other.name}`)
      return { user: input.user }
    },
    contractSigned: async ({ input }) => ({ contracts: input.contracts }),
  },
})

/** Whose papers ended yesterday is stopped today. */
const expirePapers: ScheduledJob = {
  name: 'transport-papers',
  cron: '10 0 * * *',
  run: async (ctx) =>
    ctx.db.write(ctx.user.operatorId, async (tx) => {
      const today = ctx.clock.today()
      const due = await liveRows(tx, 'carrier')
        .select('id')
        .where('status', '=', 'active')
        .where((eb) => eb.or([eb('permitDueOn', '<', today), eb('insuranceDueOn', '<', today)]))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      for (const { id } of due) await act(tx, ctx, carrier.name as 'carrier', 'expire', id, null, {})
      const late = await liveRows(tx, 'driver')
        .select('id')
        .where('audit', '=', 'verified')
        .where((eb) => eb.or([eb('licenceDueOn', '<', today), eb('qualificationDueOn', '<', today)]))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      for (const { id } of late) await act(tx, ctx, 'driver', 'expire', id, null, {})
    }),
}

export const partyEntities: readonly ServedEntity[] = [servedParty, servedCarrier, servedProvider, servedDriver]
export const partyJobs: readonly ScheduledJob[] = [expirePapers, { name: 'driverPlaces', cron: '25 * * * *', run: forgetPlaces }]
