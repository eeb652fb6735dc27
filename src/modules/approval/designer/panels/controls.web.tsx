/** The controls panels are made of. Whether anything may be changed is said once, by what stands around them. */
import { createContext, useContext } from 'react'
import { Checkbox, Input, InputNumber, Radio, Select, type InputNumberProps, type InputProps, type SelectProps } from 'antd'
import { many } from '#kit/ui/field/control.ts'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'

const Locked = createContext(false)
/** A version that was published is looked at, not changed. */
export const PanelLock = Locked.Provider
export const useLocked = (): boolean => useContext(Locked)
export const LOCKED = '此版本不能修改'

type Change<T> = (whole: T, key?: string) => void
/** What a control needs for one part of a whole: its value, and the whole with another value there. `key`: as of `PanelProps.onChange`. */
export const partOf =
  <T extends object>(whole: T, onChange: Change<T>) =>
  <K extends keyof T>(name: K, key?: string) => ({
    value: whole[name],
    onChange: (value: T[K]) => onChange({ ...whole, [name]: value }, key),
  })

/** Words by value, or a list where the drawing or the form says what there is. */
type Options<T extends string> = Readonly<Record<T, string>> | readonly { value: T; label: string }[]
const listed = <T extends string>(of: Options<T>): { value: T; label: string }[] =>
  Array.isArray(of) ? [...of] : (Object.entries(of) as [T, string][]).map(([value, label]) => ({ value, label }))

interface Control<T> {
  /** Said by screen readers, and what tests ask for. */
  label: string
  value: T | undefined
  onChange: (value: T) => void
}

/** One of a few, all of them in sight. */
export function RadioField<T extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: Control<T> & { options: Options<T>; className?: string }) {
  return (
    <Radio.Group
      className={className}
      value={value}
      disabled={useLocked()}
      aria-label={label}
      options={listed(options)}
      onChange={(event) => onChange(event.target.value as T)}
    />
  )
}

type Picks = Pick<SelectProps<unknown>, 'placeholder' | 'notFoundContent'>
interface OneOf<T extends string> extends Control<T> {
  options: Options<T>
  /** Found by typing, where there may be many. */
  search?: boolean
  /** Beside another control, as wide as its words. */
  narrow?: boolean
}
/** One of many. Nothing chosen yet is an empty text. */
export function SelectField<T extends string>({ label, options, value, search = false, narrow = false, ...rest }: Picks & OneOf<T>) {
  const Shown = search ? SearchSelect<T> : Select<T>
  return (
    <Shown
      {...rest}
      className={narrow ? undefined : 'zyt-wide'}
      disabled={useLocked()}
      value={value || undefined}
      options={listed(options)}
      aria-label={label}
    />
  )
}

export function SeveralField({
  label,
  options,
  value = [],
  ...rest
}: Picks & Control<readonly string[]> & { options: Options<string>; maxCount?: number }) {
  return (
    <Select<string[]>
      {...rest}
      className="zyt-wide"
      {...many}
      disabled={useLocked()}
      value={[...value]}
      options={listed(options)}
      aria-label={label}
    />
  )
}

type Numbers = Pick<InputNumberProps<number>, 'min' | 'max' | 'precision' | 'prefix' | 'suffix' | 'placeholder'>
export function NumberField({
  label,
  value,
  ...rest
}: Numbers & Omit<Control<number | null>, 'value'> & { value: number | null | undefined }) {
  return <InputNumber<number> {...rest} value={value ?? null} disabled={useLocked()} aria-label={label} />
}
/** A whole number from one on; what was emptied is one. */
export const CountField = ({ max = 100, onChange, ...rest }: Numbers & Control<number>) => (
  <NumberField {...rest} min={1} max={max} precision={0} onChange={(n) => onChange(n ?? 1)} />
)

type Lines = Pick<InputProps, 'maxLength' | 'placeholder' | 'prefix'>
export function TextField({ label, value, onChange, ...rest }: Lines & Control<string>) {
  return (
    <Input {...rest} value={value ?? ''} disabled={useLocked()} aria-label={label} onChange={(event) => onChange(event.target.value)} />
  )
}

export function TickField({ value, onChange, children }: Omit<Control<boolean>, 'label'> & { children: React.ReactNode }) {
  return (
    <Checkbox checked={value ?? false} disabled={useLocked()} onChange={(event) => onChange(event.target.checked)}>
      {children}
    </Checkbox>
  )
}
