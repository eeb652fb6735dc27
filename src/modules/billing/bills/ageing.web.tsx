/** 账龄: what is overdue today by how long, each step a link to its bills; and the list of bills that are due with it on top. */
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { formatFen } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { screenOf } from '#kit/ui/screen/registry.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import '../billing.css'

export interface AgeingStep {
  label: string
  count: number
  amount: number
  from: string | null
  to: string
}

/** Without `onOpen` each step is the way to its bills in the list. */
export function AgeingSteps({ steps, onOpen }: { steps: readonly AgeingStep[]; onOpen?: (step: AgeingStep) => void }) {
  const most = Math.max(1, ...steps.map((step) => step.amount))
  return (
    <ul className="zyt-ageing">
      {steps.map((step) => {
        const said = `逾期 ${step.label}，${step.count} 张，${formatFen(step.amount)}`
        const body = (
          <>
            <span className="zyt-ageing-label">{step.label}</span>
            <b className="zyt-number">{formatFen(step.amount)}</b>
            <small>{step.count} 张</small>
            <i aria-hidden="true" style={{ inlineSize: `${Math.round((step.amount / most) * 100)}%` }} />
          </>
        )
        return (
          <li key={step.label}>
            {onOpen ? (
              <button type="button" aria-label={said} onClick={() => onOpen(step)}>
                {body}
              </button>
            ) : (
              <Link
                to={`${screenOf('shouldbillList').path}?graceUntil=~${yesterday(steps)}&dueOn=${step.from ?? ''}~${step.to}`}
                aria-label={said}
              >
                {body}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
/** The first step ends today; what is past its grace ended before. */
const yesterday = (steps: readonly AgeingStep[]): string => {
  const today = new Date(`${steps[0]?.to ?? '1970-01-01'}T00:00:00Z`)
  return new Date(today.getTime() - 86_400_000).toISOString().slice(0, 10)
}

export default function DueBills({ screen }: ScreenProps) {
  const query = useQuery({
    queryKey: ['entity', 'bill', 'ageing'],
    queryFn: ({ signal }) => api.get<{ steps: AgeingStep[] }>('/api/v1/bill/ageing', undefined, { signal, silent: true }),
  })
  return <EntityList entity="bill" view={screen.view} above={query.data ? <AgeingSteps steps={query.data.steps} /> : null} />
}
