/** Files of the product: content in a store, everything else in table `file`. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../access/context.server.ts'
import { sql } from 'kysely'
import { absent, refused } from '../basics/errors.ts'
import type { Clock } from '../basics/time/clock.ts'
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
export interface FileQuota {
  /** Bytes and number of what one person has uploaded and no record has taken yet. */
  person: number
  files: number
  /** Bytes one person uploads on one day, whatever becomes of them; counted by each process for itself. */
  day: number
  /** Bytes of everything a company keeps. */
  company: number
}
const FILE_QUOTA: FileQuota = { person: 2 * GB, files: 1000, day: 10 * GB, company: 500 * GB }

export class StoredFiles implements FileKeeper {
  readonly #store: FileStore

  readonly #quota: FileQuota
  /** What a company keeps, as it was summed lately, and what has been put down here since. */
  readonly #kept = new Map<number, { bytes: number; until: number }>()

  /** Of the day that is named: who uploaded how much. */
  #today: { day: string; bytes: Map<number, number> } = { day: '', bytes: new Map() }

  constructor(store: FileStore, quota: Partial<FileQuota> = {}) {
    this.#store = store
    this.#quota = { ...FILE_QUOTA, ...quota }
  }

  async put(...[ctx, file]: Parameters<FileKeeper['put']>): ReturnType<FileKeeper['put']> {
    if (file.purpose === 'upload') await this.#room(ctx, file.bytes ?? 0)
    const id = newFileId()
    const { size, sha256 } = await this.#store.put(id, file.body)
    const { name, mime, purpose, expiresAt } = file
    const { operatorId, id: userId } = ctx.user
    try {
      await ctx.db.write(operatorId, (tx) =>
        tx
          .insertInto('file')
          .values({
            id,
            operatorId,
            name: name.slice(0, 120),
            mime,
            size,
            sha256,
            width: null,
            height: null,
            entity: null,
            entityId: null,
            purpose,
            createdBy: userId || null,
            createdAt: ctx.clock.now(),
            expiresAt,
          })
          .execute(),
      )
    } catch (error) {
      // Without its row nobody can ever see or remove the content. A crash right here leaves one such file.
      await this.#store.remove(id).catch(() => {})
      throw error
    }
    return { id, size, sha256 }
  }

  /** Nobody fills the disk of the others: what one person has uploaded and not used yet, and what a company keeps, are bounded. */
  async #room(ctx: Context, bytes: number): Promise<void> {
    const { operatorId, id: userId } = ctx.user
    const { rows } = await ctx.db.read(operatorId, (db) =>
      sql<{ mine: number; files: number }>`
        select coalesce(sum(size), 0)::int8 as mine, count(*)::int8 as files
        from file where operator_id = ${operatorId} and created_by = ${userId} and purpose = 'upload' and expires_at is not null`.execute(
        db,
      ),
    )
    const { mine, files } = rows[0]!
    if (mine + bytes > this.#quota.person || files >= this.#quota.files)
      throw refused('您上传后还没有保存到单据中的文件过多，请先保存或放弃正在填写的单据，明天会自动清理')
    const company = await this.#companyKeeps(ctx)
    if (company.bytes + bytes > this.#quota.company) throw refused('公司的文件空间已用满，文件未保存，请联系管理员扩容或清理')
    const today = ctx.clock.today()
    if (this.#today.day !== today) this.#today = { day: today, bytes: new Map() }
    const sent = (this.#today.bytes.get(userId) ?? 0) + bytes
    if (sent > this.#quota.day)
      throw refused(`您今天上传的文件已满 ${Math.floor(this.#quota.day / GB)} GB，文件未保存，请明天再传，或请同事上传`)
    this.#today.bytes.set(userId, sent)
    company.bytes += bytes
  }

  /** Every file of a company is too much to be asked at each upload; a bound of hundreds of gigabytes may lag some minutes. */
  async #companyKeeps({ db, user: { operatorId } }: Context): Promise<{ bytes: number }> {
    const known = this.#kept.get(operatorId)
    if (known && performance.now() < known.until) return known
    const { rows } = await db.read(operatorId, (tx) =>
      sql<{ bytes: number }>`select coalesce(sum(size), 0)::int8 as bytes from file where operator_id = ${operatorId}`.execute(tx),
    )
    const usage = { bytes: rows[0]!.bytes, until: performance.now() + KEPT_MS }
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
