/** Choosing colleagues: asked from approval itself, because whoever hands a task over needs no right on the list of users. */
import { useMemo, useState } from 'react'
import { Select } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Field } from '#kit/entity/field.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { FieldInput, type FieldInputProps } from '#kit/ui/field/field.web.tsx'
import { many, pickProps, type ControlProps } from '#kit/ui/field/control.ts'
import { readIds } from '#kit/ui/field/ref-picker.web.tsx'
import { usePinyinSearch } from '#kit/ui/field/search-select.web.tsx'
import { useSearched } from '#kit/ui/state/pending-keyword.web.ts'
import { PEOPLE } from './fields.ts'

interface Person {
  id: number
  label: string
  dept: string | null
}
interface Answer {
  list: Person[]
}

/** Names of people by id; asked once, kept. */
export function usePeople(ids: readonly number[]): ReadonlyMap<number, string> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b).join(',')
  const { data } = useQuery({
    queryKey: ['approval', 'people', 'ids', wanted],
    enabled: wanted !== '',
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Answer>('/api/v1/workflow/people', { ids: wanted }, { signal, silent: true }),
  })
  return useMemo(() => new Map((data?.list ?? []).map((p) => [p.id, p.label])), [data])
}

interface Props extends ControlProps {
  label: string
  multiple?: boolean
  /** Only these can be chosen. */
  among?: readonly { id: number; name: string }[] | null
  max?: number
  /** Those who are disabled, too: somebody who has left. */
  all?: boolean
}

export function PeoplePicker({ label, multiple, among, max, all = false, value, onChange, ...control }: Props) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { keyword, pausing } = useSearched(typed)
  const ids = readIds(value)
  const search = useQuery({
    queryKey: ['approval', 'people', 'search', keyword, all],
    enabled: open && !among,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<Answer>(
        '/api/v1/workflow/people',
        { ...(keyword ? { keyword } : {}), ...(all ? { all: '1' } : {}) },
        { signal, silent: true },
      ),
  })
  const late = !among && (pausing || search.isPlaceholderData)
  const bySound = usePinyinSearch()
  const [picked, setPicked] = useState<ReadonlyMap<number, string>>(new Map())
  const listed: Person[] = among ? among.map((p) => ({ id: p.id, label: p.name, dept: null })) : (search.data?.list ?? [])
  const known = new Map([...picked, ...listed.map((p) => [p.id, p.label] as const)])
  const asked = usePeople(ids.filter((id) => !known.has(id)))
  const nameOf = (id: number): string => known.get(id) ?? asked.get(id) ?? `#${id}`
  const chosen = ids.map((id) => ({ value: id, label: nameOf(id) }))
  return (
    <Select
      {...pickProps(control, label)}
      {...(multiple ? many : {})}
      maxCount={multiple && max ? max : undefined}
      labelInValue
      value={multiple ? chosen : (chosen[0] ?? null)}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped('')
      }}
      showSearch={among ? bySound : { filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={(late ? [] : listed).map((p) => ({ value: p.id, label: p.label, dept: p.dept }))}
      optionRender={(option) => (
        <span className="zyt-option">
          <span>{option.label}</span>
          {option.data.dept ? <span className="zyt-option-hint">{option.data.dept}</span> : null}
        </span>
      )}
      loading={search.isFetching}
      notFoundContent={
        late || search.isFetching
          ? '加载中…'
          : search.isError
            ? '加载失败，请重新输入'
            : typed
              ? `没有匹配「${typed}」的人员`
              : '没有可选的人员'
      }
      onChange={(next: unknown) => {
        // Of a list of many the library leaves what was typed: the next key would take the choice back.
        setTyped('')
        const now = (Array.isArray(next) ? next : next ? [next] : []) as { value: number; label: string }[]
        setPicked(new Map(now.map((option) => [option.value, nameOf(option.value)])))
        onChange(multiple ? now.map((option) => option.value) : (now[0]?.value ?? null))
      }}
    />
  )
}

/** The kit's control, with people chosen from approval's own list. */
export function AnyInput(props: FieldInputProps) {
  const { field } = props
  if ((field.kind === 'ref' || field.kind === 'refs') && (field.to as string) === PEOPLE) {
    const { field: _f, labels: _l, errors: _e, masked: _m, onBusy: _b, ...control } = props
    return <PeoplePicker {...control} label={(field as Field).label} multiple={field.kind === 'refs'} />
  }
  return <FieldInput {...props} />
}
