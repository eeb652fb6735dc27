/** Route guard, spec §6: no token → login (of the TMS look where that applies); signed in → never the login page. */
import { useState, type ReactNode } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { local } from '#kit/ui/state/storage.web.ts'
import { NotAllowed, NotFound } from './public/errors.web.tsx'
import { hasToken, mustChangePassword } from './sign-in.web.ts'
import { comeBack } from './ways/ways.web.ts'
import { loginPath, safeReturn } from './site/site.ts'
import { useSite, useSiteSettled } from './site/site.web.ts'

export function Guarded({ children }: { children: ReactNode }) {
  const location = useLocation()
  const site = useSite()
  const settled = useSiteSettled()
  // A first login is not finished before the password is changed; the login page has that step.
  if (hasToken() && !mustChangePassword()) return children
  // Public (spec §2). Somebody signed in sees them inside the console, whose open pages stay as they are.
  if (location.pathname === '/401') return <NotAllowed />
  if (location.pathname === '/404') return <NotFound />
  // Which login page it is, the host decides.
  if (!settled)
    return (
      <div className="zyt-wait" role="status">
        加载中…
      </div>
    )
  const currentPath = location.pathname + location.search
  const query = currentPath === '/' ? '' : `?redirect=${encodeURIComponent(currentPath)}`
  return <Navigate replace to={loginPath(site?.look ?? null, local.get('carrier')) + query} />
}

export function OnlySignedOut({ children }: { children: ReactNode }) {
  const [params] = useSearchParams()
  // Back from where an account of his own was to be bound: the login page goes on with it.
  const [binding] = useState(() => comeBack()?.purpose === 'bind')
  if (binding) return children
  if (hasToken() && !mustChangePassword()) return <Navigate replace to={safeReturn(params.get('redirect'), local.get('X-CustomerType'))} />
  return children
}
