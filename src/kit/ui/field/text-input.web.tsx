/** Text as typed: codes become capitals at once, the one spelling is taken on leaving, and a check mark says "complete and right". */
import { useState } from 'react'
import { Input } from 'antd'
import { CheckCircleOutlined } from '@ant-design/icons'
import { formats } from '../../basics/identifiers/checks.ts'
import type { Field } from '../../entity/field.ts'
import { CLEAR } from '../parts/clear.web.tsx'
import type { ControlProps } from './control.ts'

const CAPITALS = new Set(['plate', 'vin', 'idNo', 'creditCode'])

type TextField = Extract<Field, { kind: 'text' }>

export function TextInput({ field, value, onChange, ...control }: ControlProps & { field: TextField }) {
  const text = typeof value === 'string' ? value : ''
  const format = field.format ? formats[field.format] : null
  // Chinese input methods type letters before the word is chosen; capitals in between would break the choosing.
  const [composing, setComposing] = useState(false)
  const change = (typed: string, busy: boolean): void =>
    onChange(!busy && field.format && CAPITALS.has(field.format) ? typed.toUpperCase() : typed)
  const right = format !== null && text !== '' && format.check(text) === null
  return (
    <Input
      id={control.id}
      value={text}
      disabled={control.disabled}
      status={control.invalid ? 'error' : undefined}
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      aria-label={control.ariaLabel}
      autoFocus={control.autoFocus}
      allowClear={!control.disabled && CLEAR}
      autoComplete="off"
      maxLength={(field.maxLength ?? 200) + 20}
      inputMode={
        field.format === 'mobile' || field.format === 'bankCard'
          ? 'numeric'
          : field.format === 'email'
            ? 'email'
            : field.format === 'url'
              ? 'url'
              : undefined
      }
      placeholder={control.placeholder ?? `请输入${field.label}`}
      suffix={right ? <CheckCircleOutlined className="zyt-good" aria-label="格式正确" /> : <span />}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={(event) => {
        setComposing(false)
        change(event.currentTarget.value, false)
      }}
      onChange={(event) => change(event.target.value, composing)}
      onBlur={() => {
        const tidy = format ? format.normalise(text) : text.trim()
        if (tidy !== text) onChange(tidy)
        control.onLeave?.()
      }}
      onPressEnter={control.onEnter}
    />
  )
}
