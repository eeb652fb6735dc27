/** Above the rows: months and days, weekends and today marked; below them the same as stripes, as high as the window. */
import { memo } from 'react'
import { addDays, daysBetween, weekday, type Day } from '#kit/basics/time/day.ts'
import { LABEL } from './row.web.tsx'

const WEEK = ['一', '二', '三', '四', '五', '六', '日']
interface DaysProps {
  from: Day
  days: number
  width: number
  today: Day
}
const all = (from: Day, days: number): Day[] => Array.from({ length: days }, (_, i) => addDays(from, i))

export const DaysHead = memo(function DaysHead({ from, days, width, today, title }: DaysProps & { title: string }) {
  const list = all(from, days)
  const narrow = width < 26
  const months = [...Map.groupBy(list, (d) => d.slice(0, 7))]
  return (
    <div className="zyt-sched-head" style={{ width: LABEL + days * width }} role="row">
      <div className="zyt-sched-corner" style={{ width: LABEL }} role="columnheader">
        {title}
      </div>
      <div className="zyt-sched-months">
        {months.map(([month, own]) => (
          <span key={month} style={{ width: own.length * width }}>
            <b>{own.length * width > 60 ? `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月` : `${Number(month.slice(5))} 月`}</b>
          </span>
        ))}
      </div>
      <div className="zyt-sched-days">
        {list.map((d) => {
          const w = weekday(d)
          // Of very narrow days one in a week has its number.
          const said = !narrow || w === 1 || d === today
          return (
            <span
              key={d}
              role="columnheader"
              title={`${d} 周${WEEK[w - 1]!}`}
              style={{ width }}
              className={`${w > 5 ? 'zyt-sched-weekend' : ''}${d === today ? ' zyt-sched-now' : ''}`}
            >
              {said ? <b>{Number(d.slice(8))}</b> : null}
              {narrow ? null : <small>{d === today ? '今天' : WEEK[w - 1]}</small>}
            </span>
          )
        })}
      </div>
    </div>
  )
})

/** Does not scroll with the rows, so that it is as high as the window, however many they are. */
export const DaysBack = memo(function DaysBack({ from, days, width, today, height }: DaysProps & { height: number }) {
  const now = daysBetween(from, today)
  return (
    <div className="zyt-sched-back" aria-hidden>
      <div style={{ height, width: days * width, left: LABEL, backgroundSize: `${width}px 100%` }}>
        {all(from, days).map((d, i) =>
          weekday(d) > 5 ? <span key={d} className="zyt-sched-weekend" style={{ left: i * width, width }} /> : null,
        )}
        {now >= 0 && now < days ? <span className="zyt-sched-line" style={{ left: now * width + width / 2 }} /> : null}
      </div>
    </div>
  )
})
