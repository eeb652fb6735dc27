/** Backups and drills: asked for by hand, or by the worker at its hour. */
import { basename } from 'node:path'
import { readFileSync } from 'node:fs'
import type { Clock } from '#kit/basics/time/clock.ts'
import { dayOf, daysBetween, timeOf } from '#kit/basics/time/day.ts'
import { backUp } from '#kit/backup/backup.server.ts'
import { drill } from '#kit/backup/drill.server.ts'
import { archivesIn, keepNewest } from '#kit/backup/keep.server.ts'
import type { Manifest } from '#kit/backup/manifest.ts'
import { platformOf } from '#kit/access/platform.server.ts'
import { begin, claim, lastDone, recorded, type RunKind, type RunResult } from '#kit/backup/record.server.ts'
import type { Endpoint } from '#kit/database/connection/connection.server.ts'
import { StartRefused } from '#kit/database/errors.ts'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { FileStore } from '#kit/files/store.server.ts'
import type { Log } from '#kit/http/log.server.ts'
import type { BackupSettings } from './configuration.server.ts'
import { PRODUCT, STRUCTURE } from './structure.server.ts'

export interface BackupParts {
  db: Database
  postgres: { reader: Endpoint }
  files: FileStore
  clock: Clock
  log: Log
  secretKey: Buffer
  settings: BackupSettings
}

const EVERY_MS = 60_000

const linesOf = (manifest: Manifest): number => manifest.tables.reduce((sum, table) => sum + table.rows, 0)

/** `secretsFile`: lies in the archive too. */
export async function makeBackup(
  parts: BackupParts,
  secretsFile: string | null,
): Promise<RunResult & { path: string; manifest: Manifest }> {
  const { postgres, files, clock, secretKey, settings } = parts
  const { path, bytes, manifest, companies } = await backUp({
    ...PRODUCT,
    reader: postgres.reader,
    files,
    folder: settings.folder,
    now: () => new Date(clock.now()),
    secretKey,
    secrets: secretsFile === null ? null : readFileSync(secretsFile, 'utf8'),
  })
  keepNewest(settings.folder, settings.keep)
  const { lost, count } = manifest.files
  const warning = lost.length === 0 ? null : `${lost.length} 个文件在存储中缺失或已损坏：${lost.slice(0, 3).join('、')}`
  return { path, manifest, archive: basename(path), bytes, lineCount: linesOf(manifest), fileCount: count, companies, warning }
}

export async function drillArchive(archive: string): Promise<RunResult & { chained: number }> {
  const { manifest, chained } = await drill(archive, STRUCTURE)
  return { archive: basename(archive), bytes: null, lineCount: linesOf(manifest), fileCount: manifest.files.count, chained }
}

export function newestArchive(folder: string): string {
  const newest = archivesIn(folder).at(-1)
  if (!newest) throw new StartRefused(`目录 ${folder} 中还没有备份，请先运行 npm run backup`)
  return newest
}

/** By hand: whatever the schedule says. */
export async function byHand<T extends RunResult>(db: Database, kind: RunKind, work: () => Promise<T>): Promise<T> {
  const platform = await platformOf(db)
  if (platform === null) throw new StartRefused('这里还没有数据：请先启动一次程序')
  return recorded(db, platform, await begin(db, platform, kind, new Date().toISOString()), work)
}

/** Looks every minute whether the hour has come; of all workers one does it. */
export function startBackups(parts: BackupParts): { stop(): void } {
  const { settings, log } = parts
  let busy = false
  const look = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      await backUpWhenDue(parts)
    } catch (error) {
      log('error', 'backup failed', { error: error instanceof Error ? error.message : String(error) })
    } finally {
      busy = false
    }
  }
  const timer = settings.at === null ? null : setInterval(() => void look(), EVERY_MS)
  return {
    // One under way is not waited for: it takes longer than a stop may. Another node, or the next start, begins it again.
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}

export async function backUpWhenDue(parts: BackupParts): Promise<void> {
  const { db, clock, settings, log } = parts
  const today = clock.today()
  if (settings.at === null || timeOf(clock.now()).slice(0, 5) < settings.at) return
  const platform = await platformOf(db)
  if (platform === null) return
  const backup = await claim(db, platform, 'backup', clock)
  if (backup !== null) {
    const { archive, bytes, warning } = await recorded(db, platform, backup, () => makeBackup(parts, null))
    log(warning ? 'warn' : 'info', 'backup', { archive, bytes, ...(warning ? { warning } : {}) })
  }
  const last = await lastDone(db, platform, 'drill')
  if (settings.drillDays === 0 || (last && daysBetween(dayOf(last.startedAt), today) < settings.drillDays)) return
  const done = await lastDone(db, platform, 'backup')
  // Archives of another node may lie on another machine.
  const archive = archivesIn(settings.folder).at(-1)
  if (!done || !archive) return
  const run = await claim(db, platform, 'drill', clock)
  if (run === null) return
  const { chained } = await recorded(db, platform, run, () => drillArchive(archive))
  log('info', 'drill of restoring', { archive: basename(archive), chained })
}
