/** Files of the product: content in a store, everything else in table `file`. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../access/context.server.ts'
import { sql } from 'kysely'
import { absent, refused } from '../basics/errors.ts'
import type { Clock } from '../basics/time/clock.ts'
import { instantAt } from '../basics/time/day.ts'
import type { Database } from '../database/connection/pool.server.ts'
import type { FileKeeper } from '../entity/services.server.ts'
import { download, type Download } from '../http/route.server.ts'
import { kindOf } from '../basics/file-check.ts'
import { newFileId, type FileStore } from './store.server.ts'

/** Removed in portions, so that no transaction lasts long. */
const PORTION = 100
/** Whoever was just given the address of a file may still fetch it. */
const GRACE_MS = 3_600_000

const GB = 1024 ** 3
const KEPT_MS = 5 * 60_000
/** In the place of the hash of a content that is still being put down. */
const ON_ITS_WAY = ''
/** Flushed with what follows. */
const SOON = { hasty: true }
/** By what clocks of nodes may differ, and how long a row may be on its way. */
const MARGIN_MS = 60_000
export interface FileQuota {
  /** Bytes and number of what one person has uploaded and no record has taken yet. */
  person: number
  files: number
  /** Bytes one person uploads on one day, whatever becomes of them: nothing that was uploaded goes before a day is over. */
  day: number
  /** Bytes of everything a company keeps. */
  company: number
}
const FILE_QUOTA: FileQuota = { person: 2 * GB, files: 1000, day: 10 * GB, company: 500 * GB }

type PutFile = Parameters<FileKeeper['put']>[1]
const rowOf = (ctx: Context, id: string, { name, mime, purpose, expiresAt }: PutFile, size: number, sha256: string) => ({
  id,
  operatorId: ctx.user.operatorId,
  name: name.slice(0, 120),
  mime,
  size,
  sha256,
  width: null,
  height: null,
  entity: null,
  entityId: null,
  purpose,
  createdBy: ctx.user.id || null,
  createdAt: ctx.clock.now(),
  expiresAt,
})

export class StoredFiles implements FileKeeper {
  readonly #store: FileStore

  readonly #quota: FileQuota
  /** What a company had put down before `before`, as it was summed lately. */
  readonly #kept = new Map<number, { bytes: number; before: string; until: number }>()

  constructor(store: FileStore, quota: Partial<FileQuota> = {}) {
    this.#store = store
    this.#quota = { ...FILE_QUOTA, ...quota }
  }

  async put(...[ctx, file]: Parameters<FileKeeper['put']>): ReturnType<FileKeeper['put']> {
    const id = newFileId()
    const isUpload = file.purpose === 'upload'
    if (isUpload) await this.#reserve(ctx, id, file)
    try {
      const { size, sha256 } = await this.#store.put(id, file.body)
      await ctx.db.write(ctx.user.operatorId, async (tx) => {
        if (isUpload) await tx.updateTable('file').set({ size, sha256 }).where('id', '=', id).execute()
        else
          await tx
            .insertInto('file')
            .values(rowOf(ctx, id, file, size, sha256))
            .execute()
      })
      return { id, size, sha256 }
    } catch (error) {
      // Without its row nobody can ever see or remove the content. A crash right here leaves one such file, of an upload none.
      await this.#store.remove(id).catch(() => {})
      if (isUpload) await ctx.db.write(ctx.user.operatorId, (tx) => tx.deleteFrom('file').where('id', '=', id).execute()).catch(() => {})
      throw error
    }
  }

  /**
   * Nobody fills the disk of the others: what one person has uploaded and not used yet, what he uploads in a day, and what a company keeps,
   * are bounded. Counted are rows, so every node counts the same; the row is there before its content, so that twenty at once are counted, too.
   */
  async #reserve(ctx: Context, id: string, file: PutFile): Promise<void> {
    const { operatorId, id: userId } = ctx.user
    const bytes = file.bytes ?? 0
    const company = await this.#companyBefore(ctx)
    const dawn = instantAt(ctx.clock.today())
    await ctx.db.write(
      operatorId,
      async (tx) => {
        // One of his at a time is counted; others do not wait, nor does what the program itself puts down.
        if (userId !== 0) await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${operatorId}:${userId}`}, 0))`.execute(tx)
        const { rows } = await sql<{ mine: number; files: number; today: number; since: number }>`
        select u.mine, u.files, d.today, d.since from
          (select coalesce(sum(size), 0)::int8 as mine, count(*)::int8 as files from file
            where operator_id = ${operatorId} and created_by = ${userId} and purpose = 'upload' and expires_at is not null) as u,
          (select coalesce(sum(size) filter (where created_by = ${userId} and purpose = 'upload' and created_at >= ${dawn}), 0)::int8 as today,
            coalesce(sum(size) filter (where created_at >= ${company.before}), 0)::int8 as since
            from file where operator_id = ${operatorId} and created_at >= least(${dawn}::timestamptz, ${company.before}::timestamptz)) as d`.execute(
          tx,
        )
        const { mine, files, today, since } = rows[0]!
        if (mine + bytes > this.#quota.person || files >= this.#quota.files)
          throw refused('您上传后还没有保存到单据中的文件过多，请先保存或放弃正在填写的单据，明天会自动清理')
        if (company.bytes + since + bytes > this.#quota.company) throw refused('公司的文件空间已用满，文件未保存，请联系管理员扩容或清理')
        if (today + bytes > this.#quota.day)
          throw refused(`您今天上传的文件已满 ${Math.floor(this.#quota.day / GB)} GB，文件未保存，请明天再传，或请同事上传`)
        await tx
          .insertInto('file')
          .values(rowOf(ctx, id, file, bytes, ON_ITS_WAY))
          .execute()
      },
      SOON,
    )
  }

  /** Every file of a company is too much to be asked at each upload: older ones are summed now and then, those since are asked. */
  async #companyBefore({ db, clock, user: { operatorId } }: Context): Promise<{ bytes: number; before: string }> {
    const known = this.#kept.get(operatorId)
    if (known && performance.now() < known.until) return known
    const before = new Date(Date.parse(clock.now()) - MARGIN_MS).toISOString()
    const { rows } = await db.read(operatorId, (tx) =>
      sql<{ bytes: number }>`
        select coalesce(sum(size), 0)::int8 as bytes from file where operator_id = ${operatorId} and created_at < ${before}`.execute(tx),
    )
    const usage = { bytes: rows[0]!.bytes, before, until: performance.now() + KEPT_MS }
    this.#kept.set(operatorId, usage)
    return usage
  }

  async open(ctx: Context, id: string): Promise<{ name: string; mime: string; body: Readable } | null> {
    const row = await ctx.db.read(ctx.user.operatorId, (db) =>
      db.selectFrom('file').select(['name', 'mime', 'expiresAt']).where('id', '=', id).executeTakeFirst(),
    )
    if (!row || (row.expiresAt !== null && row.expiresAt < ctx.clock.now())) return null
    const body = await this.#store.open(id)
    return body && { name: row.name, mime: row.mime, body }
  }

  /** For a visitor, who belongs to no operator: the caller has checked that a site shows it. Pictures only. */
  async openPicture(id: string): Promise<Download> {
    const body = await this.#store.open(id)
    const bytes = body && (await buffer(body))
    const mime = bytes && kindOf(bytes)?.mime
    if (!bytes || !mime?.startsWith('image/')) throw absent('图片已被删除，请刷新后重试')
    return download({ fileName: id, mime, body: bytes, inline: true })
  }

  /** Removes what has expired: uploads no record took, exports nobody fetched. Returns how many. */
  async sweep(db: Database, clock: Clock): Promise<number> {
    const operators = await db.read(null, (tx) => tx.selectFrom('operator').select('id').orderBy('id').execute())
    const before = new Date(Date.parse(clock.now()) - GRACE_MS).toISOString()
    let removed = 0
    for (const { id } of operators) {
      for (;;) {
        const portion = await this.#sweepPortion(db, id, before)
        removed += portion
        if (portion < PORTION) break
      }
    }
    return removed
  }

  #sweepPortion(db: Database, operatorId: number, before: string): Promise<number> {
    return db.write(operatorId, async (tx) => {
      // Locked against a record that takes the file at this very moment; two nodes never sweep the same.
      const rows = await tx
        .selectFrom('file')
        .select('id')
        .where('expiresAt', '<', before)
        .orderBy('id')
        .limit(PORTION)
        .forNoKeyUpdate()
        .skipLocked()
        .execute()
      if (rows.length === 0) return 0
      const ids = rows.map((row) => row.id)
      await tx.deleteFrom('file').where('id', 'in', ids).execute()
      // Content goes before the row does: after a crash in between the row is still there to be swept again.
      for (const id of ids) await this.#store.remove(id)
      return ids.length
    })
  }
}
