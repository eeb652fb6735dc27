/**
 * Money in yuan, rates in percent, counts. What cannot be stored exactly is not rounded: the typed text itself becomes the
 * value, which every check refuses with its reason, and which a draft keeps.
 */
import { useEffect, useState } from 'react'
import { Input } from 'antd'
import type { Field } from '../../entity/field.ts'
import type { ControlProps } from './control.ts'
import { numberText, parseNumber } from './number-text.ts'

type NumericField = Parameters<typeof numberText>[0]

const textOf = (field: NumericField, value: unknown): string => (typeof value === 'string' ? value : numberText(field, value))

function unitOf(field: Field): string | undefined {
  if (field.kind === 'money') return '元'
  if (field.kind === 'rate') return '%'
  return field.kind === 'int' || field.kind === 'decimal' ? field.unit : undefined
}

export function NumberInput({ field, value, onChange, ...control }: ControlProps & { field: NumericField }) {
  const [text, setText] = useState(() => textOf(field, value))
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    // Set from outside (draft, reload, reset); while typing «12.» must not be tidied away under the cursor.
    if (!typing) setText(textOf(field, value))
  }, [field, value, typing])

  const change = (typed: string): void => {
    setTyping(true)
    setText(typed)
    const read = parseNumber(field, typed)
    onChange(read.ok ? read.value : typed)
  }
  return (
    <Input
      id={control.id}
      value={text}
      disabled={control.disabled}
      status={control.invalid || typeof value === 'string' ? 'error' : undefined}
      aria-invalid={control.invalid || typeof value === 'string'}
      aria-describedby={control.describedBy}
      aria-label={control.ariaLabel}
      autoFocus={control.autoFocus}
      autoComplete="off"
      inputMode="decimal"
      className="zyt-number-input"
      placeholder={control.placeholder ?? `请输入${field.label}`}
      suffix={unitOf(field)}
      onChange={(event) => change(event.target.value)}
      onBlur={() => {
        setTyping(false)
        control.onLeave?.()
      }}
      onPressEnter={control.onEnter}
    />
  )
}
