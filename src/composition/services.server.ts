/** What the generated API needs from outside the database: where files lie, who works in the background. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StartRefused } from '#kit/database/errors.ts'
import type { Services } from '#kit/entity/services.server.ts'
import { InProcessTasks } from '#kit/entity/api/tasks.server.ts'
import type { Database } from '#kit/database/pool.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import { FolderStore, newFileId, S3Store } from '#kit/files/store.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import type { Configuration } from './configuration.server.ts'

export function openFiles({ s3, dataDir }: Pick<Configuration, 's3' | 'dataDir'>, log: Log): StoredFiles {
  const store = s3 ? new S3Store(s3, (message, details) => log('error', message, details)) : new FolderStore(join(dataDir, 'files'))
  return new StoredFiles(store)
}

/** A store that does not let us in stops the start, not the first upload of the day. */
export async function reachStore(s3: Configuration['s3']): Promise<void> {
  if (!s3) return
  let reason = ''
  const store = new S3Store(s3, (_message, details) => (reason = String((details as { reason?: unknown }).reason)))
  const id = newFileId()
  try {
    await store.put(id, Readable.from([Buffer.from('ok')]))
    await store.remove(id)
  } catch (error) {
    throw new StartRefused(
      `无法写入环境变量 S3_ENDPOINT、S3_BUCKET 指定的对象存储：${/^\d+$/.test(reason) ? `返回 ${reason}，请检查 S3_BUCKET、S3_REGION、S3_ACCESS_KEY、S3_SECRET_KEY` : reason}`,
      error,
    )
  }
}

export interface RunningServices extends Services {
  files: StoredFiles
  stop(): Promise<void>
}

const PATIENCE_MS = 10_000

export function startServices(files: StoredFiles, db: Database, log: Log): RunningServices {
  const tasks = new InProcessTasks({ db, log: (message, details) => log('error', message, details) })
  return {
    files,
    tasks,
    // Longer tasks are told as interrupted by the next process that looks at them.
    stop: () => Promise.race([tasks.idle(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]),
  }
}
