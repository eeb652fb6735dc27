/**
 * Who may call what. A call passes when a code of the route is granted, or when a granted resource lists the call
 * among its `authUrls` (`POST /api/v1/bill/list`). There is no third way, and none for calls of the platform (`withheld`).
 */
/** What is known of a call before anybody makes it. */
interface Call {
  method: string
  path: string
  right: string | readonly string[]
  gate?: unknown
}

export interface Grants {
  readonly isAdmin: boolean
  can(code: string): boolean
  /** Codes of the platform, for everybody who does not belong to it: nobody can grant them, not even his administrator. */
  readonly withheld: ReadonlySet<string>
  readonly authUrls: readonly string[]
}

/** Only these may be public; anything else marked so is a mistake the house test reports. */
const PUBLIC_PREFIXES = ['/api/oauth/', '/api/v1/site/', '/api/v1/franchise/', '/api/public/', '/api/open/']

export const rightsOf = (right: Call['right']): readonly string[] => (typeof right === 'string' ? [right] : right)

export function mayCall(route: Pick<Call, 'method' | 'path' | 'right'>, grants: Grants | null): boolean {
  if (route.right === 'public') return true
  if (!grants) return false
  if (route.right === 'signedIn') return true
  const open = rightsOf(route.right).filter((code) => !grants.withheld.has(code))
  if (open.length === 0) return false
  return grants.isAdmin || open.some((code) => grants.can(code)) || grants.authUrls.some((rule) => matches(rule, route.method, route.path))
}

/** Whole calls only: a pattern would also open what is added next year. */
export function matches(rule: string, method: string, path: string): boolean {
  const [ruleMethod, rulePath, ...rest] = rule.trim().split(/\s+/)
  return rest.length === 0 && ruleMethod?.toUpperCase() === method && rulePath === path
}

/** Why `rule` is not a valid entry of `authUrls`, or null. Used by the resource screen before saving. */
export function checkAuthUrl(rule: string): string | null {
  if (rule.includes('*')) return '不能使用通配符 *，请逐个写出接口，例如「GET /api/v1/bill/list」'
  return /^(GET|POST) \/api\/[\w./-]+$/.test(rule.trim()) ? null : '接口应写成「GET /api/v1/…」或「POST /api/v1/…」'
}

/** The house test: no endpoint without a right unless listed as public; no two routes for one call. */
export function everyRouteHasARight(routes: readonly Call[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (seen.has(name)) problems.push(`${name}: declared twice`)
    seen.add(name)
    const rights = rightsOf(route.right)
    if (rights.length === 0 || rights.some((code) => code.trim() === '')) problems.push(`${name}: no right`)
    if (typeof route.right !== 'string' && rights.some((code) => code === 'public' || code === 'signedIn'))
      problems.push(`${name}: public or signedIn inside a list grants nothing`)
    if (route.right === 'public' && !PUBLIC_PREFIXES.some((prefix) => route.path.startsWith(prefix)))
      problems.push(`${name}: public outside ${PUBLIC_PREFIXES.join(', ')}`)
    if (route.path.startsWith('/api/open/') && !route.gate) problems.push(`${name}: below /api/open/ a gate is expected`)
    if (route.gate && route.right !== 'public') problems.push(`${name}: a gate stands before public routes only`)
    if (!(route.gate ? /^\/api\/[\w./:-]+$/ : /^\/api\/[\w./-]+$/).test(route.path))
      problems.push(`${name}: a path without parameters below /api is expected`)
  }
  return problems
}
