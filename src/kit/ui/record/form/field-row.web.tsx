/** Label, control, hint and error of one field, tied together for people and for screen readers. */
import { memo, useId, useRef, useState } from 'react'
import { Form, Tooltip } from 'antd'
import { QuestionCircleOutlined } from '@ant-design/icons'
import type { Field } from '../../../entity/field.ts'
import { FieldInput, type FieldInputProps } from '../../field/field-input.web.tsx'
import { sameValue } from './same.ts'
import './form.css'
import '../../parts/detail-table.css'

/** Kinds that need the whole width of a section. */
export const isWide = (field: Field): boolean => field.kind === 'lines' || field.kind === 'note' || field.kind === 'files'

export interface FieldRowProps extends Omit<FieldInputProps, 'id' | 'invalid' | 'describedBy'> {
  name: string
  error?: string | null
}

type CallbackName = 'onChange' | 'onLeave' | 'onEnter' | 'onBusy'

/** A key typed into one field must not draw the forty others again: a row is drawn when what it shows is another, whoever listens to it. */
export function FieldRow(props: FieldRowProps) {
  const latest = useRef(props)
  latest.current = props
  const [callbacks] = useState<Pick<FieldRowProps, CallbackName>>(() => ({
    onChange: (value) => latest.current.onChange(value),
    onLeave: () => latest.current.onLeave?.(),
    onEnter: () => latest.current.onEnter?.(),
    onBusy: (busy) => latest.current.onBusy?.(busy),
  }))
  return (
    <Row
      {...props}
      onChange={callbacks.onChange}
      onLeave={props.onLeave && callbacks.onLeave}
      onEnter={props.onEnter && callbacks.onEnter}
      onBusy={props.onBusy && callbacks.onBusy}
    />
  )
}

/** By value where a form makes it anew each time: what a picker is narrowed to, sentences of cells, labels. */
const BY_VALUE: ReadonlySet<string> = new Set(['field', 'errors', 'labels'] satisfies (keyof FieldRowProps)[])

const looksSame = (a: FieldRowProps, b: FieldRowProps): boolean =>
  ([...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof FieldRowProps)[]).every((key) =>
    BY_VALUE.has(key) ? sameValue(a[key], b[key]) : Object.is(a[key], b[key]),
  )

const Row = memo(function Row({ name, error: given, ...input }: FieldRowProps) {
  // Lines say it at the cell; the same sentence below the table would be heard twice.
  const error = Object.keys(input.errors ?? {}).length > 0 ? null : given
  // Ids are per mounted form: hidden tabs keep their elements, and two forms of one entity may be open.
  const id = useId()
  const { field } = input
  const helpId = `${id}-help`
  return (
    <div className={isWide(field) ? 'zyt-form-field zyt-form-field-wide' : 'zyt-form-field'} data-field={name}>
      <Form.Item
        label={
          <>
            {field.label}
            {field.hint ? (
              <Tooltip title={field.hint}>
                <QuestionCircleOutlined className="zyt-hint" aria-label={`说明：${field.hint}`} tabIndex={0} />
              </Tooltip>
            ) : null}
          </>
        }
        required={field.required && field.kind !== 'flag'}
        htmlFor={id}
        validateStatus={error ? 'error' : undefined}
        help={
          error ? (
            <span id={helpId} role="alert">
              {error}
            </span>
          ) : undefined
        }
      >
        <FieldInput {...input} id={id} invalid={Boolean(error)} describedBy={error ? helpId : undefined} />
      </Form.Item>
    </div>
  )
}, looksSame)
