/** Everything about showing and typing one field. */
export { ValueView } from './field-value.web.tsx'
export { FieldInput, type FieldInputProps } from './field-input.web.tsx'
