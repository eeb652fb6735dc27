/** 账单统计: three measures side by side, never added to each other; every figure opens the rows it is the sum of. */
import { useState } from 'react'
import { DatePicker, Select, Segmented } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import { formatFen } from '#kit/basics/fen.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { wallClock } from '#kit/ui/state/wall-clock.web.ts'
import { Pages } from '#kit/ui/parts/pages.web.tsx'
import { AgeingSteps, type AgeingStep } from '../bills/ageing.web.tsx'
import '../billing.css'

const MEASURES = {
  charged: { label: '应收', hint: '账单费用，按应付日或出账日' },
  credited: { label: '减免退还', hint: '减租、租金退还等冲减' },
  collected: { label: '对应已收', hint: '这些账单已收的部分' },
  writtenOff: { label: '坏账核销', hint: '这些账单已核销的部分' },
  open: { label: '未收', hint: '应收 + 减免退还 − 对应已收 − 坏账核销' },
  overdue: { label: '其中逾期', hint: '未收之中今天已逾期的' },
  received: { label: '实收', hint: '按付款日；全部费用时含押金与预存，选了费用或车辆时只算为它们付的部分' },
  accrued: { label: '权责收入', hint: '按用车日计的有账期费用' },
} as const
type Measure = keyof typeof MEASURES
type Line = { key: string; label: string } & Record<Measure, number>
interface Answer {
  lines: Line[]
  total: Line
  ageing: AgeingStep[]
}

const rate = (line: Line): string =>
  line.charged + line.credited > 0 ? `${((line.collected / (line.charged + line.credited)) * 100).toFixed(1)}%` : '—'

export default function BillStatistics() {
  const [params, setParams] = useQueryState()
  const [opened, setOpened] = useState<{ measure: Measure | 'ageing'; key: string; title: string; figure: number } | null>(null)
  const ask = {
    from: params['from'] ?? wallClock().subtract(5, 'month').startOf('month').format('YYYY-MM-DD'),
    to: params['to'] ?? wallClock().endOf('month').format('YYYY-MM-DD'),
    by: params['by'] ?? 'month',
    basis: params['basis'] ?? 'dueOn',
    billType: params['billType'] ?? 'all',
    ...(params['store'] ? { store: params['store'] } : {}),
    ...(params['channel'] ? { channel: params['channel'] } : {}),
    ...(params['vehicle'] ? { vehicle: params['vehicle'] } : {}),
  }
  const query = useQuery({
    queryKey: ['entity', 'bill', 'statistics', ask],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Answer>('/api/v1/billStatistics', ask, { signal, silent: true }),
  })
  return (
    <div className="zyt-form zyt-pay">
      <Section title="统计范围">
        <div className="zyt-stat-filters">
          <DatePicker.RangePicker
            aria-label="统计日期"
            allowClear={false}
            value={[dayjs(ask.from), dayjs(ask.to)]}
            onChange={(range) =>
              range?.[0] && range[1] && setParams({ from: range[0].format('YYYY-MM-DD'), to: range[1].format('YYYY-MM-DD') })
            }
          />
          <Segmented
            value={ask.by}
            onChange={(by) => setParams({ by })}
            options={[
              { value: 'month', label: '按月' },
              { value: 'store', label: '按门店' },
              { value: 'channel', label: '按渠道' },
            ]}
          />
          <Select
            aria-label="应收口径"
            value={ask.basis}
            onChange={(basis) => setParams({ basis })}
            options={[
              { value: 'dueOn', label: '应收按应付日' },
              { value: 'issuedOn', label: '应收按出账日' },
            ]}
          />
          <Select
            aria-label="费用"
            value={ask.billType}
            onChange={(billType) => setParams({ billType })}
            options={[
              { value: 'all', label: '全部费用' },
              { value: 'rent', label: '租金' },
              { value: 'other', label: '租金以外' },
            ]}
          />
          <Picked name="store" label="门店" value={params['store']} onChange={(store) => setParams({ store })} />
          <Picked name="channel" label="渠道" value={params['channel']} onChange={(channel) => setParams({ channel })} />
          <Picked name="vehicle" label="车辆" value={params['vehicle']} onChange={(vehicle) => setParams({ vehicle })} />
        </div>
      </Section>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <LoadingState rows={8} /> : null}
      {query.data ? (
        <>
          <Section title="账龄" hint="今天已逾期的未收账单，按逾期天数">
            <AgeingSteps
              steps={query.data.ageing}
              onOpen={(step) => setOpened({ measure: 'ageing', key: step.label, title: `逾期 ${step.label}`, figure: step.amount })}
            />
          </Section>
          <Section title="应收 · 实收 · 权责收入" hint="三个口径各自统计，不能相加；点数字看明细">
            {query.data.lines.length === 0 ? (
              <EmptyState why="这段时间没有账单和收款" />
            ) : (
              <Figures
                answer={query.data}
                onOpen={(measure, line) =>
                  setOpened({ measure, key: line.key, title: `${line.label} · ${MEASURES[measure].label}`, figure: line[measure] })
                }
              />
            )}
          </Section>
        </>
      ) : null}
      {opened ? (
        <Rows
          ask={{ ...ask, measure: opened.measure, key: opened.key }}
          title={opened.title}
          figure={opened.figure}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </div>
  )
}

function Picked({
  name,
  label,
  value,
  onChange,
}: {
  name: 'store' | 'channel' | 'vehicle'
  label: string
  value: string | undefined
  onChange: (id: string | null) => void
}) {
  return (
    <span className="zyt-stat-pick">
      <RefPicker
        to={name}
        label={label}
        value={value ? Number(value) : null}
        placeholder={`全部${label}`}
        ariaLabel={label}
        onChange={(id) => onChange(typeof id === 'number' ? String(id) : null)}
      />
    </span>
  )
}

function Figures({ answer, onOpen }: { answer: Answer; onOpen: (measure: Measure, line: Line) => void }) {
  const names = Object.keys(MEASURES) as Measure[]
  const cell = (line: Line, measure: Measure) => (
    <td key={measure} className={measure === 'received' || measure === 'accrued' ? 'zyt-end zyt-stat-apart' : 'zyt-end'}>
      {line[measure] === 0 ? (
        '—'
      ) : (
        <button type="button" className="zyt-stat-figure" onClick={() => onOpen(measure, line)}>
          {formatFen(line[measure])}
        </button>
      )}
    </td>
  )
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines zyt-stat">
        <thead>
          <tr>
            <th scope="col">项目</th>
            {names.map((name) => (
              <th key={name} scope="col" className="zyt-end" title={MEASURES[name].hint}>
                {MEASURES[name].label}
              </th>
            ))}
            <th scope="col" className="zyt-end" title="对应已收 ÷（应收 + 减免退还）">
              收缴率
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.lines.map((line) => (
            <tr key={line.key}>
              <td>{line.label}</td>
              {names.map((name) => cell(line, name))}
              <td className="zyt-end">{rate(line)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>合计</td>
            {names.map((name) => cell(answer.total, name))}
            <td className="zyt-end">{rate(answer.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface RowsAnswer {
  list: { id: number; title: string; entity: string; day: string; who: string; amount: number }[]
  total: number
  sum: number
}
function Rows({ ask, title, figure, onClose }: { ask: Record<string, string>; title: string; figure: number; onClose: () => void }) {
  const [pageNo, setPageNo] = useState(1)
  const query = useQuery({
    queryKey: ['entity', 'bill', 'statisticsRows', ask, pageNo],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<RowsAnswer>('/api/v1/billStatistics/rows', { ...ask, pageNo: String(pageNo) }, { signal, silent: true }),
  })
  return (
    <Dialog open title={title} width={860} footer={null} onCancel={onClose}>
      <p className="zyt-section-hint">
        共 {query.data?.total ?? '…'} 条，合计 <b className="zyt-number">{formatFen(query.data?.sum ?? figure)}</b>
      </p>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      <div className="zyt-lines-scroll">
        <table className="zyt-lines">
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">单据</th>
              <th scope="col">承租人</th>
              <th scope="col" className="zyt-end">
                金额
              </th>
            </tr>
          </thead>
          <tbody>
            {(query.data?.list ?? []).map((row, i) => (
              <tr key={`${row.id}:${i}`}>
                <td>{row.day}</td>
                <td>
                  <Link to={detailPath(row.entity, row.id) ?? '#'} onClick={onClose}>
                    {row.title}
                  </Link>
                </td>
                <td>{row.who}</td>
                <td className="zyt-end">{formatFen(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {query.data && query.data.total > 50 ? (
        <Pages size="small" current={pageNo} pageSize={50} total={query.data.total} showSizeChanger={false} onChange={setPageNo} />
      ) : null}
    </Dialog>
  )
}
