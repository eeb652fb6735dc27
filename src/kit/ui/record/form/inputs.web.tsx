/** How the inputs of a small form stand on a page or in a dialog (state: use-inputs). */
import { Alert } from 'antd'
import type { Field } from '../../../entity/field.ts'
import { FieldRow } from './field-row.web.tsx'
import { applies, narrowed } from './form-plan.ts'
import type { Values } from './same.ts'
import type { Inputs } from './use-inputs.web.ts'
import './form.css'

/** What no field of the form can say itself. */
export function Refusals({ form }: { form: Inputs }) {
  return form.general.map((sentence) => (
    <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
  ))
}

export interface InputRowsProps {
  form: Inputs
  names: readonly string[]
  /** Told while files of an input travel. */
  onBusy?: (busy: boolean) => void
  /** When a page does more than keep the value. */
  onChange?: (name: string, value: unknown) => void
  /** The first input takes the keyboard. */
  autoFocus?: boolean
  /** One column. */
  narrow?: boolean
  /** The record it is about: pickers offer what belongs to it. */
  of?: Values
}

export function InputRows({ form, names, onBusy, onChange = form.set, autoFocus = false, narrow, of }: InputRowsProps) {
  return (
    <div className={narrow ? 'zyt-form-fields zyt-form-fields-one' : 'zyt-form-fields'}>
      {names
        .filter((name) => applies(form.fields[name] as Field, form.values))
        .map((name, i) => (
          <FieldRow
            key={name}
            name={name}
            field={narrowed(form.fields[name] as Field, { ...of, ...form.values })}
            value={form.values[name]}
            error={form.errorAt(name)}
            errors={form.cellErrors(name)}
            autoFocus={autoFocus && i === 0}
            onBusy={onBusy}
            onChange={(value) => onChange(name, value)}
            onLeave={() => form.leave(name)}
          />
        ))}
    </div>
  )
}
