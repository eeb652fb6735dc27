/** The folder of the embedded PostgreSQL: making it once, whole or not at all, and the passwords that belong to it. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { launch, type Account, type Programs } from './binaries.server.ts'
import { StartRefused } from '../errors.ts'

export const ROOT_ROLE = 'zyt_root'
export const OWNER_ROLE = 'zyt_owner'
export const APP_ROLE = 'zyt_app'
export const DATABASE_NAME = 'zuyuntong'

export interface Passwords {
  root: string
  owner: string
  app: string
}

export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres')

/** The longest path of a socket in bytes, the end included: 108 on Linux, 104 on macOS. */
const SOCKET_PATH = 104

/**
 * Where the server listens for this program alone. Beside the cluster, not in it: what a killed server leaves there is no part of the
 * data. Null where there is none: on Windows, below a path that is too long or that the list of folders cannot hold, and where no folder
 * can be made.
 */
export function socketFolder(dataDir: string, port: number, account: Account | null): string | null {
  const folder = resolve(dataDir, 'socket')
  if (process.platform === 'win32' || folder.includes('"')) return null
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}.lock`)) >= SOCKET_PATH) return null
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    own(folder, account)
    return folder
  } catch {
    return null
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // a folder cannot be opened there; NTFS journals the rename
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Written to a draft, flushed, then renamed: after a power cut the old file or the new one is there, never half. */
export function writeDurably(path: string, text: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}.tmp`
  const fd = openSync(draft, 'w', mode)
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Made before the cluster, so that a cluster never exists without its passwords. */
export function passwordsOf(dataDir: string): Passwords {
  const path = join(dataDir, 'postgres-passwords.json')
  if (!existsSync(path)) {
    if (existsSync(join(clusterFolder(dataDir), 'PG_VERSION'))) {
      throw new StartRefused(`数据库已存在，但密码文件 ${path} 丢失。请从备份中恢复该文件后再启动。`)
    }
    const secret = (): string => randomBytes(24).toString('base64url')
    writeDurably(path, JSON.stringify({ root: secret(), owner: secret(), app: secret() } satisfies Passwords))
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Passwords
}

function own(path: string, account: Account | null): void {
  if (account) chownSync(path, account.uid, account.gid)
}

function run(programs: Programs, program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const { file, args: all, uid, gid } = launch(programs, program, args)
  return new Promise((resolve, reject) => {
    const child = spawn(file, all, { uid, gid, cwd: '/', env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Only what the server needs: our own secrets in the environment stay ours. */
export function serverEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...extra }
}

/**
 * initdb writes PG_VERSION early, so that file in place proves nothing. It therefore works in a draft folder that is
 * renamed only when it is complete and flushed. Drafts of interrupted starts are the only thing ever removed here;
 * the caller holds the lock of the data folder.
 */
export async function ensureCluster(dataDir: string, programs: Programs, durable = true): Promise<boolean> {
  const folder = clusterFolder(dataDir)
  for (const entry of readdirSync(dataDir)) {
    // A running initdb of a killed start may still write into its draft; what is left then goes next time.
    if (entry.startsWith('postgres.init-')) {
      try {
        rmSync(join(dataDir, entry), { recursive: true, force: true, maxRetries: 2 })
      } catch {}
    }
  }
  if (existsSync(folder)) return false

  const draft = join(dataDir, `postgres.init-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  own(draft, programs.account)
  writeFileSync(passwordFile, passwordsOf(dataDir).root, { mode: 0o600 })
  own(passwordFile, programs.account)
  const args = [
    `--pgdata=${draft}`,
    `--username=${ROOT_ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Not plain C: there pg_trgm finds no trigrams in Chinese text.
    '--locale=C.UTF-8',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  const { code, output } = await run(programs, 'initdb', args)
  rmSync(passwordFile, { force: true })
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 3 })
    throw new StartRefused(`无法在 ${dataDir} 建立数据库：${output.trim().split('\n').slice(-3).join(' ')}`)
  }
  renameSync(draft, folder)
  if (durable) syncFolder(dataDir)
  return true
}
