/**
 * Puts an archive into an empty installation. First the whole archive is read and compared with its sums, and nothing is
 * written when a byte differs; then everything goes in by one transaction, is counted and added up there as the archive was,
 * and only committed when both agree.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import { verifyChain } from '../audit/chain.server.ts'
import { withClient, type Endpoint } from '../database/connection/connection.server.ts'
import { StartRefused } from '../database/errors.ts'
import { migrate, type MigrateOptions } from '../database/migrate.server.ts'
import { openDatabase } from '../database/connection/pool.server.ts'
import type { FileStore } from '../files/store.server.ts'
import { chainsOf, figuresOf, migrationsOf, quoted, steady, tableShapes } from './catalogue.server.ts'
import { keyMark } from './backup.server.ts'
import { MANIFEST, manifestSchema, SECRETS, type Manifest } from './manifest.ts'
import { damagedEntries, entriesOf, Torn } from './tar.server.ts'

const decompress = promisify(gunzip)

/** Reads all of it. A sentence says what is wrong with it; otherwise what it tells about itself, and the secrets in it. */
export async function readArchive(path: string): Promise<{ manifest: Manifest; secrets: string | null }> {
  try {
    const damaged = await damagedEntries(path)
    if (damaged.length > 0)
      throw new StartRefused(`备份文件 ${path} 的内容与校验值不符：${damaged.slice(0, 3).join('、')}。没有恢复任何数据，请换用另一份备份。`)
    let manifest: Manifest | null = null
    let secrets: string | null = null
    for await (const { name, bytes } of entriesOf(path)) {
      if (name === SECRETS) secrets = bytes.toString('utf8')
      if (name === MANIFEST) manifest = manifestSchema.parse(JSON.parse(bytes.toString('utf8')))
    }
    if (!manifest) throw new Torn('no manifest')
    return { manifest, secrets }
  } catch (error) {
    if (error instanceof StartRefused) throw error
    if (error instanceof Torn)
      throw new StartRefused(`备份文件 ${path} 不完整（可能在写入或复制时中断）。没有恢复任何数据，请换用另一份备份。`, error)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new StartRefused(`没有找到备份文件 ${path}`, error)
    throw new StartRefused(`备份文件 ${path} 不是本程序能识别的备份。没有恢复任何数据。`, error)
  }
}

/** Whoever restores with another key finds sealed what only the old one opens. */
export function refuseKey(manifest: Manifest, key: Buffer): void {
  if (keyMark(key) !== manifest.keyMark)
    throw new StartRefused(
      '这里的密钥（SECRET_KEY 或 secrets.json）不是做备份时的密钥，两步验证与加密保存的内容将无法读取。请把原来的 secrets.json 放入 DATA_DIR，或设置原来的 SECRET_KEY；确实已经丢失的，加上 --lost-key。',
    )
}

export interface RestoreOptions extends Pick<MigrateOptions, 'owner' | 'folder' | 'appRole' | 'appendOnly'> {
  archive: string
  manifest: Manifest
  files: FileStore
}

export async function restore(options: RestoreOptions): Promise<void> {
  const { manifest, owner } = options
  await refuseUsed(owner)
  const last = manifest.migrations.at(-1)!.name
  await migrate({ ...options, until: last })
  await withClient(owner, async (client) => {
    await client.query('begin')
    try {
      // Two at once would both find it empty.
      await client.query('select pg_advisory_xact_lock(7310290)')
      await refuseRows(client)
      await refuseMigrations(client, manifest)
      await steady(client)
      await opened(client, manifest, () => load(client, options))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  })
}

const USED = '这里已有数据，恢复只能进入空的数据目录（DATA_DIR）或空的数据库（DATABASE_URL）。现有数据未作任何改动。'

async function refuseUsed(owner: Endpoint): Promise<void> {
  await withClient(owner, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.operator') is not null as made`)
    if (rows[0]?.made) await refuseRows(client)
  })
}

async function refuseRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select exists (select from operator) as used')
  if (rows[0]?.used) throw new StartRefused(USED)
}

async function refuseMigrations(client: pg.Client, manifest: Manifest): Promise<void> {
  const ownMigrations = new Map((await migrationsOf(client)).map((m) => [m.name, m.sha256]))
  const other = manifest.migrations.find((m) => ownMigrations.get(m.name) !== m.sha256)
  if (other || ownMigrations.size !== manifest.migrations.length)
    throw new StartRefused(
      `备份由 ${manifest.version} 版本做成，其数据库结构${other ? `（迁移 ${other.name}）` : ''}与本程序的不同。请使用做备份时的版本或更新的版本恢复。`,
    )
}

/** While rows go in, nothing reacts to them: no trigger, no reference, no row-level security. Afterwards all of it stands again, and references are checked. */
async function opened(client: pg.Client, manifest: Manifest, work: () => Promise<void>): Promise<void> {
  const tables = manifest.tables.map((table) => quoted(table.name))
  const { rows: references } = await client.query(`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`)
  const { rows: forced } = await client.query(`
    select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`)
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tables.join(', ')}`)
  await work()
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, text } of references) await client.query(`alter table ${table} add constraint ${quoted(name)} ${text}`)
  await compareFigures(client, manifest)
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`)
}

async function load(client: pg.Client, { archive, manifest, files }: RestoreOptions): Promise<void> {
  for (const { parent, name, bound, indexes } of manifest.partitions) {
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`)
    for (const index of indexes) await client.query(index.replace('CREATE INDEX', 'create index if not exists'))
  }
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]))
  let open: { table: string; stream: CopyStreamQuery } | null = null
  const close = async (): Promise<void> => {
    if (!open) return
    open.stream.end()
    await finished(open.stream)
    open = null
  }
  for await (const { name, bytes } of entriesOf(archive)) {
    const [kind, subject = ''] = name.split('/')
    if (open && (open as { table: string }).table !== subject) await close()
    if (kind === 'files') await putFile(files, subject, bytes)
    if (kind !== 'tables') continue
    const names = columns.get(subject)
    if (!names) throw new StartRefused(`备份文件中的 ${name} 没有列在清单里，没有恢复任何数据。`)
    open ??= { table: subject, stream: client.query(copyFrom(`copy ${quoted(subject)} (${names.map(quoted).join(', ')}) from stdin`)) }
    const { stream } = open as { stream: CopyStreamQuery }
    if (!stream.write(await decompress(bytes))) await Promise.race([once(stream, 'drain'), finished(stream)])
  }
  await close()
  for (const { name, last } of manifest.sequences) await client.query('select setval($1, $2)', [quoted(name), last])
}

async function putFile(files: FileStore, id: string, bytes: Buffer): Promise<void> {
  const { sha256 } = await files.put(id, Readable.from([bytes]))
  if (sha256 !== createHash('sha256').update(bytes).digest('hex')) throw new StartRefused(`文件 ${id} 写入后与备份不符，请检查磁盘。`)
}

const differs = (what: string): StartRefused => new StartRefused(`恢复后的${what}与备份清单不一致，恢复已全部撤销。`)

async function compareFigures(client: pg.Client, manifest: Manifest): Promise<void> {
  if (JSON.stringify(await chainsOf(client)) !== JSON.stringify(manifest.chains)) throw differs('操作记录哈希链')
  const shapes = new Map((await tableShapes(client)).map((shape) => [shape.name, shape]))
  for (const { name, rows, hash, sums } of manifest.tables) {
    const shape = shapes.get(name)
    const now = shape && (await figuresOf(client, { ...shape, summed: Object.keys(sums) }))
    if (!now || now.rows !== rows || now.hash !== hash || JSON.stringify(now.sums) !== JSON.stringify(sums))
      throw differs(`数据表 ${name}（备份 ${rows} 行，恢复 ${now?.rows ?? 0} 行）`)
  }
}

/** Computes every chain anew, line by line, and compares its length and its end with what the archive told. */
export async function verifyChains(app: Endpoint, manifest: Manifest): Promise<number> {
  const db = openDatabase({ endpoint: app, max: 2, applicationName: 'zuyuntong-restore' })
  try {
    let lines = 0
    for (const operatorId of new Set(manifest.chains.map((chain) => chain.operatorId))) {
      const report = await verifyChain(db, operatorId)
      const expectedLines = manifest.chains.reduce((sum, chain) => sum + (chain.operatorId === operatorId ? chain.seq : 0), 0)
      if (report.problem !== null || report.lines !== expectedLines)
        throw new StartRefused(
          `数据已恢复且与备份一致，但公司 ${operatorId} 的操作记录没有通过校验：${report.problem ?? `应有 ${expectedLines} 条，实有 ${report.lines} 条`}。备份之前操作记录就已被改动，请换用更早的备份核对。`,
        )
      lines += report.lines
    }
    return lines
  } finally {
    await db.close()
  }
}
