/** Everything about showing and typing one field. */
export { FieldValue, ValueView, DictTag, type FieldValueProps } from './field-value.web.tsx'
export { FieldInput, type FieldInputProps } from './field-input.web.tsx'
export { stateColor } from './tone.ts'
export { labelWithUnit, valueText } from './record/value-text.ts'
