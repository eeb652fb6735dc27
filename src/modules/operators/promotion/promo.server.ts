/** Codes at work: visits are counted with bounded cost, rewards settled once per customer. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { refused } from '#kit/basics/errors.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { draftPayable, firstRents } from '#modules/billing/billing.public.ts'
import { channelNamed, lesseesOfPromo, signerOf } from '#modules/parties/parties.public.ts'
import { operatorOfHost, personNamed } from '#modules/system/system.public.ts'
import { promoCode, promoCodeActions, promoReward } from './promo.ts'

type Code = Rec<typeof promoCode>

/** A code that counts today, of a company; null for everything else, and nobody is told which. */
async function liveCode(db: Db, code: string, today: string): Promise<Pick<Code, 'id' | 'store'> | null> {
  const row = await liveRows(db, 'promoCode')
    .select(['id', 'store', 'status', 'fromOn', 'lastOn'])
    // Typed from a poster: capitals or not. Of two codes that differ by that alone each is found as it is written.
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
    .orderBy((eb) => eb('code', '=', code), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.status !== 'active' || row.fromOn > today || (row.lastOn !== null && row.lastOn < today)) return null
  return { id: row.id, store: row.store }
}

const CODE = z
  .string()
  .trim()
  .regex(/^\w{1,20}$/, '推广码不正确')
/** The id of the code somebody came by, of the company acted for; null where it is none or not of today. */
export async function promoCodeOf(db: Db, ctx: Context, text: string): Promise<number | null> {
  const code = CODE.safeParse(text)
  return code.success ? ((await liveCode(db, code.data, ctx.clock.today()))?.id ?? null) : null
}
/** Beyond it a code's day is full: whoever changes address without end writes no more than this. */
const MOST_A_DAY = 5000

async function visit(ctx: Context, code: string, host: string | undefined): Promise<null> {
  const operatorId = await operatorOfHost(ctx.db, host)
  if (operatorId === null) return null
  const today = ctx.clock.today()
  const visitor = (of: number): string => ctx.ports.vault.mark(`${operatorId}:${of}:${today}:${ctx.ip}`, 'promoVisit')
  const seen = await ctx.db.read(operatorId, async (db) => {
    const live = await liveCode(db, code, today)
    if (!live) return null
    const { rows } = await sql<{ known: boolean; n: number }>`
      select exists (select from promo_visit where operator_id = ${operatorId} and promo_code = ${live.id} and day = ${today} and visitor = ${visitor(live.id)}) as known,
        (select count(*) from (select from promo_visit where operator_id = ${operatorId} and promo_code = ${live.id} and day = ${today} limit ${MOST_A_DAY}) v) as n`.execute(
      db,
    )
    return rows[0]!.known || rows[0]!.n >= MOST_A_DAY ? null : live
  })
  // Who comes again costs a look-up and writes nothing.
  if (!seen) return null
  await ctx.db.write(operatorId, (tx) =>
    tx
      .insertInto('promoVisit')
      .values({
        operatorId,
        promoCode: seen.id,
        store: seen.store,
        day: today,
        visitor: visitor(seen.id),
        createdBy: null,
        updatedBy: null,
        deletedAt: null,
      })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )
  return null
}

/** Of the kind that was chosen; one that was filled in before it was changed is nobody. */
async function payeeOf(tx: Tx, p: Code): Promise<string> {
  const who = p[p.promoter]!
  if (p.promoter === 'user') return personNamed(tx, who)
  return p.promoter === 'lessee' ? (await signerOf(tx, who)).name : ((await channelNamed(tx, who)) ?? p.name)
}

/** Under the lock of the code: the first rent of each customer who came by it and has paid it, once for ever. */
async function settle(tx: Tx, ctx: Context, p: Code): Promise<void> {
  const came = await lesseesOfPromo(tx, p.id)
  // By whatever code: who was moved to this one later has been somebody's already.
  const known = await allRows(tx, 'promoReward').select('lessee').where('lessee', '=', anyOf(came)).execute()
  const open = came.filter((id) => !known.some((r) => r.lessee === id))
  const firsts = (await firstRents(tx, open)).filter((b) => b.status === 'settled')
  const due = firsts.map((b) => ({ ...b, reward: Math.floor((2 * b.amount * p.rewardRate + 10_000) / 20_000) })).filter((b) => b.reward > 0)
  if (due.length === 0) throw refused('没有可以结算的奖励：客户付清首期租金之后才能结算')
  const { id } = await draftPayable(tx, ctx, {
    partyKind: p.promoter === 'channel' ? 'channel' : p.promoter === 'user' ? 'staff' : 'customer',
    payee: await payeeOf(tx, p),
    fee: 'commission',
    store: p.store,
    dueOn: ctx.clock.today(),
    theirNo: p.code,
    items: due.map((b) => ({ description: `推广奖励：${b.no} 首期租金`, amount: b.reward })),
    ...(p.promoter === 'channel' ? { channel: p.channel } : {}),
  })
  for (const b of due)
    await storeOf(promoReward).add(tx, ctx, {
      promoCode: p.id,
      lessee: b.lessee,
      bill: b.id,
      store: p.store,
      day: ctx.clock.today(),
      base: fen(b.amount),
      amount: fen(b.reward),
      payableBill: id,
    })
}

export const servedPromoCode: ServedEntity = serve(promoCodeActions, {
  effects: { end: moveOnly, resume: moveOnly, settle: ({ tx, ctx, record }) => settle(tx, ctx, record) },
})

export const visitRoute: Route = route({
  method: 'POST',
  path: '/api/v1/franchise/visit',
  summary: '推广访问计数',
  right: 'public',
  safe: true,
  input: z.strictObject({ code: CODE }),
  output: z.null(),
  handler: (ctx, { code }, { host }) => visit(ctx, code, host),
})
