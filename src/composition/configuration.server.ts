/**
 * Everything the environment may say, read once (rule 6). A wrong value stops the start with one sentence and exit
 * code 2; nothing falls back silently. docs/operations/ describes each name; this file decides.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { checkPassword } from '#kit/access/password.rules.ts'
import type { Collector } from '#kit/audit/log-shipping.server.ts'
import { writeDurably } from '#kit/database/embedded/cluster.server.ts'

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
const ROLE_NAMES = ['web', 'worker', 'gateway'] as const
type Role = (typeof ROLE_NAMES)[number]

export class ConfigurationError extends Error {}

const blank = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema.optional())
/** Digits only: `0x1F90` and `8e3` are numbers too, and nobody means them. */
const port = (least: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(65_535))
const count = (least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const isUrl = (text: string, protocols: readonly string[]): boolean => URL.canParse(text) && protocols.includes(new URL(text).protocol)
const postgresUrl = z.string().refine((text) => isUrl(text, ['postgres:', 'postgresql:']), '应为 postgres://用户:密码@主机:端口/数据库')

/** Networks may be named by address, by range, or by the proxy library's words. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
}

const schema = z.object({
  PORT: z.preprocess(blank, port(1).default(8080)).describe('应为 1–65535 的端口号'),
  DATA_DIR: z.preprocess(blank, z.string().default('./data')).describe('应为一个目录'),
  DATABASE_URL: optional(postgresUrl).describe('应为 postgres://用户:密码@主机:端口/数据库'),
  DATABASE_APP_URL: optional(postgresUrl).describe('应为 postgres://用户:密码@主机:端口/数据库'),
  DATABASE_POOL_URL: optional(postgresUrl).describe('应为 postgres://用户:密码@主机:端口/数据库'),
  ROLES: z
    .preprocess(blank, z.string().default(ROLE_NAMES.join(',')))
    .transform(listOf)
    .refine((roles) => roles.length > 0 && roles.every((role) => (ROLE_NAMES as readonly string[]).includes(role)))
    .describe(`应为 ${ROLE_NAMES.join('、')} 中的一个或几个，用逗号分隔`),
  ADMIN_PASSWORD: optional(z.string().refine((text) => checkPassword(text, 'admin') === null)).describe(
    '不符合密码规则：8–128 位，大小写字母、数字、符号至少三种，不能是常见密码或包含用户名',
  ),
  OAUTH_CLIENT_ID: optional(z.string().regex(/^[\w.-]{1,100}$/)).describe('只能包含字母、数字、下划线、点和连字符'),
  OAUTH_CLIENT_SECRET: optional(z.string().regex(/^[\x21-\x7e]{8,200}$/)).describe('应为 8–200 个可见 ASCII 字符'),
  SECRET_KEY: optional(z.string().regex(/^[0-9a-f]{64}$/i)).describe('应为 64 位十六进制（32 字节）'),
  DEMO: z.preprocess(blank, z.enum(['0', '1']).default('1')).describe('应为 0 或 1'),
  TRUST_PROXY: z
    .preprocess(blank, z.string().default(''))
    .transform(listOf)
    .refine((list) => list.every(isProxy))
    .describe('应为反向代理的地址或网段，用逗号分隔，例如 127.0.0.1,10.0.0.0/8'),
  GATEWAY_PORT: optional(z.preprocess((value) => (value === 'off' ? '0' : value), port(0))).describe(
    '应为 0–65535 的端口号，0 或 off 关闭网关',
  ),
  GATEWAY_ADMIT: z
    .preprocess(blank, z.enum(['known', 'open']).default('known'))
    .describe('应为 known（只接入已登记的终端）或 open（未知终端也可接入，进入待认领）'),
  GATEWAY_ADDRESS: optional(z.string().regex(/^[\w.:-]{1,100}$/)).describe('应为终端从外部访问网关的地址（IP 或域名）'),
  SYSLOG_URL: optional(z.string().refine((text) => isUrl(text, ['tcp:', 'tls:']) && new URL(text).hostname !== '')).describe(
    '应为 tcp://主机:端口 或 tls://主机:端口',
  ),
  SYSLOG_CA: optional(z.string().refine((path) => existsSync(path))).describe('应为一个证书文件'),
  CONNECTIONS_PER_ADDRESS: z.preprocess(blank, count(10, 9999).default(1000)).describe('应为每个地址的连接数上限，10–9999'),
  FILE_QUOTA_GB: z.preprocess(blank, count(1, 9999).default(500)).describe('应为每家公司的文件空间（GB），1–9999'),
  GATEWAY_PER_ADDRESS: z.preprocess(blank, count(1, 60_000).default(5000)).describe('应为每个地址的终端连接数上限，1–60000'),
  FIELD_KEYS: optional(z.string()).describe('应为密钥文件的路径，用 npm run seal -- new-key 生成'),
  METRICS_TOKEN: optional(z.string().regex(/^[\w-]{16,200}$/)).describe('应为 16–200 个字母、数字、下划线或连字符'),
  MAP_PMTILES: optional(z.string().refine((text) => /^https?:\/\//.test(text) || text.endsWith('.pmtiles'))).describe(
    '应为 .pmtiles 文件的路径，或支持范围请求的 http(s) 地址',
  ),
  BACKUP_DIR: optional(z.string()).describe('应为一个目录'),
  BACKUP_AT: optional(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)).describe('应为每天备份的时间，例如 02:30'),
  BACKUP_KEEP: z.preprocess(blank, count(1, 3650).default(14)).describe('应为保留的备份份数，1–3650'),
  BACKUP_DRILL_DAYS: z.preprocess(blank, count(0, 365).default(7)).describe('应为恢复演练的间隔天数，0–365，0 表示不演练'),
  BACKUP_DATABASE_URL: optional(postgresUrl).describe('应为 postgres://用户:密码@主机:端口/数据库'),
  SOURCE_URL: optional(z.string().refine((text) => isUrl(text, ['https:', 'http:']))).describe('应为公布源代码的网址（https:// 开头）'),
  LOG: z.preprocess(blank, z.enum(LOG_LEVELS).default('info')).describe(`应为 ${LOG_LEVELS.join('、')} 之一`),
})

/** What is read here; what adaptors of ports read stands with them. The page about it names both. */
export const VARIABLES: readonly string[] = Object.keys(schema.shape)

export interface Configuration {
  port: number
  dataDir: string
  databaseUrl: string | null
  databaseAppUrl: string | null
  databasePoolUrl: string | null
  roles: ReadonlySet<Role>
  adminPassword: string | null
  oauthClient: { id: string; secret: string } | null
  secretKey: Buffer | null
  demo: boolean
  trustProxy: readonly string[]
  /** Null: the environment did not say. */
  gatewayPort: number | null
  gatewayAdmit: 'known' | 'open'
  gatewayPerAddress: number
  /** How terminals reach the gateway from outside; null: as they have reached it. */
  gatewayAddress: string | null
  /** HTTP and terminals each. */
  connectionsPerAddress: number
  fileQuotaBytes: number
  /** File with the keys under which numbers of people lie; null: as they were typed. */
  fieldKeys: string | null
  /** Where lines of the logs leave to. */
  collector: Collector | null
  /** What a watcher on another machine shows at /metrics. */
  metricsToken: string | null
  /** Streets of one's own, below the map; whether they can be read is looked at when a map is. */
  mapFile: string | null
  /** Where whoever runs this has published its source; null: this server gives it. */
  sourceUrl: string | null
  backup: BackupSettings
  log: (typeof LOG_LEVELS)[number]
}

export interface BackupSettings {
  folder: string
  /** `HH:MM` of the business day; null: only when somebody asks for one. */
  at: string | null
  keep: number
  /** 0: none by itself. */
  drillDays: number
  databaseUrl: string | null
}

/** The value itself is not repeated in the sentence: it may be a password. */
function problem(name: string): string {
  const { description } = (schema.shape as Record<string, z.ZodType>)[name] ?? {}
  return `环境变量 ${name} 的值不正确：${description ?? '请检查'}`
}

function collectorOf(address: string | undefined, ca: string | undefined): Collector | null {
  if (address === undefined) return null
  const { protocol, hostname, port } = new URL(address)
  const tls = protocol === 'tls:'
  return { tls, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (tls ? 6514 : 514), ca: ca ?? null }
}

export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const result = schema.safeParse(environment)
  if (!result.success) throw new ConfigurationError(problem(String(result.error.issues[0]!.path[0])))
  const e = result.data
  if ((e.OAUTH_CLIENT_ID === undefined) !== (e.OAUTH_CLIENT_SECRET === undefined))
    throw new ConfigurationError('环境变量 OAUTH_CLIENT_ID 与 OAUTH_CLIENT_SECRET 须同时设置')
  if (e.DATABASE_APP_URL !== undefined && e.DATABASE_URL === undefined)
    throw new ConfigurationError('设置环境变量 DATABASE_APP_URL 时须同时设置 DATABASE_URL')
  if (e.DATABASE_POOL_URL !== undefined && e.DATABASE_URL === undefined)
    throw new ConfigurationError('设置环境变量 DATABASE_POOL_URL 时须同时设置 DATABASE_URL')
  if (e.BACKUP_DATABASE_URL !== undefined && e.DATABASE_URL === undefined)
    throw new ConfigurationError('设置环境变量 BACKUP_DATABASE_URL 时须同时设置 DATABASE_URL')
  if (e.GATEWAY_PORT === e.PORT) throw new ConfigurationError('环境变量 GATEWAY_PORT 与 PORT 不能是同一个端口')
  return {
    port: e.PORT,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    databaseAppUrl: e.DATABASE_APP_URL ?? null,
    databasePoolUrl: e.DATABASE_POOL_URL ?? null,
    roles: new Set(e.ROLES as Role[]),
    adminPassword: e.ADMIN_PASSWORD ?? null,
    oauthClient: e.OAUTH_CLIENT_ID !== undefined ? { id: e.OAUTH_CLIENT_ID, secret: e.OAUTH_CLIENT_SECRET! } : null,
    secretKey: e.SECRET_KEY === undefined ? null : Buffer.from(e.SECRET_KEY, 'hex'),
    demo: e.DEMO === '1',
    trustProxy: e.TRUST_PROXY,
    gatewayPort: e.GATEWAY_PORT ?? null,
    gatewayAdmit: e.GATEWAY_ADMIT,
    gatewayPerAddress: e.GATEWAY_PER_ADDRESS,
    gatewayAddress: e.GATEWAY_ADDRESS ?? null,
    connectionsPerAddress: e.CONNECTIONS_PER_ADDRESS,
    fileQuotaBytes: e.FILE_QUOTA_GB * 1024 ** 3,
    fieldKeys: e.FIELD_KEYS === undefined ? null : resolve(e.FIELD_KEYS),
    collector: collectorOf(e.SYSLOG_URL, e.SYSLOG_CA),
    metricsToken: e.METRICS_TOKEN ?? null,
    mapFile: e.MAP_PMTILES ?? null,
    sourceUrl: e.SOURCE_URL ?? null,
    backup: {
      folder: resolve(e.BACKUP_DIR ?? join(e.DATA_DIR, 'backups')),
      at: e.BACKUP_AT ?? null,
      keep: e.BACKUP_KEEP,
      drillDays: e.BACKUP_DRILL_DAYS,
      databaseUrl: e.BACKUP_DATABASE_URL ?? null,
    },
    log: e.LOG,
  }
}

export interface Secrets {
  oauthClient: { id: string; secret: string }
  /** Seals what the database keeps of secrets. Losing it means: everybody enrols anew, partners get new keys, what waits to be sent is written again. */
  secretKey: Buffer
  /** Of the run-time database role, on a database server. */
  databasePassword: string
}

const stored = z.object({
  oauthClient: z.object({ id: z.string().min(1), secret: z.string().min(1) }),
  secretKey: z.string().regex(/^[0-9a-f]{64}$/),
  databasePassword: z.string().min(16),
})

function makeSecrets(path: string, dataDir: string): void {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64url')
  const made = {
    oauthClient: { id: 'console', secret: random(24) },
    secretKey: randomBytes(32).toString('hex'),
    databasePassword: random(24),
  }
  try {
    // 711: the account of the embedded PostgreSQL must pass through, it need not see what is here.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    writeDurably(path, JSON.stringify(made, null, 2))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      {
        ENOTDIR: '路径中有一部分不是目录',
        EEXIST: '它是一个文件',
        EACCES: '没有写入权限',
        EPERM: '没有写入权限',
        EROFS: '该处只读',
        ENOSPC: '磁盘已满',
      }[code ?? ''] ?? `系统提示 ${code}`
    throw new ConfigurationError(`环境变量 DATA_DIR 指定的目录 ${dataDir} 无法使用：${why}`)
  }
}

/**
 * Made at the first start, kept in DATA_DIR/secrets.json, readable by us alone; what the environment says goes before.
 * Several nodes on one database share the file or are given OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET and SECRET_KEY.
 */
export function secretsOf(configuration: Configuration): Secrets {
  const path = join(configuration.dataDir, 'secrets.json')
  if (!existsSync(path)) makeSecrets(path, configuration.dataDir)
  let secrets: z.infer<typeof stored>
  try {
    secrets = stored.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new ConfigurationError(`密钥文件 ${path} 已损坏，请从备份中恢复该文件后再启动`)
  }
  return {
    oauthClient: configuration.oauthClient ?? secrets.oauthClient,
    secretKey: configuration.secretKey ?? Buffer.from(secrets.secretKey, 'hex'),
    databasePassword: secrets.databasePassword,
  }
}
