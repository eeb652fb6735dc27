/** Writing down what happened and which bytes there are: the chain of events and the revisions of the file. The caller holds the flow's row. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { audit } from '#kit/audit/audit.server.ts'
import { absent, refused } from '#kit/basics/errors.ts'
import { asText } from '#kit/basics/text.ts'
import { formatTime } from '#kit/basics/time/time-format.ts'
import type { Rec } from '#kit/entity/tables.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import type { Instance } from '../instance.server.ts'
import { eventHash, FIRST_HASH } from './chain.rules.ts'
import { signFile, type EventKind } from './evidence.ts'
import type { signFlow } from './flow.ts'

export type Flow = Rec<typeof signFlow>
const files = storeOf(signFile)

export const sha256hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
const sm3hex = (data: Uint8Array): string => createHash('sm3').update(data).digest('hex')

/** Seen by those who see the flow. */
const storeOfFlow = async (tx: Tx, flow: number): Promise<number | null> =>
  (await tx.selectFrom('signFlow').select('store').where('id', '=', flow).executeTakeFirst())?.store ?? null

/** What the record that is signed about hears of its flow, in the history everybody reads; null for what is of the ceremony alone. */
function subjectWords({ kind, data = {} }: NewEvent): string | null {
  const { role, reason, expireAt, asked, takenBack } = data
  switch (kind) {
    case 'started':
      return '已发起'
    case 'signed':
    case 'sealed':
      return `${asText(role)}${kind === 'sealed' ? '已用印' : '已签署'}`
    case 'delayed':
      return `截止时间延至 ${formatTime(asText(expireAt))}`
    case 'revoked':
      return `已撤销，${asText(reason)}`
    case 'declined':
      return `已拒签，${asText(reason)}`
    case 'expired':
      return '已过期'
    case 'completed':
      return '各方已签署完成'
    case 'rescinded':
      return asked ? `登记解约，${asText(reason)}` : takenBack ? '取消解约' : '解约协议已签署，原合同解除'
    default:
      return null
  }
}

export interface NewEvent {
  kind: EventKind
  /** `user:12`, `signer:3`, `system`. */
  by: string
  data?: Record<string, unknown>
  docSha?: string | null
}
/** Returns the new head. */
export async function record(tx: Tx, ctx: Context, flow: Pick<Flow, 'id' | 'no'>, event: NewEvent): Promise<string> {
  const last = await tx
    .selectFrom('signFlow as f')
    .leftJoin('signEvent as e', 'e.flow', 'f.id')
    .select(['f.store', 'f.title', 'f.bizEntity', 'f.bizId', 'f.bizNo', 'e.seq', 'e.hash'])
    .where('f.id', '=', flow.id)
    .orderBy(sql`e.seq desc nulls last`)
    .limit(1)
    .executeTakeFirstOrThrow()
  const seq = (last.seq ?? 0) + 1
  const prevHash = last.hash ?? FIRST_HASH
  const at = ctx.clock.now()
  const device = ctx.source === 'job' ? {} : { ip: ctx.ip.slice(0, 60), ua: ctx.userAgent.slice(0, 300) }
  const written = { seq, at, kind: event.kind, by: event.by, ...device, docSha: event.docSha ?? undefined, data: event.data }
  const hash = eventHash(prevHash, { flow: flow.no, ...written }, sha256hex)
  // Straight into its table: an event is its own log, chained and append-only, and there are several in every act of a flow.
  const by = ctx.user.id || null
  await tx
    .with('written', (db) =>
      db.insertInto('signEvent').values({
        operatorId: ctx.user.operatorId,
        flow: flow.id,
        store: last.store,
        ...written,
        docSha: event.docSha ?? null,
        data: event.data === undefined ? null : jsonb(event.data),
        prevHash,
        hash,
        createdBy: by,
        createdAt: at,
        updatedBy: by,
        updatedAt: at,
      }),
    )
    .updateTable('signFlow')
    .set({ evidenceHead: hash })
    .where('id', '=', flow.id)
    .execute()
  const words = subjectWords(event)
  if (words && last.bizEntity && last.bizId)
    await audit(tx, ctx, {
      entity: last.bizEntity,
      entityId: last.bizId,
      action: 'comment',
      title: last.bizNo ?? last.title,
      reason: `电子签署：${words}（${flow.no}）`,
    })
  return hash
}

export interface KeptBytes {
  id: string
  sha256: string
  sm3: string
  size: number
}
/** Into the store first: a row never names bytes that are not there. Nobody's until `addRevision` takes them. */
export async function keepBytes(
  ctx: Context,
  { files: keeper }: Pick<Instance, 'files'>,
  name: string,
  bytes: Uint8Array,
): Promise<KeptBytes> {
  const expiresAt = new Date(Date.parse(ctx.clock.now()) + 24 * 3_600_000).toISOString()
  async function* once(): AsyncGenerator<Uint8Array> {
    yield bytes
  }
  const stored = await keeper.put(ctx, { name, mime: 'application/pdf', body: once(), purpose: 'contract', expiresAt })
  return { id: stored.id, sha256: stored.sha256, sm3: sm3hex(bytes), size: stored.size }
}

export async function addRevision(
  tx: Tx,
  ctx: Context,
  flow: { id: number },
  file: KeptBytes,
  cause: 'prepared' | 'signed' | 'dss' | 'timestamp',
): Promise<void> {
  const last = await tx
    .selectFrom('signFile')
    .select(['seq', 'sha256'])
    .where('flow', '=', flow.id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const taken = await tx
    .updateTable('file')
    .set({ entity: 'signFlow', entityId: flow.id, expiresAt: null })
    .where('id', '=', file.id)
    .where('entity', 'is', null)
    .executeTakeFirst()
  if (taken.numUpdatedRows !== 1n) throw refused('合同文件已失效，请重试')
  await files.add(
    tx,
    ctx,
    {
      flow: flow.id,
      store: await storeOfFlow(tx, flow.id),
      seq: (last?.seq ?? 0) + 1,
      cause,
      sha256: file.sha256,
      sm3: file.sm3,
      prevSha: last?.sha256 ?? null,
      bytes: file.size,
      fileId: file.id,
    },
    'trusted',
  )
  await tx.updateTable('signFlow').set({ currentSha: file.sha256, fileId: file.id }).where('id', '=', flow.id).execute()
}

/** The bytes of the flow as they stand; never others than those whose hash was written down. */
export async function bytesOf(
  ctx: Context,
  { files: keeper }: Pick<Instance, 'files'>,
  fileId: string | null,
  sha256: string | null,
): Promise<Buffer> {
  const file = fileId ? await keeper.open(ctx, fileId) : null
  if (!file) throw absent('合同文件没有找到，请联系管理员检查文件存储')
  const bytes = await buffer(file.body)
  if (sha256 !== null && sha256hex(bytes) !== sha256) throw refused('合同文件与登记的摘要不一致，已停止签署，请联系管理员')
  return bytes
}
