/**
 * Money in yuan, rates in percent, counts. What cannot be stored exactly is not rounded: the typed text itself becomes the
 * value, which every check refuses with its reason, and which a draft keeps.
 */
import { useState } from 'react'
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
  // While somebody types, «12.» must not be tidied away under the cursor; otherwise what is shown is the value, also set from outside.
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string): void => {
    setTyped(text)
    const read = parseNumber(field, text)
    onChange(read.ok ? read.value : text)
  }
  return (
    <Input
      id={control.id}
      value={typed ?? textOf(field, value)}
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
        setTyped(null)
        control.onLeave?.()
      }}
      onPressEnter={control.onEnter}
    />
  )
}
