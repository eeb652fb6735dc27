/** What a contract will cost, while it is being typed: the plan of one vehicle with its formulas, and the sums. */
import { useEffect, useMemo, useState } from 'react'
import { Alert } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { addDays, isDay, type Day } from '#kit/basics/time/day.ts'
import { formatFen } from '#kit/basics/fen.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { checkPlan, type PlanInput, type PlanPeriod, type PlanPreview as Preview } from '../rent/plan.rules.ts'
import { planInputOf, type RentTerms } from '../rent/terms.rules.ts'
import '../leasing.css'

type Values = Record<string, unknown>

const NEEDED = [
  'monthlyRent',
  'payCycleMonths',
  'billMode',
  'anchorMode',
  'prorateMode',
  'dayRule',
  'issueAheadDays',
  'dueOffsetDays',
] as const

/** The input of the calculation, or why there is none yet. */
function inputFrom(values: Values): { input: PlanInput; reason: null } | { input: null; reason: string } {
  if (!isDay(values['startOn']) || !isDay(values['endOn'])) return { input: null, reason: '填写起租日与到期日后，这里显示收款计划' }
  if (NEEDED.some((name) => values[name] === null || values[name] === undefined || values[name] === ''))
    return { input: null, reason: '选择租赁方案或填写租金条款后，这里显示收款计划' }
  const input = planInputOf(values as unknown as RentTerms, values['startOn'], values['endOn'])
  const reason = checkPlan(input)
  return reason ? { input: null, reason } : { input, reason: null }
}

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

const fenOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) ? value : 0)

export function PlanPreview({ values }: { values: Values }) {
  const { input, reason } = useMemo(() => inputFrom(values), [values])
  const key = useSettled(input ? JSON.stringify({ ...input, endOn: values['endOn'] }) : '', 300)
  const query = useQuery({
    queryKey: ['planPreview', key],
    enabled: key !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => api.post<Preview>('/api/v1/leasePlan/preview', JSON.parse(key), { signal, silent: true, overlay: false }),
  })
  const vehicles = Array.isArray(values['vehicles']) ? values['vehicles'].length : 0
  return (
    <Section title="收款计划预览" hint={input ? '按当前填写的条款计算，保存前可以核对' : undefined}>
      {reason ? <p className="zyt-section-hint">{reason}</p> : null}
      {!reason && query.isError ? <Alert type="warning" showIcon title={sentenceOf(query.error, '暂时无法计算，请稍后再试')} /> : null}
      {!reason && query.data ? (
        <>
          <PlanSums
            preview={query.data}
            vehicles={vehicles}
            advance={values['billMode'] === 'advance'}
            deposit={fenOf(values['deposit'])}
            violation={fenOf(values['violationDeposit'])}
          />
          <PeriodTable periods={query.data.periods} total={query.data.total} />
        </>
      ) : null}
      {!reason && query.isPending ? <LoadingState rows={4} /> : null}
    </Section>
  )
}

function PlanSums({
  preview,
  vehicles,
  advance,
  deposit,
  violation,
}: {
  preview: Preview
  vehicles: number
  advance: boolean
  deposit: number
  violation: number
}) {
  const first = advance ? (preview.periods[0]?.amount ?? 0) : 0
  const n = Math.max(1, vehicles)
  return (
    <Sums
      sums={[
        { label: '每辆车租金合计', amount: preview.total },
        ...(n > 1 ? [{ label: `${n} 辆车租金合计`, amount: preview.total * n }] : []),
        { label: n > 1 ? '每辆车押金' : '押金', amount: deposit + violation },
        { label: n > 1 ? `提车前应付（${n} 辆）` : '提车前应付', amount: (first + deposit + violation) * n },
      ]}
    />
  )
}

/** Inclusive, as people read a period. */
const span = (from: Day, to: Day): string => `${from} ~ ${addDays(to, -1)}`

function PeriodTable({ periods, total }: { periods: readonly PlanPeriod[]; total: number }) {
  return (
    <div className="zyt-lines-scroll">
      <table className="zyt-lines zyt-money-table">
        <thead>
          <tr>
            <th scope="col">期次</th>
            <th scope="col">账期</th>
            <th scope="col" className="zyt-end">
              金额（元）
            </th>
            <th scope="col">出账日</th>
            <th scope="col">应付日</th>
            <th scope="col">算式</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((p, i) => (
            <tr key={p.startOn}>
              <td>{i + 1}</td>
              <td className="zyt-nowrap">{span(p.startOn, p.endOn)}</td>
              <td className="zyt-end">{formatFen(p.amount)}</td>
              <td className="zyt-nowrap">{p.issueOn}</td>
              <td className="zyt-nowrap">{p.dueOn}</td>
              <td>
                {p.items.map((item) => (
                  <div key={item.startOn}>{p.items.length > 1 ? `${span(item.startOn, item.endOn)}：${item.formula}` : item.formula}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>共 {periods.length} 期</td>
            <td className="zyt-end">{formatFen(total)}</td>
            <td colSpan={3} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
