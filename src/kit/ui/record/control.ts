import type { ComponentType } from 'react'
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
