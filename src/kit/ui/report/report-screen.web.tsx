/** The page of a report: what is asked, its chart, its table; every figure opens the rows it is the sum of. */
import { useMemo, useState, type ReactNode } from 'react'
import { Button, Select } from 'antd'
import { DownloadOutlined } from '@ant-design/icons'
import { functionCode } from '../../entity/entity.ts'
import { api } from '../client/api.web.ts'
import { Chart } from '../chart/chart.web.tsx'
import { toast } from '../dialog/message.web.tsx'
import { Section } from '../parts/section.web.tsx'
import { useCan } from '../state/session.web.ts'
import type { ScreenProps } from '../screen/slots.web.ts'
import { EmptyState, ErrorState, LoadingState } from '../parts/state.web.tsx'
import { chartedMeasures, chartOf } from '../../report/chart-of.ts'
import { ReportQuestion } from './report-question.web.tsx'
import { ReportRowsDialog, type Opened } from './report-rows.web.tsx'
import { ReportTable } from './report-table.web.tsx'
import { ReportViews } from './report-views.web.tsx'
import { readCell } from '../../report/wire.ts'
import { reportAddress, useReport, type ReportModel } from './use-report.web.ts'
import './report.css'

/** `above`: what a module shows between question and chart. */
export default function ReportScreen({ screen, above }: ScreenProps & { above?: ReactNode }) {
  const model = useReport(screen)
  const [clicked, setOpened] = useState<Opened | null>(null)
  const opened = clicked ?? cellOf(model)
  const close = (): void => (setOpened(null), model.params['cell'] === undefined ? undefined : model.set({ cell: null }))
  const { data, error, resolved } = model
  if (resolved.measures.length === 0) return <EmptyState why="没有查看这张报表数字的权限" next="请联系管理员开通" />
  return (
    <div className="zyt-report" aria-busy={model.busy}>
      <ReportViews model={model} />
      <ReportQuestion model={model} />
      {above}
      {error ? <ErrorState error={error} onRetry={model.retry} /> : null}
      {!data && !error ? <LoadingState rows={10} /> : null}
      {data && !error ? (
        data.lines.length === 0 && data.by.length > 0 ? (
          <EmptyState why="所选日期和条件下没有可以统计的内容" next="放宽日期或清空筛选条件再看" />
        ) : (
          <>
            <ReportChart model={model} />
            <Section title={resolved.report.label} hint={resolved.report.hint ?? '点数字看它的明细'} extra={<Export model={model} />}>
              <ReportTable
                resolved={resolved}
                answer={data}
                sort={model.params['sort']}
                onSort={(sort) => model.set({ sort })}
                onOpen={setOpened}
              />
              {data.more ? <p className="zyt-section-hint">只列出前 {data.lines.length} 行，合计含全部；缩小范围可看其余。</p> : null}
            </Section>
          </>
        )
      ) : null}
      {opened && data ? <ReportRowsDialog resolved={resolved} question={model.question} opened={opened} onClose={close} /> : null}
    </div>
  )
}

/** The figure the address names: a chart elsewhere led to its rows. */
function cellOf({ params, resolved }: ReportModel): Opened | null {
  if (params['cell'] === undefined) return null
  const { measure, keys } = readCell(params['cell'])
  const known = resolved.measures.find(({ name }) => name === measure)
  return known ? { measure, keys, part: 'now', title: [known.label, ...keys.filter((key) => key !== null)].join(' · ') } : null
}

function ReportChart({ model }: { model: ReportModel }) {
  const { resolved, data, chart, params, set } = model
  const charted = chartedMeasures(resolved)
  // Several on one axis only where nothing else is told apart by colour.
  const together = model.by.length === 1 && model.compare === 'none'
  const drawn = useMemo(() => (data ? chartOf(resolved, data, params['charted']) : null), [resolved, data, params])
  if (!drawn || drawn.labels.length === 0) return null
  return (
    <section className="zyt-section" aria-label="图表">
      <Chart
        title={resolved.report.label}
        kind={chart}
        data={drawn}
        onKind={(kind) => set({ chart: kind })}
        extra={
          charted.length > 1 ? (
            <Select
              size="small"
              aria-label="图中的数字"
              className="zyt-report-charted"
              value={params['charted'] ?? (together ? '' : charted[0]!.name)}
              options={[
                ...(together ? [{ value: '', label: charted.map(({ label }) => label).join('、') }] : []),
                ...charted.map(({ name, label }) => ({ value: name, label })),
              ]}
              onChange={(name) => set({ charted: name || null })}
            />
          ) : undefined
        }
      />
    </section>
  )
}

function Export({ model }: { model: ReportModel }) {
  const can = useCan()
  const [busy, setBusy] = useState(false)
  const { report } = model.resolved
  if (!can(functionCode(report.right, 'export'))) return null
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.download(reportAddress(report.name, '/export'), {
        method: 'POST',
        body: { query: model.question },
        fileName: `${report.label}.xlsx`,
      })
      toast.success('导出完成')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run()}>
      导出
    </Button>
  )
}
