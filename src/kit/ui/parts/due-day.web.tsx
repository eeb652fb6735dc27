/** A day by which something is to be done. When it has passed it says so, in words as well as in colour. */
import { dayOf, isDay } from '../../basics/time/day.ts'
import { dueState } from '../../basics/time/due.ts'
import { Tag } from './tag.web.tsx'
import '../field/field-value.css'

export function DueDay({ value, open, late }: { value: unknown; open: boolean; late: string }) {
  if (!isDay(value)) return <span className="zyt-none">—</span>
  const due = dueState(value, dayOf(new Date()), open)
  if (due.state === 'ahead') return <>{value}</>
  return (
    <span className="zyt-nowrap">
      {value} {due.state === 'late' ? <Tag tone="red">{`${late} ${due.days} 天`}</Tag> : <Tag tone="orange">今天到期</Tag>}
    </span>
  )
}
