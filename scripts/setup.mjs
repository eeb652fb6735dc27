// What both `npm start` and `npm test` need first. Runs under any Node ≥ 20, before anything is installed, so: no dependency.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.zyt-stamp')
const WEB = join(ROOT, 'dist/web')
/** Everything the built console depends on. */
const WEB_SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

export const say = (text) => process.stdout.write(`${text}\n`)

/** Node 24 of the npm package `node`, whatever started this script. */
export const NODE = join(MODULES, 'node/bin/node')

export const childEnv = (more = {}) => ({
  ...process.env,
  PATH: `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}`,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.cache/compile'),
  ...more,
})

/** What runs now on our behalf; whoever ends us ends it. */
export const children = new Set()

/** Runs a command to its end; resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env: childEnv(), ...options })
    children.add(child)
    child.on('error', reject)
    child.on('close', () => children.delete(child))
    child.on('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

async function timed(label, work) {
  const began = Date.now()
  say(`${label}…`)
  const code = await work()
  if (code !== 0) {
    say(`${label}失败（退出码 ${code}）`)
    process.exit(code)
  }
  say(`${label}完成（${((Date.now() - began) / 1000).toFixed(1)} 秒）`)
}

/** True when somebody's own `npm install` left exactly what the lock file says: `npm ci` would only delete and repeat it. */
function alreadyInstalled() {
  const record = join(MODULES, '.package-lock.json')
  if (!existsSync(record) || !existsSync(NODE)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {}
  const wanted = Object.entries(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages)
  // Optional ones are for other platforms as a rule; a missing one of ours shows when it is needed.
  return wanted.every(([path, entry]) => path === '' || (entry.optional && !installed[path]) || installed[path]?.version === entry.version)
}

/** `npm ci` when the lock file is not what was installed last. */
export async function install() {
  const wanted = hashOf(readFileSync(join(ROOT, 'package-lock.json')))
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted && existsSync(NODE)) return
  if (alreadyInstalled()) return writeFileSync(STAMP, wanted)
  // The page is built here, so the tools for that are needed also where NODE_ENV=production.
  await timed('安装依赖', () => run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']))
  // Where install scripts are blocked the package has not put its binary in place yet.
  if (!existsSync(NODE)) await timed('安装 Node 24', () => run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']))
  if (!existsSync(NODE)) {
    say('没有找到 Node 24：请允许 npm 运行安装脚本后重试（npm rebuild node）')
    process.exit(1)
  }
  writeFileSync(STAMP, wanted)
}

function* filesBelow(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return
  if (statSync(full).isFile()) yield full
  else
    for (const entry of readdirSync(full, { withFileTypes: true, recursive: true }))
      if (entry.isFile()) yield join(entry.parentPath, entry.name)
}

/** Builds the console when a source is newer than what was built: compared by content, so a checkout's dates do not matter. */
export async function build() {
  const hash = createHash('sha256')
  const files = WEB_SOURCES.flatMap((path) => [...filesBelow(path)])
    .filter((f) => !/\.(server|test)\.tsx?$/.test(f))
    .sort((a, b) => (a < b ? -1 : 1))
  for (const file of files) hash.update(relative(ROOT, file)).update(readFileSync(file))
  const wanted = hash.digest('hex')
  const stamp = join(ROOT, 'dist/web.stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(WEB, 'index.html'))) return
  await timed('构建页面', () => run(NODE, [join(MODULES, 'vite/bin/vite.js'), 'build', '--logLevel', 'warn']))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}
