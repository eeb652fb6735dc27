/** The door for what a provider tells by itself: believed by the signature over the bytes as sent, kept once, and followed by a question. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import { systemContext } from '#kit/access/system-context.server.ts'
import { forbidden } from '#kit/basics/errors.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { download, route } from '#kit/http/route.server.ts'
import { enqueue } from '#kit/jobs/outbox.server.ts'
import type { SignNotice } from './provider.server.ts'
import { detailRequest, identityRequest } from './requests.ts'

const NOTICE_PATH = '/api/public/contract/esign/notice'
const HEADERS = ['x-tsign-open-app-id', 'x-tsign-open-timestamp', 'x-tsign-open-signature', 'x-tsign-open-signature-algorithm']
/** In the words its sender waits for. */
const HEARD = Buffer.from(JSON.stringify({ code: '200', msg: 'success' }))
const KEPT_BODY = 20_000

interface Sent {
  notice: SignNotice
  headers: Record<string, string>
  body: string
}
/** The row and the question are one commit: acknowledged is kept, and what is kept is asked about. */
async function keep(ctx: Context, { notice, headers, body }: Sent): Promise<void> {
  const { operatorId } = ctx.user
  await ctx.db.write(operatorId, async (tx) => {
    const flow = await liveRows(tx, 'signFlow')
      .select(['id', 'no', 'store', 'status'])
      .where('providerFlowId', '=', notice.flowId)
      .executeTakeFirst()
    const now = ctx.clock.now()
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('signInbox')
      .values({
        operatorId,
        provider: 'esign',
        kind: notice.action,
        eventKey: notice.eventKey,
        flow: flow?.id ?? null,
        store: flow?.store ?? null,
        receivedAt: now,
        headers: jsonb(headers),
        body: jsonb({ text: body.slice(0, KEPT_BODY) }),
        createdAt: now,
        updatedAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted !== 1n) return
    const identity = await liveRows(tx, 'signIdentity').select('id').where('providerFlow', '=', notice.flowId).executeTakeFirst()
    if (identity) await enqueue(tx, ctx, identityRequest, { identity: identity.id }, { key: `esignNotice:${notice.eventKey}` })
    if (flow?.status !== 'signing') return
    await enqueue(tx, ctx, detailRequest, { flow: flow.id, no: flow.no }, { key: `esignNotice:${notice.eventKey}` })
  })
}

export const noticeRoute = route({
  method: 'POST',
  path: NOTICE_PATH,
  summary: '电子签署服务商的通知（凭签名）',
  right: 'public',
  // Whoever sends it knows no keys of ours: the same event is the same row.
  safe: true,
  gate: async ({ ctx, header, query, body }, go) => {
    const notice = ctx.ports.esign.notice(header, query, body)
    if (!notice) throw forbidden()
    const { db, clock, registry, requestId, ip, userAgent } = ctx
    const { operatorId } = notice
    const known = await db.read(null, (tx) => tx.selectFrom('operator').select('id').where('id', '=', operatorId).executeTakeFirst())
    if (!known) throw forbidden()
    const acting: Context = { ...systemContext({ db, clock, registry, operatorId, requestId }), ip, userAgent, source: 'api' }
    const headers = Object.fromEntries(HEADERS.map((name) => [name, header(name) ?? '']))
    await keep(acting, { notice, headers, body })
    return go({ ctx: acting, who: 'esign' })
  },
  input: z.looseObject({}),
  output: z.object({ code: z.literal('200'), msg: z.literal('success') }),
  // Not in our envelope: these very words are waited for.
  handler: async () => download({ fileName: 'answer.json', mime: 'application/json', body: HEARD, inline: true }),
})
