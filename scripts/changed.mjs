// What a change can touch, for `npm test -- changed`: tests beside it, the quick rules of the house, and those stories and browser tests
// that name an entity of a module that changed. For people at work only: what runs before a change is taken is everything.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

/** House tests that take longer than this are left to the whole run. */
const QUICK_SECONDS = 20

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Paths that differ from where this branch left what others have: commits, work, and files git does not know yet. */
function changedFiles() {
  let base = 'HEAD'
  for (const other of ['@{upstream}', 'origin/main', 'main'])
    try {
      base = execFileSync('git', ['merge-base', 'HEAD', other], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
      break
    } catch {
      // There is none of that name.
    }
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}

const filesBelow = (folder) =>
  existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`) : []
const isTest = (path) => path.endsWith('.test.ts')
const textOf = (path) => readFileSync(join(ROOT, path), 'utf8')

/** `src/modules/billing`, `src/kit`, `database`, …: the room a file is in. */
const roomOf = (path) => /^src\/modules\/[^/]+(?=\/)|^src\/(?:kit|shell|composition)(?=\/)|^database(?=\/)/.exec(path)?.[0] ?? null

/** Names a test would call the contents of a room by. */
function namesIn(room) {
  // Whose tests load the demo say so; the word itself stands in every second test.
  if (room === 'database') return ['#demo/']
  const entities = filesBelow(room)
    .filter((path) => path.endsWith('.ts') && !isTest(path))
    .flatMap((path) => [...textOf(path).matchAll(/defineEntity\(\s*'([A-Za-z]+)'|defineEntity\(\{\s*name: '([A-Za-z]+)'/g)])
    .flatMap((match) => match[1] ?? match[2])
  return [room.replace('src/', ''), ...entities.map((name) => `'${name}'`)]
}

/** Files of tests to run; null: all of them. */
export function testsForChanges() {
  const changed = changedFiles()
  const rooms = [...new Set(changed.map(roomOf).filter(Boolean))]
  const everywhere = changed.some((path) => /^(?:package.*\.json|tsconfig\.json|vite.*\.ts|scripts\/)/.test(path))
  if (everywhere || rooms.includes('src/kit')) return { changed, tests: null }
  const seconds = existsSync(join(ROOT, 'tests/durations.json')) ? JSON.parse(textOf('tests/durations.json')) : {}
  const names = rooms.flatMap(namesIn)
  const tests = [
    ...changed.filter((path) => isTest(path) && existsSync(join(ROOT, path))),
    ...rooms.flatMap(filesBelow).filter(isTest),
    ...filesBelow('tests/house').filter((path) => isTest(path) && (seconds[path] ?? 0) <= QUICK_SECONDS),
    ...[...filesBelow('tests/stories'), ...filesBelow('tests/browser')].filter(
      (path) => isTest(path) && names.some((name) => textOf(path).includes(name)),
    ),
  ]
  return { changed, tests: [...new Set(tests)].toSorted((a, b) => a.localeCompare(b)) }
}
