/** Above a wish of a customer: the way to the page where it is done, with what he asked for filled in. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import type { Row } from '#kit/entity/wire.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { detailPath, screenOf } from '#kit/ui/screen/registry.web.ts'
import type { TabProps } from '#kit/ui/screen/slots.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { monthsUntil } from './wish.rules.ts'

export default function WishHead({ row }: TabProps) {
  const can = useCan()
  const kind = String(row['kind'])
  const lease = Number(row['lease'] ?? 0)
  const leases = useQuery({
    queryKey: [...entityKeys.list('lease', {}), 'ofWish', lease],
    enabled: lease > 0 && can('leaseList') && row['status'] === 'open',
    queryFn: ({ signal }) => api.get<Row>('/api/v1/lease/detail', { id: lease }, { signal, silent: true }),
  })
  if (row['status'] !== 'open') return null
  const way = wayOf(kind, row, leases.data, can)
  return way ? (
    <Section title="去办理" hint="在那一页保存后，这张申请自动变为已办理">
      <Link to={way.to}>{way.label}</Link>
    </Section>
  ) : null
}

function wayOf(kind: string, row: Row, lease: Row | undefined, can: (code: string) => boolean): { to: string; label: string } | null {
  const page = (code: string, query: Record<string, string>): string => `${screenOf(code).path}?${new URLSearchParams(query).toString()}`
  if (kind === 'renew' && lease && can('renewalOfLease_add'))
    return {
      label: '登记续租',
      to: page('renewalOfLeaseAdd', {
        type: '3',
        lease: String(lease.id),
        monthlyRent: String(lease['monthlyRent']),
        months: String(monthsUntil(lease['endOn'] as Day, row['untilOn'] as Day)),
      }),
    }
  if (kind === 'return' && lease && can('backCarList_add'))
    return {
      label: '登记退车',
      to: page('backCarAdd', { type: '3', lease: String(lease.id), plannedOn: dayOf(String(row['returnAt'])) }),
    }
  const to = kind === 'violation' ? detailPath('violation', Number(row['violation'])) : null
  return to ? { label: '打开违章', to } : null
}
