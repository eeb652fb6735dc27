/**
 * Under which address outsiders find the console: what stands in links that the company sends, and in codes on its papers. Whoever calls
 * names the host and the origin himself, so neither proves anything (decision 0120): ours are the address set for outsiders, the hosts
 * configured or given to this company or to the platform, and the machine itself.
 */
import { sql } from 'kysely'
import type { Context, Db } from '#kit/access/context.server.ts'
import type { SignInSite } from '#kit/access/proofs/passkeys.server.ts'
import { invalid, refused } from '#kit/basics/errors.ts'
import type { Registry } from '#kit/entity/registry.server.ts'
import type { Extra } from '#kit/http/route.server.ts'
import { parameterValue } from '../settings/parameters.server.ts'

const SITE = /^https?:\/\/[\w.:[\]-]+$/
/** Names that lead nowhere but to the machine of whoever opens them. */
const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Under which address the caller says the console was opened; a browser says it with every write. Not to be put into a link unjudged. */
export function addressOf(extra: Pick<Extra, 'header' | 'host'>): string {
  const origin = extra.header?.('origin') ?? ''
  if (SITE.test(origin)) return origin
  return extra.host ? `http://${extra.host}` : ''
}

async function isOwnHost(db: Db, own: number, host: string): Promise<boolean> {
  if (LOOPBACK.test(host)) return true
  const given = await db.selectFrom('operatorHost').select('operatorId').where('host', '=', host).executeTakeFirst()
  if (given?.operatorId === own) return true
  const { rows } = await sql<{ own: boolean }>`
    select coalesce((select s->>'host' <> '*' and (s->>'operatorId')::bigint in (${own}, operator_of_host(null)) from site_for_host(${host}) s), false)
      as own`.execute(db)
  return rows[0]!.own
}

async function addressForOutsiders(db: Db, registry: Registry): Promise<string | null> {
  const said = String(await parameterValue(db, registry, 'signSite')).replace(/\/+$/, '')
  return SITE.test(said) ? said : null
}

/** Names a passkey can be bound to: no bare addresses of machines (WebAuthn takes none). */
const NAME = /^(?:[a-z\d-]+\.)*[a-z][a-z\d-]*$/
/**
 * Where people of a company sign in, for a page under this name: 对外网址 as it stands, a configured host over TLS, or this machine at whatever
 * port. Null: nobody has configured it.
 */
export async function signInSite(db: Db, registry: Registry, operatorId: number, host: string): Promise<SignInSite | null> {
  if (!NAME.test(host)) return null
  if (LOOPBACK.test(host)) return { rpId: host, isOrigin: (origin) => URL.canParse(origin) && new URL(origin).hostname === host }
  const said = await addressForOutsiders(db, registry)
  if (said !== null && new URL(said).hostname === host) return { rpId: host, isOrigin: (origin) => origin === new URL(said).origin }
  return (await isOwnHost(db, operatorId, host)) ? { rpId: host, isOrigin: (origin) => origin === `https://${host}` } : null
}

/** The address for outsiders as configured, else where the console was opened, provided that is ours; null when neither is. */
export async function knownSite(db: Db, ctx: Context, opened: string): Promise<string | null> {
  const said = await addressForOutsiders(db, ctx.registry)
  if (said !== null) return said
  if (!SITE.test(opened) || !URL.canParse(opened)) return null
  const { hostname, origin } = new URL(opened)
  return (await isOwnHost(db, ctx.user.operatorId, hostname)) ? origin : null
}

export const NO_SITE = '打开系统的网址没有登记，不能写进链接和二维码；请管理员在「参数设置」填写「对外网址」，或在「站点配置」登记该域名'
/** What stands in links and codes on paper; refused where it would lead to a place nobody has configured. */
export async function siteFor(db: Db, ctx: Context, opened: string): Promise<string> {
  const site = await knownSite(db, ctx, opened)
  if (site === null) throw refused(NO_SITE)
  return site
}

/** The page that a browser comes back to from another's sign-in lies under an address of ours, at the one place that is registered there. */
export async function refuseForeignLogin(company: Context, back: string): Promise<void> {
  const { origin, hostname, pathname, search, hash } = new URL(back)
  const ours = await company.db.read(
    company.user.operatorId,
    async (db) =>
      (await parameterValue(db, company.registry, 'signSite')) === origin || (await isOwnHost(db, company.user.operatorId, hostname)),
  )
  if (!ours) throw refused(NO_SITE)
  if (pathname !== '/login' || search || hash) throw refused('登录页的网址不正确，请从登录页重新点一次')
}

/** The address a page says it was opened under, where the call came to the same one. Whether it is ours, `siteFor` says. */
export function ownAddress(extra: Pick<Extra, 'host'>, said: string): string {
  const { origin, host, protocol } = new URL(said)
  const called = `${protocol}//${extra.host ?? ''}`
  if (!URL.canParse(called) || new URL(called).host !== host) throw invalid({ origin: '链接只能使用本系统的网址' })
  return origin
}
