/** Server part of the driver's page and of proofs of delivery (transport.md §6). */
import { consentRoutes } from './consent.server.ts'
import { withoutConsent } from '../parties/consent.server.ts'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { dayOf, instantAt } from '#kit/basics/time/day.ts'
import { absent, AppError, refused } from '#kit/basics/errors.ts'
import type { FileLink } from '#kit/entity/field.ts'
import { allRows, anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { fileInput } from '#kit/http/inputs.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { driver } from '../parties/driver.ts'
import { stopEvent } from '../missions/stop.ts'
import { checkListsOf } from '../missions/departure/trip-check.server.ts'
import { refusePush, takePush } from '../push/push.server.ts'
import { driverOf, takeEvents } from './events.server.ts'
import { ANSWERS, EVENTS } from './events.wire.ts'
import { meRoutes } from './me.server.ts'
import { pod, podActions } from '../missions/delivery/pod.ts'
import { DRIVER_DAY, type DriverDay } from './wire.ts'

export const phoneEntities: readonly ServedEntity[] = [
  serve(podActions, { effects: { doubt: moveOnly, accept: moveOnly, reject: moveOnly } }),
]
const drivers = storeOf(driver)
const pods = storeOf(pod)
const events = storeOf(stopEvent)
const LIVE = ['offered', 'toLoad', 'toDepart', 'running', 'suspended', 'arrived', 'partSigned'] as const

/** Everything he needs today, small enough to be kept on the phone. */
async function day(ctx: Context): Promise<DriverDay> {
  return ctx.db.read(ctx.user.operatorId, async (db) => {
    const me = await driverOf(db, ctx)
    const today = instantAt(dayOf(ctx.clock.now()))
    const missions = await liveRows(db, 'mission')
      .leftJoin('vehicle', 'vehicle.id', 'mission.vehicle')
      .select([
        'mission.id',
        'mission.no',
        'mission.status',
        'mission.planStart',
        'mission.planEnd',
        'mission.departBy',
        'mission.acceptBy',
        'mission.weight',
        'mission.pieces',
        'mission.routeText',
        'mission.noLoading',
        'mission.odometerFrom',
        'mission.odometerTo',
        'mission.vehicle',
        'mission.remark',
        'vehicle.plateNo',
      ])
      .where((e) => e.or([e('mission.driver', '=', me.id), e('mission.coDriver', '=', me.id)]))
      .where((e) =>
        e.or([e('mission.status', 'in', [...LIVE]), e.and([e('mission.status', '=', 'done'), e('mission.actualEnd', '>=', today)])]),
      )
      .orderBy('mission.planStart')
      .limit(30)
      .execute()
    const ids = missions.map((m) => m.id)
    const stops = await liveRows(db, 'missionStop')
      .leftJoin('consignParty', 'consignParty.id', 'missionStop.party')
      .select([
        'missionStop.id',
        'missionStop.mission',
        'missionStop.seq',
        'missionStop.kind',
        'missionStop.status',
        'missionStop.consignments',
        'missionStop.planArrive',
        'missionStop.windowFrom',
        'missionStop.windowTo',
        'missionStop.arriveAt',
        'consignParty.name',
        'consignParty.contact',
        'consignParty.mobile',
        'consignParty.place',
      ])
      .where('missionStop.mission', '=', anyOf(ids))
      .orderBy('missionStop.mission')
      .orderBy('missionStop.seq')
      .execute()
    const freight = await liveRows(db, 'consignment')
      .select(['id', 'mission', 'no', 'status', 'goods', 'pieces', 'weight', 'loadedPieces', 'cod'])
      .where('mission', '=', anyOf(ids))
      .orderBy('id')
      .execute()
    const lists = await checkListsOf(db, ids)
    const looked = await liveRows(db, 'tripCheck')
      .select(['mission', 'vehicle', 'result'])
      .where('mission', '=', anyOf(ids))
      .where('driver', '=', me.id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    const offers = await allRows(db, 'orderPush')
      .innerJoin('pushRecipient', 'pushRecipient.push', 'orderPush.id')
      .innerJoin('mission', 'mission.id', 'orderPush.mission')
      .select([
        'orderPush.id',
        'orderPush.no',
        'mission.routeText',
        'mission.planStart',
        'mission.weight',
        'orderPush.reward',
        'orderPush.nextAt',
      ])
      .where('pushRecipient.driver', '=', me.id)
      .where('pushRecipient.result', 'in', ['sent', 'read'])
      .where('orderPush.status', '=', 'pushing')
      .orderBy('orderPush.id')
      .limit(20)
      .execute()
    return {
      driver: me.name,
      now: ctx.clock.now(),
      offers: offers.map((o) => ({ ...o, weight: Number(o.weight) })),
      missions: missions.map(({ vehicle, ...m }) => ({
        ...m,
        checks: lists.get(m.id) ?? [],
        checked: looked.findLast((c) => c.mission === m.id && c.vehicle === vehicle)?.result ?? null,
        weight: Number(m.weight),
        odometerFrom: m.odometerFrom === null ? null : Number(m.odometerFrom),
        odometerTo: m.odometerTo === null ? null : Number(m.odometerTo),
        stops: stops
          .filter((s) => s.mission === m.id)
          .map(({ mission: _m, place, name, consignments, ...s }) => ({
            ...s,
            name: name ?? '',
            address: place?.address ?? '',
            lng: place?.lng ?? null,
            lat: place?.lat ?? null,
            consignments: consignments ?? [],
          })),
        consignments: freight
          .filter((c) => c.mission === m.id)
          .map((c) => ({
            id: c.id,
            no: c.no,
            status: c.status,
            pieces: c.pieces,
            weight: Number(c.weight),
            loadedPieces: c.loadedPieces,
            cod: c.cod,
            goods: c.goods.map((g) => ({ name: g.name, pieces: g.pieces })),
          })),
      })),
    }
  })
}

const ATTACH = z.strictObject({
  /** Of the event the picture belongs to. */
  clientId: z.string().regex(/^[\w-]{8,60}$/),
  file: fileInput('照片编号不正确'),
  sha256: z.string().regex(/^[a-f0-9]{64}$/),
  as: z.enum(['signature', 'photo']),
})
/** A picture counts as received when what lies here is what left the phone; the answer repeats the sum. */
async function attach(ctx: Context, a: z.infer<typeof ATTACH>): Promise<{ sha256: string }> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    await driverOf(tx, ctx)
    const file = await tx
      .selectFrom('file')
      .select(['id', 'name', 'mime', 'size', 'sha256', 'entity'])
      .where('id', '=', a.file)
      .where('createdBy', '=', ctx.user.id)
      .executeTakeFirst()
    if (!file) throw absent('照片没有保存下来，请重新上传')
    if (file.sha256 !== a.sha256) throw new AppError('invalid', '照片内容与手机上的不同，请重新上传')
    const link: FileLink = { id: file.id, name: file.name, mime: file.mime, size: file.size }
    const proof = await allRows(tx, 'pod')
      .select('id')
      .where('clientId', '=', a.clientId)
      .where('createdBy', '=', ctx.user.id)
      .executeTakeFirst()
    if (proof) {
      const row = await pods.lock(tx, ctx, proof.id)
      // A second try of the same picture is the same picture.
      if (await already(tx, [...(row.photos ?? []), ...(row.signature ?? [])], a.sha256)) return { sha256: a.sha256 }
      if (a.as === 'signature') await pods.edit(tx, ctx, proof.id, { signature: [link] })
      else await pods.edit(tx, ctx, proof.id, { photos: [...(row.photos ?? []), link] })
      return { sha256: a.sha256 }
    }
    const event = await allRows(tx, 'stopEvent')
      .select('id')
      .where('clientId', '=', a.clientId)
      .where('by', '=', ctx.user.id)
      .executeTakeFirst()
    if (!event) throw refused('请等签收或上报的内容上传之后再传照片')
    const row = await events.lock(tx, ctx, event.id)
    if (!(await already(tx, row.files ?? [], a.sha256))) await events.edit(tx, ctx, event.id, { files: [...(row.files ?? []), link] })
    return { sha256: a.sha256 }
  })
}
async function already(tx: Tx, links: readonly FileLink[], sha256: string): Promise<boolean> {
  if (links.length === 0) return false
  const row = await tx
    .selectFrom('file')
    .select('id')
    .where(
      'id',
      'in',
      links.map((l) => l.id),
    )
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined
}

const PUSH = z.strictObject({ push: z.int().positive(), reason: z.string().max(200).optional() })
const HEART = z.strictObject({ lng: z.number().min(73).max(136).optional(), lat: z.number().min(3).max(54).optional() })

const mine = <T>(ctx: Context, work: (tx: Tx, driverId: number) => Promise<T>): Promise<T> =>
  ctx.db.write(ctx.user.operatorId, async (tx) => work(tx, (await driverOf(tx, ctx)).id))

export const phoneRoutes: readonly Route[] = [
  ...meRoutes,
  ...consentRoutes,
  route({
    method: 'GET',
    path: '/api/v1/driver/day',
    summary: '司机今日任务',
    right: 'signedIn',
    input: z.strictObject({}),
    output: DRIVER_DAY,
    handler: day,
  }),
  route({
    method: 'POST',
    path: '/api/v1/driver/events',
    summary: '司机手机上报（按编号只存一次）',
    right: 'signedIn',
    input: EVENTS,
    output: ANSWERS,
    handler: takeEvents,
  }),
  route({
    method: 'POST',
    path: '/api/v1/driver/attach',
    summary: '司机照片归档（校验摘要）',
    right: 'signedIn',
    input: ATTACH,
    output: z.object({ sha256: z.string() }),
    handler: attach,
  }),
  route({
    method: 'POST',
    path: '/api/v1/driver/heartbeat',
    summary: '司机在线',
    right: 'signedIn',
    input: HEART,
    output: z.object({ ok: z.boolean() }),
    passive: true,
    handler: (ctx, { lng, lat }) =>
      mine(ctx, async (tx, id) => {
        const given = lng !== undefined && lat !== undefined ? { position: { address: '手机定位', lng, lat } } : {}
        const at = (await withoutConsent(tx, ctx, [id])).has(id) ? { position: null } : given
        const { workStatus } = await drivers.lock(tx, ctx, id)
        await drivers.edit(tx, ctx, id, {
          heartbeatAt: ctx.clock.now(),
          ...at,
          ...(workStatus === 'offline' ? { workStatus: 'idle' } : {}),
        })
        return { ok: true }
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/driver/takePush',
    summary: '司机抢单',
    right: 'signedIn',
    input: PUSH,
    output: z.object({ won: z.boolean() }),
    handler: async (ctx, { push }) => {
      const won = await mine(ctx, async (tx, id) => {
        await takePush(tx, ctx, push, id)
        const { winner } = await tx.selectFrom('orderPush').select('winner').where('id', '=', push).executeTakeFirstOrThrow()
        return winner === id
      })
      if (!won) throw refused('这一单已被他人接走，请看其他推单')
      return { won }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/driver/refusePush',
    summary: '司机不接推单',
    right: 'signedIn',
    input: PUSH,
    output: z.object({ ok: z.boolean() }),
    handler: (ctx, { push, reason }) =>
      mine(ctx, async (tx, id) => {
        await refusePush(tx, ctx, push, id, reason ?? '不接')
        return { ok: true }
      }),
  }),
]
