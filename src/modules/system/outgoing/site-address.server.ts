/** Under which address outsiders find the console: what stands in links that the company sends, and in codes on its papers. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import type { Extra } from '#kit/http/route.server.ts'
import { parameterValue } from '../settings/parameters.server.ts'

const SITE = /^https?:\/\/[\w.:[\]-]+$/

/** Under which address the console was opened; a browser says it with every write. */
export function addressOf(extra: Pick<Extra, 'header' | 'host'>): string {
  const origin = extra.header?.('origin') ?? ''
  if (SITE.test(origin)) return origin
  return extra.host ? `http://${extra.host}` : ''
}
/** What stands in links and codes on paper: as configured, else where it was made. */
export async function siteFor(tx: Tx, ctx: Context, opened: string): Promise<string> {
  const said = String(await parameterValue(tx, ctx.registry, 'signSite')).replace(/\/+$/, '')
  return SITE.test(said) ? said : opened
}

/** The address a page says it was opened under, where that is true: a link of the company that leads elsewhere is a trap in its name. */
export function ownAddress(extra: Pick<Extra, 'host'>, said: string): string {
  const { origin, host, protocol } = new URL(said)
  if (!extra.host || new URL(`${protocol}//${extra.host}`).host.toLowerCase() !== host.toLowerCase())
    throw invalid({ origin: '链接只能使用本系统的网址' })
  return origin
}
