/** Rows of the calendar, page by page as they come into sight. */
import { useEffect, useMemo, useState } from 'react'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import type { CalendarGroups, CalendarRow, CalendarRows } from './calendar.wire.ts'

const PAGE = 50
/** Pages flown over are not asked for. */
const STILL_MS = 60

export type Which = Readonly<Record<string, string>>
export const keyOf = (what: string, asked: Which): unknown[] => ['entity', 'vehicleCalendar', what, asked]

export const useGroups = (which: Which) =>
  useQuery({
    queryKey: keyOf('groups', which),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<CalendarGroups>('/api/v1/vehicleCalendar/groups', which, { signal, silent: true }),
  })

export const rowsOf = (asked: Which, offset: number, limit: number, signal?: AbortSignal): Promise<CalendarRows> =>
  api.get<CalendarRows>(
    '/api/v1/vehicleCalendar/rows',
    { ...asked, offset: String(offset), limit: String(limit) },
    { ...(signal ? { signal } : {}), silent: true },
  )

/** `first` and `last`: numbers of the rows in sight. */
export function useRows(asked: Which, first: number, last: number): { at: (index: number) => CalendarRow | undefined; failed: unknown } {
  const [lower, upper] = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
  const [pages, setPages] = useState<readonly [number, number]>([lower, upper])
  useEffect(() => {
    const timer = setTimeout(() => setPages([lower, upper]), STILL_MS)
    return () => clearTimeout(timer)
  }, [lower, upper])
  const wanted = useMemo(() => Array.from({ length: pages[1] - pages[0] + 1 }, (_, i) => pages[0] + i), [pages])
  return useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...keyOf('rows', asked), page],
      staleTime: 30_000,
      queryFn: ({ signal }: { signal: AbortSignal }) => rowsOf(asked, page * PAGE, PAGE, signal),
    })),
    combine: (answers) => {
      const known = new Map(wanted.map((page, i) => [page, answers[i]?.data?.rows]))
      return {
        at: (index: number) => known.get(Math.floor(index / PAGE))?.[index % PAGE],
        failed: answers.find((a) => a.isError)?.error ?? null,
      }
    },
  })
}
