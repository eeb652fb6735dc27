/** 主账户 and 油卡: recharged, allocated, loaded, recalled; one live card a vehicle and supplier (§2.6). */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { instantAt } from '#kit/basics/time/day.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import { negated, type Fen } from '#kit/basics/fen.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { listWork } from '#kit/report/work.server.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { fuelAccountActions, fuelCard, fuelCardActions } from './account.ts'
import { allocate, move } from './entries.server.ts'
import { legsOf } from './pots.rules.ts'
import { driverContact } from '#modules/transport/transport.public.ts'
import { holdVehicle, seenVehicle } from '#modules/vehicles/vehicles.public.ts'

type Card = Rec<typeof fuelCard>
const cards = storeOf(fuelCard)

/** Of a driver's record his own name; what was typed is for strangers. */
export async function nameOf(tx: Tx, of: { driver?: number | null; driverName?: string | null }): Promise<string | null> {
  return of.driver ? ((await driverContact(tx, of.driver))?.name ?? null) : (of.driverName ?? null)
}

/** The row is written by the movement itself; what it had become is handed back, so that the log says so. */
async function accountNow(tx: Tx, id: number): Promise<{ balance: Fen | null }> {
  const { balance } = await tx.selectFrom('fuelAccount').select('balance').where('id', '=', id).executeTakeFirstOrThrow()
  return { balance }
}
async function cardNow(tx: Tx, id: number): Promise<Partial<Card>> {
  return tx.selectFrom('fuelCard').select(['reserve', 'wallet', 'transit']).where('id', '=', id).executeTakeFirstOrThrow()
}

export const servedAccount = serve(fuelAccountActions, {
  effects: {
    recharge: async ({ tx, ctx, record, input }) => {
      if (input.on > ctx.clock.today()) throw invalid({ on: '充值日期不能晚于今天' })
      await move(tx, ctx, {
        account: record.id,
        card: null,
        kind: 'recharge',
        legs: legsOf('recharge', input.amount),
        at: input.on === ctx.clock.today() ? ctx.clock.now() : instantAt(input.on, '12:00'),
        supplierNo: input.supplierNo,
      })
      return accountNow(tx, record.id)
    },
    adjust: async ({ tx, ctx, record, input }) => {
      await move(tx, ctx, {
        account: record.id,
        card: null,
        kind: 'adjust',
        legs: legsOf('adjust', input.amount, 'quota'),
        at: ctx.clock.now(),
        note: input.reason,
      })
      return accountNow(tx, record.id)
    },
    freeze: moveOnly,
    unfreeze: moveOnly,
    close: moveOnly,
  },
  hooks: {
    beforeDelete: async ({ tx, record }) => {
      const used = await tx.selectFrom('fuelEntry').select('id').where('account', '=', record.id).limit(1).executeTakeFirst()
      if (used) throw refused('账户已有流水，不能删除，可以销户')
    },
  },
})

/** Under the lock of the vehicle: no second live card of one supplier. */
async function refuseSecond(tx: Tx, vehicle: number | null | undefined, account: number, self: number | null): Promise<void> {
  if (!vehicle) return
  await holdVehicle(tx, vehicle)
  const { supplier } = await tx.selectFrom('fuelAccount').select('supplier').where('id', '=', account).executeTakeFirstOrThrow()
  const other = await liveRows(tx, 'fuelCard')
    .innerJoin('fuelAccount', 'fuelAccount.id', 'fuelCard.account')
    .select(['fuelCard.id', 'fuelCard.cardNo'])
    .where('fuelCard.vehicle', '=', vehicle)
    .where('fuelCard.status', 'in', ['toActivate', 'active', 'frozen', 'lost'])
    .where('fuelAccount.supplier', '=', supplier)
    .executeTakeFirst()
  if (other && other.id !== self) throw invalid({ vehicle: `该车辆在此供应商已绑定尾号 ${other.cardNo.slice(-4)} 的油卡，请先解绑` })
}

async function shop(tx: Tx, vehicle: number | null | undefined, account: number): Promise<number | null> {
  const v = vehicle ? await seenVehicle(tx, vehicle) : undefined
  return v?.store ?? (await tx.selectFrom('fuelAccount').select('store').where('id', '=', account).executeTakeFirst())?.store ?? null
}

export const servedCard = serve(fuelCardActions, {
  effects: {
    activate: moveOnly,
    bind: async ({ tx, record, input }) => {
      await refuseSecond(tx, input.vehicle, record.account, record.id)
      return {
        vehicle: input.vehicle,
        driver: input.driver,
        driverName: await nameOf(tx, input),
        store: await shop(tx, input.vehicle, record.account),
      }
    },
    allocate: async ({ tx, ctx, record, input }) => {
      await allocate(tx, ctx, { account: record.account, card: record.id, amount: input.amount, supplierNo: input.supplierNo })
      return cardNow(tx, record.id)
    },
    confirmTransit: async ({ tx, ctx, record, input }) => {
      const amount = record.transit ?? 0
      await move(tx, ctx, {
        account: record.account,
        card: record.id,
        kind: input.arrived ? 'allocate' : 'recall',
        at: ctx.clock.now(),
        supplierNo: input.supplierNo,
        note: input.arrived ? '在途到账' : '供应商未受理，退回主卡',
        legs: [
          { pot: 'transit', delta: negated(amount) },
          { pot: input.arrived ? 'reserve' : 'quota', delta: amount },
        ],
      })
      return cardNow(tx, record.id)
    },
    load: async ({ tx, ctx, record, input }) => {
      await move(tx, ctx, {
        account: record.account,
        card: record.id,
        kind: 'load',
        legs: legsOf('load', input.amount),
        at: ctx.clock.now(),
        supplierNo: input.supplierNo,
      })
      return cardNow(tx, record.id)
    },
    recall: async ({ tx, ctx, record, input }) => {
      await move(tx, ctx, {
        account: record.account,
        card: record.id,
        kind: 'recall',
        legs: legsOf('recall', input.amount, input.pot),
        at: ctx.clock.now(),
        supplierNo: input.supplierNo,
      })
      return cardNow(tx, record.id)
    },
    freeze: moveOnly,
    unfreeze: moveOnly,
    lose: moveOnly,
    find: moveOnly,
    expire: moveOnly,
    cancel: async () => ({ vehicle: null }),
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      await refuseSecond(tx, values.vehicle, values.account!, null)
      return { driverName: await nameOf(tx, values), store: await shop(tx, values.vehicle, values.account!) }
    },
    beforeEdit: async ({ tx, record, patch }) => {
      const named = patch.driver ? { driverName: await nameOf(tx, patch) } : {}
      if (patch.vehicle === undefined) return named
      await refuseSecond(tx, patch.vehicle, record.account, record.id)
      return { ...named, store: await shop(tx, patch.vehicle, record.account) }
    },
    beforeDelete: async ({ tx, record }) => {
      const used = await tx.selectFrom('fuelEntry').select('id').where('card', '=', record.id).limit(1).executeTakeFirst()
      if (used) throw refused('油卡已有流水，不能删除，可以注销')
    },
  },
})

/** Every night: cards past their day pay no more. */
export async function expireCards(ctx: Context): Promise<void> {
  const rows = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'fuelCard')
      .select('id')
      .where('status', 'in', ['toActivate', 'active', 'frozen'])
      .where('validTo', '<', ctx.clock.today())
      .execute(),
  )
  await eachApart(ctx, rows, (tx, c) => cards.act(tx, ctx, 'expire', c.id))
}

export const suspectWork = listWork('fuelling', {
  code: 'fuelSuspect',
  title: '待核实加油',
  act: '去核实',
  order: 37,
  tone: 'warn',
  screen: 'oilCardRecord',
  filter: () => ({ status: 'suspect' }),
  who: ['driver', 'driverName', 'vehicle'],
  what: ['vehicle', 'findings'],
  since: 'at',
  amount: 'amount',
})
