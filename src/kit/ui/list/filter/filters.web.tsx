/** The search area: first row always, the rest folded (remembered), any other field by «添加条件». Enter searches. */
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button, Dropdown, Select } from 'antd'
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import type { Entity } from '../../../entity/entity.ts'
import type { Field } from '../../../entity/field.ts'
import { changed, type ListState } from '../../state/url-state.ts'
import { FilterControl } from './filter-control.web.tsx'
import { formatFilter, type FilterValue } from './filter.ts'
import { columnNames, fieldOf, filterShape } from '../kinds.ts'
import { filtersInFirstRow } from '../table/layout.ts'
import { watchSize } from '../../screen/watch-size.web.ts'

interface Props {
  entity: Entity
  state: ListState
  /** Fields that the screen or the record around the list has fixed. */
  fixed: ReadonlySet<string>
  folded: boolean
  onFold: (folded: boolean) => void
  onSearch: (next: ListState) => void
  /** A field asked for from a column's menu. */
  wanted: string | null
}

type Draft = Record<string, FilterValue | null>

export function Filters({ entity, state, fixed, folded, onFold, onSearch, wanted }: Props) {
  const box = useRef<HTMLFormElement>(null)
  const room = useRoom(box)
  const [added, setAdded] = useState<string[]>([])
  const [draft, setDraft] = useDraftOf(state)
  const standard = useMemo(() => (entity.list.filters ?? []).filter((name) => !fixed.has(name)), [entity, fixed])
  useEffect(() => {
    if (wanted) setAdded((before) => [...new Set([...before, wanted])])
  }, [wanted])

  const extra = [...new Set([...added, ...Object.keys(state.filters)])].filter((n) => !standard.includes(n) && !fixed.has(n))
  const names = [...standard, ...extra]
  const first = filtersInFirstRow(room)
  // What is in force or was just asked for is never folded away.
  const shown = folded ? names.filter((name, i) => i < first || extra.includes(name)) : names
  const apply = (part: Draft = {}): void => onSearch(changed(state, { filters: merged(state.filters, { ...draft, ...part }) }))
  const rest = columnNames(entity).filter((n) => !names.includes(n) && !fixed.has(n) && filterShape(fieldOf(entity, n) as Field))

  if (names.length === 0 && rest.length === 0) return null
  return (
    <form
      ref={box}
      className="zyt-list-filters"
      role="search"
      aria-label={`筛选${entity.label}`}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {shown.map((name) => (
        <FilterField
          key={name}
          name={name}
          field={fieldOf(entity, name) as Field}
          value={draft[name] ?? null}
          onDraft={(value) => setDraft({ ...draft, [name]: value })}
          onApply={(value) => apply({ [name]: value })}
          autoFocus={name === wanted}
        />
      ))}
      <div className="zyt-list-filter-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        {rest.length > 0 ? <AddFilter entity={entity} names={rest} onAdd={(name) => setAdded([...added, name])} /> : null}
        {standard.length > first ? (
          <Button
            type="link"
            size="small"
            aria-expanded={!folded}
            onClick={() => onFold(!folded)}
            icon={folded ? <DownOutlined /> : <UpOutlined />}
          >
            {folded ? `展开（${standard.length - first}）` : '收起'}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function merged(filters: ListState['filters'], draft: Draft): ListState['filters'] {
  const all: Draft = { ...filters, ...draft }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, FilterValue] => formatFilter(entry[1]) !== ''))
}

/** What is typed but not searched for yet; a change of the address (chip closed, 返回) throws it away. */
function useDraftOf(state: ListState): [Draft, (draft: Draft) => void] {
  const [of, setOf] = useState(state.filters)
  const [draft, setDraft] = useState<Draft>(state.filters)
  if (of !== state.filters) {
    setOf(state.filters)
    setDraft(state.filters)
    return [state.filters, setDraft]
  }
  return [draft, setDraft]
}

function useRoom(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1200)
  useEffect(() => {
    const element = box.current
    if (!element) return
    return watchSize(element, ({ contentRect }) => {
      // A hidden tab measures zero; that is no reason to fold anything.
      if (contentRect.width > 0) setWidth(contentRect.width)
    })
  }, [box])
  return width
}

interface FieldProps {
  name: string
  field: Field
  value: FilterValue | null
  onDraft: (value: FilterValue | null) => void
  onApply: (value: FilterValue | null) => void
  autoFocus: boolean
}

function FilterField({ name, field, value, onDraft, onApply, autoFocus }: FieldProps) {
  const id = `${useId()}-${name}`
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (autoFocus) box.current?.querySelector('input')?.focus()
  }, [autoFocus])
  const asked = value?.is === 'empty' || value?.is === 'filled'
  return (
    <div className="zyt-list-filter" ref={box}>
      <span className="zyt-list-filter-label">
        <label htmlFor={id}>{field.label}</label>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              ...(filterShape(field) ? [{ key: 'value', label: '按内容筛选' }] : []),
              { key: 'empty', label: '为空' },
              { key: 'filled', label: '不为空' },
            ],
            selectable: true,
            selectedKeys: [asked && value ? value.is : 'value'],
            onClick: ({ key }) => onApply(key === 'empty' || key === 'filled' ? { is: key } : null),
          }}
        >
          <button type="button" className="zyt-list-filter-how" aria-label={`${field.label}的筛选方式`}>
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      </span>
      {asked ? (
        <Select
          id={id}
          value={value?.is}
          options={[
            { value: 'empty', label: '为空' },
            { value: 'filled', label: '不为空' },
          ]}
          allowClear
          onChange={(is?: 'empty' | 'filled') => onApply(is ? { is } : null)}
        />
      ) : (
        <FilterControl id={id} field={field} value={value} onDraft={onDraft} onApply={onApply} />
      )}
    </div>
  )
}

function AddFilter({ entity, names, onAdd }: { entity: Entity; names: string[]; onAdd: (name: string) => void }) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: names.map((name) => ({ key: name, label: fieldOf(entity, name)?.label })),
        onClick: ({ key }) => onAdd(key),
        className: 'zyt-list-menu',
      }}
    >
      <Button>添加条件</Button>
    </Dropdown>
  )
}
