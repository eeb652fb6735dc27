/** The look of the console, which depends on the host serving it (spec §1). */
import type { Demand } from '#kit/basics/errors.ts'
import type { Look } from '#kit/entity/module.ts'
import { PRIMARIES } from '#kit/ui/look/tokens.ts'

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

const paletteOf = (site: SiteConfig | null) => PRIMARIES[(site?.primaryColor ?? 'blue') as keyof typeof PRIMARIES] ?? PRIMARIES.blue

export const primaryOf = (site: SiteConfig | null, dark: boolean): string => paletteOf(site).primary[dark ? 1 : 0]
/** Beside the company's colour: marks, drawings, the head of a paper. Never a state. */
export const accentOf = (site: SiteConfig | null, dark: boolean): string => paletteOf(site).accent[dark ? 1 : 0]

/** Under the pointer a filled button is an eighth darker, in light and dark: lighter, its white text would fall below 4.5 : 1 (WCAG 1.4.3). */
export const fillHoverOf = (site: SiteConfig | null): string =>
  '#' +
  [1, 3, 5]
    .map((at) =>
      Math.round((Number.parseInt(primaryOf(site, false).slice(at, at + 2), 16) * 7) / 8)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')

export const DEFAULT_TITLE: Record<Look, string> = { leasing: '车辆租赁管理平台', rental: '汽车租赁管理平台', tms: '承运商运输管理平台' }
export const logoOf = (site: SiteConfig | null): string => site?.logo ?? `/logo-${site?.look ?? 'leasing'}.svg`

/** Public paths need no token (spec §2). */
export const PUBLIC_PATHS = [
  '/login',
  '/tmsLogin',
  '/appDownLoad',
  '/franchise',
  '/source',
  '/sign',
  '/statement',
  '/verify',
  '/401',
  '/404',
] as const
export const isPublic = (path: string): boolean => (PUBLIC_PATHS as readonly string[]).includes(path)

/** Pages that say what is not there: by themselves for a visitor, inside the console for somebody signed in. */
export const isNotice = (path: string): boolean => path === '/401' || path === '/404'

/** A stored carrier flag marks the TMS variant, besides the host (spec §6). */
export const loginPath = (look: Look | null, carrier: string | null): '/login' | '/tmsLogin' =>
  look === 'tms' || carrier === '1' || carrier === 'true' ? '/tmsLogin' : '/login'

/** Whoever works on a page of his own begins there; the console has nothing for him. */
const OWN_PAGE: Readonly<Record<string, string>> = { carrier: '/carrier', driver: '/driver' }

/** The console shows nothing but the second factor while it is missing; a new password is set where one signs in. */
export const pageOfDemand = (demand: Demand, login: string, currentPath: string): string =>
  `${demand === 'password' ? login : '/'}?redirect=${encodeURIComponent(currentPath)}`

/** Only a path of this console is gone back to after login: never another site, never the login page again. */
export function safeReturn(target: string | null, customerType: string | null = null): string {
  const home = OWN_PAGE[customerType ?? ''] ?? '/'
  if (!target || !target.startsWith('/') || target.startsWith('//') || target.includes('\\')) return home
  const path = target.split(/[?#]/, 1)[0]!
  return isPublic(path) ? home : target
}
