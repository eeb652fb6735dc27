/** Signed in: token checked, rights read, routes built once; then the layout with its tabs. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router'
import { ApiError, sentenceOf } from '#kit/ui/client/api.web.ts'
import { TEXT } from '#kit/ui/client/answer.ts'
import { allScreens } from '#kit/ui/screen/registry.web.ts'
import { setWays } from '#kit/ui/screen/ways.web.ts'
import { signed, type Signed } from '#kit/ui/state/session.web.ts'
import { useStore } from '#kit/ui/state/use-store.web.ts'
import { AntdTheme } from './site/antd-theme.web.tsx'
import { Layout } from './layout/layout.web.tsx'
import type { WorkMenu } from './menu/work-menu.ts'
import { buildRouting, leads } from './routes.ts'
import { hasComponent } from './screen-content.web.tsx'
import { enter, leave, sayAfterReload, tokenIsValid } from './sign-in.web.ts'
import { useSite } from './site/site.web.ts'
import { createGo, GoContext, type Navigate } from './tabs/go.web.ts'
import { startTabs } from './tabs/tabs.web.ts'
import { useVisits } from './tabs/use-visits.web.ts'

const queries = new QueryClient({
  defaultOptions: {
    // Errors are shown once by the api; a refused request does not become true by repeating it.
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (n, e) => n < 1 && e instanceof ApiError && e.status === 0,
    },
    mutations: { retry: false },
  },
})

/** Few ever see it, and it draws a QR code: not part of every start. */
const EnrolFirst = lazy(() => import('./pages/enrol-first.web.tsx').then((m) => ({ default: m.EnrolFirst })))

export function ConsoleFrame({ work }: { work: WorkMenu }) {
  const value = useStore(signed)
  const { problem, again } = useEntry()
  if (value) {
    return (
      <QueryClientProvider client={queries}>
        <AntdTheme>
          {value.me.mustEnrol ? (
            <Suspense fallback={null}>
              <EnrolFirst />
            </Suspense>
          ) : (
            <Inside signed={value} work={work} />
          )}
        </AntdTheme>
      </QueryClientProvider>
    )
  }
  if (problem === null)
    return (
      <div className="zyt-wait" role="status">
        加载中…
      </div>
    )
  return (
    <main className="zyt-page" role="alert">
      <h1>无法进入系统</h1>
      <p>{problem}</p>
      <button type="button" className="zyt-button zyt-button-primary" onClick={again}>
        重试
      </button>
    </main>
  )
}

function useEntry(): { problem: string | null; again: () => void } {
  const [problem, setProblem] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (signed.get()) return
    let wanted = true
    const run = async (): Promise<void> => {
      if (!(await tokenIsValid())) {
        // Spec §8: message, access information cleared, login.
        sayAfterReload(TEXT.sessionOver)
        return leave()
      }
      await enter()
    }
    run().catch((error: unknown) => {
      // An invalid token has its own question on screen already.
      if (wanted && !(error instanceof ApiError && error.error === 'invalid_token')) setProblem(sentenceOf(error, TEXT.failed))
    })
    return () => {
      wanted = false
    }
  }, [attempt])
  return {
    problem,
    again: () => {
      setProblem(null)
      setAttempt((n) => n + 1)
    },
  }
}

/**
 * The router's function is another one at every address. Everything on every tab moves about through `go`, so with that function in it
 * every change of tab would draw all live tabs again.
 */
function useStableNavigate(): Navigate {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useLayoutEffect(() => {
    latest.current = navigate
  }, [navigate])
  return useCallback((to: string, options?: NavigateOptions) => latest.current(to, options), [])
}

function Inside({ signed: { me, resources, codes }, work }: { signed: Signed; work: WorkMenu }) {
  const navigate = useStableNavigate()
  const site = useSite()
  const look = site?.look ?? 'leasing'
  const root = site?.root ?? false
  const routing = useMemo(
    () =>
      buildRouting({
        resources,
        screens: allScreens(),
        look,
        root,
        hasComponent,
        can: (code) => me.isAdmin || codes.has(code),
        admin: me.isAdmin,
        off: new Set(me.partsOff),
        ...(me.menuLayout === 'work' ? { work } : {}),
      }),
    [resources, look, root, me, codes, work],
  )
  useMemo(() => setWays((path) => leads(routing, path)), [routing])
  useMemo(() => startTabs(me.uid, (path) => routing.resolve(path).kind === 'screen'), [me.uid, routing])
  const go = useMemo(() => createGo(routing, navigate), [routing, navigate])
  useVisits(routing, navigate)
  return (
    <GoContext value={go}>
      <Layout />
    </GoContext>
  )
}
