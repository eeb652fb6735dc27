/** 到期、欠款、押金不足: each opens the rows it speaks of. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { screenOf } from '#kit/ui/screen/registry.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { billsOf } from '../bills-of.web.ts'
import type { Flag } from './standing.rules.ts'
import type { StandingAnswer } from '../leasing.wire.ts'

export function Standing({ of }: { of: { lease: number } | { contract: number } }) {
  const can = useCan()
  const query = Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)]))
  const asked = useQuery({
    queryKey: [...entityKeys.list('bill', query), 'standing'],
    queryFn: ({ signal }) => api.get<StandingAnswer>('/api/v1/lease/standing', query, { signal, silent: true }),
  })
  if (!asked.data?.flags.length) return null
  const pathOf = (about: Flag['about']): string | null => {
    if (about === 'arrears') return can('billInfoList') ? billsOf({ ...query, status: 'unpaid,partlyPaid' }) : null
    if (about === 'deposit') return can('userEnsure') && 'lease' in of ? `${screenOf('userEnsure').path}?lease=${of.lease}` : null
    return null
  }
  return (
    <p className="zyt-standing">
      {asked.data.flags.map((flag) => {
        const to = pathOf(flag.about)
        const tag = <Tag tone={flag.tone}>{flag.label}</Tag>
        return (
          <Link key={flag.about} to={to}>
            {tag}
          </Link>
        )
      })}
    </p>
  )
}
