/** 网络货运上报 on the server: rows are made of a period, checked, sent as one file, and answered (transport.md §15). */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { addDays, dayOf, instantAt, type Day } from '#kit/basics/time/day.ts'
import { refused } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { visibleWhere } from '#kit/entity/query/scope.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { dayInput } from '#kit/http/inputs.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import { eachApart } from '#kit/jobs/each.server.ts'
import { dangerNoteActions, freightUpload, freightUploadActions, UPLOAD_KINDS } from './upload.ts'
import { companyOf, driverFacts, dueFor, moneyOf, vehicleFacts, waybillsOf, type Company } from './facts.server.ts'
import { driverSheet, moneyFlow, vehicleSheet, waybill, type Checked } from './upload.rules.ts'

type Upload = Rec<typeof freightUpload>
type Kind = Upload['kind']
const uploads = storeOf(freightUpload)

type Of = Pick<Upload, 'kind' | 'key' | 'subject' | 'day'> & Partial<Pick<Upload, 'order' | 'mission' | 'vehicle' | 'driver' | 'store'>>
interface Made extends Of, Checked {}

const said = (c: Checked): Pick<Upload, 'document' | 'problems' | 'faults'> => ({
  document: c.document,
  problems: c.problems.slice(0, 50).map((p) => ({ field: p.field, text: p.text.slice(0, 200) })),
  faults: c.problems.length,
})

/** A row that is there takes the figures of today until it was sent; what was sent is what was sent. */
async function keep(tx: Tx, ctx: Context, { document, problems, ...of }: Made): Promise<void> {
  const upload = await liveRows(tx, 'freightUpload').select(['id', 'status']).where('key', '=', of.key).executeTakeFirst()
  const now = said({ document, problems })
  if (!upload) await uploads.add(tx, ctx, { ...of, ...now, status: now.faults > 0 ? 'held' : 'pending' })
  else if (['pending', 'held'].includes(upload.status)) await uploads.act(tx, ctx, 'check', upload.id, {})
}

async function storeOfOrder(tx: Tx, id: number): Promise<number | null> {
  return (await tx.selectFrom('transportOrder').select('store').where('id', '=', id).executeTakeFirstOrThrow()).store
}
async function ofOrder(tx: Tx, ctx: Context, order: number, company: Company): Promise<Made[]> {
  const store = await storeOfOrder(tx, order)
  return (await waybillsOf(tx, ctx, order, company)).map(({ facts, leg }) => ({
    kind: 'waybill' as const,
    key: `waybill:${order}:${leg.mission}`,
    subject: `${facts.no} ${facts.serial} ${facts.vehicle?.plateNo ?? ''}`.trim(),
    day: dayOf(facts.receivedAt ?? ctx.clock.now()),
    order,
    mission: leg.mission,
    vehicle: leg.vehicle,
    driver: leg.driver,
    store,
    ...waybill(facts),
  }))
}
async function ofMission(tx: Tx, ctx: Context, mission: number, company: Company): Promise<Made> {
  const facts = await moneyOf(tx, ctx, mission, company)
  const m = await tx.selectFrom('mission').select(['actualEnd', 'store']).where('id', '=', mission).executeTakeFirstOrThrow()
  return {
    kind: 'money',
    key: `money:${mission}`,
    subject: facts.no,
    day: dayOf(m.actualEnd ?? ctx.clock.now()),
    mission,
    vehicle: facts.vehicleId,
    store: m.store,
    ...moneyFlow(facts),
  }
}
async function ofVehicle(tx: Tx, ctx: Context, vehicle: number, company: Company): Promise<Made> {
  const facts = await vehicleFacts(tx, vehicle, company)
  return {
    kind: 'vehicle',
    key: `vehicle:${vehicle}`,
    subject: facts.plateNo,
    day: ctx.clock.today(),
    vehicle,
    ...vehicleSheet(facts, company.area),
  }
}
async function ofDriver(tx: Tx, ctx: Context, driver: number, vehicle: number | null, company: Company): Promise<Made> {
  const facts = await driverFacts(tx, driver)
  const drives = vehicle ?? facts.vehicle
  const sheet = driverSheet(facts, drives === null ? null : await vehicleFacts(tx, drives, company))
  return { kind: 'driver', key: `driver:${driver}`, subject: facts.name, day: ctx.clock.today(), driver, vehicle: drives, ...sheet }
}

/** The document of one row as it would be today. */
async function again(tx: Tx, ctx: Context, u: Upload): Promise<Checked> {
  const company = await companyOf(tx, ctx)
  if (u.kind === 'waybill') {
    const waybill = (await ofOrder(tx, ctx, u.order!, company)).find((w) => w.key === u.key)
    if (!waybill) return { document: {}, problems: [{ field: 'shippingNoteNumber', text: '订单已没有这一段运输，请登记原因后另行上报' }] }
    return waybill
  }
  if (u.kind === 'money') return ofMission(tx, ctx, u.mission!, company)
  return u.kind === 'vehicle' ? ofVehicle(tx, ctx, u.vehicle!, company) : ofDriver(tx, ctx, u.driver!, u.vehicle, company)
}

/** Waybills signed for in these days, the payments of what was driven in them, and every vehicle and driver they name, once. */
async function collect(ctx: Context, from: Day, until: Day): Promise<{ made: number }> {
  const { company, orders, missions } = await ctx.db.read(ctx.user.operatorId, async (db) => {
    const tx = db
    return { company: await companyOf(tx, ctx), ...(await dueFor(tx, instantAt(from), instantAt(addDays(until, 1)))) }
  })
  const seen = { vehicles: new Set<number>(), drivers: new Map<number, number | null>() }
  let made = await eachApart(ctx, orders, async (tx, order) => {
    for (const one of await ofOrder(tx, ctx, order, company)) {
      if (one.vehicle) seen.vehicles.add(one.vehicle)
      if (one.driver) seen.drivers.set(one.driver, one.vehicle ?? null)
      await keep(tx, ctx, one)
    }
  })
  made += await eachApart(ctx, missions, async (tx, mission) => keep(tx, ctx, await ofMission(tx, ctx, mission, company)))
  made += await eachApart(ctx, [...seen.vehicles], async (tx, id) => keep(tx, ctx, await ofVehicle(tx, ctx, id, company)))
  made += await eachApart(ctx, [...seen.drivers], async (tx, [id, vehicle]) => keep(tx, ctx, await ofDriver(tx, ctx, id, vehicle, company)))
  return { made }
}

const PERIOD = z.strictObject({ from: dayInput(), to: dayInput() })
const MOST_ROWS = 5000

/** The rows that are ready, in one file; each is moved to 已上报 with the sum of that file in the same transaction. */
async function file(ctx: Context, kind: Kind): Promise<{ name: string; body: Buffer }> {
  return ctx.db.write(ctx.user.operatorId, async (tx) => {
    const rows = await liveRows(tx, 'freightUpload as t')
      .select(['t.id', 't.document'])
      .where(visibleWhere(ctx, freightUpload))
      .where('t.kind', '=', kind)
      .where('t.status', '=', 'pending')
      .orderBy('t.id')
      .limit(MOST_ROWS)
      .forNoKeyUpdate()
      .execute()
    if (rows.length === 0) throw refused(`没有待上报的${UPLOAD_KINDS[kind]}，请先生成并处理「待补正」的问题`)
    const body = Buffer.from(
      JSON.stringify({ kind, made: ctx.clock.now(), count: rows.length, list: rows.map((r) => r.document) }, null, 2),
    )
    const hash = createHash('sha256').update(body).digest('hex')
    await uploads.actEach(
      tx,
      ctx,
      'send',
      rows.map(({ id }) => ({ id, input: { hash } })),
    )
    await audit(tx, ctx, {
      entity: 'freightUpload',
      entityId: null,
      action: 'export',
      title: `${UPLOAD_KINDS[kind]}上报文件`,
      reason: `${rows.length} 条，摘要 ${hash}`,
    })
    return { name: `${UPLOAD_KINDS[kind]}上报 ${ctx.clock.today()}.json`, body }
  })
}

export const reportingRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/freightUpload/collect',
    summary: '生成一段时间的网络货运上报记录',
    right: 'freightUploadList_collect',
    input: PERIOD,
    output: z.object({ made: z.number() }),
    handler: (ctx, { from, to }) => {
      if (to < from) throw refused('结束日期不能早于开始日期')
      if (addDays(from, 31) < to) throw refused('一次最多生成 31 天')
      return collect(ctx, from, to)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/freightUpload/file',
    summary: '导出待上报的一种单据为文件并登记为已上报',
    right: 'freightUploadList_send',
    input: z.strictObject({ kind: z.enum(Object.keys(UPLOAD_KINDS) as [Kind, ...Kind[]], '请选择单据') }),
    output: fileAnswer,
    handler: async (ctx, { kind }) => {
      const { name, body } = await file(ctx, kind)
      return download({ fileName: name, mime: 'application/json', body })
    },
  }),
]

const servedUpload = serve(freightUploadActions, {
  effects: {
    check: async ({ tx, ctx, record }) => {
      const now = said(await again(tx, ctx, record))
      return { ...now, answer: null, status: now.faults > 0 ? ('held' as const) : ('pending' as const) }
    },
    send: async ({ ctx, input }) => ({ sentAt: ctx.clock.now(), sentBy: ctx.user.id || null, fileHash: input.hash, answer: null }),
    accept: moveOnly,
    reject: async ({ input }) => ({ answer: input.reason }),
  },
})

const servedDanger = serve(dangerNoteActions, {
  effects: {
    complete: async ({ ctx }) => ({ completedBy: ctx.user.id || null, completedAt: ctx.clock.now() }),
    void: moveOnly,
  },
  hooks: {
    beforeAdd: async ({ tx, values }) => {
      const m = await tx.selectFrom('mission').select('store').where('id', '=', values.mission!).executeTakeFirst()
      return { store: m?.store ?? null }
    },
    refuseEdit: (d) => (d.status === 'draft' ? null : '已完成的危险货物运单不能修改，可以作废后重新填写'),
    refuseDelete: (d) => (d.status === 'draft' ? null : '已完成的危险货物运单不能删除，可以作废'),
  },
})

export const reportingEntities: readonly ServedEntity[] = [servedUpload, servedDanger]

/** Each night the day before, where the company has a permit to report under. */
export const reportingJobs: readonly ScheduledJob[] = [
  {
    name: 'freightUpload.collect',
    cron: '20 4 * * *',
    run: async (ctx) => {
      const company = await ctx.db.read(ctx.user.operatorId, (db) => companyOf(db, ctx))
      if (company.permitNo === null) return
      const before = addDays(ctx.clock.today(), -1)
      await collect(ctx, before, before)
    },
  },
]
