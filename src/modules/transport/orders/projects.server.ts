/** Server part of projects, order models and cargo sources. */
import { refused } from '#kit/basics/errors.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { isEngine } from '#modules/approval/approval.public.ts'
import { carrierGap } from '../parties/party.rules.ts'
import { cargoBid, cargoSourceActions } from './cargo.ts'
import { transportOrder } from './order.ts'
import { servedOrder } from './orders.server.ts'
import { orderModel, orderModelActions, projectActions } from './project.ts'
import { servedRecurring } from './recurring.server.ts'

const models = storeOf(orderModel)
const bids = storeOf(cargoBid)
const orders = storeOf(transportOrder)

const servedProject = serve(projectActions, {
  facts: async ({ tx, records }) => {
    const rows = await liveRows(tx, 'transportOrder')
      .select('project')
      .where('project', '=', anyOf(records.map((r) => r.id)))
      .where('status', 'not in', ['signed', 'receipted', 'priced', 'settled', 'cancelled', 'voided'])
      .execute()
    return records.map((r) => ({ openOrders: rows.filter((o) => o.project === r.id).length }))
  },
  effects: {
    submit: async () => ({ rejectReason: null }),
    pass: async ({ ctx }) => ({
      decidedBy: ctx.user.id || null,
      decidedAt: ctx.clock.now(),
      ...(isEngine(ctx) ? {} : { rejectReason: null }),
    }),
    reject: async ({ ctx, input }) => ({ decidedBy: ctx.user.id || null, decidedAt: ctx.clock.now(), rejectReason: input.reason }),
    pause: moveOnly,
    resume: moveOnly,
    end: moveOnly,
    terminate: moveOnly,
  },
  hooks: {
    beforeEdit: async ({ tx, record, patch }) => {
      for (const name of ['receivableRules', 'payableRules'] as const) {
        const gone = (record[name] ?? []).filter((id) => patch[name] !== undefined && !(patch[name] ?? []).includes(id))
        if (gone.length === 0) continue
        const used = await tx
          .selectFrom('quote')
          .innerJoin('transportOrder', 'transportOrder.id', 'quote.order')
          .innerJoin('rateRule', 'rateRule.id', 'quote.rule')
          .select('rateRule.name')
          .where('transportOrder.project', '=', record.id)
          .where('quote.rule', 'in', gone)
          .where('quote.current', '=', true)
          .executeTakeFirst()
        if (used) throw refused(`规则「${used.name}」已被订单采用，不能移除`)
      }
    },
    refuseEdit: (p) => (['ended', 'terminated'].includes(p.status) ? '项目已结束，不能修改' : null),
  },
})

const servedModel = serve(orderModelActions, {
  effects: {
    publish: moveOnly,
    disable: moveOnly,
    newVersion: async ({ tx, ctx, record }) => {
      const rows = await allRows(tx, 'orderModel').select('number').where('name', '=', record.name).execute()
      const {
        id: _i,
        operatorId: _o,
        createdBy: _c,
        createdAt: _ca,
        updatedBy: _u,
        updatedAt: _ua,
        version: _v,
        deletedAt: _d,
        status: _s,
        ...rest
      } = record
      await models.add(tx, ctx, { ...rest, number: Math.max(0, ...rows.map((r) => r.number ?? 0)) + 1 })
    },
  },
  hooks: { refuseEdit: (m) => (m.status === 'draft' ? null : '启用后的版本不能修改，请新建版本') },
})

const servedCargo = serve(cargoSourceActions, {
  effects: {
    publish: moveOnly,
    withdraw: moveOnly,
    bid: async ({ tx, ctx, record, input }) => {
      const carrier = await tx.selectFrom('carrier').select('status').where('id', '=', input.carrier).executeTakeFirstOrThrow()
      const gap = carrierGap(carrier.status)
      if (gap) throw refused(gap)
      if ((record.carriers ?? []).length > 0 && !(record.carriers ?? []).includes(input.carrier)) throw refused('该货源未邀请这家承运商')
      const earlier = await liveRows(tx, 'cargoBid')
        .select('id')
        .where('source', '=', record.id)
        .where('carrier', '=', input.carrier)
        .where('result', '=', 'open')
        .execute()
      for (const { id } of earlier) await bids.edit(tx, ctx, id, { result: 'replaced' })
      await bids.add(tx, ctx, { source: record.id, carrier: input.carrier, price: input.price, pickAt: input.pickAt })
    },
    award: async ({ tx, ctx, record, input }) => {
      const won = await bids.lock(tx, ctx, input.bid)
      if (won.source !== record.id || won.result !== 'open') throw refused('该报价已失效，请选择其他报价')
      const carrier = await tx.selectFrom('carrier').select('status').where('id', '=', won.carrier).executeTakeFirstOrThrow()
      const gap = carrierGap(carrier.status)
      if (gap) throw refused(gap)
      const all = await tx.selectFrom('cargoBid').select('id').where('source', '=', record.id).where('result', '=', 'open').execute()
      for (const { id } of all) await bids.edit(tx, ctx, id, { result: id === won.id ? 'won' : 'lost' })
      return { winner: won.carrier, price: won.price }
    },
    toOrder: async ({ tx, ctx, record }) => {
      const model = await liveRows(tx, 'orderModel').select('id').where('status', '=', 'active').orderBy('id').executeTakeFirst()
      if (!model) throw refused('请先启用一个订单模式')
      const made = await orders.add(tx, ctx, {
        customer: record.customer,
        model: model.id,
        source: 'cargo',
        sender: record.sender,
        receiver: record.receiver,
        goods: record.goods,
        pickFrom: record.pickFrom,
        pickTo: record.pickTo,
        dropFrom: record.pickFrom,
        dropTo: record.dropTo,
        vehicleClass: record.vehicleClass,
      })
      await orders.act(tx, ctx, 'submit', made.id, {})
      return { order: made.id }
    },
    expire: moveOnly,
  },
  hooks: { refuseEdit: (c) => (['draft', 'withdrawn'].includes(c.status) ? null : '发布后不能修改，请先下架') },
})

export const orderEntities: readonly ServedEntity[] = [servedOrder, servedProject, servedModel, servedRecurring, servedCargo]
