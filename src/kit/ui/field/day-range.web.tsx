/** Two days (or instants) in one frame: each is typed freely, a whole period may be typed or pasted into the first (上月, 近7天, 11-01~11-30). */
import { useRef, useState } from 'react'
import { Button, DatePicker } from 'antd'
import { CalendarOutlined } from '@ant-design/icons'
import dayjs from 'dayjs'
import type { Day } from '../../basics/time/day.ts'
import { businessNow, DayBox, useCloseOutside } from './day-box.web.tsx'
import { inOrder, readPeriod, type DayRange } from './day-text.ts'

interface RangePreset extends DayRange {
  label: string
}

interface DayRangeProps extends DayRange {
  id?: string
  label: string
  instant?: boolean
  /** A range needs both ends: an emptied box takes its old day back. */
  closed?: boolean
  disabled?: boolean
  invalid?: boolean
  presets?: readonly RangePreset[]
  className?: string
  onChange: (range: DayRange) => void
}

const wall = (text: string): dayjs.Dayjs | null => (text === '' ? null : dayjs(text.replace(' ', 'T')))

export function DayRangeInput({ id, label, from, to, instant = false, closed = false, presets = [], onChange, ...control }: DayRangeProps) {
  const [open, setOpen] = useState(false)
  /** What was typed and not read yet, per end; it acts when the box is left. */
  const [pending, setPending] = useState<Partial<DayRange>>({})
  const [wrong, setWrong] = useState<Partial<DayRange>>({})
  const close = useRef(() => setOpen(false)).current
  const root = useCloseOutside(open, close)
  const pattern = instant ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'
  const apply = (next: DayRange): void => {
    setPending({})
    setWrong({})
    const range = inOrder(next)
    if (closed && (range.from === '' || range.to === '')) return
    if (range.from !== from || range.to !== to) onChange(range)
  }
  const leave = (): void => {
    const period = wrong.from === undefined ? null : readPeriod(wrong.from, businessNow().slice(0, 10) as Day)
    if (period && !instant) apply(period)
    else if (pending.from !== undefined || pending.to !== undefined) apply({ from: pending.from ?? from, to: pending.to ?? to })
  }
  const box = (end: 'from' | 'to', placeholder: string) => (
    <DayBox
      bare
      id={id === undefined ? undefined : end === 'from' ? id : `${id}-end`}
      label={placeholder}
      ariaLabel={end === 'from' ? `${label}：${placeholder}` : `${label}：${placeholder}`}
      placeholder={placeholder}
      instant={instant}
      disabled={control.disabled}
      invalid={wrong[end] !== undefined}
      value={pending[end] ?? (end === 'from' ? from : to)}
      unread={wrong[end] ?? null}
      onRead={(value) => {
        setPending({ ...pending, [end]: value ?? '' })
        setWrong({ ...wrong, [end]: undefined })
      }}
      onUnread={(typed) => setWrong({ ...wrong, [end]: typed })}
      onEnter={leave}
      onLeave={leave}
    />
  )
  return (
    <div
      ref={root}
      role="group"
      aria-label={label}
      title={wrong.from !== undefined || wrong.to !== undefined ? '日期无法识别，可输入 2026-11-23、11-23、明天、上月' : undefined}
      className={[
        'zyt-day-range',
        control.invalid || wrong.from !== undefined || wrong.to !== undefined ? 'zyt-bad' : '',
        control.className ?? '',
      ].join(' ')}
    >
      {box('from', instant ? '开始时间' : '开始日期')}
      <span aria-hidden>~</span>
      {box('to', instant ? '结束时间' : '结束日期')}
      {control.disabled ? null : (
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          className="zyt-day-box-open"
          icon={<CalendarOutlined />}
          aria-label={`打开日历：${label}`}
          onClick={() => setOpen(!open)}
        />
      )}
      {open ? (
        <DatePicker.RangePicker
          open
          className="zyt-day-box-calendar"
          tabIndex={-1}
          inputReadOnly
          allowEmpty={[!closed, !closed]}
          showTime={instant ? { format: 'HH:mm' } : false}
          value={[wall(from), wall(to)]}
          presets={presets.map((preset) => ({ label: preset.label, value: [wall(preset.from)!, wall(preset.to)!] }))}
          onChange={(range) => {
            close()
            apply({ from: range?.[0]?.format(pattern) ?? '', to: range?.[1]?.format(pattern) ?? '' })
          }}
        />
      ) : null}
    </div>
  )
}
