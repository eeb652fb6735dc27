/**
 * One process per data folder. The lock is a real lock of the operating system (taken through SQLite's file
 * locking, which Node carries built in), so it disappears with its holder, however it dies: there is no stale
 * lock to recognise and nothing to delete. A readable file beside it names the holder for the message.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '../errors.ts'

export interface FolderLock {
  release(): void
}

interface Holder {
  pid: number
  since: string
}

function holderOf(folder: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')) as Holder
  } catch {
    return null // the holder has the lock and has not written its name yet
  }
}

export function lockFolder(folder: string, now: () => Date): FolderLock {
  // 711: the unprivileged PostgreSQL user must pass through; it need not see what else is here.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    const holder = holderOf(folder)
    const who = holder ? `进程号 ${holder.pid}，启动于 ${holder.since}` : '进程号未知'
    throw new StartRefused(
      `数据目录 ${folder} 正被另一个租运通进程使用（${who}）。请先停止该进程，或用环境变量 DATA_DIR 指定另一个目录。`,
      error,
    )
  }
  writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: process.pid, since: now().toISOString() }))
  return {
    release() {
      if (file.isOpen) file.close()
    },
  }
}
