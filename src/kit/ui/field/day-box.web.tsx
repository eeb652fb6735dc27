/**
 * A day (or an instant) in a box that is typed into freely and read when it is left or Enter is pressed: 2026-11-23, 20261123, 11-23,
 * 明天, +7. What cannot be read stays and is told. The calendar is beside it for whoever points; it never writes into the middle of typing.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button, Input, type InputRef } from 'antd'
import { CalendarOutlined } from '@ant-design/icons'
import { systemClock } from '../../basics/time/clock.ts'
import { addDays, isDay, type Day } from '../../basics/time/day.ts'
import { formatTime } from '../../basics/time/time-format.ts'
import { readDay, readInstant, unreadDay } from './day-text.ts'
import './day-box.css'

/** Now on the clocks of the business: `YYYY-MM-DD HH:mm`. */
export const businessNow = (): string => formatTime(systemClock.now(), 'YYYY-MM-DD HH:mm')

/** `YYYY-MM-DD`, with the time behind it for an instant; null when it cannot be read. */
const read = (typed: string, instant: boolean): string | null =>
  instant ? readInstant(typed, businessNow()) : readDay(typed, businessNow().slice(0, 10) as Day)

/** Closes what floats beside `root` when somebody presses elsewhere: neither in it nor in a floating calendar. */
export function useCloseOutside(open: boolean, close: () => void): React.RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const pressed = (event: Event): void => {
      const at = event.target as Element
      if (!root.current?.contains(at) && !at.closest?.('.ant-picker-dropdown')) close()
    }
    document.addEventListener('pointerdown', pressed, true)
    return () => document.removeEventListener('pointerdown', pressed, true)
  }, [open, close])
  return root
}

export interface DayBoxProps {
  instant: boolean
  /** What can be read: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm`; empty for none. */
  value: string
  /** What was typed and could not be read. */
  unread?: string | null
  /** Read, or null when the box was emptied. Also while typing, as soon as it can be read. */
  onRead: (value: string | null) => void
  onUnread: (typed: string) => void
  /** The calendar, shown while it is open. */
  calendar?: (close: () => void) => ReactNode
  onLeave?: () => void
  onEnter?: () => void
  id?: string
  label: string
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  ariaLabel?: string
  placeholder?: string
  autoFocus?: boolean
  bare?: boolean
}

export function DayBox({ instant, value, unread = null, onRead, onUnread, calendar, ...control }: DayBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const input = useRef<InputRef>(null)
  const close = useRef(() => setOpen(false)).current
  const root = useCloseOutside(open, close)
  const readTyped = (text: string): void => {
    if (text.trim() === '') return onRead(null)
    const moment = read(text, instant)
    if (moment) onRead(moment)
    else onUnread(unreadDay(text, businessNow(), instant) ?? text)
  }
  const take = (): void => {
    if (typed !== null) readTyped(typed)
    setTyped(null)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>): void => {
    // The Enter and the arrows of an input method choose a word.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      take()
      close()
      control.onEnter?.()
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    } else if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
    else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && isDay(value.slice(0, 10))) {
      event.preventDefault()
      setTyped(null)
      onRead(addDays(value.slice(0, 10) as Day, event.key === 'ArrowUp' ? 1 : -1) + value.slice(10))
    }
  }
  return (
    <div ref={root} className="zyt-day-box">
      <Input
        ref={input}
        id={control.id}
        variant={control.bare ? 'borderless' : 'outlined'}
        value={typed ?? unread ?? value}
        disabled={control.disabled}
        status={control.invalid ? 'error' : undefined}
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        aria-label={control.ariaLabel}
        autoFocus={control.autoFocus}
        autoComplete="off"
        maxLength={60}
        placeholder={control.placeholder ?? `请选择${control.label}`}
        onClick={() => calendar && setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value)
          readTyped(event.target.value)
        }}
        onKeyDown={keys}
        onBlur={() => {
          take()
          control.onLeave?.()
        }}
        suffix={
          calendar && !control.disabled ? (
            <Button
              type="text"
              size="small"
              tabIndex={-1}
              className="zyt-day-box-open"
              icon={<CalendarOutlined />}
              aria-label={`打开日历：${control.label}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                event.stopPropagation()
                setOpen(!open)
                input.current?.focus()
              }}
            />
          ) : undefined
        }
      />
      {open && calendar && !control.disabled
        ? calendar(() => {
            setTyped(null)
            close()
          })
        : null}
    </div>
  )
}
