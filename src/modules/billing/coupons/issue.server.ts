/** 发放: to many customers at once with a result per customer; stock and limit per customer hold under the coupon's lock. */
import { z } from 'zod'
import { eachApart } from '#kit/jobs/each.server.ts'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { fen } from '#kit/basics/fen.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { recordsOf } from '#kit/entity/query/query.server.ts'
import { moveOnly, serve } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { route } from '#kit/http/route.server.ts'
import { coupon, couponActions, couponUseActions, customerCouponActions } from './coupon.ts'
import { offerText, type IssueReport } from './coupon.rules.ts'
import { customerCoupons, releasedTo } from './follow.server.ts'
import { COUPONS_ISSUED } from '../billing.wire.ts'

type Coupon = Rec<typeof coupon>
const coupons = storeOf(coupon)

interface Lessee {
  id: number
  name: string
  store: number
  status: string
}

async function heldBy(tx: Tx, of: number, lessees: readonly number[]): Promise<Map<number, number>> {
  const rows = await liveRows(tx, 'customerCoupon')
    .select(['lessee', (eb) => eb.fn.countAll<number>().as('n')])
    .where('coupon', '=', of)
    .where('lessee', '=', anyOf(lessees))
    .where('status', '!=', 'recalled')
    .groupBy('lessee')
    .execute()
  return new Map(rows.map((row) => [row.lessee, Number(row.n)]))
}

function whyNotTo(c: Coupon, who: Lessee | undefined, held: number, left: number): string | null {
  if (!who) return '承租人已被删除，或不在您的数据权限内，请刷新后重新选择'
  if (who.status !== 'normal') return '承租人未审核通过或已停用，不能领券'
  if (c.store !== null && c.store !== who.store) return '该优惠券不适用于承租人所在门店'
  if (held >= c.perCustomer) return `每客户限领 ${c.perCustomer} 张`
  return left <= 0 ? '优惠券已发完' : null
}

export async function issueCoupons(tx: Tx, ctx: Context, id: number, lessees: readonly number[]): Promise<IssueReport> {
  const c = await coupons.lock(tx, ctx, id)
  const today = ctx.clock.today()
  if (c.status !== 'active') throw refused(`优惠券当前为「${coupon.fields.status.options[c.status]}」，只有「进行中」才能发放`)
  if (today < c.startOn || today > c.lastOn) throw refused(`活动日期为 ${c.startOn} 至 ${c.lastOn}，今天不能发放`)
  const lesseeRows = (await recordsOf(tx, ctx, ctx.registry.entity('lessee').entity as Entity, lessees)) as unknown as Lessee[]
  const held = await heldBy(tx, id, lessees)
  const validity =
    c.validity === 'fixed' ? { startOn: c.startOn, lastOn: c.lastOn } : { startOn: today, lastOn: addDays(today, (c.validDays ?? 1) - 1) }
  const report: IssueReport = { issued: 0, left: c.stock - c.issued, failures: [] }
  for (const lessee of new Set(lessees)) {
    const who = lesseeRows.find((l) => l.id === lessee)
    const message = whyNotTo(c, who, held.get(lessee) ?? 0, report.left)
    if (message) {
      report.failures.push({ lessee, name: who?.name ?? `编号 ${lessee}`, message })
      continue
    }
    await customerCoupons.add(tx, ctx, { coupon: id, offer: offerText(c), lessee, store: who!.store, issuedOn: today, ...validity })
    report.issued++
    report.left--
  }
  if (report.issued) await coupons.edit(tx, ctx, id, { issued: c.issued + report.issued })
  return report
}

export const issueRoute = route({
  method: 'POST',
  path: '/api/v1/coupon/issue',
  summary: '发放优惠券：每位承租人一个结果',
  right: 'couponsList_issue',
  input: z.strictObject({
    id: z.int('编号不正确').min(1, '编号不正确'),
    lessees: z.array(z.int().min(1)).min(1, '请选择承租人').max(500, '一次最多 500 位承租人'),
  }),
  output: COUPONS_ISSUED,
  handler: (ctx, { id, lessees }) =>
    ctx.db.write(ctx.user.operatorId, async (tx) => {
      await coupons.get(tx, ctx, id, 'person')
      return issueCoupons(tx, ctx, id, lessees)
    }),
})

/** One transaction takes so many: a coupon may have been given to a million. */
const AT_ONCE = 200

/** Of these the unused, locked. */
const stillUnused = (tx: Tx) => liveRows(tx, 'customerCoupon').select('id').where('status', '=', 'unused').orderBy('id').forNoKeyUpdate()

/** Coupons the customer has not used go back with the coupon, the first at once, the others with the day's work; those on bills stay where they are. */
async function recallFirst(tx: Tx, ctx: Context, c: Coupon, reason: string): Promise<void> {
  const rows = await stillUnused(tx).where('coupon', '=', c.id).limit(AT_ONCE).execute()
  for (const { id } of rows) await customerCoupons.act(tx, ctx, 'recall', id, { reason: `优惠券作废：${reason}`.slice(0, 200) })
}

const onlyDrafts = (what: string) => (c: Coupon) => (c.status === 'draft' ? null : `已发布的优惠券不能${what}，可以结束或作废后新建`)

export const servedCoupon = serve(couponActions, {
  effects: {
    publish: async ({ ctx, record }) => ({ status: record.startOn > ctx.clock.today() ? ('upcoming' as const) : ('active' as const) }),
    pause: moveOnly,
    resume: moveOnly,
    end: moveOnly,
    void: async ({ tx, ctx, record, input }) => recallFirst(tx, ctx, record, input.reason),
    begin: moveOnly,
  },
  hooks: { refuseEdit: onlyDrafts('修改'), refuseDelete: onlyDrafts('删除') },
})
export const servedCustomerCoupon = serve(customerCouponActions, {
  effects: {
    recall: async ({ input }) => ({ reason: input.reason }),
    hold: async ({ input }) => ({ order: input.order }),
    lock: async ({ input }) => ({ bill: input.bill }),
    use: moveOnly,
    reopen: moveOnly,
    release: async ({ ctx, record }) => ({ status: releasedTo(record, ctx.clock.today()), bill: null, order: null }),
    expire: moveOnly,
  },
})
export const servedCouponUse = serve(couponUseActions, {
  effects: { withdraw: async ({ input }) => ({ live: fen(0), reason: input.reason }) },
})

/** The day's work: coupons begin and end with their days, and what nobody used in time expires, or goes back with its coupon. Run twice it does nothing more. */
export async function turnCoupons(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  const due = await ctx.db.read(ctx.user.operatorId, async (db) => ({
    coupons: await liveRows(db, 'coupon')
      .select(['id', 'status', 'startOn', 'lastOn'])
      .where('status', 'in', ['upcoming', 'active', 'paused'])
      .where('startOn', '<=', today)
      .orderBy('id')
      .execute(),
    expired: await unusedIn(db).where('h.lastOn', '<', today).execute(),
    voided: await unusedIn(db)
      .innerJoin('coupon as c', 'c.id', 'h.coupon')
      .where('c.status', '=', 'voided')
      .where('h.lastOn', '>=', today)
      .execute(),
  }))
  const over = due.coupons.filter((c) => c.lastOn < today)
  await eachApart(ctx, over, (tx, c) => coupons.act(tx, ctx, 'end', c.id))
  const begun = due.coupons.filter((c) => c.lastOn >= today && c.status === 'upcoming')
  await eachApart(ctx, begun, (tx, c) => coupons.act(tx, ctx, 'begin', c.id))
  await eachUnused(ctx, due.expired, (tx, id) => customerCoupons.act(tx, ctx, 'expire', id))
  await eachUnused(ctx, due.voided, (tx, id) => customerCoupons.act(tx, ctx, 'recall', id, { reason: '优惠券作废' }))
}

const unusedIn = (db: Db) => liveRows(db, 'customerCoupon as h').select('h.id').where('h.status', '=', 'unused').orderBy('h.id')

async function eachUnused(ctx: Context, rows: readonly { id: number }[], step: (tx: Tx, id: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += AT_ONCE)
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const ids = rows.slice(i, i + AT_ONCE).map((row) => row.id)
      for (const { id } of await stillUnused(tx).where('id', 'in', ids).execute()) await step(tx, id)
    })
}
