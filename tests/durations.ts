/** How long each file of tests took when somebody last wrote it down (`npm test -- --durations`): for the order of files and for halves that take about as long. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'tests/durations.json')
const known: Record<string, number> = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>) : {}
/** What a file nobody has measured may take. */
const UNKNOWN = 10

/** Seconds. */
export const secondsOf = (path: string): number => known[relative(ROOT, path)] ?? UNKNOWN
