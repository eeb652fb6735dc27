/** Choosing from a known list: definition options, dictionary items, yes and no. Pinyin and initials find. */
import { Radio, Select, Switch } from 'antd'
import type { Field } from '../../entity/field.ts'
import { useDictionary } from '../client/dictionary.web.ts'
import { usePinyinSearch } from './search-select.web.tsx'
import { many, pickProps, type ControlProps } from './control.ts'

interface Option {
  value: string
  label: string
  disabled?: boolean
}

function OptionSelect({
  options,
  value,
  onChange,
  multiple,
  label,
  ...control
}: ControlProps & { options: readonly Option[]; label: string; multiple?: boolean }) {
  const search = usePinyinSearch()
  return (
    <Select
      {...pickProps(control, label)}
      {...(multiple ? many : {})}
      value={multiple ? (Array.isArray(value) ? value : []) : typeof value === 'string' ? value : undefined}
      options={[...options]}
      showSearch={options.length > 7 ? search : false}
      notFoundContent="没有匹配的选项"
      onChange={(next: unknown) => onChange(next === undefined ? null : next)}
    />
  )
}

export function ChoiceInput({ field, ...control }: ControlProps & { field: Extract<Field, { kind: 'choice' | 'state' }> }) {
  const options = Object.entries(field.options).map(([value, label]) => ({ value, label }))
  const short = options.length <= 3 && options.every((option) => option.label.length <= 6)
  // A radio cannot be taken back, so it is only right where an answer is needed anyway.
  if (!short || !field.required || control.ariaLabel) return <OptionSelect {...control} options={options} label={field.label} />
  return (
    <Radio.Group
      id={control.id}
      value={control.value}
      options={options}
      disabled={control.disabled}
      aria-label={field.label}
      aria-describedby={control.describedBy}
      onChange={(event) => control.onChange(event.target.value)}
    />
  )
}

export function DictInput({ field, ...control }: ControlProps & { field: Extract<Field, { kind: 'dict' }> }) {
  const items = useDictionary(field.group)
  // A disabled item may still be the value of an old record; it is named but cannot be chosen anew.
  const options = items
    .filter((item) => !item.disabled || item.value === control.value)
    .map((item) => ({ value: item.value, label: item.disabled ? `${item.label}（已停用）` : item.label, disabled: item.disabled }))
  return <OptionSelect {...control} options={options} label={field.label} />
}

/** A switch always stands somewhere; a question that nobody has answered needs a third place. */
export function AnswerInput({ value, onChange, label, ...control }: ControlProps & { label: string }) {
  return (
    <Radio.Group
      id={control.id}
      value={typeof value === 'boolean' ? value : undefined}
      options={[
        { value: true, label: '是' },
        { value: false, label: '否' },
      ]}
      disabled={control.disabled}
      aria-label={control.ariaLabel ?? label}
      aria-describedby={control.describedBy}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function FlagInput({ value, onChange, ...control }: ControlProps & { label: string }) {
  return (
    <Switch
      id={control.id}
      checked={value === true}
      checkedChildren="是"
      unCheckedChildren="否"
      disabled={control.disabled}
      aria-label={control.ariaLabel ?? control.label}
      aria-describedby={control.describedBy}
      onChange={onChange}
    />
  )
}
