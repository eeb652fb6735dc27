/** What the generated API needs from outside the database: where files lie, who works in the background. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { absent } from '#kit/basics/errors.ts'
import type { FileKeeper, Services } from '#kit/entity/services.server.ts'
import { InProcessTasks } from '#kit/entity/tasks.server.ts'
import type { Database } from '#kit/database/pool.server.ts'
import { download, type Download } from '#kit/http/route.server.ts'
import type { Log } from '#kit/http/log.server.ts'

const ID = /^[a-f0-9]{32}$/

/** Ids are random and names never become paths, so no name a person types can lead anywhere. */
export class FolderKeeper implements FileKeeper {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  private path(id: string): string {
    if (!ID.test(id)) throw absent('文件不存在')
    return join(this.folder, id.slice(0, 2), id)
  }

  async put(...[ctx, file]: Parameters<FileKeeper['put']>): ReturnType<FileKeeper['put']> {
    const id = randomBytes(16).toString('hex')
    const { size, sha256 } = await this.write(this.path(id), file.body)
    const { name, mime, purpose, expiresAt } = file
    const { operatorId, id: userId } = ctx.user
    // The content lies there before its row says so; a crash in between leaves a file nobody can see.
    await ctx.db.write(operatorId, (tx) =>
      tx
        .insertInto('file')
        .values({ id, operatorId, name: name.slice(0, 120), mime, size, sha256, width: null, height: null, entity: null, entityId: null, purpose, createdBy: userId || null, createdAt: ctx.clock.now(), expiresAt })
        .execute(),
    )
    return { id, size, sha256 }
  }

  private async write(path: string, body: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.tmp`
    const hash = createHash('sha256')
    let size = 0
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        for await (const chunk of body) {
          hash.update(chunk)
          size += chunk.byteLength
          await handle.writeFile(chunk)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  async open(...[ctx, id]: Parameters<FileKeeper['open']>): ReturnType<FileKeeper['open']> {
    const row = await ctx.db.read(ctx.user.operatorId, (db) => db.selectFrom('file').select(['name', 'mime', 'expiresAt']).where('id', '=', id).executeTakeFirst())
    if (!row || (row.expiresAt !== null && row.expiresAt < ctx.clock.now())) return null
    const handle = await open(this.path(id), 'r').catch(() => null)
    return handle ? { name: row.name, mime: row.mime, body: createReadStream('', { fd: handle }) } : null
  }

  /** For a visitor, who belongs to no operator: the caller has checked that a site shows it. Pictures only. */
  async openPicture(id: string): Promise<Download> {
    const body = await readFile(this.path(id)).catch(() => null)
    const mime = body && pictureType(body)
    if (!body || !mime) throw absent('图片不存在')
    return download({ fileName: id, mime, body, inline: true })
  }
}

function pictureType(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return null
}

export interface RunningServices extends Services {
  files: FolderKeeper
  stop(): Promise<void>
}

const PATIENCE_MS = 10_000

export function startServices(dataDir: string, db: Database, log: Log): RunningServices {
  const tasks = new InProcessTasks({ db, log: (message, details) => log('error', message, details) })
  return {
    files: new FolderKeeper(join(dataDir, 'files')),
    tasks,
    // Longer tasks are told as interrupted by the next process that looks at them.
    stop: () => Promise.race([tasks.idle(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]),
  }
}
