/** Above a statistic: what is open today by how long, answered for the same filters; each step opens the rows behind it. */
import { useState } from 'react'
import { Button } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Chart } from '#kit/ui/chart/chart.web.tsx'
import { ReportRowsDialog, type Opened } from '#kit/ui/report/report-rows.web.tsx'
import { reportAddress, useResolved } from '#kit/ui/report/use-report.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import type { ReportAnswer } from '#kit/report/wire.ts'
import { AgeingSteps } from '../bills/ageing.web.tsx'

/** `report` has the dimension `late` and the measure `count`; `say` names a step as it is read out and as its rows are headed. */
export function AgeingPanel(props: {
  report: string
  measure: string
  steps: readonly string[]
  say: (label: string) => string
  /** Above a list: the chart and its table only when they are asked for. */
  folded?: boolean
}) {
  const { report, measure, say } = props
  const [params] = useQueryState()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [drawn, setDrawn] = useState(!props.folded)
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
  const fold = props.folded ? (
    <Button size="small" type="text" aria-expanded={drawn} onClick={() => setDrawn(!drawn)}>
      {drawn ? '收起图表' : '图表'}
    </Button>
  ) : null
  const series = [{ name: resolved.report.measures[measure]!.label, values: steps.map((step) => step.amount) }]
  return (
    <Section title={resolved.report.label} hint={resolved.report.hint} extra={fold}>
      <AgeingSteps steps={steps} onOpen={({ label, said }) => setOpened({ measure, keys: [label], part: 'now', title: said })} />
      {drawn ? (
        <Chart title={resolved.report.label} kind="bar" data={{ labels: props.steps, series, shape: { unit: 'money' }, parts: true }} />
      ) : null}
      {opened ? <ReportRowsDialog resolved={resolved} question={question} opened={opened} onClose={() => setOpened(null)} /> : null}
    </Section>
  )
}
