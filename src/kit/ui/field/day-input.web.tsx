/** Days and instants. Both are shown and typed as wall clock of the business, whatever zone the browser is in. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { instantAt, type Day } from '../../basics/time/day.ts'
import { formatTime } from '../../basics/time/time-format.ts'
import type { Field } from '../../entity/field.ts'
import { shownDay, storedDay } from '../../entity/value/range-end.ts'
import type { ControlProps } from './control.ts'
import { businessNow, DayBox } from './day-box.web.tsx'
import { dayFault } from './day-text.ts'

type DayField = Extract<Field, { kind: 'day' | 'instant' }>

/** A dayjs here is only a wall clock: its zone is never looked at. */
const wall = (text: string): dayjs.Dayjs | null => {
  const at = dayjs(text.replace(' ', 'T'))
  return text !== '' && at.isValid() ? at : null
}

/** The library's calendar, floating beside the box that is typed into. */
function Calendar({ instant, value, onPick }: { instant: boolean; value: string; onPick: (text: string | null) => void }) {
  const now = (): dayjs.Dayjs => wall(instant ? businessNow() : businessNow().slice(0, 10)) as dayjs.Dayjs
  return (
    <DatePicker
      open
      className="zyt-day-box-calendar"
      tabIndex={-1}
      aria-hidden
      inputReadOnly
      value={wall(value)}
      showTime={instant ? { format: 'HH:mm' } : false}
      showNow={false}
      presets={[{ label: instant ? '现在' : '今天', value: now }]}
      onChange={(at: dayjs.Dayjs | null) => onPick(at ? at.format(instant ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD') : null)}
    />
  )
}

export function DayInput({ field, value, onChange, ...control }: ControlProps & { field: DayField }) {
  const instant = field.kind === 'instant'
  const stored = typeof value === 'string' ? value : ''
  // Not a day: what was typed stays until it is corrected, and the form says what is wrong with it.
  const unread = dayFault(field.kind, stored) === null ? null : stored
  const text = stored === '' || unread !== null ? '' : instant ? formatTime(stored, 'YYYY-MM-DD HH:mm') : shownDay(field, stored as Day)
  const take = (typed: string | null): void => {
    if (typed === null) onChange(null)
    else onChange(instant ? instantAt(typed.slice(0, 10) as Day, typed.slice(11)) : storedDay(field, typed))
  }
  return (
    <DayBox
      {...control}
      label={field.label}
      instant={instant}
      value={text}
      unread={unread}
      onRead={take}
      onUnread={onChange}
      calendar={(close) => (
        <Calendar
          instant={instant}
          value={text}
          onPick={(picked) => {
            take(picked)
            close()
          }}
        />
      )}
    />
  )
}
