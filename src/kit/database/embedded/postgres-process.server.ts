/** Looking at processes and ports: which server runs, is it one, is it ours. */
import { readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { Endpoint } from '../connection/connection.server.ts'

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export interface PidFile {
  pid: number
  port: number
  /** The folder where it listens by socket, or null. */
  sockets: string | null
}

export function readPidFile(folder: string): PidFile | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || 0, sockets: lines[4] || null } : null
  } catch {
    return null
  }
}

/** True, false, or unknown (null) where /proc does not exist. */
export function isPostgres(pid: number): boolean | null {
  if (process.platform !== 'linux') return null
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

export async function serves(endpoint: Endpoint, folder: string): Promise<boolean> {
  const client = new pg.Client({ ...endpoint(), connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    return realpathSync(rows[0].data_directory) === realpathSync(folder)
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
