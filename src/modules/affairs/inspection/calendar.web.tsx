/** 年检日历: the months ahead as a strip, one month day by day; every figure opens what it counts. */
import { useState } from 'react'
import { Button, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { addDays, addMonths, day, endOfMonth, startOfMonth, weekday, type Day } from '#kit/basics/time/day.ts'
import { RecordName } from '#kit/ui/card/record-name.web.tsx'
import { api } from '#kit/ui/client/api.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import type { CalendarAnswer, CalendarItem } from './calendar.wire.ts'
import { Link } from '#kit/ui/screen/link.web.tsx'
import './calendar.css'

const WEEK = ['一', '二', '三', '四', '五', '六', '日']
const STAND: Record<CalendarItem['stand'], string> = { due: '待办理', open: '待办理', booked: '已预约', passed: '合格', failed: '不合格' }
const KIND: Record<string, string> = {
  annual: '年检',
  technical: '综检·二级维护',
  permit: '运输证年审',
  tank: '罐体检验',
  reefer: '冷机检定',
}

const monthDays = (month: Day): Day[] => {
  const first = addDays(startOfMonth(month), 1 - weekday(startOfMonth(month)))
  const last = addDays(endOfMonth(month), 7 - weekday(endOfMonth(month)))
  const days: Day[] = []
  for (let at = first; at <= last; at = addDays(at, 1)) days.push(at)
  return days
}

function Item({ item, today }: { item: CalendarItem; today: string }) {
  const late = item.dueOn < today && item.stand !== 'passed'
  const to = item.inspection
    ? `/trafficManagement/annualDetails?id=${item.inspection}`
    : `/trafficManagement/annualAdd?vehicle=${item.vehicle}`
  return (
    <Link
      to={to}
      className={`zyt-cal-item zyt-cal-${late ? 'late' : item.stand}`}
      title={`${KIND[item.kind] ?? ''}，到期 ${item.dueOn}${item.station ? `，${item.station}` : ''}`}
    >
      <RecordName of={{ entity: 'vehicle', id: item.vehicle }} still>
        {item.plateNo}
      </RecordName>
      <small>{late ? '已逾期' : STAND[item.stand]}</small>
    </Link>
  )
}

const FEW = 6
function DayBox({ on, month, answer }: { on: Day; month: Day; answer: CalendarAnswer }) {
  const own = answer.days.find((d) => d.day === on)
  const items = on.slice(0, 7) === month.slice(0, 7) ? (own?.items ?? []) : []
  const [all, setAll] = useState(false)
  const more = own?.more ?? 0
  const shown = all ? items : items.slice(0, FEW)
  const outside = on.slice(0, 7) !== month.slice(0, 7)
  return (
    <div
      className={`zyt-cal-day${outside ? ' zyt-cal-out' : ''}${on === answer.today ? ' zyt-cal-today' : ''}${items.length ? '' : ' zyt-cal-empty'}`}
    >
      <span className="zyt-cal-no">
        {Number(on.slice(8))}
        <i>{`周${WEEK[weekday(on) - 1]!}`}</i>
      </span>
      {shown.map((item) => (
        <Item key={`${item.vehicle}:${item.kind}:${item.dueOn}`} item={item} today={answer.today} />
      ))}
      {items.length > shown.length ? (
        <Button type="link" size="small" onClick={() => setAll(true)}>{`还有 ${items.length - shown.length + more} 辆`}</Button>
      ) : more > 0 ? (
        <Link to={`/trafficManagement/annualList?dueOn=${on},${on}`}>{`还有 ${more} 辆`}</Link>
      ) : null}
    </div>
  )
}

const Figure = ({ label, value, to, tone }: { label: string; value: number; to?: string; tone?: 'bad' | 'warn' }) => (
  <div className={`zyt-cal-figure${value && tone ? ` zyt-cal-${tone}` : ''}`}>
    <b>
      <Link to={to}>{value}</Link>
    </b>
    <span>{label}</span>
  </div>
)

export default function InspectionCalendar() {
  const [params, setParams] = useQueryState()
  const asked = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(params['month'] ?? '') ? params['month']! : null
  const query = useQuery({
    queryKey: ['inspectionCalendar', asked],
    queryFn: ({ signal }) =>
      api.get<CalendarAnswer>('/api/v1/inspection/calendar', asked ? { month: asked } : {}, { signal, silent: true }),
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState />
  const answer = query.data
  const month = day(`${answer.month}-01`)
  const go = (by: number): void => setParams({ month: addMonths(month, by).slice(0, 7) })
  const work = (level: string): string => `/trafficManagement/trafficL?kind=inspection&level=${level}`
  return (
    <div className="zyt-cal">
      <Section
        title={`${answer.month.slice(0, 4)} 年 ${Number(answer.month.slice(5))} 月`}
        extra={
          <Space wrap>
            <Button onClick={() => go(-1)}>上个月</Button>
            <Button onClick={() => setParams({ month: answer.today.slice(0, 7) })}>本月</Button>
            <Button onClick={() => go(1)}>下个月</Button>
            <Link to="/trafficManagement/annualList" closed={null}>
              年检列表
            </Link>
          </Space>
        }
      >
        <div className="zyt-cal-figures">
          <Figure label="本月到期" value={answer.total} />
          <Figure label="合格" value={answer.passed} />
          <Figure label="已预约" value={answer.booked} />
          <Figure label="不合格" value={answer.failed} tone="bad" />
          <Figure label="尚未办理" value={answer.open} tone="warn" />
          <Figure label="车务待办：已逾期" value={answer.levels.overdue} to={work('overdue')} tone="bad" />
          <Figure label="今天到期" value={answer.levels.due} to={work('due')} tone="bad" />
          <Figure label="即将到期" value={answer.levels.soon} to={work('soon')} tone="warn" />
        </div>
        <div className="zyt-cal-months">
          {answer.months.map((m) => (
            <button key={m.month} type="button" aria-pressed={m.month === answer.month} onClick={() => setParams({ month: m.month })}>
              {m.month}
              <small>{m.total ? `${m.passed}/${m.total}` : '无'}</small>
            </button>
          ))}
        </div>
        <div className="zyt-cal-grid">
          {WEEK.map((name) => (
            <div key={name} className="zyt-cal-head">{`周${name}`}</div>
          ))}
          {monthDays(month).map((on) => (
            <DayBox key={on} on={on} month={month} answer={answer} />
          ))}
        </div>
      </Section>
    </div>
  )
}
