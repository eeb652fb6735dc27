/** Which archives lie in a folder, and which go when there are too many. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ARCHIVE } from './backup.server.ts'

/** Oldest first; only what we made and finished. */
export const archivesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => ARCHIVE.test(name))
        .sort()
        .map((name) => join(folder, name))
    : []

/** What a killed process left; nobody writes that slowly. */
const STALE_MS = 86_400_000

/** Keeps the newest; returns what was removed. */
export function keepNewest(folder: string, keep: number): string[] {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.endsWith('.tar.partial') && Date.now() - statSync(path).mtimeMs > STALE_MS) rmSync(path, { force: true })
  }
  const old = archivesIn(folder).slice(0, -keep)
  for (const path of old) rmSync(path, { force: true })
  return old
}
