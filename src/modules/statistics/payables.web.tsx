/** 应付统计: what was owed in a period, and above it how long what is open today has been due; each step leads to its payables. */
import { useQuery } from '@tanstack/react-query'
import { systemClock } from '#kit/basics/clock.ts'
import { addDays } from '#kit/basics/day.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import ReportScreen from '#kit/ui/report/report-screen.web.tsx'
import { reportAddress, useResolved } from '#kit/ui/report/use-report.web.ts'
import { screenOf } from '#kit/ui/screen/registry.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import type { ReportAnswer } from '#kit/report/wire.ts'
import { PAYABLE_STEPS } from './payables.ts'

/** Days past the due day, from and to; null: no end. */
const SPANS: Record<keyof typeof PAYABLE_STEPS, readonly [number | null, number | null]> = {
  notDue: [null, -1],
  d7: [0, 7],
  d15: [8, 15],
  d30: [16, 30],
  d60: [31, 60],
  more: [61, null],
}

export default function PayableStatistics({ screen }: ScreenProps) {
  return <ReportScreen screen={screen} above={<Ageing />} />
}

function Ageing() {
  const { report } = useResolved('payableAgeing')
  const { data } = useQuery({
    queryKey: ['report', 'payableAgeing', {}],
    queryFn: ({ signal }) => api.get<ReportAnswer>(reportAddress('payableAgeing'), {}, { signal, silent: true }),
  })
  if (!data) return null
  const today = systemClock.today()
  const sums = (Object.keys(SPANS) as (keyof typeof SPANS)[]).map((step) => {
    const [least, most] = SPANS[step]
    const from = most === null ? '' : addDays(today, -most)
    const to = least === null ? '' : addDays(today, -least)
    return {
      label: PAYABLE_STEPS[step],
      amount: data.lines.find((line) => line.keys[0] === step)?.values['remain'] ?? 0,
      bad: step === 'more',
      to: `${screenOf('payableBillList').path}?status=toConfirm,unpaid,partlyPaid&dueOn=${from}~${to}`,
    }
  })
  return (
    <Section title={report.label} hint={report.hint}>
      <Sums sums={sums} />
    </Section>
  )
}
