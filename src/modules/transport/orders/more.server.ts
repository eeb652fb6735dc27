/** Server part of projects, order models, recurring rules, cargo sources and consignments. */
import { fen } from '#kit/basics/fen.ts'
import { refused } from '#kit/basics/errors.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { isEngine } from '#modules/approval/approval.public.ts'
import { deliver, noteLinesOf } from '../missions/deliver.server.ts'
import { refusedPart } from '../missions/sign.rules.ts'
import { carrierGap } from '../parties/party.rules.ts'
import { cargoBid, cargoSourceActions } from './cargo.ts'
import { consignmentActions, deliveryNoteActions } from './consignment.ts'
import { transportOrder } from './order.ts'
import { makeConsignment, servedOrder } from './orders.server.ts'
import { orderModel, orderModelActions, projectActions } from './project.ts'
import { servedRecurring } from './recurring.server.ts'

const models = storeOf(orderModel)
const bids = storeOf(cargoBid)
const orders = storeOf(transportOrder)
const some = (ids: readonly number[]): number[] => (ids.length ? [...new Set(ids)] : [-1])

const servedProject = serve(projectActions, {
  facts: async ({ tx, records }) => {
    const rows = await tx
      .selectFrom('transportOrder')
      .select('project')
      .where('project', 'in', some(records.map((r) => r.id)))
      .where('status', 'not in', ['signed', 'receipted', 'priced', 'settled', 'cancelled', 'voided'])
      .where('deletedAt', 'is', null)
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
      const rows = await tx
        .selectFrom('orderModel')
        .select('number')
        .where('operatorId', '=', ctx.user.operatorId)
        .where('name', '=', record.name)
        .execute()
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
      const found = await tx.selectFrom('carrier').select('status').where('id', '=', input.carrier).executeTakeFirstOrThrow()
      const gap = carrierGap(found.status)
      if (gap) throw refused(gap)
      if ((record.carriers ?? []).length > 0 && !(record.carriers ?? []).includes(input.carrier)) throw refused('该货源未邀请这家承运商')
      const earlier = await tx
        .selectFrom('cargoBid')
        .select('id')
        .where('source', '=', record.id)
        .where('carrier', '=', input.carrier)
        .where('result', '=', 'open')
        .where('deletedAt', 'is', null)
        .execute()
      for (const { id } of earlier) await bids.edit(tx, ctx, id, { result: 'replaced' })
      await bids.add(tx, ctx, { source: record.id, carrier: input.carrier, price: input.price, pickAt: input.pickAt })
    },
    award: async ({ tx, ctx, record, input }) => {
      const won = await bids.lock(tx, ctx, input.bid)
      if (won.source !== record.id || won.result !== 'open') throw refused('该报价已失效，请选择其他报价')
      const found = await tx.selectFrom('carrier').select('status').where('id', '=', won.carrier).executeTakeFirstOrThrow()
      const gap = carrierGap(found.status)
      if (gap) throw refused(gap)
      const all = await tx.selectFrom('cargoBid').select('id').where('source', '=', record.id).where('result', '=', 'open').execute()
      for (const { id } of all) await bids.edit(tx, ctx, id, { result: id === won.id ? 'won' : 'lost' })
      return { winner: won.carrier, price: won.price }
    },
    toOrder: async ({ tx, ctx, record }) => {
      const model = await tx
        .selectFrom('orderModel')
        .select('id')
        .where('operatorId', '=', ctx.user.operatorId)
        .where('status', '=', 'active')
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .executeTakeFirst()
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

const servedConsignment = serve(consignmentActions, {
  effects: {
    assign: async ({ input }) => ({ mission: input.mission, stopSeq: input.stopSeq ?? null }),
    unassign: async () => ({ mission: null, stopSeq: null }),
    await: moveOnly,
    pick: async ({ ctx, input }) => ({ loadedPieces: input.pieces, pickedAt: input.at ?? ctx.clock.now() }),
    toHub: async () => ({ mission: null, stopSeq: null }),
    arrive: async ({ ctx, input }) => ({ arrivedAt: input.at ?? ctx.clock.now() }),
    deliver: async ({ tx, ctx, record, input }) => deliver(tx, ctx, record, input),
    deliverByPhone: async ({ tx, ctx, record, input }) => deliver(tx, ctx, record, input, input),
    sign: async ({ ctx, record }) => ({ signedAt: ctx.clock.now(), signedPieces: record.loadedPieces ?? record.pieces }),
    part: async ({ ctx }) => ({ signedAt: ctx.clock.now() }),
    refuse: async ({ record }) => ({ refusedPieces: record.loadedPieces ?? record.pieces }),
    redeliver: async ({ record, input }) => ({
      attempts: record.attempts + 1,
      reason: input.reason,
      mission: null,
      stopSeq: null,
      dropFrom: input.dropFrom,
      dropTo: input.dropTo,
    }),
    return: async ({ tx, ctx, record, input }) => {
      const o = await orders.get(tx, ctx, record.order)
      await makeConsignment(tx, ctx, o, {
        from: record.to,
        to: record.from,
        ...refusedPart(record, await noteLinesOf(tx, record.id)),
        returnOf: record.id,
        seq: record.seq,
        legNo: record.legNo + 1,
        receiptState: 'none',
        cod: fen(0),
      })
      return { reason: input.reason }
    },
    returned: moveOnly,
    lose: moveOnly,
    receipt: async ({ ctx, input }) => ({ receiptState: 'received' as const, receiptNo: input.receiptNo, receiptAt: ctx.clock.now() }),
    cancel: async ({ tx, ctx, record }) => {
      const note = await tx.selectFrom('deliveryNote').select(['id', 'status']).where('consignment', '=', record.id).executeTakeFirst()
      if (note && ['waiting', 'delivering'].includes(note.status)) await act(tx, ctx, 'deliveryNote', 'void', note.id, null, {})
      return { mission: null, stopSeq: null }
    },
  },
})
const servedNote = serve(deliveryNoteActions, {
  effects: { start: moveOnly, sign: moveOnly, part: moveOnly, refuse: moveOnly, void: moveOnly },
})

export const orderEntities: readonly ServedEntity[] = [
  servedOrder,
  servedProject,
  servedModel,
  servedRecurring,
  servedCargo,
  servedConsignment,
  servedNote,
]
