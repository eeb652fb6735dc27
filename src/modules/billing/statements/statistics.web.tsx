/** 账单统计: its report, and above it what is overdue today by how long, of the same bills. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { ReportRowsDialog, type Opened } from '#kit/ui/report/report-rows.web.tsx'
import ReportScreen from '#kit/ui/report/report-screen.web.tsx'
import { reportAddress, useResolved } from '#kit/ui/report/use-report.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import type { ReportAnswer } from '#kit/report/wire.ts'
import { AGEING_STEPS } from '../bills/bill.rules.ts'
import { AgeingSteps } from '../bills/ageing.web.tsx'
import '../billing.css'

export default function BillStatistics({ screen }: ScreenProps) {
  return <ReportScreen screen={screen} above={<Ageing />} />
}

function Ageing() {
  const [params] = useQueryState()
  const [opened, setOpened] = useState<Opened | null>(null)
  const resolved = useResolved('billAgeing')
  const names = Object.keys(resolved.filters).filter((name) => name !== 'late' && params[name] !== undefined)
  const question = Object.fromEntries(names.map((name) => [name, params[name]!]))
  const { data } = useQuery({
    queryKey: ['report', 'billAgeing', question],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ReportAnswer>(reportAddress('billAgeing'), question, { signal, silent: true }),
  })
  if (!data) return null
  const steps = AGEING_STEPS.map(({ label }) => {
    const values = data.lines.find((line) => line.keys[0] === label)?.values
    return { label, count: values?.['count'] ?? 0, amount: values?.['amount'] ?? 0, from: null, to: '' }
  })
  return (
    <Section title={resolved.report.label} hint={resolved.report.hint}>
      <AgeingSteps
        steps={steps}
        onOpen={({ label }) => setOpened({ measure: 'amount', keys: [label], part: 'now', title: `逾期 ${label}` })}
      />
      {opened ? <ReportRowsDialog resolved={resolved} question={question} opened={opened} onClose={() => setOpened(null)} /> : null}
    </Section>
  )
}
