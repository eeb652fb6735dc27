/** A report screen put together: the address is the question; saved views name one. */
import { useEffect, useMemo, useRef } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { periodOf, type Compare, type Period, type Step } from '../../report/period.rules.ts'
import type { ChartKind, Report } from '../../report/report.ts'
import { resolveReport, type Resolved } from '../../report/resolve.ts'
import { seenReport } from '../../report/seen.ts'
import type { ReportAnswer } from '../../report/wire.ts'
import { dayOf } from '../../basics/time/day.ts'
import type { Screen } from '../../entity/module.ts'
import { api } from '../client/api.web.ts'
import { defaultView, useSavedViews, type SavedView } from '../list/views/use-views.web.ts'
import { entityOf, reportOf } from '../screen/registry.web.ts'
import { useCan } from '../state/session.web.ts'
import { useQueryState, type Params } from '../screen/screen.web.ts'

export interface ReportModel {
  resolved: Resolved
  screen: string
  params: Readonly<Params>
  set: (next: Record<string, string | null | undefined>) => void
  /** What is asked of the server. */
  question: Params
  period: Period | null
  by: readonly string[]
  step: Step
  compare: Compare
  chart: ChartKind
  data: ReportAnswer | undefined
  error: Error | null
  retry: () => void
  busy: boolean
  views: readonly SavedView[]
  saved: SavedView | undefined
}

const resolvedOf = new WeakMap<Report, Resolved>()
export function useResolved(name: string): Resolved {
  const report = seenReport(reportOf(name), useCan())
  const known = resolvedOf.get(report) ?? resolveReport(report, entityOf)
  resolvedOf.set(report, known)
  return known
}
export const reportAddress = (name: string, verb = ''): string => `/api/v1/report/${name}${verb}`

export function useReport(screen: Screen): ReportModel {
  const resolved = useResolved(screen.report!)
  const { report, filters, dimensions } = resolved
  const [params, setParams] = useQueryState()
  const { views, ready } = useSavedViews(screen.code)
  const saved = views.find((view) => String(view.id) === params['saved'])
  const today = dayOf(new Date())
  const first = report.period ? periodOf(report.period, today) : null
  const known = new Set([...(first ? ['period'] : []), ...dimensions.map((d) => d.name)])
  const by = (params['by'] === undefined ? report.by : params['by'].split(',')).filter((name) => known.has(name)).slice(0, 2)
  const question = useMemo(() => {
    const names = ['from', 'to', 'step', 'compare', 'by', ...Object.keys(filters)]
    return Object.fromEntries(names.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])))
  }, [params, filters])
  const query = useQuery({
    queryKey: ['report', report.name, question],
    // Of whom every figure is hidden there is nothing to ask.
    enabled: resolved.measures.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ReportAnswer>(reportAddress(report.name), question, { signal, silent: true }),
  })
  useDefaultView(ready && Object.keys(params).length === 0, views, setParams)
  return {
    resolved,
    screen: screen.code,
    params,
    set: setParams,
    question,
    period: first && { from: (params['from'] ?? first.from) as Period['from'], to: (params['to'] ?? first.to) as Period['to'] },
    by,
    step: (params['step'] as Step | undefined) ?? report.step ?? 'month',
    compare: (params['compare'] as Compare | undefined) ?? 'none',
    chart: (params['chart'] as ChartKind | undefined) ?? report.chart ?? 'bar',
    data: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    busy: query.isFetching,
    views,
    saved,
  }
}

/** What a view saves, and what makes it different from the page as it is. */
export const viewParams = (params: Readonly<Params>): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'saved'))
/** The address of a view: everything else of the question goes. */
export function viewAddress(params: Readonly<Params>, next: Readonly<Params>, saved: string | null): Record<string, string | null> {
  const gone = Object.fromEntries(Object.keys(params).map((name) => [name, null]))
  return { ...gone, ...next, saved }
}

function useDefaultView(plain: boolean, views: readonly SavedView[], set: ReportModel['set']): void {
  const tried = useRef(false)
  useEffect(() => {
    if (tried.current || !plain) return
    const view = defaultView(views)
    if (views.length > 0) tried.current = true
    if (view) set({ ...view.state.params, saved: String(view.id) })
  }, [plain, views, set])
}
