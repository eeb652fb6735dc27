/** The look of the console, which depends on the host serving it (spec §1). */
import type { Look } from '#kit/entity/module.ts'

/** GET /api/v1/site/config, public, by Host. Addresses of pictures are absolute paths or null. */
export interface SiteConfig {
  look: Look
  title: string
  company: string
  logo: string | null
  favicon: string | null
  loginBackground: string | null
  primaryColor: string
  root: boolean
  watermark: boolean
  androidUrl: string | null
  iosUrl: string | null
  icp: string | null
  /** Credentials of this console as an OAuth client: public by nature, generated at installation. */
  client: { id: string; secret: string }
}

/** GET /api/v1/site/demo, public; empty when there is no demo company. */
export interface DemoAccount {
  username: string
  password: string
  name: string
  note: string
}

const PRIMARY: Record<string, { light: string; dark: string }> = {
  blue: { light: '#1558d6', dark: '#3c89e8' },
  teal: { light: '#0f766e', dark: '#2ba89c' },
  green: { light: '#2b7a2f', dark: '#4fa953' },
  orange: { light: '#b45309', dark: '#d98634' },
  red: { light: '#b3261e', dark: '#e0685f' },
  purple: { light: '#6b3fc0', dark: '#9672e0' },
}

export const primaryOf = (site: SiteConfig | null, dark: boolean): string => {
  const pair = PRIMARY[site?.primaryColor ?? 'blue'] ?? PRIMARY['blue']!
  return dark ? pair.dark : pair.light
}

export const DEFAULT_TITLE: Record<Look, string> = { leasing: '车辆租赁管理平台', rental: '汽车租赁管理平台', tms: '承运商运输管理平台' }
export const logoOf = (site: SiteConfig | null): string => site?.logo ?? `/logo-${site?.look ?? 'leasing'}.svg`

/** Public paths need no token (spec §2). */
export const PUBLIC_PATHS = ['/login', '/tmsLogin', '/appDownLoad', '/franchise', '/sign', '/statement', '/verify', '/401', '/404'] as const
export const isPublic = (path: string): boolean => (PUBLIC_PATHS as readonly string[]).includes(path)

/** A stored carrier flag marks the TMS variant, besides the host (spec §6). */
export const loginPath = (look: Look | null, carrier: string | null): '/login' | '/tmsLogin' =>
  look === 'tms' || carrier === '1' || carrier === 'true' ? '/tmsLogin' : '/login'

/** Only a path of this console is gone back to after login: never another site, never the login page again. */
export function safeReturn(target: string | null): string {
  if (!target || !target.startsWith('/') || target.startsWith('//') || target.includes('\\')) return '/'
  const path = target.split(/[?#]/, 1)[0]!
  return isPublic(path) ? '/' : target
}
