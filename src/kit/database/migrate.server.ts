/**
 * Migrations: `database/migrations/NNNN_name.sql`, in order, each in its own transaction together with its record,
 * so a kill at any instant leaves either both or neither and the next start goes on. A released file never changes.
 */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { withClient, type Endpoint } from './connection/connection.server.ts'
import { StartRefused } from './errors.ts'

export interface MigrateOptions {
  owner: Endpoint
  folder: string
  /** Role the product runs as; gets its rights after migrating. */
  appRole: string
  /** Tables the product may only add to: audit log, ledgers. */
  appendOnly: readonly string[]
  /** Schemas besides `public` the product uses, such as the one of the job queue. */
  schemas?: readonly string[]
  /** Goes no further than this one: to take in a backup of an older version. The next start goes on from there. */
  until?: string
  log?: (message: string, details?: object) => void
}

interface Migration {
  name: string
  sql: string
  sha256: string
}

const FILE = /^\d{4}_[a-z0-9_]+\.sql$/
/** Any constant; the same for every node of this product. */
const LOCK_KEY = 7_310_042

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const numbers = new Set<string>()
  return files.map((file) => {
    const number = file.slice(0, 4)
    if (!FILE.test(file)) throw new StartRefused(`迁移文件名不符合「四位序号_小写英文名.sql」：${file}`)
    if (numbers.has(number)) throw new StartRefused(`迁移文件序号重复：${file}`)
    numbers.add(number)
    // Line ends are not content: a checkout on Windows must not look like an edited file.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return { name: file.slice(0, -4), sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists schema_migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now(), took_ms integer not null)`)
  const { rows } = await client.query('select name, sha256 from schema_migration order by name')
  return new Map(rows.map((row) => [row.name as string, row.sha256 as string]))
}

/** What the first start needs, asked before anything is written: an empty place, and the right to build in it. */
async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select current_database() as database, current_user as role,
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may,
    array(select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i', 'a'))
      order by 1)::text[] as others
    where to_regclass('public.schema_migration') is null`)
  const first = rows[0] as { database: string; role: string; may: boolean; others: string[] } | undefined
  if (!first) return
  const { database, role, may, others } = first
  if (others.length > 0) {
    const examples = `${others.slice(0, 5).join('、')}${others.length > 5 ? ' 等' : ''}`
    throw new StartRefused(
      `数据库 ${database} 的 public 模式中已有其他程序的 ${others.length} 个数据表或序列：${examples}。请为租运通单独建立一个空数据库，再把 DATABASE_URL 指向它；现有的表未作任何改动。`,
    )
  }
  if (!may) {
    throw new StartRefused(
      `数据库用户 ${role} 没有在数据库 ${database} 中建表的权限。请由管理员执行 ALTER DATABASE ${database} OWNER TO ${role} 后再启动。`,
    )
  }
}

function check(files: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]))
  const [eldest] = applied.keys()
  // Begun with another first file than ours: before the baseline was laid anew. Nothing leads from there to here.
  if (
    eldest !== undefined &&
    !known.has(eldest) &&
    files[0] &&
    !applied.has(files[0].name) &&
    files[0].name.slice(0, 4) === eldest.slice(0, 4)
  ) {
    throw new StartRefused(
      '这里的数据由正式发布之前的开发版本建立，本版本不能继续使用它，数据未作任何改动。请用原来的版本启动并导出需要的数据，或为本版本另选一个空的数据目录（DATA_DIR）或数据库（DATABASE_URL）。',
    )
  }
  for (const [name, sha256] of applied) {
    const file = known.get(name)
    if (!file) {
      throw new StartRefused(`数据库已执行迁移 ${name}，但程序中没有它：数据库由更新的版本建立。请使用该版本或更新的程序启动。`)
    }
    if (file.sha256 !== sha256) {
      throw new StartRefused(`迁移文件 ${name}.sql 在执行之后被修改过。已发布的迁移不可改动，请还原该文件，并把改动写成新的迁移。`)
    }
  }
  const last = [...applied.keys()].at(-1) ?? ''
  const pending = files.filter((file) => !applied.has(file.name))
  const late = pending.find((file) => file.name < last)
  if (late) throw new StartRefused(`迁移 ${late.name}.sql 的序号早于已执行的 ${last}，顺序不成立。请改用更大的序号。`)
  return pending
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  const started = performance.now()
  await client.query('begin')
  try {
    await client.query(sql)
    const took = Math.round(performance.now() - started)
    await client.query('insert into schema_migration (name, sha256, took_ms) values ($1, $2, $3)', [name, sha256, took])
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('the migration ended its own transaction')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const { message, position } = error as { message?: string; position?: string }
    const line = position ? sql.slice(0, Number(position)).split('\n').length : null
    throw new StartRefused(`迁移 ${name}.sql 执行失败${line ? `（第 ${line} 行）` : ''}：${message ?? String(error)}`, error)
  }
}

/** Returns the names that ran now. Several nodes may start at once: one migrates, the others wait and find it done. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const files = readMigrations(options.folder)
  return withClient(options.owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await refuseUnfit(client)
    const { until } = options
    const pending = check(files, await appliedMigrations(client)).filter((file) => until === undefined || file.name <= until)
    for (const [i, file] of pending.entries()) {
      await apply(client, file)
      options.log?.('migration applied', { name: file.name, n: i + 1, of: pending.length })
    }
    await grantApp(client, until === undefined ? options : { ...options, appendOnly: await present(client, options.appendOnly) })
    return pending.map((file) => file.name)
  })
}

/** An older structure lacks the tables that came later. */
async function present(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query(`select t from unnest($1::text[]) t where to_regclass('public.' || t) is not null`, [tables])
  return rows.map((row) => row.t as string)
}

/**
 * Rights of the run-time role, derived anew at each start: rows of every table, but only additions to the append-only
 * ones, nothing on the migration record, nothing directly on partitions (they are reached through their parent, where
 * row-level security stands), and no right to change the schema.
 */
export async function grantApp(
  client: pg.Client,
  { appRole, appendOnly, schemas = [] }: Pick<MigrateOptions, 'appRole' | 'appendOnly' | 'schemas'>,
): Promise<void> {
  const role = pg.escapeIdentifier(appRole)
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, c.relispartition as partition, c.relkind as kind
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'S')
        -- nor what somebody else has put beside our tables since
        and pg_has_role(c.relowner, 'usage')
        -- what belongs to an extension is not ours
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by 1, 2`,
    [['public', ...schemas]],
  )
  const missing = appendOnly.filter((table) => !rows.some((row) => row.schema === 'public' && row.name === table))
  if (missing.length > 0) throw new StartRefused(`只追加的数据表不存在：${missing.join('、')}`)

  const statements = ['public', ...schemas].map((name) => `grant usage on schema ${pg.escapeIdentifier(name)} to ${role}`)
  for (const row of rows) {
    if (row.kind === 'S') {
      statements.push(`grant usage, select, update on ${pg.escapeIdentifier(row.schema)}.${pg.escapeIdentifier(row.name)} to ${role}`)
      continue
    }
    const table = `${pg.escapeIdentifier(row.schema)}.${pg.escapeIdentifier(row.name)}`
    const rights = rightsOn(row, appendOnly)
    // Both in one transaction, so other nodes never see the role without rights.
    statements.push(`revoke all on ${table} from ${role}`)
    if (rights) statements.push(`grant ${rights} on ${table} to ${role}`)
  }
  await client.query('begin')
  try {
    await client.query(statements.join(';\n'))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function rightsOn(table: { schema: string; name: string; partition: boolean }, appendOnly: readonly string[]): string {
  if (table.partition) return ''
  if (table.schema === 'public' && table.name === 'schema_migration') return 'select'
  if (table.schema === 'public' && appendOnly.includes(table.name)) return 'select, insert'
  return 'select, insert, update, delete'
}
