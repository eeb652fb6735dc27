/** What the generated API needs from outside the database; given once by the composition root. */
import type { Readable } from 'node:stream'
import type { Context, Tx } from '../access/context.server.ts'

interface StoredFile {
  id: string
  size: number
  sha256: string
}

/** Keeps content and its row in table `file`. */
export interface FileKeeper {
  put(
    ctx: Context,
    file: { name: string; mime: string; body: AsyncIterable<Uint8Array>; purpose: string; expiresAt: string | null; bytes?: number },
  ): Promise<StoredFile>
  /** Null when the content is gone. */
  open(ctx: Context, id: string): Promise<{ name: string; mime: string; body: Readable } | null>
}

export type Progress = (done: number, total: number | null) => void
interface TaskResult {
  fileId?: string
  result?: unknown
}
/**
 * Says in the transaction that did all the work that the task is done: whoever dies behind it leaves no task that asks to be begun again.
 * `fileId`: what there is to be downloaded of it.
 */
export type Finish = (tx: Tx, result: unknown, fileId?: string) => Promise<void>
export type Work = (ctx: Context, progress: Progress, finish: Finish) => Promise<TaskResult>
export interface TaskRunner {
  /** Returns at once; `work` runs in the background with a context of its own. */
  start(ctx: Context, kind: string, title: string, work: Work): Promise<number>
}

export interface Services {
  files: FileKeeper
  tasks: TaskRunner
}
