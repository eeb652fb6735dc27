/** 账龄: what is overdue today by how long, each step a link to its bills; and the list of bills that are due with it on top. */
import { useQuery } from '@tanstack/react-query'
import { addDays } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { EntityList } from '#kit/ui/list/list.web.tsx'
import { Link } from '#kit/ui/screen/link.web.tsx'
import { screenOf } from '#kit/ui/screen/registry.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import type { Ageing } from '../billing.wire.ts'
import '../billing.css'

export interface AgeingStep {
  label: string
  /** As it is read out. */
  said: string
  count: number
  amount: number
  /** The way to its bills, where the step does not open them itself. */
  to?: string
}

export function AgeingSteps({ steps, onOpen }: { steps: readonly AgeingStep[]; onOpen?: (step: AgeingStep) => void }) {
  const most = Math.max(1, ...steps.map((step) => step.amount))
  return (
    <ul className="zyt-ageing">
      {steps.map((step) => {
        const said = `${step.said}，${step.count} 张，${formatFen(step.amount)}`
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
              <Link to={step.to} aria-label={said}>
                {body}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Past its grace and due in the step's days. The first step ends today. */
const linked = (steps: Ageing['steps']): AgeingStep[] =>
  steps.map(({ label, count, amount, from, to }) => ({
    label,
    said: `逾期 ${label}`,
    count,
    amount,
    to: `${screenOf('shouldbillList').path}?graceUntil=~${addDays(steps[0]!.to, -1)}&dueOn=${from ?? ''}~${to}`,
  }))

export default function DueBills({ screen }: ScreenProps) {
  const query = useQuery({
    queryKey: ['entity', 'bill', 'ageing'],
    queryFn: ({ signal }) => api.get<Ageing>('/api/v1/bill/ageing', undefined, { signal, silent: true }),
  })
  return <EntityList entity="bill" view={screen.view} above={query.data ? <AgeingSteps steps={linked(query.data.steps)} /> : null} />
}
