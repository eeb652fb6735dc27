/** Days and instants. Both are shown and typed as wall clock of the business, whatever zone the browser is in. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { instantAt, type Day } from '../../basics/day.ts'
import { systemClock } from '../../basics/clock.ts'
import { formatTime } from '../../basics/timeFormat.ts'
import type { Field } from '../../entity/field.ts'
import { shownDay, storedDay } from '../../entity/value/range-end.ts'
import type { ControlProps } from './control.ts'
import { DAY_FORMATS, dayFault, INSTANT_FORMATS, unreadDay } from './day-text.ts'

type DayField = Extract<Field, { kind: 'day' | 'instant' }>

/** A dayjs here is only a wall clock: its zone is never looked at. */
const wall = (text: string): dayjs.Dayjs | null => {
  const at = dayjs(text.replace(' ', 'T'))
  return text !== '' && at.isValid() ? at : null
}

export function DayInput({ field, value, onChange, ...control }: ControlProps & { field: DayField }) {
  const instant = field.kind === 'instant'
  const stored = typeof value === 'string' ? value : ''
  // Not a day: what was typed stays until it is corrected, and the form says what is wrong with it.
  const unread = dayFault(field.kind, stored) === null ? null : stored
  const text = stored === '' || unread !== null ? '' : instant ? formatTime(stored) : shownDay(field, stored as Day)
  const now = (): dayjs.Dayjs => wall(instant ? formatTime(systemClock.now()) : systemClock.today()) as dayjs.Dayjs
  return (
    <DatePicker
      id={control.id}
      className="zyt-wide"
      value={wall(text)}
      showTime={instant ? { format: 'HH:mm' } : false}
      showNow={false}
      presets={[{ label: instant ? '现在' : '今天', value: now }]}
      format={instant ? INSTANT_FORMATS : DAY_FORMATS}
      preserveInvalidOnBlur
      disabled={control.disabled}
      status={control.invalid ? 'error' : undefined}
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      aria-label={control.ariaLabel}
      autoFocus={control.autoFocus}
      allowClear
      placeholder={unread ?? control.placeholder ?? `请选择${field.label}`}
      onChange={(at: dayjs.Dayjs | null) => {
        if (!at) onChange(null)
        else
          onChange(instant ? instantAt(at.format('YYYY-MM-DD') as never, at.format('HH:mm:ss')) : storedDay(field, at.format('YYYY-MM-DD')))
      }}
      onBlur={(event) => {
        const typed = (event.target as HTMLInputElement).value
        const left = unreadDay(typed, instant)
        if (left !== null) onChange(left)
        else if (typed === '' && unread !== null && event.target === event.currentTarget) onChange(null)
        control.onLeave?.()
      }}
    />
  )
}
