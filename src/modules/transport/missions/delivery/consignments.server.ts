/** Server part of consignments and their delivery notes: planned, picked up, delivered, brought back (transport.md §2.7). */
import { fen } from '#kit/basics/fen.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { consignmentActions, deliveryNoteActions } from '../../orders/consignment.ts'
import { transportOrder } from '../../orders/order.ts'
import { makeConsignment } from '../../orders/orders.server.ts'
import { deliver, noteLinesOf } from './deliver.server.ts'
import { refusedPart } from './sign.rules.ts'

const orders = storeOf(transportOrder)

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

export const consignmentEntities: readonly ServedEntity[] = [servedConsignment, servedNote]
