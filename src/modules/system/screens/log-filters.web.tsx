/** Filters of the two logs: labelled controls over the tab's address. */
import { useId, useState, type ReactNode } from 'react'
import { Input } from 'antd'
import { CLEAR } from '#kit/ui/parts/clear.web.tsx'
import { addDays, instantAt, isDay } from '#kit/basics/time/day.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import '#kit/ui/list/list.css'
import { DayRangeInput } from '#kit/ui/field/day-range.web.tsx'
import { useChange } from '#kit/ui/state/page-draft.web.ts'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'

/** Days of the business zone → instants: from the first's midnight to the midnight after the last. */
export function instantsOf(params: Readonly<Record<string, string>>): { from?: string; to?: string } {
  const [from, to] = [params['from'], params['to']]
  return { ...(isDay(from) ? { from: instantAt(from) } : {}), ...(isDay(to) ? { to: instantAt(addDays(to, 1)) } : {}) }
}

/** On a phone the filters would push the log off the screen: folded until wanted. */
export function LogFilters({ children }: { children: ReactNode }) {
  const narrow = useNarrow()
  const box = <div className="zyt-list-filters">{children}</div>
  if (!narrow) return box
  return (
    <details className="zyt-log-filters">
      <summary>筛选</summary>
      {box}
    </details>
  )
}

export function FilterBox({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="zyt-list-filter">
      <label className="zyt-list-filter-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

export function DaysFilter() {
  const [params, setParams] = useQueryState()
  const today = systemClock.today()
  return (
    <FilterBox label="时间">
      {(id) => (
        <DayRangeInput
          id={id}
          label="时间"
          from={params['from'] ?? ''}
          to={params['to'] ?? ''}
          presets={[
            { label: '今天', from: today, to: today },
            { label: '昨天', from: addDays(today, -1), to: addDays(today, -1) },
            { label: '最近 7 天', from: addDays(today, -6), to: today },
            { label: '最近 30 天', from: addDays(today, -29), to: today },
          ]}
          onChange={({ from, to }) => setParams({ from: from || null, to: to || null, pageNo: null })}
        />
      )}
    </FilterBox>
  )
}

/** Typed text goes into the address when it is confirmed or left, not with each key. */
export function TextFilter({ label, name, placeholder }: { label: string; name: string; placeholder: string }) {
  const [params, setParams] = useQueryState()
  const stored = params[name] ?? ''
  const [typed, setTyped] = useState(stored)
  useChange(stored, setTyped)
  const send = (text: string): void => setParams({ [name]: text.trim() || null, pageNo: null })
  return (
    <FilterBox label={label}>
      {(id) => (
        <Input
          id={id}
          allowClear={CLEAR}
          maxLength={60}
          value={typed}
          placeholder={placeholder}
          onChange={(event) => (setTyped(event.target.value), event.target.value === '' && send(''))}
          onBlur={() => typed !== stored && send(typed)}
          onPressEnter={() => send(typed)}
        />
      )}
    </FilterBox>
  )
}
