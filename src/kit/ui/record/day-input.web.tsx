/** Days and instants. Both are shown and typed as wall clock of the business, whatever zone the browser is in. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { instantAt, isDay } from '../../basics/day.ts'
import { systemClock } from '../../basics/clock.ts'
import { formatTime } from '../../basics/timeFormat.ts'
import type { Field } from '../../entity/field.ts'
import { shownDay, storedDay } from '../../entity/shown-day.ts'
import type { ControlProps } from './control.ts'

type DayField = Extract<Field, { kind: 'day' | 'instant' }>

/** A dayjs here is only a wall clock: its zone is never looked at. */
const wall = (text: string): dayjs.Dayjs | null => {
  const at = dayjs(text.replace(' ', 'T'))
  return text !== '' && at.isValid() ? at : null
}

export function DayInput({ field, value, onChange, ...control }: ControlProps & { field: DayField }) {
  const instant = field.kind === 'instant'
  const text = typeof value === 'string' ? (instant ? formatTime(value) : isDay(value) ? shownDay(field, value) : '') : ''
  const now = (): dayjs.Dayjs => wall(instant ? formatTime(systemClock.now()) : systemClock.today()) as dayjs.Dayjs
  return (
    <DatePicker
      id={control.id}
      className="zyt-wide"
      value={wall(text)}
      showTime={instant ? { format: 'HH:mm' } : false}
      showNow={false}
      presets={[{ label: instant ? '现在' : '今天', value: now }]}
      format={instant ? 'YYYY-MM-DD HH:mm' : ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD']}
      disabled={control.disabled}
      status={control.invalid ? 'error' : undefined}
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      aria-label={control.ariaLabel}
      autoFocus={control.autoFocus}
      allowClear
      placeholder={control.placeholder ?? `请选择${field.label}`}
      onChange={(at: dayjs.Dayjs | null) => {
        if (!at) onChange(null)
        else
          onChange(instant ? instantAt(at.format('YYYY-MM-DD') as never, at.format('HH:mm:ss')) : storedDay(field, at.format('YYYY-MM-DD')))
      }}
      onBlur={control.onLeave}
    />
  )
}
