/**
 * Who may call what. A call passes when a code of the route is granted, or when a granted resource lists the call
 * among its `authUrls` (`POST /api/v1/bill/*`, `*` = exactly one segment). There is no third way.
 */
import type { Route } from '../http/route.server.ts'

export interface Grants {
  readonly isAdmin: boolean
  can(code: string): boolean
  readonly authUrls: readonly string[]
}

/** Only these may be public; anything else marked so is a mistake the house test reports. */
const PUBLIC_PREFIXES = ['/api/oauth/', '/api/v1/site/', '/api/v1/franchise/', '/api/public/']

export const rightsOf = (right: Route['right']): readonly string[] => (typeof right === 'string' ? [right] : right)

export function mayCall(route: Pick<Route, 'method' | 'path' | 'right'>, grants: Grants | null): boolean {
  if (route.right === 'public') return true
  if (!grants) return false
  if (route.right === 'signedIn' || grants.isAdmin) return true
  return rightsOf(route.right).some((code) => grants.can(code)) || grants.authUrls.some((rule) => matches(rule, route.method, route.path))
}

export function matches(rule: string, method: string, path: string): boolean {
  const [ruleMethod, rulePath, ...rest] = rule.trim().split(/\s+/)
  if (!ruleMethod || !rulePath || rest.length > 0) return false
  if (ruleMethod !== '*' && ruleMethod.toUpperCase() !== method) return false
  const wanted = rulePath.split('/')
  const actual = path.split('/')
  return wanted.length === actual.length && wanted.every((segment, i) => segment === '*' || segment === actual[i])
}

/** Why `rule` is not a valid entry of `authUrls`, or null. Used by the resource screen before saving. */
export function checkAuthUrl(rule: string): string | null {
  return /^(GET|POST|\*) \/api\/[\w./*-]+$/.test(rule.trim()) ? null : '接口应写成「GET /api/v1/…」或「POST /api/v1/…」，* 代表一段路径'
}

/** The house test: no endpoint without a right unless listed as public; no two routes for one call. */
export function everyRouteHasARight(routes: readonly Route[]): string[] {
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
    if (!/^\/api\/[\w./-]+$/.test(route.path)) problems.push(`${name}: a path without parameters below /api is expected`)
  }
  return problems
}
