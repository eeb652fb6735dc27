/** What leasing says on a card: who has the vehicle until when, what a customer drives, and what may be done about it. */
import type { Context, Db } from '#kit/access/context.server.ts'
import { fieldsOfRecord, type CardPart, type CardSaid } from '#kit/entity/card/card.server.ts'
import type { CardAct, CardLine } from '#kit/entity/card/card.wire.ts'
import { seenRows } from '#kit/entity/query/live-rows.server.ts'
import { titlesOf } from '#kit/entity/query/labels.server.ts'
import { recordsOf } from '#kit/entity/query/query.server.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { recordPage } from '#kit/entity/module.ts'
import { openWork } from '#kit/entity/card/open-work.server.ts'
import { AUDIT_STATES } from './audit.ts'
import { lease } from './lease.ts'

/** A lease that keeps its vehicle from everybody else, from the contract until it is back. */
const HOLDING = ['toPickUp', 'toHandOver', 'active', 'swapping', 'returning', 'toInspect'] as const
const ACTS = [
  ['changeCarList', 'changeCarAdd', '换车'],
  ['backCarList', 'backCarAdd', '退车'],
  ['renewalOfLease', 'renewalOfLeaseAdd', '续租'],
  ['reduceRentList', 'reduceRentAdd', '减租'],
] as const

interface Held {
  id: number
  no: string
  status: string
  lessee: number
  vehicle: number
  endOn: string
  monthlyRent: number
  contract: number
  contractNo: string
}

/** What is under way about a vehicle or a customer, in the order it comes up in the life of a lease. */
async function worksOf(db: Db, ctx: Context, of: 'vehicle' | 'lessee', id: number): Promise<CardLine[]> {
  const waiting = Object.keys(AUDIT_STATES)
  const swapBy = of === 'vehicle' ? (['newVehicle', 'oldVehicle'] as const) : (['lessee'] as const)
  const works = await Promise.all([
    openWork(db, ctx, 'handover', id, {
      label: '待交车',
      by: [of],
      status: ['pending'],
      screen: 'handVehicleList',
      on: 'plannedOn',
      isDue: true,
    }),
    openWork(db, ctx, 'vehicleSwap', id, {
      label: '换车中',
      by: swapBy,
      status: [...waiting, 'toSwap', 'away'],
      screen: 'changeCarList',
      on: 'plannedOn',
    }),
    openWork(db, ctx, 'renewal', id, { label: '续租中', by: [of], status: [...waiting, 'toSign'], screen: 'renewalOfLease', on: 'endOn' }),
    openWork(db, ctx, 'leaseExtension', id, { label: '延期中', by: [of], status: waiting, screen: 'extensionRecord' }),
    openWork(db, ctx, 'rentReduction', id, { label: '减租中', by: [of], status: waiting, screen: 'reduceRentList' }),
    openWork(db, ctx, 'vehicleReturn', id, {
      label: '退车中',
      by: [of],
      status: [...waiting, 'toInspect'],
      screen: 'backCarList',
      on: 'plannedOn',
      isDue: true,
    }),
    // The vehicle is back: what is still to be settled is the customer's.
    of === 'lessee'
      ? openWork(db, ctx, 'returnSettlement', id, {
          label: '结算中',
          by: ['lessee'],
          status: ['draft', 'approving', 'rejected', 'toCollect', 'toRefund'],
          screen: 'settleInfoList',
          on: 'returnedOn',
        })
      : [],
  ])
  return works.flat()
}

const pathOf = (ctx: Context, code: string): string => ctx.registry.screen(code)!.path
const toRecord = (ctx: Context, entity: string, id: number): { to?: string } => {
  const page = recordPage(ctx.registry.screens(), entity)
  return page ? { to: page.path(id) } : {}
}

const acts = (ctx: Context, held: Held): CardAct[] =>
  ACTS.filter(([right]) => ctx.access.can(`${right}_add`)).map(([, code, label]) => ({
    key: code,
    label,
    to: `${pathOf(ctx, code)}?type=3&lease=${held.id}${code === 'renewalOfLeaseAdd' ? `&monthlyRent=${held.monthlyRent}` : ''}`,
    reason: held.status === 'active' ? null : `租约${lease.fields.status.options[held.status as 'active']}，只有在租的才能办理`,
  }))

const heldBy = (db: Db, ctx: Context, by: 'vehicle' | 'lessee', id: number): Promise<Held[]> =>
  seenRows(db, ctx, lease)
    .innerJoin('contract as c', 'c.id', 't.contract')
    .select(['t.id', 't.no', 't.status', 't.lessee', 't.vehicle', 't.endOn', 't.monthlyRent', 't.contract', 'c.no as contractNo'])
    .where(`t.${by}`, '=', id)
    .where('t.status', 'in', HOLDING)
    .orderBy('t.id', 'desc')
    .execute()

function until(ctx: Context, held: Held): CardLine[] {
  const late = held.endOn < ctx.clock.today()
  return [
    {
      key: 'endOn',
      label: '租至',
      text: held.endOn,
      notes: [lease.fields.status.options[held.status as 'active'] ?? ''],
      ...toRecord(ctx, 'lease', held.id),
      ...(late ? { tone: 'bad' as const } : {}),
    },
    { key: 'contract', label: '合同', text: held.contractNo, ...toRecord(ctx, 'contract', held.contract) },
  ]
}

/** Name and number of who has it; the number as masked as in the list of customers, and only for who may see that list. */
async function customer(db: Db, ctx: Context, id: number): Promise<CardLine[]> {
  const names = await titlesOf(db, ctx, 'lessee', [id])
  const of = { entity: 'lessee', id }
  const name: CardLine = { key: 'lessee', label: '客户', text: names.get(id) ?? '', of, ...toRecord(ctx, 'lessee', id) }
  const entity = ctx.registry.entity('lessee').entity as Entity
  const [seen] = await recordsOf(db, ctx, entity, [id])
  if (!seen) return [name]
  const row = await fieldsOfRecord(db, ctx, entity, seen, ['mobile'])
  return [name, { key: 'mobile', label: '电话', field: { entity: 'lessee', name: 'mobile', row } }]
}

const ofVehicle: CardPart = {
  entity: 'vehicle',
  order: 10,
  of: async (db, ctx, id): Promise<CardSaid> => {
    const works = await worksOf(db, ctx, 'vehicle', id)
    if (!ctx.access.can('leaseList')) return { lines: works }
    const [held] = await heldBy(db, ctx, 'vehicle', id)
    if (held) return { lines: [...(await customer(db, ctx, held.lessee)), ...until(ctx, held), ...works], acts: acts(ctx, held) }
    const may = ctx.access.can('leaseList_start')
    return {
      lines: [{ key: 'lessee', label: '客户', text: '没有租约' }, ...works],
      acts: may ? [{ key: 'start', label: '发起租赁', to: `${pathOf(ctx, 'leaseAdd')}?vehicles=${id}` }] : [],
    }
  },
}

/** Plates a person takes in; the rest stands in the list that the figure opens. */
const SHOWN = 3

const ofLessee: CardPart = {
  entity: 'lessee',
  order: 10,
  of: async (db, ctx, id): Promise<CardSaid> => {
    const works = await worksOf(db, ctx, 'lessee', id)
    if (!ctx.access.can('leaseList')) return { lines: works }
    const held = await heldBy(db, ctx, 'lessee', id)
    const [only] = held
    const plates = await titlesOf(
      db,
      ctx,
      'vehicle',
      held.slice(0, SHOWN).map((l) => l.vehicle),
    )
    const shown = held.slice(0, SHOWN).map((l, i): CardLine => ({
      key: `vehicle${l.id}`,
      label: i === 0 ? '用车' : '',
      text: plates.get(l.vehicle) ?? '',
      notes: [`租至 ${l.endOn}`],
      of: { entity: 'vehicle', id: l.vehicle },
      ...toRecord(ctx, 'vehicle', l.vehicle),
      ...(l.endOn < ctx.clock.today() ? { tone: 'bad' as const } : {}),
    }))
    const all = `${pathOf(ctx, 'leaseList')}?lessee=${id}&status=${HOLDING.join(',')}`
    return {
      lines: [
        ...(held.length ? shown : [{ key: 'vehicles', label: '用车', text: '没有在租车辆' }]),
        ...(held.length > SHOWN ? [{ key: 'vehicles', label: '', text: `全部 ${held.length} 辆`, to: all }] : []),
        ...works,
      ],
      // With several, the vehicle is what one acts upon.
      acts: held.length === 1 ? acts(ctx, only!) : [],
    }
  },
}

export const leasingCardParts: readonly CardPart[] = [ofVehicle, ofLessee]
