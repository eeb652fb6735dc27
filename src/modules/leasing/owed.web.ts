/** What is owed as of today, late fees included: billing's one figure, asked of the server for the heads of leasing's pages. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { Owed } from '#modules/billing/bills/owed/owed.rules.ts'

/** Only for whoever may see bills. */
export function useOwed(of: { lessee: number } | { lease: number }): Owed | undefined {
  const can = useCan()
  const asked = Object.fromEntries(Object.entries(of).map(([by, id]) => [by, String(id)]))
  const { data } = useQuery({
    queryKey: ['entity', 'bill', 'owed', asked],
    enabled: can('billInfoList'),
    queryFn: ({ signal }) => api.get<{ owed: Owed }>('/api/v1/bill/owed', asked, { signal, silent: true }),
  })
  return data?.owed
}
