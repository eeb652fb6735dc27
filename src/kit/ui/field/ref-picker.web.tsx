/** Choosing a record: asked from the server page by page (names, pinyin and initials), inside what the user may see. */
import { use, useId, useMemo, useRef, useState } from 'react'
import { Select } from 'antd'
import { useNavigate } from 'react-router'
import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { functionCode } from '../../entity/entity.ts'
import type { OptionsAnswer, Row } from '../../entity/wire.ts'
import { api } from '../client/api.web.ts'
import { entityKeys } from '../client/entity-keys.ts'
import { Link } from '../screen/link.web.tsx'
import { addPath, detailPath, entityOf, hasEntity } from '../screen/registry.web.ts'
import { ScreenContext } from '../screen/screen.web.ts'
import { useCan } from '../state/session.web.ts'
import { useSearched } from '../state/pending-keyword.web.ts'
import { many, pickProps, type ControlProps } from './control.ts'
import { addressFor } from '../state/made-for.web.ts'

type Option = OptionsAnswer['list'][number]

export interface RefPickerProps extends ControlProps {
  /** Name of the entity to choose from. */
  to: string
  label: string
  multiple?: boolean
  /** Fixed filter of the field, in the grammar of lists. */
  filter?: Record<string, unknown>
  /** What the row says about the current value(s): saves asking. */
  labels?: unknown
}

function useOptions(to: string, keyword: string, filter: Record<string, unknown> | undefined, open: boolean) {
  const query = { keyword, ...filter, others: '1' }
  return useInfiniteQuery({
    queryKey: entityKeys.options(to, query),
    enabled: open,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.get<OptionsAnswer>(`/api/v1/${to}/options`, { ...query, pageNo: pageParam }, { signal, silent: true }),
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((n, page) => n + page.list.length, 0)
      return last.list.length > 0 && seen < last.total ? pages.length + 1 : undefined
    },
  })
}

/** Names of chosen records that neither the row nor the open list tells. */
function useChosen(to: string, ids: readonly number[], known: ReadonlyMap<number, string>) {
  const unknown = ids.filter((id) => !known.has(id))
  const { data } = useQuery({
    queryKey: entityKeys.options(to, { ids: unknown.join(',') }),
    enabled: unknown.length > 0,
    staleTime: 60_000,
    queryFn: ({ signal }) => api.get<OptionsAnswer>(`/api/v1/${to}/options`, { ids: unknown.join(',') }, { signal, silent: true }),
  })
  return data?.list ?? []
}

export function readIds(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []
}

export function RefPicker({ to, label, multiple, filter, labels, value, onChange, ...control }: RefPickerProps) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<ReadonlyMap<number, string>>(new Map())
  const ids = readIds(value)
  const { keyword, pausing } = useSearched(typed)
  const search = useOptions(to, keyword, filter, open)
  const listed = useMemo(() => search.data?.pages.flatMap((page) => page.list) ?? [], [search.data])
  const late = pausing || search.isPlaceholderData

  const named = useMemo(() => {
    const names = new Map(picked)
    const fromRow = Array.isArray(labels) ? labels : labels === undefined || labels === null ? [] : [labels]
    // Labels of the row belong to the value it came with; they are matched by position only while the lengths agree.
    if (fromRow.length === ids.length) ids.forEach((id, i) => names.has(id) || names.set(id, String(fromRow[i])))
    for (const option of listed) names.set(option.id, option.label)
    return names
    // `ids` is derived from `value` anew at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [picked, labels, listed, value])
  const asked = useChosen(to, ids, named)
  const nameOf = (id: number): string => named.get(id) ?? asked.find((option) => option.id === id)?.label ?? '加载中…'

  const chosen = ids.map((id) => ({ value: id, label: nameOf(id) }))
  const latest = useRef({ ids, onChange })
  latest.current = { ids, onChange }
  /** What was made on the way is chosen if it may be; else the list says what stands in its way. */
  const take = (made: Row): void => {
    void api
      .get<OptionsAnswer>(`/api/v1/${to}/options`, { ...filter, ids: String(made.id) }, { silent: true })
      .catch(() => null)
      .then((answer) => {
        const option = answer?.list.find(({ id }) => id === made.id)
        if (option && !option.disabled) {
          setPicked((names) => new Map([...names, [made.id, option.label]]))
          return latest.current.onChange(multiple ? [...new Set([...latest.current.ids, made.id])] : made.id)
        }
        setTyped(made.$title)
        setOpen(true)
      })
  }
  return (
    <Select
      {...pickProps(control, label)}
      {...(multiple ? many : {})}
      labelInValue
      value={multiple ? chosen : (chosen[0] ?? null)}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setTyped('')
      }}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      options={late ? [] : listed.map(toOption)}
      optionRender={(option) => <OptionRow to={to} option={option.data as ReturnType<typeof toOption>} />}
      loading={search.isFetching}
      notFoundContent={
        late || search.isFetching
          ? '加载中…'
          : search.isError
            ? '加载失败，请重新输入'
            : typed
              ? `没有匹配「${typed}」的${label}`
              : `没有可选的${label}`
      }
      popupRender={(menu) => (
        <>
          {menu}
          <AddLink to={to} take={take} />
        </>
      )}
      onPopupScroll={(event) => {
        const box = event.currentTarget
        if (box.scrollTop + box.clientHeight > box.scrollHeight - 80 && search.hasNextPage && !search.isFetching)
          void search.fetchNextPage()
      }}
      onChange={(next: unknown) => {
        // Of a list of many the library leaves what was typed: the next key would take the choice back.
        setTyped('')
        const all = (Array.isArray(next) ? next : next ? [next] : []) as { value: number; label: string }[]
        setPicked(new Map(all.map((option) => [option.value, named.get(option.value) ?? nameOf(option.value)])))
        onChange(multiple ? all.map((option) => option.value) : (all[0]?.value ?? null))
      }}
    />
  )
}

const toOption = (option: Option) => ({
  value: option.id,
  label: option.label,
  disabled: option.disabled,
  hint: option.hint,
  why: option.why,
})

function OptionRow({ to, option }: { to: string; option: ReturnType<typeof toOption> }) {
  // Where what stands in the way is dealt with: the record's own page, for whoever may open it.
  const path = option.why && hasEntity(to) ? detailPath(to, option.value) : null
  return (
    <span className="zyt-option" title={[option.label, option.hint, option.why].filter(Boolean).join('\n')}>
      <span>{option.label}</span>
      {option.hint ? <span className="zyt-option-hint">{option.hint}</span> : null}
      {option.why ? (
        <span className="zyt-option-why">
          {option.why} {path ? <Link to={path}>去处理</Link> : '，暂不能选'}
        </span>
      ) : null}
    </span>
  )
}

function AddLink({ to, take }: { to: string; take: (made: Row) => void }) {
  const can = useCan()
  const picker = useId()
  const screen = use(ScreenContext)
  const navigate = useNavigate()
  const path = hasEntity(to) ? addPath(to) : null
  if (!path || !can(functionCode(entityOf(to).right, 'add'))) return null
  return (
    <div className="zyt-picker-foot">
      <Link
        to={path}
        onClick={(event) => {
          if (!screen || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          void navigate(addressFor(path, picker, { tabKey: screen.tabKey, take }))
        }}
      >
        <PlusOutlined /> 新增{entityOf(to).label}
      </Link>
    </div>
  )
}
