/** What the console needs before anybody signed in: the look of this host, its pictures, the demo accounts. Public. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#kit/database/connection/pool.server.ts'
import type { FileLink } from '#kit/entity/field.ts'
import type { Tx } from '#kit/access/context.server.ts'
import { absent, invalid } from '#kit/basics/errors.ts'
import { serveEntity } from '#kit/entity/serve.server.ts'
import { siteConfig } from './settings.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'
import { download, route, type Download, type Route } from '#kit/http/route.server.ts'

interface SiteRow {
  operatorId: number
  host: string
  look: 'leasing' | 'rental' | 'tms'
  title: string
  company: string
  logo: FileLink[] | null
  favicon: FileLink[] | null
  loginBackground: FileLink[] | null
  primaryColor: string
  root: boolean
  watermark: boolean
  androidUrl: string | null
  iosUrl: string | null
  icp: string | null
}

export interface SitePorts {
  /** Public by nature (spec §9): the console sends it back as Basic authorization. */
  oauthClient: { id: string; secret: string }
  demoAccounts: () => Promise<readonly { username: string; password: string; name: string; note: string }[]>
  openFile: (id: string) => Promise<Download>
}

/** Looks used until an administrator configures the host: each variant answers under its own sub-domain. */
const FALLBACK: Record<string, Pick<SiteRow, 'look' | 'title' | 'company' | 'primaryColor'>> = {
  leasing: { look: 'leasing', title: '租运通', company: '车辆租赁管理平台', primaryColor: 'blue' },
  rental: { look: 'rental', title: '租运通·汽车租赁', company: '汽车租赁服务平台', primaryColor: 'teal' },
  tms: { look: 'tms', title: '租运通·承运商', company: '运输管理平台', primaryColor: 'orange' },
}
const bare = (host: string | undefined): string => (host ?? '').replace(/:\d+$/, '').toLowerCase()

/** Through a definer's-rights function: a visitor belongs to no operator. Exact host first, then `*`. */
async function siteOf(db: Database, host: string | undefined): Promise<SiteRow | null> {
  return db.read(
    null,
    async (tx) =>
      (await sql<{ site: SiteRow }>`select site from site_for_host(${bare(host)}) as site where site is not null`.execute(tx)).rows[0]
        ?.site ?? null,
  )
}

export const siteRoutes = (ports: SitePorts): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/site/config',
    summary: '本域名的外观',
    right: 'public',
    input: z.strictObject({}),
    handler: async (ctx, _input, { host }) => {
      const site = await siteOf(ctx.db, host)
      const look = site?.look ?? (bare(host).startsWith('tms.') ? 'tms' : bare(host).startsWith('rental.') ? 'rental' : 'leasing')
      const base = site ?? FALLBACK[look]!
      const picture = (files: FileLink[] | null | undefined): string | null => (files?.[0] ? `/api/v1/site/image?id=${files[0].id}` : null)
      return {
        look,
        title: base.title,
        company: base.company,
        primaryColor: base.primaryColor,
        logo: picture(site?.logo),
        favicon: picture(site?.favicon),
        loginBackground: picture(site?.loginBackground),
        root: site?.root ?? look === 'leasing',
        watermark: site?.watermark ?? false,
        androidUrl: site?.androidUrl ?? null,
        iosUrl: site?.iosUrl ?? null,
        icp: site?.icp ?? null,
        client: ports.oauthClient,
      }
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/site/demo',
    summary: '演示账号',
    right: 'public',
    input: z.strictObject({}),
    handler: async () => ports.demoAccounts(),
  }),
  route({
    method: 'GET',
    path: '/api/v1/site/image',
    summary: '站点图片',
    output: fileAnswer,
    right: 'public',
    input: z.strictObject({ id: z.string().regex(/^[\w-]{10,64}$/, '图片已被更换，请刷新页面') }),
    handler: async (ctx, { id }) => {
      // Only pictures that a site shows: a file's id alone opens nothing to a visitor.
      const shown = await ctx.db.read(
        null,
        async (db) => (await sql<{ shown: boolean }>`select site_shows_file(${id}) as shown`.execute(db)).rows[0]?.shown,
      )
      if (!shown) throw absent('图片已被更换，请刷新页面')
      return { ...download(await ports.openFile(id)), inline: true }
    },
  }),
]

/** A company looks after the hosts it was given; the platform after all that nobody was given, `*` among them. */
async function refuseHost(tx: Tx, operatorId: number, host: string): Promise<void> {
  const { platform } = await tx.selectFrom('operator').select('platform').where('id', '=', operatorId).executeTakeFirstOrThrow()
  const owner = await tx.selectFrom('operatorHost').select('operatorId').where('host', '=', host.toLowerCase()).executeTakeFirst()
  if (owner ? owner.operatorId === operatorId : platform) return
  throw invalid({
    host: platform ? '该域名已分配给其他公司，由该公司自己配置' : '该域名没有分配给本公司。请联系平台管理员登记本公司的域名，登记后再保存',
  })
}

export const servedSite = serveEntity(siteConfig, {
  beforeAdd: ({ tx, ctx, values }) => refuseHost(tx, ctx.user.operatorId, String(values.host)),
  beforeEdit: ({ tx, ctx, record, patch }) => refuseHost(tx, ctx.user.operatorId, patch.host ?? record.host),
})

/** Whose visitors come through this host: the company it was given to, else the platform. Null when there is none. */
export const operatorOfHost = (db: Database, host: string | undefined): Promise<number | null> =>
  db.read(
    null,
    async (tx) => (await sql<{ id: number | null }>`select operator_of_host(${bare(host)}) as id`.execute(tx)).rows[0]?.id ?? null,
  )

/** Accounts of the demo company, while it stands. */
export const demoAccounts = (db: Database) =>
  db.read(
    null,
    async (tx) =>
      (await sql<{ username: string; password: string; name: string; note: string }>`select * from demo_accounts()`.execute(tx)).rows,
  )

/** Number of the newest published release; null before the first. */
export const newestRelease = (db: Database): Promise<string | null> =>
  db.read(
    null,
    async (tx) => (await sql<{ version: string | null }>`select newest_release() as version`.execute(tx)).rows[0]?.version ?? null,
  )
