/** Files of the product: content in a store, everything else in table `file`. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../access/context.server.ts'
import { absent } from '../basics/errors.ts'
import type { Clock } from '../basics/clock.ts'
import type { Database } from '../database/pool.server.ts'
import type { FileKeeper } from '../entity/services.server.ts'
import { download, type Download } from '../http/route.server.ts'
import { kindOf } from './check.ts'
import { newFileId, type FileStore } from './store.server.ts'

/** Removed in portions, so that no transaction lasts long. */
const PORTION = 100
/** Whoever was just given the address of a file may still fetch it. */
const GRACE_MS = 3_600_000

export class StoredFiles implements FileKeeper {
  readonly #store: FileStore

  constructor(store: FileStore) {
    this.#store = store
  }

  async put(...[ctx, file]: Parameters<FileKeeper['put']>): ReturnType<FileKeeper['put']> {
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
    if (!bytes || !mime?.startsWith('image/')) throw absent('图片不存在')
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
