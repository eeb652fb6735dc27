/** What is owed as of today, late fees included: billing's one figure, asked of the server for the heads of leasing's pages. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { Sum } from '#kit/ui/parts/sums.web.tsx'
import type { Owed } from '#modules/billing/bills/owed/owed.rules.ts'

/** Only for whoever may see bills. */
export function useOwed(of: { lessee: number } | { lease: number } | { contract: number }): Owed | undefined {
  const can = useCan()
  const asked = Object.fromEntries(Object.entries(of).map(([by, id]) => [by, String(id)]))
  const { data } = useQuery({
    queryKey: ['entity', 'bill', 'owed', asked],
    enabled: can('billInfoList'),
    queryFn: ({ signal }) => api.get<{ owed: Owed }>('/api/v1/bill/owed', asked, { signal, silent: true }),
  })
  return data?.owed
}

/** The one figure of what is open (0112): with today's late fee in it, as the bills below say it. */
export const owedSums = (owed: Owed | undefined, open: number, to: string): Sum[] => {
  const total = owed?.total ?? open
  const lateFee = owed?.lateFee ?? 0
  return [
    { label: lateFee > 0 ? '未收（含滞纳金）' : '未收', amount: total, bad: total > 0, to },
    ...(lateFee > 0 ? [{ label: '其中滞纳金', amount: lateFee, bad: true }] : []),
  ]
}
