/** What the generated API needs from outside the database: where files lie, who works in the background. */
import type { Services } from '#kit/entity/services.server.ts'
import { InProcessTasks } from '#kit/entity/api/tasks.server.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import { StoredFiles } from '#kit/files/keeper.server.ts'
import type { Log } from '#kit/http/log.server.ts'

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
