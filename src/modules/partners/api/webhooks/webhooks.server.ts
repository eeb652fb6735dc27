/**
 * Webhooks (transport.md §8): a change of an order is told to the programs that asked for it. Put down in the transaction of the change with the
 * next number of the order, sent by the outbox, signed by Standard Webhooks; who does not answer for days is not called any more and told so.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { refused } from '#kit/basics/errors.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { allRows, liveRows } from '#kit/entity/query/live-rows.server.ts'
import { moveOnly, serve, type ServedEntity } from '#kit/entity/serve.server.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import { signedHeaders } from '#kit/ports/standard-webhooks.server.ts'
import { administrators, sendMessages } from '#modules/system/system.public.ts'
import { ORDER_STATES, type EtaFollower } from '#modules/transport/transport.public.ts'
import { ORDER_CODES } from '#modules/transport/orders/order.rules.ts'
import { apiClientActions, webhookDeliveryActions } from '../clients/client.ts'
import { hookBound } from '../clients/keys.server.ts'
import { eventOf, hookProblem, MOST_FAILURES, PAUSES, tellsEta, wants, type OrderEvent } from '../clients/webhook.rules.ts'

const DAYS_OF_SILENCE = 3

interface Subject {
  order: number | null
  sandboxOrder: number | null
  data: object
}
interface Hearer {
  id: number
  disabledAt: string | null
}

/** The next number of this order for this client: the row of the order is locked, so two changes never share one. */
async function put(tx: Tx, ctx: Context, to: Hearer, event: string, subject: Subject): Promise<void> {
  const { order, sandboxOrder } = subject
  const before = await allRows(tx, 'webhookDelivery')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('client', '=', to.id)
    .where('order', order === null ? 'is' : '=', order)
    .where('sandboxOrder', sandboxOrder === null ? 'is' : '=', sandboxOrder)
    .executeTakeFirst()
  const seq = Number(before?.seq ?? 0) + 1
  const eventId = `evt_${randomBytes(12).toString('hex')}`
  const now = ctx.clock.now()
  const body = { type: event, id: eventId, seq, timestamp: now, data: subject.data }
  const { id } = await tx
    .insertInto('webhookDelivery')
    .values({
      operatorId: ctx.user.operatorId,
      client: to.id,
      eventId,
      event,
      order,
      sandboxOrder,
      seq,
      body,
      result: to.disabledAt ? 'ended' : 'waiting',
      attempts: 0,
      nextAt: to.disabledAt ? null : now,
      at: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!to.disabledAt) await enqueue(tx, ctx, webhookCall, { delivery: id }, { key: `webhook:${id}` })
}

const hearersOf = (tx: Tx) =>
  liveRows(tx, 'apiClient').select(['id', 'disabledAt', 'webhookEvents']).where('status', '=', 'active').where('webhookUrl', 'is not', null)

async function tellOrder(tx: Tx, ctx: Context, order: number, event: OrderEvent, more: object = {}): Promise<void> {
  const o = await tx
    .selectFrom('transportOrder')
    .select(['id', 'no', 'outerNo', 'status', 'project'])
    .where('id', '=', order)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (o.project === null || o.status === 'draft') return
  const hearers = await hearersOf(tx).where('project', '=', o.project).where('sandbox', '=', false).orderBy('id').execute()
  const data = {
    no: o.no,
    outerNo: o.outerNo,
    status: o.status,
    code: ORDER_CODES[o.status],
    label: ORDER_STATES[o.status],
    sandbox: false,
    ...more,
  }
  for (const hearer of hearers)
    if (wants(hearer.webhookEvents, event)) await put(tx, ctx, hearer, event, { order: o.id, sandboxOrder: null, data })
}

/** When the goods of these consignments will be at their receiver, to whoever follows their orders, where it is worth telling. */
export const followEta: EtaFollower = async (tx, ctx, { consignments, ...of }) => {
  if (!tellsEta({ ...of, now: ctx.clock.now() })) return false
  if (consignments.length > 0) await tellEta(tx, ctx, consignments, of.eta)
  return true
}
async function tellEta(tx: Tx, ctx: Context, consignments: readonly number[], eta: string): Promise<void> {
  const rows = await tx
    .selectFrom('consignment')
    .select('order')
    .where('id', 'in', [...consignments])
    .where('status', 'in', ['toPick', 'carrying'])
    .execute()
  for (const order of [...new Set(rows.map((r) => r.order))].toSorted((a, b) => a - b))
    await tellOrder(tx, ctx, order, 'order.eta', { eta })
}

const SANDBOX_EVENTS: Readonly<Record<string, OrderEvent>> = {
  confirm: 'order.confirmed',
  plan: 'order.planned',
  depart: 'order.departed',
  arrive: 'order.arrived',
  sign: 'order.signed',
  cancel: 'order.cancelled',
}
async function tellSandbox(tx: Tx, ctx: Context, record: Record<string, unknown> & { id: number }, action: string): Promise<void> {
  const event = SANDBOX_EVENTS[action]
  const client = Number(record['client'])
  const hearer = event ? await hearersOf(tx).where('id', '=', client).executeTakeFirst() : undefined
  if (!event || !hearer || !wants(hearer.webhookEvents, event)) return
  const status = String(record['status'])
  const data = {
    no: record['no'],
    outerNo: record['outerNo'],
    status,
    code: ORDER_CODES[status],
    label: ORDER_STATES[status as 'open'],
    sandbox: true,
  }
  await put(tx, ctx, hearer, event, { order: null, sandboxOrder: record.id, data })
}

async function ordersOf(tx: Tx, record: Record<string, unknown>): Promise<number[]> {
  if (typeof record['order'] === 'number') return [record['order']]
  const by = (['consignment', 'mission'] as const).find((name) => typeof record[name] === 'number')
  if (!by) return []
  const rows = await tx
    .selectFrom('consignment')
    .select('order')
    .where(by === 'consignment' ? 'id' : 'mission', '=', record[by] as number)
    .execute()
  return [...new Set(rows.map((r) => r.order))].toSorted((a, b) => a - b)
}

/** Told by the watcher about everything that was added or acted upon. */
export const followWebhooks: NonNullable<Watcher['after']> = async ({ tx, ctx, entity, action, record, from, to }) => {
  if (entity === 'sandboxOrder') return tellSandbox(tx, ctx, record, action)
  const event = eventOf({ entity, action, from, to, kind: typeof record['kind'] === 'string' ? record['kind'] : undefined })
  if (!event) return
  const orders = entity === 'transportOrder' ? [record.id] : await ordersOf(tx, record)
  for (const order of orders) await tellOrder(tx, ctx, order, event)
}

const CALL = z.strictObject({ delivery: z.number().int().positive() })
const deliveryOf = (ctx: Context, id: number) =>
  ctx.db.read(ctx.user.operatorId, (db) =>
    db
      .selectFrom('webhookDelivery')
      .innerJoin('apiClient', (join) =>
        join.onRef('apiClient.id', '=', 'webhookDelivery.client').onRef('apiClient.operatorId', '=', 'webhookDelivery.operatorId'),
      )
      .select(['webhookDelivery.eventId', 'webhookDelivery.body', 'apiClient.id as client', 'apiClient.status', 'apiClient.webhookUrl'])
      .select(['apiClient.disabledAt', 'apiClient.webhookSecret', 'apiClient.webhookSecretOld', 'apiClient.webhookOldUntil'])
      .where('webhookDelivery.id', '=', id)
      .executeTakeFirstOrThrow(),
  )

async function deliver(ctx: Context, { delivery }: z.output<typeof CALL>, at: Date): Promise<number> {
  const d = await deliveryOf(ctx, delivery)
  if (d.disabledAt) throw refused('回调已停用')
  if (d.status !== 'active' || !d.webhookUrl) throw refused('请先启用接口客户并填写回调地址')
  if (!d.webhookSecret) throw refused('请先生成回调密钥')
  const body = JSON.stringify(d.body)
  const open = (sealed: string): string => ctx.ports.vault.unseal(sealed, hookBound(ctx.user.operatorId, d.client))
  const headers = signedHeaders(open(d.webhookSecret), { id: d.eventId, body, now: at })
  const old = d.webhookSecretOld && d.webhookOldUntil && d.webhookOldUntil > ctx.clock.now() ? open(d.webhookSecretOld) : null
  const both = old ? `${headers['webhook-signature']} ${signedHeaders(old, { id: d.eventId, body, now: at })['webhook-signature']}` : null
  return ctx.ports.webhook.post({
    url: d.webhookUrl,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'zyt-webhook/1',
      ...headers,
      ...(both ? { 'webhook-signature': both } : {}),
    },
    body,
  })
}

const clientOf = (tx: Tx, delivery: number) =>
  tx
    .selectFrom('apiClient')
    .select(['id', 'name', 'failures', 'failingSince', 'disabledAt'])
    .where('id', '=', tx.selectFrom('webhookDelivery').select('client').where('id', '=', delivery))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Nobody answers: it is not called any more, and those who look after the house are told once. */
async function countFailure(tx: Tx, ctx: Context, delivery: number): Promise<void> {
  const c = await clientOf(tx, delivery)
  const now = ctx.clock.now()
  const since = c.failingSince ?? now
  const failures = (c.failures ?? 0) + 1
  const silent = Date.parse(now) - Date.parse(since) > DAYS_OF_SILENCE * 86_400_000
  const ends = c.disabledAt === null && (failures >= MOST_FAILURES || silent)
  await tx
    .updateTable('apiClient')
    .set({ failures, failingSince: since, ...(ends ? { disabledAt: now } : {}), updatedAt: now })
    .where('id', '=', c.id)
    .execute()
  if (!ends) return
  await sendMessages(tx, ctx, {
    receivers: await administrators(tx),
    category: 'anomaly',
    title: `「${c.name}」的订单回调已停用`,
    content: failures >= MOST_FAILURES ? `连续失败 ${failures} 次。` : `连续 ${DAYS_OF_SILENCE} 天没有送达。`,
    link: `/transport/apiClientDetail?id=${c.id}`,
    dedupe: `webhook:${c.id}:${now}`,
  })
}

const codeIn = (reason: string): number | null => {
  const [, code] = /返回 (\d{3})/.exec(reason) ?? []
  return code ? Number(code) : null
}

export const webhookCall = defineCall({
  kind: 'transport.webhook',
  label: '订单回调',
  payload: CALL,
  open: true,
  summary: ({ delivery }) => `回调记录 ${delivery}`,
  pauses: PAUSES,
  deliver: (ctx, payload, { at }) => deliver(ctx, payload, at),
  settle: async (tx, ctx, { delivery }, code) => {
    const now = ctx.clock.now()
    const c = await clientOf(tx, delivery)
    await tx
      .updateTable('webhookDelivery')
      .set({ result: 'delivered', attempts: sql<number>`attempts + 1`, nextAt: null, lastCode: code, reason: null, updatedAt: now })
      .where('id', '=', delivery)
      .execute()
    if (c.failures || c.failingSince)
      await tx.updateTable('apiClient').set({ failures: 0, failingSince: null, updatedAt: now }).where('id', '=', c.id).execute()
  },
  tried: async (tx, ctx, { delivery }, { reason, next }) => {
    await tx
      .updateTable('webhookDelivery')
      .set({
        attempts: sql<number>`attempts + 1`,
        nextAt: next,
        lastCode: codeIn(reason),
        reason: reason.slice(0, 300),
        updatedAt: ctx.clock.now(),
      })
      .where('id', '=', delivery)
      .execute()
    await countFailure(tx, ctx, delivery)
  },
  failed: async (tx, ctx, { delivery }, reason) => {
    await tx
      .updateTable('webhookDelivery')
      .set({ result: reason === '回调已停用' ? 'ended' : 'failed', nextAt: null, reason: reason.slice(0, 300), updatedAt: ctx.clock.now() })
      .where('id', '=', delivery)
      .execute()
  },
})

export const servedDelivery: ServedEntity = serve(webhookDeliveryActions, {
  effects: {
    resend: async ({ tx, ctx, record }) => {
      const c = await tx.selectFrom('apiClient').select('disabledAt').where('id', '=', record.client).executeTakeFirstOrThrow()
      if (c.disabledAt) throw refused('回调已停用，请先恢复回调')
      const now = ctx.clock.now()
      await enqueue(tx, ctx, webhookCall, { delivery: record.id }, { key: `webhook:${record.id}:${record.version}:${now}` })
      return { result: 'waiting' as const, attempts: 0, nextAt: now }
    },
  },
})

export const servedClient: ServedEntity = {
  words: { issueKey: '签发密钥', hookSecret: '更换回调密钥' },
  ...serve(apiClientActions, {
    effects: {
      suspend: moveOnly,
      resume: moveOnly,
      revoke: moveOnly,
      ping: async ({ tx, ctx, record }) => {
        if (!record.webhookSecret) throw refused('请先在「密钥」页签中生成回调密钥')
        await put(tx, ctx, { id: record.id, disabledAt: null }, 'ping', { order: null, sandboxOrder: null, data: { message: 'ping' } })
      },
      resumeHook: async () => ({ disabledAt: null, failingSince: null, failures: 0 }),
    },
    hooks: {
      beforeAdd: async ({ tx, ctx, values }) => {
        const problem = hookProblem(values.webhookUrl ?? null, ctx.ports.webhook.inside)
        if (problem) throw refused(problem)
        const p = await tx.selectFrom('project').select('store').where('id', '=', values.project!).executeTakeFirst()
        return { store: p?.store ?? null }
      },
      beforeEdit: async ({ tx, ctx, patch }) => {
        const problem = hookProblem(patch.webhookUrl ?? null, ctx.ports.webhook.inside)
        if (problem) throw refused(problem)
        if (!patch.project) return {}
        const p = await tx.selectFrom('project').select('store').where('id', '=', patch.project).executeTakeFirst()
        return { store: p?.store ?? null }
      },
    },
  }),
}
