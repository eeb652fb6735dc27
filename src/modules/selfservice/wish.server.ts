/** Wishes of customers: sent from their page, done by a clerk, and closed by themselves when the clerk has done what was asked. */
import type { z } from 'zod'
import { absent, refused } from '#kit/basics/errors.ts'
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { violationsOfLessee } from '#modules/affairs/affairs.public.ts'
import { leasesOfLessee } from '#modules/leasing/leasing.public.ts'
import { openStores } from '#modules/parties/parties.public.ts'
import { held, type Guest } from './guest.server.ts'
import type { WISH } from './own.wire.ts'
import { ownPicture } from './papers.server.ts'
import { lesseeWish, lesseeWishActions, type WishKind } from './wish.ts'
import { refuseHandled, refuseRenewal, refuseReturn } from './wish.rules.ts'

const wishes = storeOf(lesseeWish)
const MOST_OPEN = 20

export const servedWish = serve(lesseeWishActions, {
  effects: {
    finish: async ({ ctx, input }) => ({ answer: input.answer, handledBy: ctx.user.id || null, handledAt: ctx.clock.now() }),
    decline: async ({ ctx, input }) => ({ answer: input.answer, handledBy: ctx.user.id || null, handledAt: ctx.clock.now() }),
    withdraw: async ({ ctx }) => ({ handledAt: ctx.clock.now() }),
  },
})

export const wishWork = listWork('lesseeWish', {
  code: 'lesseeWishes',
  title: '客户自助申请',
  act: '去办理',
  order: 17,
  tone: 'warn',
  screen: 'lesseeWishList',
  filter: () => ({ status: 'open' }),
  who: ['lessee'],
  what: ['kind', 'vehicle', 'untilOn', 'returnAt'],
  since: 'createdAt',
})

type Input = z.output<typeof WISH>
type NewWish = Partial<Parameters<typeof wishes.add>[2]>

const GONE_LEASE = '租约不存在，请刷新页面'
export const sendWish = (guest: Guest, input: Input): Promise<{ no: string }> =>
  held(guest, async (tx) => {
    const { ctx, lessee } = guest
    const open = await liveRows(tx, 'lesseeWish')
      .select(['no', 'kind', 'lease', 'violation', 'createdAt'])
      .where('lessee', '=', lessee.id)
      .where('status', '=', 'open')
      .execute()
    if (open.length >= MOST_OPEN) throw refused('待处理的申请过多，请等门店处理后再提交')
    const before = (match: (w: (typeof open)[number]) => boolean): void => {
      const known = open.find((w) => w.kind === input.kind && match(w))
      if (known) throw refused(`申请 ${known.no} 已于 ${formatTime(known.createdAt)} 提交，门店处理后会在这里答复；要改请先撤回`)
    }
    const made = async (values: NewWish): Promise<{ no: string }> => {
      const { no } = await wishes.add(tx, ctx, { kind: input.kind, lessee: lessee.id, remark: input.remark || null, ...values })
      return { no }
    }
    if (input.kind === 'violation') {
      const violation = (await violationsOfLessee(tx, lessee.id)).find((v) => v.id === input.violation)
      if (!violation) throw absent('违章不存在，请刷新页面')
      const why = refuseHandled(violation.status)
      if (why) throw refused(why)
      before((w) => w.violation === violation.id)
      const picture = await ownPicture(tx, lessee.id, input.file)
      const store = violation.store ?? lessee.store
      return made({ violation: violation.id, vehicle: violation.vehicle, lease: violation.lease, store, photos: [picture as FileLink] })
    }
    const lease = (await leasesOfLessee(tx, lessee.id)).find((l) => l.id === input.lease)
    if (!lease) throw absent(GONE_LEASE)
    const ofLease = { lease: lease.id, vehicle: lease.vehicle, store: lease.store }
    const now = ctx.clock.now()
    const why =
      input.kind === 'renew'
        ? refuseRenewal(lease, input.untilOn as Day)
        : refuseReturn(lease, { instant: input.at, day: dayOf(input.at) }, { instant: now, day: dayOf(now) })
    if (why) throw refused(why)
    before((w) => w.lease === lease.id)
    if (input.kind === 'renew') return made({ ...ofLease, untilOn: input.untilOn as Day })
    if (!(await openStores(tx)).some((s) => s.id === input.store)) throw absent('所选门店已停业或不存在，请另选门店')
    return made({ ...ofLease, returnStore: input.store, returnAt: input.at })
  })

export const withdrawWish = (guest: Guest, id: number): Promise<null> =>
  held(guest, async (tx) => {
    const { ctx, lessee } = guest
    const own = await liveRows(tx, 'lesseeWish')
      .select(['id', 'status'])
      .where('id', '=', id)
      .where('lessee', '=', lessee.id)
      .executeTakeFirst()
    if (!own) throw absent('申请不存在，请刷新页面')
    if (own.status !== 'open') throw refused('门店已处理该申请，不能撤回')
    await wishes.act(tx, ctx, 'withdraw', id)
    return null
  })

/** What a clerk registers for a lease ends the wish that asked for it; a violation that is handled ends what said so. */
const ENDS: Readonly<Record<string, { kind: WishKind; actions: readonly string[]; by: 'lease' | 'violation'; label: string }>> = {
  renewal: { kind: 'renew', actions: ['add'], by: 'lease', label: '已登记续租单' },
  vehicleReturn: { kind: 'return', actions: ['add'], by: 'lease', label: '已登记退车单' },
  violation: { kind: 'violation', actions: ['handle', 'markHandled'], by: 'violation', label: '违章已登记处理' },
}
export const followWishes: NonNullable<Watcher['after']> = async ({ tx, ctx, entity, action, record }) => {
  const end = ENDS[entity]
  if (!end?.actions.includes(action)) return
  const about = end.by === 'lease' ? record['lease'] : record.id
  if (typeof about !== 'number') return
  const open = await liveRows(tx, 'lesseeWish')
    .select('id')
    .where('status', '=', 'open')
    .where('kind', '=', end.kind)
    .where(end.by, '=', about)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of open)
    await wishes.act(tx, ctx, 'finish', id, { answer: `${end.label} ${typeof record['no'] === 'string' ? record['no'] : ''}`.trim() })
}
