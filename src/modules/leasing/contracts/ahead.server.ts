/**
 * What will stop a later step, said where the first one is done: on the lessee, the vehicle and the contract, by the very rules that
 * refuse then, with the way to mend it. Nothing is kept: it goes away by itself.
 */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { recordPage } from '#kit/entity/module.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { Note } from '#kit/entity/wire.ts'
import { driverOf } from '#modules/parties/parties.public.ts'
import { leaseGaps, ownLeaseGaps } from '#modules/vehicles/vehicles.public.ts'
import { licenceGap } from '../handovers/handover.server.ts'
import { contractFacts } from './contract.server.ts'
import { notYet, type contract } from './contract.ts'

type Contract = Rec<typeof contract>
type Lessee = NonNullable<Awaited<ReturnType<typeof driverOf>>>

/** Papers of a vehicle matter while it is on its way to a customer. */
const TO_BE_LEASED = ['preparing', 'available', 'reserved']
const BEFORE_SIGNING = ['draft', 'approving', 'rejected', 'toSign', 'signing']
const BEFORE_HANDOVER = [...BEFORE_SIGNING, 'toHandOver']

function wayTo(ctx: Context, entity: string, id: number, label: string): Note['link'] {
  const page = recordPage(ctx.registry.screens(), entity)
  return page && ctx.access.can(page.screen.of ?? page.screen.code) ? { label, to: page.path(id) } : undefined
}

/** Who hires has a licence that is valid when the keys are given. */
function licenceNote(ctx: Context, l: Lessee | undefined, link: boolean): Note[] {
  const gap = licenceGap(l, ctx.clock.today())
  return gap ? [{ text: `交车前须处理：${gap}。`, link: link ? wayTo(ctx, 'lessee', l!.id, '去补登') : undefined }] : []
}

async function ofContract(tx: Tx, ctx: Context, c: Contract): Promise<Note[]> {
  if (!BEFORE_HANDOVER.includes(c.status)) return []
  const l = await driverOf(tx, c.lessee)
  const notes: Note[] = []
  if (BEFORE_SIGNING.includes(c.status)) {
    const [known] = await contractFacts(tx, ctx, [c])
    const why = known ? notYet(known) : null
    const about = known?.lesseeStatus !== 'normal' ? wayTo(ctx, 'lessee', c.lessee, '查看承租人') : vehicleWay(ctx, c)
    if (why) notes.push({ text: `提交与签署前须处理：${why}。`, link: about })
  } else {
    const gaps = [...(await leaseGaps(tx, ctx, c.vehicles)).values()].flat()
    if (gaps.length) notes.push({ text: `交车前须处理：${gaps.join('；')}。`, link: vehicleWay(ctx, c) })
  }
  return [...notes, ...licenceNote(ctx, l, true)]
}
const vehicleWay = (ctx: Context, c: Contract): Note['link'] =>
  c.vehicles.length === 1 ? wayTo(ctx, 'vehicle', c.vehicles[0]!, '查看车辆') : undefined

async function ofVehicle(tx: Tx, ctx: Context, v: { id: number; status: string }): Promise<Note[]> {
  if (!TO_BE_LEASED.includes(v.status)) return []
  const gaps = await ownLeaseGaps(tx, ctx, v.id)
  return gaps.length ? [{ text: `出租前须处理：${gaps.join('；')}。` }] : []
}

const ofLessee = (ctx: Context, l: Lessee): Note[] =>
  l.status === 'cancelled' || l.status === 'blacklisted' ? [] : licenceNote(ctx, l, false)

export const aheadWatcher: Watcher = {
  notes: async ({ tx, ctx, entity, record }) => {
    if (entity === 'contract') return ofContract(tx, ctx, record as unknown as Contract)
    if (entity === 'vehicle') return ofVehicle(tx, ctx, record as unknown as { id: number; status: string })
    return entity === 'lessee' && (record as { rents?: boolean }).rents !== false ? ofLessee(ctx, record as unknown as Lessee) : null
  },
}
