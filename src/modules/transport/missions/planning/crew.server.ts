/** Who drives: his working state, how many offers wait for him, and the word that there is one, to his carrier too. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { parameterNumber, sendMessages } from '#modules/system/system.public.ts'
import { driver } from '../../parties/driver.ts'

const drivers = storeOf(driver)
const LIVE = ['toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const

/** Idle only when no other mission of his is under way. */
export async function busy(tx: Tx, ctx: Context, id: number | null, state: 'idle' | 'offered' | 'busy'): Promise<void> {
  if (id === null) return
  if (state !== 'busy') {
    const other = await tx
      .selectFrom('missionHold')
      .innerJoin('mission', 'mission.id', 'missionHold.mission')
      .select('mission.id')
      .where('missionHold.kind', '=', 'driver')
      .where('missionHold.subject', '=', id)
      .where('missionHold.live', '=', true)
      .where('mission.status', 'in', [...LIVE])
      .executeTakeFirst()
    if (other) return
  }
  await drivers.edit(tx, ctx, id, { workStatus: state })
}

/** A driver is not buried under offers. */
export async function fewOffers(tx: Tx, ctx: Context, id: number, except: number): Promise<void> {
  const most = await parameterNumber(tx, ctx.registry, 'openOffersMax')
  const { n } = await liveRows(tx, 'mission')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('driver', '=', id)
    .where('status', '=', 'offered')
    .where('id', '<>', except)
    .executeTakeFirstOrThrow()
  if (Number(n) >= most) throw refused(`该司机已有 ${n} 张待接单任务，请等他应答`)
}

type NoticeMission = { id: number; no: string; routeText: string | null }
const tell = (tx: Tx, ctx: Context, receivers: number[], m: NoticeMission, link: string): Promise<unknown> =>
  sendMessages(tx, ctx, { receivers, category: 'task', title: `新任务 ${m.no}`, content: m.routeText, link })

export async function tellDriver(tx: Tx, ctx: Context, id: number | null, m: NoticeMission): Promise<void> {
  if (id === null) return
  const { user } = await tx.selectFrom('driver').select('user').where('id', '=', id).executeTakeFirstOrThrow()
  if (user) await tell(tx, ctx, [user], m, '/driver')
}

/** The account of the carrier, where it has one. */
export async function tellCarrier(tx: Tx, ctx: Context, id: number | null, m: NoticeMission): Promise<void> {
  if (id === null) return
  const { account } = await tx.selectFrom('carrier').select('account').where('id', '=', id).executeTakeFirstOrThrow()
  if (account) await tell(tx, ctx, [account], m, '/carrier')
}
