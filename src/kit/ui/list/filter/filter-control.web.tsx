/** The control of one filter, by the shape of its field. Texts and numbers wait for Enter or 查询; choices act at once. */
import { useState } from 'react'
import { Input, InputNumber, Select } from 'antd'
import { CLEAR } from '../../parts/clear.web.tsx'
import type { Field } from '../../../entity/field.ts'
import { systemClock } from '../../../basics/time/clock.ts'
import { addDays, addMonths, endOfMonth, isDay, startOfMonth } from '../../../basics/time/day.ts'
import { parseYuan, plainYuan } from '../../../basics/fen.ts'
import { useDictionary } from '../../client/dictionary.web.ts'
import { toast } from '../../dialog/message.web.tsx'
import { many } from '../../field/control.ts'
import { DayRangeInput } from '../../field/day-range.web.tsx'
import { SearchSelect } from '../../field/search-select.web.tsx'
import { useSearched } from '../../state/pending-keyword.web.ts'
import { manyIn, manyText } from '../../../entity/value/value-list.ts'
import { parseFilter, type FilterValue } from './filter.ts'
import { effectiveKind, filterShape, fixedOptions, unitOf } from '../kinds.ts'
import { ManyFound } from './values-found.web.tsx'
import { useCalled, usePaste } from './use-paste.web.ts'
import { useOptions, useRefLabels } from './use-labels.web.ts'
import '../list.css'

export interface FilterControlProps {
  id: string
  field: Field
  value: FilterValue | null
  /** A change that waits for 查询. */
  onDraft: (value: FilterValue | null) => void
  /** A change that acts now. */
  onApply: (value: FilterValue | null) => void
}

export function FilterControl(props: FilterControlProps) {
  switch (filterShape(props.field)) {
    case 'text':
      return <TextFilter {...props} />
    case 'any':
      return <AnyFilter {...props} />
    case 'range':
      return ['day', 'instant'].includes(effectiveKind(props.field)) ? <DayFilter {...props} /> : <NumberFilter {...props} />
    default:
      return null
  }
}

/** As much as the server reads of one value; many values are pasted, and become a list. */
const LONGEST_TEXT = 200

function TextFilter(props: FilterControlProps) {
  const { id, field, value, onDraft, onApply } = props
  const onPaste = usePaste(
    (text) => manyIn(field, text),
    (values) => onApply({ is: 'many', values }),
  )
  if (value?.is === 'many') return <ManyFilter {...props} values={value.values} />
  const text = value?.is === 'text' || value?.is === 'bad' ? value.text : ''
  const of = (typed: string): FilterValue | null => (typed.trim() === '' ? null : { is: 'text', text: typed })
  return (
    <Input
      id={id}
      value={text}
      allowClear={CLEAR}
      maxLength={LONGEST_TEXT}
      placeholder={field.mask ? '请输入完整内容' : field.kind === 'serial' ? '从头输入编号' : '包含…'}
      onChange={(event) => onDraft(of(event.target.value))}
      onPressEnter={() => onApply(of(text))}
      onClear={() => onApply(null)}
      onPaste={onPaste}
    />
  )
}

/** What was pasted, value by value: one can be taken away, others typed or pasted to them. */
function ManyFilter({ id, field, values, onApply }: FilterControlProps & { values: readonly string[] }) {
  const apply = (next: readonly string[]): void => onApply(parseFilter(field, manyText(next)))
  const onPaste = usePaste((text) => manyIn(field, manyText([...values, text])), apply)
  return (
    <div onPaste={onPaste}>
      <Select
        id={id}
        className="zyt-wide"
        mode="tags"
        open={false}
        suffixIcon={null}
        allowClear
        maxTagCount="responsive"
        value={[...values]}
        onChange={apply}
      />
    </div>
  )
}

function AnyFilter(props: FilterControlProps) {
  const { field } = props
  const fixed = fixedOptions(field)
  if (fixed) return <ChoiceFilter {...props} options={Object.entries(fixed).map(([value, label]) => ({ value, label }))} />
  if (field.kind === 'dict') return <DictFilter {...props} group={field.group} />
  if (field.kind === 'ref' || field.kind === 'refs') return <RefFilter {...props} to={field.to} />
  return null
}

const valuesOf = (value: FilterValue | null): string[] => (value?.is === 'any' ? value.values : [])
const anyOf = (values: string[]): FilterValue | null => (values.length > 0 ? { is: 'any', values } : null)

function ChoiceFilter({ id, value, onApply, options }: FilterControlProps & { options: { value: string; label: string }[] }) {
  return (
    <SearchSelect<string[]>
      id={id}
      {...many}
      allowClear
      maxTagCount="responsive"
      placeholder="不限"
      value={valuesOf(value)}
      options={options}
      onChange={(values: string[]) => onApply(anyOf(values))}
    />
  )
}

function DictFilter({ group, ...props }: FilterControlProps & { group: string }) {
  const items = useDictionary(group)
  return <ChoiceFilter {...props} options={items.map(({ value, label }) => ({ value, label }))} />
}

function RefFilter(props: FilterControlProps & { to: string }) {
  const { id, value, onApply, to } = props
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const { keyword, pausing } = useSearched(typed)
  const values = valuesOf(value)
  const { data, isFetching, isPlaceholderData } = useOptions(to, keyword, open)
  const late = pausing || isPlaceholderData
  const chosen = useRefLabels(to, values)
  const listed = (late ? [] : (data?.list ?? [])).map((option) => ({ value: String(option.id), label: option.label }))
  const missing = values.filter((v) => !listed.some((f) => f.value === v)).map((v) => ({ value: v, label: chosen.get(v) ?? `#${v}` }))
  const more = !late && (data?.total ?? 0) > listed.length
  const called = useCalled(to, values, (next) => onApply(anyOf(next)))
  const onPaste = usePaste(called.read, (texts) => void called.find(texts))
  return (
    <div onPaste={onPaste}>
      <Select
        className="zyt-wide"
        id={id}
        {...many}
        allowClear
        maxTagCount="responsive"
        placeholder="不限（可输入拼音）"
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={isFetching}
        notFoundContent={late || isFetching ? '正在查找…' : '没有符合的选项'}
        onOpenChange={setOpen}
        value={values}
        options={typed === '' ? [...missing, ...listed] : listed}
        onChange={(next: string[]) => onApply(anyOf(next))}
        popupRender={(menu) => (
          <>
            {menu}
            {more ? <div className="zyt-list-more">共 {data?.total} 项，请输入关键字缩小范围</div> : null}
          </>
        )}
      />
      {called.result && values.length > 0 ? <ManyFound {...called.result} /> : null}
    </div>
  )
}

const rangeOf = (value: FilterValue | null): { from: string; to: string } =>
  value?.is === 'range' ? { from: value.from, to: value.to } : { from: '', to: '' }
const between = (from: string, to: string): FilterValue | null => (from === '' && to === '' ? null : { is: 'range', from, to })

function DayFilter({ id, field, value, onApply }: FilterControlProps) {
  const { from, to } = rangeOf(value)
  const today = systemClock.today()
  const month = startOfMonth(today)
  const last = addMonths(month, -1)
  return (
    <DayRangeInput
      id={id}
      label={field.label}
      from={from.slice(0, 10)}
      to={to.slice(0, 10)}
      presets={[
        { label: '今天', from: today, to: today },
        { label: '近 7 天', from: addDays(today, -6), to: today },
        { label: '本月', from: month, to: endOfMonth(today) },
        { label: '上月', from: last, to: endOfMonth(last) },
        { label: '未来 30 天', from: today, to: addDays(today, 30) },
        { label: '今年', from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` },
      ]}
      onChange={(range) => onApply(between(range.from, range.to))}
    />
  )
}

/** Money is typed in yuan and a share in percent, as everywhere; the address carries fen and basis points. */
function NumberFilter({ id, field, value, onDraft, onApply }: FilterControlProps) {
  const { from, to } = rangeOf(value)
  const kind = effectiveKind(field)
  const set = (end: 'from' | 'to', typed: string | null): FilterValue | null => {
    const text = typed === null || typed === '' ? '' : toStored(kind, typed)
    return end === 'from' ? between(text, to) : between(from, text)
  }
  const common = {
    stringMode: true,
    controls: false,
    precision: kind === 'int' ? 0 : kind === 'decimal' && field.kind === 'decimal' ? field.scale : 2,
    onPressEnter: () => ordered(from, to) && onApply(between(from, to)),
  }
  const unit = kind === 'money' ? '元' : kind === 'rate' ? '%' : unitOf(field)
  return (
    <div className="zyt-list-range">
      <InputNumber
        {...common}
        id={id}
        placeholder="不小于"
        value={toShown(kind, from)}
        onChange={(v) => onDraft(set('from', v))}
        suffix={unit}
      />
      <span aria-hidden>~</span>
      <InputNumber
        {...common}
        aria-label={`${field.label}不大于`}
        placeholder="不大于"
        value={toShown(kind, to)}
        onChange={(v) => onDraft(set('to', v))}
        suffix={unit}
      />
    </div>
  )
}

function ordered(from: string, to: string): boolean {
  if (from === '' || to === '' || Number(from) <= Number(to)) return true
  toast.error('起始值不能大于结束值')
  return false
}

function toStored(kind: Field['kind'], typed: string): string {
  if (kind === 'money' || kind === 'rate') {
    // Percent to basis points is the same move of the point as yuan to fen.
    const parsed = parseYuan(typed, { allowNegative: true })
    return parsed.ok ? String(parsed.value) : ''
  }
  return typed
}
function toShown(kind: Field['kind'], stored: string): string | null {
  if (stored === '' || isDay(stored)) return null
  return kind === 'money' || kind === 'rate' ? plainYuan(Number(stored)) : stored
}
