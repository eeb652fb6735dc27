/** The control of a field, by kind. Values are those of the wire: fen, basis points, days, ids, files. */
import { useState } from 'react'
import { Button, Input, Space } from 'antd'
import type { Field, Place } from '../../entity/field.ts'
import { FilesInput, readFiles } from '../files/files.web.tsx'
import { SignatureInput } from '../files/signature-pad.web.tsx'
import { PlaceSearch } from './place-search.web.tsx'
import type { ControlProps } from './control.ts'
import { DayInput } from './day-input.web.tsx'
import { LinesInput } from './lines-input.web.tsx'
import { NumberInput } from './number-input.web.tsx'
import { ChoiceInput, DictInput, FlagInput, AnswerInput } from './option-input.web.tsx'
import { RefPicker } from './ref-picker.web.tsx'
import { TextInput } from './text-input.web.tsx'
import { ValueView } from './field-value.web.tsx'
import './field-input.css'

export interface FieldInputProps extends ControlProps {
  field: Field
  /** Label(s) of a reference as the row holds them under `x$`. */
  labels?: unknown
  /** Sentences of cells of lines, by `row.column`. */
  errors?: Record<string, string>
  /** The stored value is behind a mask: it can be replaced, not edited. */
  masked?: string
  /** Files are on their way. */
  onBusy?: (busy: boolean) => void
}

export function FieldInput({ masked, ...props }: FieldInputProps) {
  if (masked !== undefined) return <MaskedInput {...props} masked={masked} />
  return <Plain {...props} />
}

function Plain({ field, labels, errors, onBusy, ...control }: FieldInputProps) {
  switch (field.kind) {
    case 'text':
      return <TextInput {...control} field={field} />
    case 'note':
      return <NoteInput {...control} field={field} />
    case 'state':
    case 'choice':
      return <ChoiceInput {...control} field={field} />
    case 'dict':
      return <DictInput {...control} field={field} />
    case 'ref':
      return <RefPicker {...control} to={field.to} label={field.label} filter={field.filter} labels={labels} />
    case 'refs':
      return <RefPicker {...control} multiple to={field.to} label={field.label} filter={field.filter} labels={labels} />
    case 'day':
    case 'instant':
      return <DayInput {...control} field={field} />
    case 'money':
    case 'int':
    case 'decimal':
    case 'rate':
      return <NumberInput {...control} field={field} />
    case 'flag':
      return field.open === undefined ? <FlagInput {...control} label={field.label} /> : <AnswerInput {...control} label={field.label} />
    case 'files':
      return field.drawn ? (
        <SignatureInput
          value={readFiles(control.value)[0] ?? null}
          onChange={(file) => control.onChange(file ? [file] : [])}
          label={field.label}
          {...(control.disabled ? { disabled: true } : {})}
          {...(control.id ? { id: control.id } : {})}
        />
      ) : (
        <FilesInput
          field={field}
          value={control.value}
          onChange={control.onChange}
          onBusy={onBusy}
          disabled={control.disabled}
          id={control.id}
        />
      )
    case 'lines':
      return <LinesInput {...control} field={field} errors={errors} input={FieldInput} />
    case 'place':
      return <PlaceSearch {...control} value={(control.value as Place | null) ?? null} />
    default:
      return <ValueView field={field} value={control.value} labels={labels} place="detail" />
  }
}

function NoteInput({ field, value, onChange, ...control }: ControlProps & { field: Extract<Field, { kind: 'note' }> }) {
  return (
    <Input.TextArea
      id={control.id}
      value={typeof value === 'string' ? value : ''}
      autoSize={{ minRows: 3, maxRows: 12 }}
      maxLength={field.maxLength ?? 5000}
      showCount
      disabled={control.disabled}
      status={control.invalid ? 'error' : undefined}
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      aria-label={control.ariaLabel}
      autoFocus={control.autoFocus}
      placeholder={control.placeholder ?? `请输入${field.label}`}
      onChange={(event) => onChange(event.target.value)}
      onBlur={control.onLeave}
    />
  )
}

/** Nobody can correct one digit of a number they cannot see: changing means typing all of it. */
function MaskedInput({ masked, ...props }: FieldInputProps & { masked: string }) {
  const [changing, setChanging] = useState(props.value !== masked)
  if (changing && props.value !== masked)
    return (
      <Space.Compact block>
        <Plain {...props} autoFocus placeholder={`请输入新的${props.field.label}`} />
        <Button
          onClick={() => {
            setChanging(false)
            props.onChange(masked)
          }}
        >
          恢复
        </Button>
      </Space.Compact>
    )
  return (
    <Space.Compact block>
      <Input id={props.id} value={masked} readOnly aria-describedby={props.describedBy} />
      <Button
        disabled={props.disabled}
        onClick={() => {
          setChanging(true)
          props.onChange('')
        }}
      >
        修改
      </Button>
    </Space.Compact>
  )
}
