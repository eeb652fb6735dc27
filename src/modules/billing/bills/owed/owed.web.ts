/** What is owed as of today, asked of the server: by customer, vehicle, lease or chosen bills. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import type { OwedBills } from '../../billing.wire.ts'

/** Only for whoever may see bills. */
export function useOwed(asked: Readonly<Record<string, string>>) {
  const can = useCan()
  return useQuery({
    queryKey: ['entity', 'bill', 'owed', asked],
    enabled: Object.keys(asked).length > 0 && can('billInfoList'),
    queryFn: ({ signal }) => api.get<OwedBills>('/api/v1/bill/owed', asked, { signal, silent: true }),
  })
}
