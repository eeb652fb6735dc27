/** 系统消息, 我的消息, 问题反馈, 版本: server part. One way to send a message to people: `sendMessages`. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Db, Tx } from '#kit/access/context.server.ts'
import { worded } from '#kit/database/compiled-statement.server.ts'
import { formsOf } from '#kit/database/sealing.server.ts'
import { noticeOf } from '#kit/http/sending/events.server.ts'
import { anyOf, liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Watcher } from '#kit/entity/registry.server.ts'
import { serve } from '#kit/entity/serve.server.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { MESSAGE_CATEGORIES, problemFeedbackActions, systemMessage, systemMessageActions } from './messages.ts'
import { releaseActions } from '../settings/settings.ts'
import { doneAnswer } from '#kit/http/answers.server.ts'
import { INBOX } from '../system.wire.ts'

export interface NewMessage {
  receivers: readonly number[]
  category: keyof typeof MESSAGE_CATEGORIES
  title: string
  content?: string | null
  /** Path of the console, e.g. `/bill/billInfoDetail?id=1`. */
  link?: string | null
  /** The same key reaches a person once: (template, target, day). */
  dedupe?: string | null
  systemMessage?: number | null
  /** What it asks for, `payableBill:12`: when that is over, the message leaves the boxes (`withdrawMessages`). */
  about?: string | null
}

type Put = Required<NewMessage> & { operatorId: number; by: number | null; at: string; channel: string; payload: string }
const put = worded(
  (_tx, m: Put) => sql<{ fresh: number; receivers: number[] }>`
  with fresh as (
    insert into inbox_message (operator_id, created_by, receiver, system_message, category, title, content, link, dedupe, about, created_at, updated_at)
    select ${m.operatorId}, ${m.by}::bigint, r, ${m.systemMessage}, ${m.category}, ${m.title}, ${m.content}, ${m.link}, ${m.dedupe}, ${m.about}, ${m.at}, ${m.at}
    from unnest(${sql.val(m.receivers)}::bigint[]) as r
    on conflict do nothing returning receiver)
  select fresh, receivers, case when fresh > 0 then pg_notify(${m.channel}, ${m.payload})::text end
  from (select count(*) as fresh, coalesce(array_agg(receiver), '{}') as receivers from fresh) as counted`,
)

/** How a person of this company is called, for papers of other modules. */
export const personNamed = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('user').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

/** Of those who are still here, in the order they are named. */
export async function telephonesOf(db: Db, ids: readonly number[]): Promise<{ id: number; name: string; mobile: string }[]> {
  if (ids.length === 0) return []
  const rows = await liveRows(db, 'user').select(['id', 'name', 'mobile']).where('id', 'in', ids).where('status', '=', 'active').execute()
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Those who look after the installation of a company. */
export const administrators = async (tx: Tx): Promise<number[]> => {
  const rows = await liveRows(tx, 'user').select('id').where('isAdmin', '=', true).where('status', '=', 'active').execute()
  return rows.map((row) => row.id)
}

/** The one account at work with this name and telephone, or null when there is none or more than one. */
export async function colleagueCalled(tx: Tx, name: string, mobile: string): Promise<number | null> {
  const rows = await liveRows(tx, 'user')
    .select('id')
    // Telephones lie sealed.
    .where('mobile', 'in', formsOf(mobile))
    .where('name', '=', name)
    .where('status', '=', 'active')
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]!.id : null
}

/** Where a message goes besides the boxes; laid out by whoever brings it there. `fresh`: those who had it not yet. */
export type MessageRelay = (tx: Tx, ctx: Context, message: NewMessage, fresh: readonly number[]) => Promise<void>
declare module '#kit/entity/tables.ts' {
  interface Provided {
    messageRelays: MessageRelay
  }
}

/** In the caller's transaction; people who are signed in hear of it when it commits. Returns how many were new. */
export async function sendMessages(tx: Tx, ctx: Context, message: NewMessage): Promise<number> {
  const receivers = [...new Set(message.receivers)]
  if (receivers.length === 0) return 0
  // Also of those who had it already: it is a hint to ask, and one statement is enough.
  const { channel, payload } = noticeOf({
    operatorId: ctx.user.operatorId,
    userIds: receivers,
    name: 'message',
    data: { category: message.category },
  })
  const { rows } = await put(tx, {
    operatorId: ctx.user.operatorId,
    by: ctx.user.id || null,
    at: ctx.clock.now(),
    receivers,
    category: message.category,
    title: message.title,
    channel,
    payload,
    systemMessage: message.systemMessage ?? null,
    content: message.content ?? null,
    link: message.link ?? null,
    dedupe: message.dedupe ?? null,
    about: message.about ?? null,
  })
  const { fresh, receivers: reached } = rows[0]!
  if (fresh > 0) for (const relay of ctx.registry.provided('messageRelays')) await relay(tx, ctx, message, reached)
  return fresh
}

/**
 * What they asked for is done, or needs nobody any more: out of every box, read or not, in the caller's transaction. Should it come up
 * again, it is told again, for its key is free. Returns how many there were.
 */
export async function withdrawMessages(tx: Tx, ctx: Context, about: readonly string[]): Promise<number> {
  if (about.length === 0) return 0
  const gone = await tx
    .deleteFrom('inboxMessage')
    .where('operatorId', '=', ctx.user.operatorId)
    .where('about', 'in', [...about])
    // As the index has it: without, every act that ends something would read all boxes.
    .where('deletedAt', 'is', null)
    .returning('receiver')
    .execute()
  const receivers = [...new Set(gone.map((m) => m.receiver))]
  if (receivers.length === 0) return 0
  const { channel, payload } = noticeOf({ operatorId: ctx.user.operatorId, userIds: receivers, name: 'message', data: {} })
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx)
  return gone.length
}

/** Which records messages are about, and when what they ask for is over. Laid out by their modules. */
export interface ReminderEnd {
  entity: string
  over: (record: Readonly<Record<string, unknown>>) => boolean
  /** `entity:id` when not said. */
  about?: (record: Readonly<Record<string, unknown>>) => string
}
declare module '#kit/entity/tables.ts' {
  interface Provided {
    reminderEnds: ReminderEnd
  }
}
const byEntity = new WeakMap<object, ReadonlyMap<string, readonly ReminderEnd[]>>()
function endsOf(ctx: Pick<Context, 'registry'>, entity: string): readonly ReminderEnd[] {
  const known = byEntity.get(ctx.registry) ?? Map.groupBy(ctx.registry.provided('reminderEnds'), (end) => end.entity)
  byEntity.set(ctx.registry, known)
  return known.get(entity) ?? []
}
/** A reminder ends in the transaction that does what it asks for, whoever does it. */
export const reminderWatcher: Watcher = {
  async after({ tx, ctx, entity, record }) {
    const over = endsOf(ctx, entity).filter((end) => end.over(record))
    await withdrawMessages(
      tx,
      ctx,
      over.map((end) => end.about?.(record) ?? `${entity}:${record.id}`),
    )
  },
}

export const servedSystemMessage = serve(systemMessageActions, {
  effects: {
    publish: async ({ tx, ctx, record }) => {
      let people = liveRows(tx, 'user').select('id').where('status', '=', 'active')
      if (!record.toAll)
        people = people.where((eb) =>
          eb.or([
            ...(record.depts?.length ? [eb('dept', 'in', record.depts)] : []),
            ...(record.roles?.length ? [sql<boolean>`roles && ${sql.val(record.roles)}::bigint[]`] : []),
          ]),
        )
      const receivers = (await people.execute()).map((r) => r.id)
      const n = await sendMessages(tx, ctx, {
        receivers,
        category: record.category,
        title: record.title,
        content: record.content,
        link: record.link,
        systemMessage: record.id,
        dedupe: `systemMessage:${record.id}`,
      })
      return { publishedAt: ctx.clock.now(), receiverCount: n }
    },
    withdraw: async ({ tx, record }) => void (await tx.deleteFrom('inboxMessage').where('systemMessage', '=', record.id).execute()),
  },
  hooks: {
    refuseEdit: (m) => (m.status === 'draft' ? null : '已发布的消息不能修改，可以撤回后新建'),
    refuseDelete: (m) => (m.status === 'published' ? '请先撤回再删除' : null),
  },
})

export const servedFeedback = serve(problemFeedbackActions, {
  effects: {
    reply: async ({ tx, ctx, record, input }) => {
      if (record.createdBy)
        await sendMessages(tx, ctx, {
          receivers: [record.createdBy],
          category: 'notice',
          title: `您的反馈 ${record.no} 已回复`,
          content: input.answer,
          link: `/message/problemFaceBackDetail?id=${record.id}`,
        })
      return { answer: input.answer, answeredBy: ctx.user.id, answeredAt: ctx.clock.now() }
    },
    close: async () => {},
    reopen: async () => {},
  },
  hooks: { refuseEdit: (p) => (p.status === 'open' ? null : '已回复或关闭的反馈不能修改；要补充说明，请另提一条反馈') },
})

export const servedRelease = serve(releaseActions, {
  effects: { publish: async ({ ctx }) => ({ publishedAt: ctx.clock.now() }) },
  hooks: {
    refuseEdit: (r) => (r.status === 'draft' ? null : '已发布的版本不能修改'),
    refuseDelete: (r) => (r.status === 'draft' ? null : '已发布的版本不能删除'),
  },
})

/** Whoever was sent a message may open its attachments, without any right to the screen they were written on. */
export const mayReadMessage = async (ctx: Context, entity: string, id: number): Promise<boolean> =>
  entity === systemMessage.name &&
  ctx.db.read(
    ctx.user.operatorId,
    async (db) =>
      (await liveRows(db, 'inboxMessage')
        .select('id')
        .where('receiver', '=', ctx.user.id)
        .where('systemMessage', '=', id)
        .executeTakeFirst()) !== undefined,
  )

const PAGE = z.strictObject({
  pageNo: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
  unread: z.enum(['0', '1']).default('0'),
})

export const messageRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/message/list',
    summary: '我的消息',
    right: 'signedIn',
    input: PAGE,
    output: INBOX,
    handler: (ctx, q) =>
      ctx.db.read(ctx.user.operatorId, async (db) => {
        const mine = () => {
          const all = liveRows(db, 'inboxMessage as m').where('m.receiver', '=', ctx.user.id)
          return q.unread === '1' ? all.where('m.readAt', 'is', null) : all
        }
        const list = await mine()
          .leftJoin('systemMessage as s', 's.id', 'm.systemMessage')
          .select([
            'm.id',
            'm.category',
            'm.title',
            'm.content',
            'm.link',
            'm.readAt',
            'm.createdAt',
            's.attachments',
            sql<boolean>`coalesce(m.created_by = ${ctx.user.id}, false)`.as('own'),
          ])
          .orderBy('m.id', 'desc')
          .limit(q.pageSize)
          .offset((q.pageNo - 1) * q.pageSize)
          .execute()
        const { n } = await mine()
          .select(sql<number>`count(*)`.as('n'))
          .executeTakeFirstOrThrow()
        const { unread } = await liveRows(db, 'inboxMessage')
          .select(sql<number>`count(*)`.as('unread'))
          .where('receiver', '=', ctx.user.id)
          .where('readAt', 'is', null)
          .executeTakeFirstOrThrow()
        return { list, total: n, exact: true, pageNo: q.pageNo, pageSize: q.pageSize, unread }
      }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/message/read',
    summary: '标记已读',
    right: 'signedIn',
    input: z.strictObject({ ids: z.array(z.int()).max(200).optional(), all: z.boolean().optional() }),
    output: doneAnswer,
    handler: async (ctx, { ids, all }) => {
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        let unread = tx
          .updateTable('inboxMessage')
          .set({ readAt: ctx.clock.now() })
          .where('receiver', '=', ctx.user.id)
          .where('readAt', 'is', null)
        if (!all) unread = unread.where('id', '=', anyOf(ids ?? []))
        const rows = await unread.returning('systemMessage').execute()
        const read = Map.groupBy(
          rows.filter((r) => r.systemMessage !== null),
          (r) => r.systemMessage!,
        )
        for (const [id, of] of read)
          await tx
            .updateTable('systemMessage')
            .set((eb) => ({ readCount: eb('readCount', '+', of.length) }))
            .where('id', '=', id)
            .execute()
      })
      return null
    },
  }),
]
