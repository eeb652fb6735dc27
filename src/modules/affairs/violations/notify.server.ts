/** 通知: the lessee or the driver himself where the house has a way out, else the colleague who looks after the lease. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { leaseKept } from '#modules/leasing/leasing.public.ts'
import { signerOf } from '#modules/parties/parties.public.ts'
import { parameterNumber, reachesOutside, sendMessages, sendOutside } from '#modules/system/system.public.ts'
import { driverContact } from '#modules/transport/transport.public.ts'
import type { violation } from './violation.ts'

type Violation = Rec<typeof violation>

/** A short message to the lessee himself, where the house has a way out; otherwise a colleague passes it on. */
async function textLessee(tx: Tx, ctx: Context, v: Violation, text: string): Promise<boolean> {
  if (!v.lessee || !reachesOutside(ctx)) return false
  const to = await signerOf(tx, v.lessee)
  if (!to.mobile || !/^1\d{10}$/.test(to.mobile)) return false
  const message = {
    to: { name: to.name.slice(0, 60), mobile: to.mobile },
    title: '违章处理通知',
    text: `您租用的车辆有一起违章：${text}。`,
    standIns: [],
  }
  await sendOutside(tx, ctx, message, { key: `violation:${v.id}:${v.version}` })
  return true
}

/** The driver by a short message, in his own inbox, or by both. False: somebody has to tell him. */
async function tellDriver(tx: Tx, ctx: Context, v: Violation, text: string): Promise<boolean> {
  const to = await driverContact(tx, v.driver!)
  if (!to) return false
  if (to.user)
    await sendMessages(tx, ctx, {
      receivers: [to.user],
      category: 'expiry',
      title: `违章 ${v.no} 请处理`,
      content: text,
      link: null,
      dedupe: `violation:${v.id}:driver`,
      about: `violation:${v.id}`,
    })
  const outside = reachesOutside(ctx) && /^1\d{10}$/.test(to.mobile)
  if (outside)
    await sendOutside(
      tx,
      ctx,
      {
        to: { name: to.name.slice(0, 60), mobile: to.mobile },
        title: '违章处理通知',
        text: `您驾驶的车辆有一起违章：${text}。`,
        standIns: [],
      },
      { key: `violation:${v.id}:${v.version}` },
    )
  return outside || to.user !== null
}

/** Tells whose it is what happened and until when; a colleague hears of it where he cannot be reached. */
export async function notify(tx: Tx, ctx: Context, v: Violation): Promise<Partial<Violation>> {
  const dueOn = v.dueOn ?? addDays(ctx.clock.today(), await parameterNumber(tx, ctx.registry, 'violNotifyDays'))
  const text = `${v.plateNo} ${formatTime(v.occurredAt, 'YYYY-MM-DD HH:mm')} ${v.place ?? ''} ${v.behaviour ?? ''}，罚款 ${formatFen(v.fine ?? 0)} 元，记 ${v.points ?? 0} 分，请在 ${dueOn} 前处理`
  if (await textLessee(tx, ctx, v, text)) return { dueOn, notifiedAt: ctx.clock.now() }
  if (v.driver && (await tellDriver(tx, ctx, v, text))) return { dueOn, notifiedAt: ctx.clock.now() }
  if (v.lease) {
    const of = await leaseKept(tx, v.lease)
    await sendMessages(tx, ctx, {
      receivers: [of.owner ?? ctx.user.id].filter((id): id is number => Boolean(id)),
      category: 'expiry',
      title: `违章 ${v.no} 请通知承租人（租约 ${of.no}）`,
      content: text,
      link: `/trafficManagement/breRegulationsDetails?id=${v.id}`,
      dedupe: `violation:${v.id}:notify`,
      about: `violation:${v.id}`,
    })
  }
  return { dueOn, notifiedAt: ctx.clock.now() }
}
