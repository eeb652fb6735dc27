/**
 * A backup is one view of the database, taken while everybody works: all tables are copied in one read-only transaction at
 * REPEATABLE READ, so what is in it was true at one instant. The content of files never changes once written, so it is read
 * afterwards, by the rows of that view. The structure is not in it: the migrations make it, and they are named.
 */
import { createHash, createHmac } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withClient, type Endpoint } from '../database/connection/connection.server.ts'
import { StartRefused } from '../database/errors.ts'
import type { FileStore } from '../files/store.server.ts'
import {
  chainsOf,
  countCompanies,
  figuresOf,
  type CompanySize,
  migrationsOf,
  partitionsOf,
  quoted,
  sequencesOf,
  steady,
  tableNames,
  tableShapes,
} from './catalogue.server.ts'
import { FORMAT, MANIFEST, SECRETS, type Manifest, type TableManifest } from './manifest.ts'
import { ArchiveWriter } from './tar.server.ts'

const compress = promisify(gzip)
/** Bytes of rows in one entry: what both sides hold in memory. */
const PART = 8 * 1024 * 1024

export interface BackupOptions {
  /** Somebody whom row-level security does not bind. */
  reader: Endpoint
  files: FileStore
  /** Where archives lie. */
  folder: string
  now: () => Date
  product: string
  version: string
  secretKey: Buffer
  /** The text of secrets.json, when it is to lie in the archive. */
  secrets: string | null
}

export interface Backup {
  path: string
  bytes: number
  manifest: Manifest
  /** Largest first. */
  companies: CompanySize[]
}

export const keyMark = (key: Buffer): string => createHmac('sha256', key).update('backup').digest('hex').slice(0, 32)

/** `zuyuntong-20261123T013005Z.tar`: sorted by name is sorted by age. */
const archiveName = (at: Date): string => `zuyuntong-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar`
export const ARCHIVE = /^zuyuntong-\d{8}T\d{6}Z\.tar$/

export async function backUp(options: BackupOptions): Promise<Backup> {
  const at = options.now()
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const path = join(options.folder, archiveName(at))
  const draft = `${path}.partial`
  await rm(draft, { force: true })
  const archive = await ArchiveWriter.create(draft, at)
  try {
    const sizes = new Map<number, CompanySize>()
    const manifest = await withClient(options.reader, (client) => fill(archive, client, { ...options, sizes }, at))
    await archive.finish()
    await rename(draft, path)
    return { path, bytes: archive.size, manifest, companies: [...sizes.values()].toSorted((a, b) => b.bytes - a.bytes) }
  } catch (error) {
    await archive.abandon()
    await rm(draft, { force: true })
    throw error
  }
}

async function refuseBlind(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select rolname as name, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user')
  if (!rows[0]?.sees)
    throw new StartRefused(
      `数据库用户 ${rows[0]?.name} 受行级权限约束，读不到全部数据，未做备份。请由数据库管理员建立备份用户（CREATE ROLE zyt_backup LOGIN BYPASSRLS PASSWORD '…' IN ROLE pg_read_all_data），再用环境变量 BACKUP_DATABASE_URL 指定它。`,
    )
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  options: BackupOptions & { sizes: Map<number, CompanySize> },
  at: Date,
): Promise<Manifest> {
  await refuseBlind(client)
  const names = await tableNames(client)
  await client.query('begin isolation level repeatable read read only')
  await steady(client)
  // Before the first question, which fixes the view: nobody alters a table between the view and its copy.
  await client.query(`lock table ${names.map(quoted).join(', ')} in access share mode`)
  const shapes = await tableShapes(client)
  const tables: TableManifest[] = []
  for (const shape of shapes) {
    const parts = await copyTable(archive, client, shape.name, shape.columns)
    tables.push({ name: shape.name, columns: shape.columns, parts, ...(await figuresOf(client, shape)) })
    await countCompanies(client, shape, options.sizes)
  }
  const chains = await chainsOf(client)
  const files = await copyFiles(archive, client, options, at)
  const { rows } = await client.query('show server_version')
  const manifest: Manifest = {
    format: FORMAT,
    product: options.product,
    version: options.version,
    at: at.toISOString(),
    server: `PostgreSQL ${rows[0].server_version}`,
    migrations: await migrationsOf(client),
    tables,
    partitions: await partitionsOf(client),
    // Numbers drawn meanwhile leave a gap; a number drawn twice would be worse. So these are read last.
    sequences: await sequencesOf(client),
    chains,
    files,
    keyMark: keyMark(options.secretKey),
    withSecrets: options.secrets !== null,
  }
  await client.query('commit')
  if (options.secrets !== null) await archive.add(SECRETS, Buffer.from(options.secrets))
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
  return manifest
}

/** Rows as COPY tells them, compressed in parts; the parts one after the other are one gzip of the whole table. */
async function copyTable(archive: ArchiveWriter, client: pg.Client, name: string, columns: string[]): Promise<number> {
  let parts = 0
  let held: Buffer[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (size === 0) return
    const bytes = await compress(Buffer.concat(held), { level: 4 })
    await archive.add(`tables/${name}/${String(++parts).padStart(5, '0')}.gz`, bytes)
    held = []
    size = 0
  }
  const rows = client.query(copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`))
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.byteLength
    if (size >= PART) await flush()
  }
  await flush()
  return parts
}

async function copyFiles(
  archive: ArchiveWriter,
  client: pg.Client,
  { files: store, reader }: BackupOptions,
  at: Date,
): Promise<Manifest['files']> {
  const saved: Manifest['files'] = { count: 0, bytes: 0, gone: [], lost: [] }
  const missing: string[] = []
  // Without a hash: an upload whose content is still on its way.
  await client.query(`declare saved no scroll cursor for select id, sha256 from file where sha256 <> '' order by id`)
  for (;;) {
    const { rows } = await client.query<{ id: string; sha256: string }>('fetch 500 from saved')
    if (rows.length === 0) break
    for (const { id, sha256 } of rows) {
      const body = await store.open(id)
      const bytes = body && (await buffer(body))
      if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256) {
        missing.push(id)
        continue
      }
      await archive.add(`files/${id}`, bytes)
      saved.count++
      saved.bytes += bytes.byteLength
    }
  }
  await client.query('close saved')
  if (missing.length === 0) return saved
  // Removed while we read, or since long: the view of now knows.
  const { rows } = await withClient(reader, (now) =>
    now.query('select id from file where id = any($1) and (expires_at is null or expires_at > $2)', [missing, at]),
  )
  saved.lost = rows.map((row) => row.id as string)
  saved.gone = missing.filter((id) => !saved.lost.includes(id))
  return saved
}
