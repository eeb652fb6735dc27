/** What the dispatcher's desk asks besides single actions: many at once, the paper of a delivery, offers that ran out. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { dayOf, timeOf } from '#kit/basics/time/day.ts'
import { AppError } from '#kit/basics/errors.ts'
import { shownTo } from '#kit/entity/query/labels.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { act, storeOf } from '#kit/entity/store.server.ts'
import { download, route, type Route } from '#kit/http/route.server.ts'
import type { Paper } from '#kit/pdf/paper.ts'
import { renderPaper } from '#kit/pdf/paper.server.ts'
import { deliveryNote } from '../orders/consignment.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { eachApart } from '#kit/jobs/each.server.ts'

const notes = storeOf(deliveryNote)
const id = z.int('编号应为整数').positive('编号应为正数')

/** POST mission/batchAssign: each row on its own; 9100 when some were refused. */
const BATCH = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        mission: id,
        version: z.int().optional(),
        vehicle: id.optional(),
        driver: id.optional(),
        carrier: id.optional(),
        coDriver: id.optional(),
        trailer: id.optional(),
      }),
    )
    .min(1, '请选择任务')
    .max(200, '一次最多 200 张'),
})
async function batchAssign(ctx: Context, { rows }: z.infer<typeof BATCH>) {
  const results: { mission: number; ok: boolean; message: string }[] = []
  for (const { mission: one, version, ...input } of rows) {
    try {
      await ctx.db.write(ctx.user.operatorId, (tx) => act(tx, ctx, 'mission', 'assign', one, version ?? null, input, 'person'))
      results.push({ mission: one, ok: true, message: '派车成功' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ mission: one, ok: false, message: error.message })
    }
  }
  const failed = results.filter((r) => !r.ok).length
  const answer = { done: results.length - failed, failed, results }
  if (failed > 0) throw new AppError('partlyDone', `派车成功 ${answer.done} 张，未成功 ${failed} 张`, answer)
  return answer
}

async function notePaper(ctx: Context, one: number): Promise<Paper> {
  return ctx.db.read(ctx.user.operatorId, async (tx) => {
    const note = await notes.get(tx, ctx, one, 'person')
    const c = await tx.selectFrom('consignment').selectAll().where('id', '=', note.consignment).executeTakeFirstOrThrow()
    const order = await tx.selectFrom('transportOrder').select(['no', 'outerNo']).where('id', '=', c.order).executeTakeFirstOrThrow()
    const parties = await tx
      .selectFrom('consignParty')
      .select(['id', 'name', 'contact', 'mobile', 'place'])
      .where('id', 'in', [c.from, c.to])
      .execute()
    const m = c.mission
      ? await tx
          .selectFrom('mission')
          .leftJoin('vehicle', 'vehicle.id', 'mission.vehicle')
          .leftJoin('driver', 'driver.id', 'mission.driver')
          .select(['mission.no', 'vehicle.plateNo', 'driver.name as driver'])
          .where('mission.id', '=', c.mission)
          .executeTakeFirst()
      : undefined
    const company = await tx.selectFrom('operator').select('name').where('id', '=', ctx.user.operatorId).executeTakeFirstOrThrow()
    const of = (party: number) => parties.find((p) => p.id === party)
    const lines = note.lines ?? []
    const signed = ['signed', 'part', 'refused'].includes(note.status)
    const sum = (key: 'plan' | 'signed' | 'refused' | 'short'): string => String(lines.reduce((n, l) => n + l[key], 0))
    const at = (instant: string): string => `${dayOf(instant)} ${timeOf(instant).slice(0, 5)}`
    return {
      title: '送货单',
      number: note.no,
      company: company.name,
      blocks: [
        {
          kind: 'facts',
          columns: 2,
          items: [
            { label: '运输订单', value: order.outerNo ? `${order.no}（${order.outerNo}）` : order.no },
            { label: '配送单', value: c.no },
            { label: '任务', value: m ? `${m.no} ${m.plateNo ?? ''} ${m.driver ?? ''}` : '—' },
            { label: '送货时段', value: `${at(c.dropFrom)} 至 ${at(c.dropTo)}` },
            { label: '发货方', value: of(c.from)?.name ?? '', wide: true },
            { label: '收货方', value: of(c.to)?.name ?? '', wide: true },
            { label: '收货地址', value: of(c.to)?.place.address ?? '', wide: true },
            {
              label: '联系人',
              value: `${of(c.to)?.contact ?? ''} ${shownTo(ctx, 'consignParty', 'mobile', of(c.to)?.mobile ?? '')}`.trim(),
              wide: true,
            },
          ],
        },
        {
          kind: 'table',
          head: [
            { label: '货物', weight: 3 },
            { label: '应送', align: 'right' },
            { label: '签收', align: 'right' },
            { label: '拒收', align: 'right' },
            { label: '短少', align: 'right' },
            { label: '原因', weight: 2 },
          ],
          // Before it is signed the receiver writes the figures himself.
          rows: lines.map((l) => [
            l.goods,
            String(l.plan),
            ...(signed ? [String(l.signed), String(l.refused), String(l.short)] : ['', '', '']),
            l.reason ?? '',
          ]),
          foot: ['合计', sum('plan'), ...(signed ? [sum('signed'), sum('refused'), sum('short')] : ['', '', '']), ''],
        },
        ...(c.cod > 0 ? [{ kind: 'amount' as const, label: '代收货款', fen: c.cod }] : []),
        ...(note.signedAt ? [{ kind: 'text' as const, runs: [`签收人 ${note.signer ?? '—'}，签收时间 ${at(note.signedAt)}`] }] : []),
        {
          kind: 'zones',
          parties: [
            { role: 'receiver', label: '收货方签收' },
            { role: 'driver', label: '司机签字' },
          ],
        },
      ],
    }
  })
}

export const deskRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/mission/batchAssign',
    summary: '批量派车',
    right: 'missionList_assign',
    input: BATCH,
    output: z.object({
      done: z.number(),
      failed: z.number(),
      results: z.array(z.object({ mission: z.number(), ok: z.boolean(), message: z.string() })),
    }),
    handler: batchAssign,
  }),
  route({
    method: 'GET',
    path: '/api/v1/deliveryNote/paper',
    summary: '打印送货单',
    right: 'distributionSingleManager',
    input: z.strictObject({ id: z.coerce.number('编号应为数字').int().positive() }),
    output: fileAnswer,
    handler: async (ctx, { id: one }) => {
      const paper = await notePaper(ctx, one)
      const { bytes } = await renderPaper(paper)
      return download({ fileName: `送货单 ${paper.number}.pdf`, mime: 'application/pdf', body: bytes, inline: true })
    },
  }),
]

/** Offers nobody answered in time go back to who plans. */
async function expireOffers(ctx: Context): Promise<void> {
  const late = await ctx.db.read(ctx.user.operatorId, (db) =>
    liveRows(db, 'mission')
      .select('id')
      .where('status', '=', 'offered')
      .where('acceptBy', '<', ctx.clock.now())
      .orderBy('id')
      .limit(500)
      .execute(),
  )
  await eachApart(ctx, late, (tx, { id }) => act(tx, ctx, 'mission', 'expire', id, null, {}))
}
export const missionJobs: readonly ScheduledJob[] = [{ name: 'mission.expire', cron: '* * * * *', run: expireOffers }]
