import type { ComponentType, KeyboardEvent } from 'react'
import type { Field } from '../../entity/field.ts'

/** What every input control of a field takes, whatever its kind. */
export interface ControlProps {
  value: unknown
  onChange: (value: unknown) => void
  id?: string
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
  /** For controls without a visible label (cells of lines, filters). */
  ariaLabel?: string
  placeholder?: string
  autoFocus?: boolean
  /** The person left the control: time to check what was typed. */
  onLeave?: () => void
  onEnter?: () => void
}

/** A control that finds the right input for a field by itself. */
export type FieldControl = ComponentType<ControlProps & { field: Field; labels?: unknown }>

/** What every input of the library takes from these, and what every one that picks from a list takes besides. */
export const inputProps = (control: Omit<ControlProps, 'value' | 'onChange'>) => ({
  id: control.id,
  className: 'zyt-wide',
  disabled: control.disabled,
  status: control.invalid ? ('error' as const) : undefined,
  'aria-invalid': control.invalid,
  'aria-describedby': control.describedBy,
  'aria-label': control.ariaLabel,
  autoFocus: control.autoFocus,
  allowClear: true,
})
export const pickProps = (control: Omit<ControlProps, 'value' | 'onChange'>, label: string) => ({
  ...inputProps(control),
  // Outside a form nothing else says what is picked.
  'aria-label': control.ariaLabel ?? (control.id ? undefined : label),
  maxTagCount: 'responsive' as const,
  placeholder: control.placeholder ?? `请选择${label}`,
  onBlur: control.onLeave,
})
/**
 * Of a list that several are picked from. It stays open after a choice, and the library's Tab would choose the same one again, which takes
 * it back: here Tab goes on, unless something is being looked for.
 */
export const many = {
  mode: 'multiple' as const,
  onInputKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (event.key === 'Tab' && event.currentTarget.value === '') event.stopPropagation()
  },
}
