/** Server part of lessees, stores, channels and vehicle sources. */
import { sql } from 'kysely'
import { refused } from '#kit/basics/errors.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { usedBy } from '#kit/entity/write/references.server.ts'
import type { ServedModule } from '#kit/entity/registry.server.ts'
import { copyInput, moveOnly, serve } from '#kit/entity/serve.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { refuseVoice, rightsChanged } from '#modules/system/system.public.ts'
import { servedCredit } from './credit.server.ts'
import { lesseeActions } from './lessee.ts'
import { parties } from './parties.ts'
import { tellRenamed } from './renamed.server.ts'
import { channelActions, storeActions, vehicleSourceActions } from './store.ts'

const servedLessee = serve(lesseeActions, {
  facts: async ({ tx, records }) => {
    const ids = records.map((r) => r.id)
    const contracts = await liveRows(tx, 'contract')
      .select(['lessee', sql<number>`count(*)`.as('n')])
      .where('lessee', '=', anyOf(ids))
      .where('status', 'not in', ['draft', 'done', 'endedEarly', 'void'])
      .groupBy('lessee')
      .execute()
    const bills = await liveRows(tx, 'bill')
      .select(['lessee', sql<number>`count(*)`.as('n')])
      .where('lessee', '=', anyOf(ids))
      .where('status', 'in', ['unpaid', 'partlyPaid'])
      .groupBy('lessee')
      .execute()
    const n = (rows: { lessee: number; n: number }[], id: number): number => rows.find((r) => r.lessee === id)?.n ?? 0
    return records.map((r) => ({ openContracts: n(contracts, r.id), openBills: n(bills, r.id) }))
  },
  effects: { approve: moveOnly, freeze: moveOnly, unfreeze: moveOnly, blacklist: moveOnly, unblacklist: moveOnly, cancel: moveOnly },
  hooks: {
    // In China the number of a licence is the number of the person: whoever wrote down its class has seen it.
    beforeAdd: async ({ values: { licenceNo, licenceClass, idNo } }) => (licenceClass && !licenceNo && idNo ? { licenceNo: idNo } : {}),
    afterEdit: async ({ tx, ctx, before, record }) => {
      if ((['name', 'idNo', 'creditCode'] as const).some((key) => before[key] !== record[key])) await tellRenamed(tx, ctx, record.id)
    },
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await usedBy(tx, ctx, record.id, { entity: 'contract', by: 'lessee', shows: 'no', label: '合同' })
      if (used) throw refused(`承租人已有${used}，不能删除，可以注销`)
    },
  },
})

const servedStore = serve(storeActions, {
  effects: { close: moveOnly, reopen: moveOnly },
  // Data permission by region follows the cities of the stores.
  hooks: {
    // Processes ask the manager of the store of a record.
    beforeAdd: ({ tx, ctx, values }) => refuseVoice(tx, ctx, { before: null, after: values.manager, place: '店长' }),
    beforeEdit: ({ tx, ctx, record, patch }) => refuseVoice(tx, ctx, { before: record.manager, after: patch.manager, place: '店长' }),
    afterAdd: async ({ tx, ctx }) => rightsChanged(tx, ctx),
    afterEdit: async ({ tx, ctx }) => rightsChanged(tx, ctx),
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await usedBy(tx, ctx, record.id, { entity: 'vehicle', by: 'store', shows: 'plateNo', label: '车辆' })
      if (used) throw refused(`门店还有${used} 等，请先调拨`)
      await rightsChanged(tx, ctx)
    },
  },
})
const servedChannel = serve(channelActions, { effects: { end: copyInput, resume: copyInput } })
const servedSource = serve(vehicleSourceActions, {
  effects: { end: moveOnly, resume: moveOnly },
  hooks: {
    beforeDelete: async ({ tx, ctx, record }) => {
      const used = await usedBy(tx, ctx, record.id, { entity: 'vehicle', by: 'vehicleSource', shows: 'plateNo', label: '车辆' })
      if (used) throw refused(`车源方名下还有${used}，不能删除`)
    },
  },
})

const toReview = listWork('lessee', {
  code: 'lesseeToReview',
  title: '待审核承租人',
  act: '去审核',
  order: 18,
  tone: 'warn',
  screen: 'memberList',
  filter: () => ({ status: 'reviewing' }),
  who: ['name'],
  what: ['kind'],
  since: 'createdAt',
})

export const partiesServer: ServedModule = {
  module: parties,
  provides: { identity: [{ entity: 'store', by: 'manager' }] },
  entities: [servedLessee, servedStore, servedChannel, servedSource, servedCredit],
  work: [toReview],
}
