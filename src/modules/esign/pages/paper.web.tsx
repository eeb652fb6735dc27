/** The PDF of a flow, fetched with the session and shown in place. */
import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import './sign.css'

const PdfPages = lazy(() => import('./pdf-pages.web.tsx'))

export function Paper({ path, query }: { path: string; query: Record<string, string | number> }) {
  const file = useQuery({
    queryKey: ['esign', 'paper', path, query],
    queryFn: async ({ signal }) => (await api.raw('GET', path, undefined, { query, signal, silent: true })).arrayBuffer(),
  })
  if (file.isError) return <ErrorState error={file.error} onRetry={() => void file.refetch()} />
  if (!file.data) return <LoadingState rows={8} />
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <PdfPages data={file.data} />
    </Suspense>
  )
}
