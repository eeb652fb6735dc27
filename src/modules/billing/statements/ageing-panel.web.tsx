/** Above a statistic: what is open today by how long, answered for the same filters; each step opens the rows behind it. */
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ReportRowsDialog, type Opened } from '#kit/ui/report/report-rows.web.tsx'
import { reportAddress, useResolved } from '#kit/ui/report/use-report.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import type { ReportAnswer } from '#kit/report/wire.ts'
import { AgeingSteps } from '../bills/ageing.web.tsx'

/** `report` has the dimension `late` and the measure `count`; `say` names a step as it is read out and as its rows are headed. */
export function AgeingPanel(props: { report: string; measure: string; steps: readonly string[]; say: (label: string) => string }) {
  const { report, measure, say } = props
  const [params] = useQueryState()
  const [opened, setOpened] = useState<Opened | null>(null)
  const resolved = useResolved(report)
  const names = Object.keys(resolved.filters).filter((name) => name !== 'late' && params[name] !== undefined)
  const question = Object.fromEntries(names.map((name) => [name, params[name]!]))
  const { data } = useQuery({
    queryKey: ['report', report, question],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ReportAnswer>(reportAddress(report), question, { signal, silent: true }),
  })
  if (!data) return null
  const steps = props.steps.map((label) => {
    const values = data.lines.find((line) => line.keys[0] === label)?.values
    return { label, said: say(label), count: values?.['count'] ?? 0, amount: values?.[measure] ?? 0 }
  })
  return (
    <Section title={resolved.report.label} hint={resolved.report.hint}>
      <AgeingSteps steps={steps} onOpen={({ label, said }) => setOpened({ measure, keys: [label], part: 'now', title: said })} />
      {opened ? <ReportRowsDialog resolved={resolved} question={question} opened={opened} onClose={() => setOpened(null)} /> : null}
    </Section>
  )
}
