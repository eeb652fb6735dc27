/**
 * Any history of orders, trips, signatures, claims and settlements, two hands at once where they may collide: after it the lettered
 * invariants of transport.md §10 hold (O1–O6, S1–S3, S5–S9). DEEP=1 for longer and more of them.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#kit/basics/time/day.ts'
import { absent, AppError } from '#kit/basics/errors.ts'
import { randomOf } from '#kit/basics/random.ts'
import { prove } from '#modules/billing/billing.public.ts'
import { statusNow } from '#modules/transport/orders/follow.server.ts'
import { MISSION_STATES } from '#modules/transport/missions/mission.ts'
import { freight } from '#modules/freight/freight.ts'
import { transport } from '#modules/transport/transport.ts'
import { answerOf, asked } from '#kit/report/answer.server.ts'
import { freightDetail } from '#modules/freight/statistics/reports.ts'
import { bench, type Bench } from '#tests/house/people.ts'
import { freightDesk, type World } from './freight.ts'
import { flat } from './tariff.ts'
import { seedFor } from '../draws.ts'

const [HISTORIES, STEPS] = process.env['DEEP'] ? [60, 80] : [1, 30]
let b: Bench
let worlds: World[]
let trucks: { vehicle: number; driver: number }[]
const desk = freightDesk(() => b.rig.admin.ctx)
/** What each sheet said when it was confirmed. */
const confirmedAt = new Map<number, number>()

beforeAll(async () => {
  b = await bench()
  worlds = [await desk.world(flat(50_000), { freightSettle: 'single' }), await desk.world(flat(73_100), { freightSettle: 'monthly' })]
  await desk.rule({ name: '应付司机', type: '2', direction: 'payable' }, flat(31_700))
  trucks = []
  for (let i = 0; i < 3; i++)
    trucks.push({
      vehicle: await desk.sample('vehicle', {
        store: worlds[0]!.store,
        opMode: 'transport',
        status: 'available',
        loadKg: 9000,
        curbKg: null,
        grossKg: 14_000,
        inspectionDueOn: '2099-01-01',
        compulsoryInsuranceDueOn: '2099-01-01',
      }),
      driver: await desk.sample('driver', {
        store: worlds[0]!.store,
        audit: 'verified',
        source: 'own',
        account: 'active',
        licenceClass: 'B2',
        licenceDueOn: '2099-01-01',
        qualificationDueOn: '2099-01-01',
      }),
    })
})
afterAll(async () => {
  expect(b?.rig.faults).toEqual([])
  await b?.rig.close()
})

type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
const idsOf = async (
  table: 'transportOrder' | 'mission' | 'consignment' | 'chargeSheet' | 'exceptionCase' | 'cargoClaim',
  states?: readonly string[],
) => {
  const rows = await desk.read((db) =>
    sql<{
      id: string
    }>`select id from ${sql.table(table)} where deleted_at is null ${states ? sql`and status = any(${sql.val([...states])}::text[])` : sql``} order by id`.execute(
      db,
    ),
  )
  return rows.rows.map((x) => Number(x.id))
}
/** One of them; nothing to take is an answer like a refusal. */
function one(random: Random, ids: readonly number[]): number {
  const id = pick(random, ids)
  if (id === undefined) throw absent('没有可选的记录')
  return id
}
/** Refused is an answer; anything else is a fault of ours. */
const tried = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return null
  })

const STEP: Record<string, (random: Random) => Promise<unknown>> = {
  order: async (r) =>
    desk.orderOf(pick(r, worlds)!, 100 + Math.floor(r() * 3000), { cod: r() < 0.3 ? 100_000 : 0, receiptNeed: r() < 0.3 }),
  split: async (r) => {
    const id = one(r, await idsOf('transportOrder', ['open']))
    const { weight } = await desk.read((db) =>
      db.selectFrom('transportOrder').select('weight').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const part = Math.floor(Number(weight) / 2)
    return desk.act('transportOrder', 'split', id, {
      parts: [{ weight: part }, { weight: Math.round((Number(weight) - part) * 1000) / 1000 }],
    })
  },
  cancel: async (r) => desk.act('transportOrder', 'cancel', one(r, await idsOf('transportOrder')), { reason: '取消' }),
  mission: async (r) => {
    const free = await idsOf('consignment', ['unassigned', 'redeliver', 'atHub'])
    const chosen = free.filter(() => r() < 0.6).slice(0, 3)
    // The same freight wanted by two at once: one has it (O5).
    const make = () => desk.put('mission', { kind: 'task', consignments: chosen, planStart: desk.soon(0), planEnd: desk.soon(8) })
    return chosen.length ? Promise.all([tried(make()), tried(make())]) : undefined
  },
  assign: async (r) => {
    const open = await idsOf('mission', ['open', 'refused'])
    const t = pick(r, trucks)!
    // The same truck for two missions at one time: one has it (O4).
    return Promise.all(open.slice(0, 2).map((id) => tried(desk.act('mission', 'assign', id, { vehicle: t.vehicle, driver: t.driver }))))
  },
  answer: async (r) => {
    const id = one(r, await idsOf('mission', ['offered']))
    return desk.act('mission', r() < 0.8 ? 'accept' : 'refuse', id, r() < 0.8 ? {} : { reason: '车坏' })
  },
  load: async (r) =>
    desk.act('mission', 'load', one(r, await idsOf('mission', ['toLoad'])), r() < 0.8 ? { all: true } : { shortReason: '装不下' }),
  depart: async (r) => desk.act('mission', 'depart', one(r, await idsOf('mission', ['toDepart', 'toLoad']))),
  drop: async (r) => desk.act('mission', r() < 0.5 ? 'cancel' : 'void', one(r, await idsOf('mission')), { reason: '改期' }),
  sign: async (r) => {
    const id = one(r, await idsOf('consignment', ['carrying', 'arrived']))
    const c = await desk.read((db) =>
      db.selectFrom('consignment').select(['pieces', 'loadedPieces', 'cod', 'goods']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const on = c.loadedPieces ?? c.pieces
    const [back, short] = r() < 0.6 ? [0, 0] : [Math.floor(r() * on), 0]
    return desk.act('consignment', 'deliver', id, {
      signType: 'self',
      signer: '王芳',
      at: b.rig.admin.ctx.clock.now(),
      ...(back + short > 0 ? { lines: [{ goods: c.goods[0]!.name, refused: back, short, damaged: r() < 0.5, reason: '破损' }] } : {}),
      responsible: pick(r, ['customer', 'carrier', 'open'])!,
      codTaken: c.cod,
    })
  },
  again: async (r) => {
    const id = one(r, await idsOf('consignment', ['refused', 'partSigned']))
    return r() < 0.5
      ? desk.act('consignment', 'return', id, { reason: '拒收' })
      : desk.act('consignment', 'redeliver', id, { reason: '改日', dropFrom: desk.soon(1), dropTo: desk.soon(9) })
  },
  receipt: async (r) =>
    desk.act('consignment', 'receipt', one(r, await idsOf('consignment', ['signed', 'partSigned', 'returned'])), { receiptNo: 'H1' }),
  confirm: async (r) => {
    const id = one(r, await idsOf('chargeSheet', ['calculated']))
    const { direction } = await desk.read((db) =>
      db.selectFrom('chargeSheet').select('direction').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const action = direction === 'payable' ? 'confirmPay' : 'confirm'
    // Two clerks at once: one confirms.
    await Promise.all([tried(desk.confirm(id, action)), tried(desk.confirm(id, action))])
  },
  issue: async (r) => {
    const id = one(r, await idsOf('chargeSheet', ['confirmed']))
    return Promise.all([0, 1].map(() => tried(desk.act('chargeSheet', 'issue', id))))
  },
  adjust: async (r) =>
    desk.act('chargeSheet', 'adjustAfter', one(r, await idsOf('chargeSheet', ['confirmed', 'billed'])), {
      amount: Math.floor(r() * 9000) - 5000,
      reason: '协商',
    }),
  claim: async (r) => {
    const exception = one(r, await idsOf('exceptionCase', ['open', 'handling']))
    const id = await desk.put('cargoClaim', {
      exception,
      lines: [{ goods: '面粉', quantity: 1 + Math.floor(r() * 5), unitValue: 4500, salvage: 0 }],
      ...(r() < 0.6 ? { recoverFrom: 'driver', driver: pick(r, trucks)!.driver } : {}),
    })
    await desk.act('cargoClaim', 'submit', id)
    return desk.act('cargoClaim', 'pass', id)
  },
}

async function remember(): Promise<void> {
  const rows = await desk.read((db) =>
    db.selectFrom('chargeSheet').select(['id', 'total']).where('status', 'in', ['confirmed', 'disputed', 'billed', 'settled']).execute(),
  )
  for (const { id, total } of rows) {
    // S1: what was confirmed says what it said.
    if (confirmedAt.has(id)) expect([id, total]).toEqual([id, confirmedAt.get(id)])
    confirmedAt.set(id, total)
  }
}

/** Rows that break a law; none is the answer. */
const broken = async (what: string, query: ReturnType<typeof sql>): Promise<void> => {
  const { rows } = await desk.read((db) => query.execute(db))
  expect({ what, rows }).toEqual({ what, rows: [] })
}

async function lawsOfOrders(): Promise<void> {
  await broken(
    'O1 live consignments of an order are its lines',
    sql`select o.no, o.pieces, sum(c.pieces) from transport_order o join consignment c on c.operator_id = o.operator_id and c."order" = o.id
        where o.status not in ('draft', 'toConfirm', 'cancelled', 'voided') and c.return_of is null and c.status <> 'cancelled' and c.deleted_at is null
        group by o.id, o.no, o.pieces, o.weight having sum(c.pieces) <> o.pieces or sum(c.weight) <> o.weight`,
  )
  await broken(
    'O1 what was loaded was signed, refused or short',
    sql`select no, status, loaded_pieces, signed_pieces, refused_pieces, short_pieces from consignment
        where status in ('signed', 'partSigned', 'refused', 'receipted') and deleted_at is null
          and coalesce(loaded_pieces, pieces) <> coalesce(signed_pieces, 0) + coalesce(refused_pieces, 0) + coalesce(short_pieces, 0)`,
  )
  for (const id of await idsOf('transportOrder', [
    'open',
    'planned',
    'running',
    'partSigned',
    'signed',
    'receipted',
    'priced',
    'settled',
  ])) {
    const [now, { status }] = await desk.write(
      async (tx) =>
        [
          await statusNow(tx, id),
          await tx.selectFrom('transportOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
        ] as const,
    )
    expect(['O2', id, status]).toEqual(['O2', id, now])
  }
  await broken(
    'O4 a truck or driver in one live mission at a time',
    sql`select a.kind, a.subject from mission_hold a join mission_hold b on b.operator_id = a.operator_id and b.kind = a.kind and b.subject = a.subject and b.id > a.id
        where a.live and b.live and a.from_at < b.to_at and b.from_at < a.to_at`,
  )
  await broken(
    'O4 held by what lives only',
    sql`select m.no, m.status from mission_hold h join mission m on m.operator_id = h.operator_id and m.id = h.mission where h.live
        and m.status in ('open', 'refused', 'done', 'settled', 'cancelled', 'voided')`,
  )
  await broken(
    'O5 freight under way is in a mission that lives',
    sql`select c.no, c.status, m.status from consignment c left join mission m on m.operator_id = c.operator_id and m.id = c.mission
        where c.deleted_at is null and c.status in ('loadedPlan', 'toPick', 'carrying', 'arrived') and (m.id is null or m.status in ('cancelled', 'voided', 'settled'))`,
  )
  await broken(
    'O6 a cancelled order holds nothing',
    sql`select o.no from transport_order o where o.status = 'cancelled' and (o.coupon is not null or exists (select 1 from consignment c where c.operator_id = o.operator_id
        and c."order" = o.id and c.deleted_at is null and c.status <> 'cancelled'))`,
  )
  await pathsAreOfTheTable()
}

/**
 * O3: each step in the log is one of the definition, and follows the one before; what a step made the product do by itself is logged
 * before it, and began where that step began.
 */
async function pathsAreOfTheTable(): Promise<void> {
  for (const { entity, all } of [...transport.actions!, ...freight.actions!]) {
    if (!['mission', 'consignment', 'chargeSheet', 'transportOrder'].includes(entity.name)) continue
    const specs = all as Record<string, { from: 'any' | readonly string[]; internal?: boolean }>
    const { rows } = await desk.read((db) =>
      sql<{
        id: string
        action: string
        from_state: string
        to_state: string
      }>`select entity_id as id, action, from_state, to_state from audit_log
        where entity = ${entity.name} and to_state is not null order by entity_id, audit_log.id`.execute(db),
    )
    const last = new Map<string, string>()
    const byItself = new Map<string, string[]>()
    for (const step of rows as unknown as { id: string; action: string; fromState: string | null; toState: string }[]) {
      const spec = specs[step.action]
      if (spec && step.fromState !== null && spec.from !== 'any')
        expect(['O3', entity.name, step.action, spec.from]).toEqual([
          'O3',
          entity.name,
          step.action,
          expect.arrayContaining([step.fromState]),
        ])
      const began = [last.get(step.id), ...(byItself.get(step.id) ?? [])]
      if (last.has(step.id) && step.fromState !== null)
        expect(['O3', entity.name, step.action, began]).toEqual(['O3', entity.name, step.action, expect.arrayContaining([step.fromState])])
      byItself.set(step.id, spec?.internal && step.fromState !== null ? [...(byItself.get(step.id) ?? []), step.fromState] : [])
      last.set(step.id, step.toState)
    }
  }
  expect(Object.keys(MISSION_STATES).length).toBeGreaterThan(10)
}

async function lawsOfMoney(): Promise<void> {
  await broken(
    'S2 an item of a sheet is billed once',
    sql`select idem_key from bill_item where idem_key like 'freight:%' and deleted_at is null group by idem_key having count(*) > 1`,
  )
  await broken(
    'S3 what is billed of a sheet is what it says',
    sql`select s.no, s.total from charge_sheet s where s.direction = 'receivable' and s.status in ('billed', 'settled') and s.deleted_at is null
        and s.total <> (select coalesce(sum(i.amount), 0) from bill_item i where i.operator_id = s.operator_id and i.deleted_at is null and i.idem_key like 'freight:' || s.id || ':%')`,
  )
  await broken(
    'S5 deductions: taken and open are the whole',
    sql`select d.no from deduction d left join lateral (select coalesce(sum(u.amount), 0) as taken from deduction_use u where u.operator_id = d.operator_id and u.deduction = d.id and u.deleted_at is null) t on true
        where d.deleted_at is null and d.status <> 'waived' and (d.open_amount < 0 or t.taken + d.open_amount <> d.amount)`,
  )
  await broken('S5 no payable below nothing', sql`select no from payable_bill where amount < 0 and deleted_at is null`)
  await broken(
    'S6 custody of COD',
    sql`select "order" from cod_entry where deleted_at is null group by "order"
        having sum(case kind when 'collected' then amount when 'handedIn' then -amount else 0 end) < 0
          or sum(case kind when 'handedIn' then amount when 'remitted' then -amount when 'fee' then -amount when 'returned' then -amount else 0 end) < 0`,
  )
  await broken(
    'S7 a claim is what was recovered and what the company bears',
    sql`select c.no from cargo_claim c where c.deleted_at is null and c.status in ('agreed', 'settled') and (c.recovered < 0 or c.recovered > c.amount
        or c.recovered <> (select coalesce(sum(u.amount), 0) from deduction d join deduction_use u on u.operator_id = d.operator_id and u.deduction = d.id and u.deleted_at is null
          where d.operator_id = c.operator_id and d.claim = c.id and d.deleted_at is null))`,
  )
  // S8: the report says what the sheets say.
  const { ctx } = b.rig.admin
  const today = ctx.clock.today()
  const wide = { from: addDays(today, -400), to: addDays(today, 400) }
  const { total } = await desk.read((db) => answerOf(asked(db, ctx, freightDetail, wide)))
  const { rows } = await desk.read((db) =>
    sql<{
      direction: string
      sum: string
    }>`select direction, sum(total) as sum from charge_sheet where status <> 'voided' and deleted_at is null group by direction`.execute(
      db,
    ),
  )
  const of = (direction: string): number => Number(rows.find((r) => r.direction === direction)?.sum ?? 0)
  expect(['S8', total.values['receivable'] ?? 0, total.values['payable'] ?? 0]).toEqual(['S8', of('receivable'), of('payable')])
  // S9: bills are as leases' bills.
  const bills = await desk.read((db) => db.selectFrom('bill').select('id').where('billType', '=', 'freight').execute())
  await desk.write((tx) => prove(tx, ctx, { bills: bills.map((x) => x.id) }))
}

test.each(Array.from({ length: HISTORIES }, (_, i) => i))('history %i leaves every law of freight as it is', async (i) => {
  const seed = seedFor() + i
  const r = randomOf(seed)
  const names = Object.keys(STEP)
  const done: string[] = []
  try {
    for (const first of ['order', 'order', 'order', 'mission', 'assign', 'answer', 'load', 'depart', 'sign']) await tried(STEP[first]!(r))
    for (let n = 0; n < STEPS; n++) {
      const name = pick(r, names)!
      done.push(name)
      await tried(Promise.resolve(STEP[name]!(r)))
      await remember()
    }
    await lawsOfOrders()
    await lawsOfMoney()
  } catch (error) {
    throw new Error(`seed ${seed - i}, history ${i}: ${done.join(' ')}`, { cause: error })
  }
})
