/** Rows as a table or as cards, or what stands there instead: loading, nothing found, an error. */
import { useMemo } from 'react'
import { Button } from 'antd'
import type { Row } from '../../../entity/wire.ts'
import type { Column } from '../columns.ts'
import { actionsOf } from '../../screen/registry.web.ts'
import { isChosen, pageState, togglePage } from '../../state/selection.ts'
import { EmptyState, ErrorState, LoadingState, useFailureTold, useSlow } from '../../parts/state.web.tsx'
import { changed, nextSort } from '../../state/url-state.ts'
import { mayVerb } from '../bulk/act.web.ts'
import { ListCards } from './cards.web.tsx'
import { cleared } from '../filter/chips.ts'
import { quickFields } from '../bulk/legality.ts'
import { lastPage } from './layout.ts'
import { ListTable } from './table.web.tsx'
import { useRights, type ListModel } from '../use-list.web.ts'
import type { useRows } from './use-rows.web.ts'

interface Props {
  list: ListModel
  rows: ReturnType<typeof useRows>
  narrow: boolean
  plain: boolean
  onAdd: (() => void) | null
  onFilterColumn: (name: string) => void
  renderEditor: (row: Row, column: Column) => React.ReactNode
}

const NO_QUICK: ReadonlySet<string> = new Set()

export function ListBody({ list, rows, narrow, plain, onAdd, onFilterColumn, renderEditor }: Props) {
  const { entity, data, selection, setSelection, state, set, columns, defaults } = list
  const can = useRights()
  const slow = useSlow(data.isFetching && data.isPlaceholderData)
  const mayEdit = mayVerb(entity, 'edit', can)
  const quick = useMemo(() => (mayEdit ? new Set(quickFields(entity)) : NO_QUICK), [entity, mayEdit])
  const chosen = useMemo(
    () =>
      selection.by === 'query' ? ('all' as const) : new Set(list.rows.filter((row) => isChosen(selection, row.id)).map((row) => row.id)),
    [selection, list.rows],
  )
  if (data.error && !data.data) return <ErrorState error={data.error} onRetry={() => void data.refetch()} />
  if (!data.data) return <LoadingState rows={10} />
  if (list.rows.length === 0) return <Nothing list={list} onAdd={onAdd} />

  const withActions =
    rows.hasWay ||
    mayEdit ||
    mayVerb(entity, 'delete', can) ||
    Object.values(actionsOf(entity.name)?.all ?? {}).some((spec) => !spec.internal)
  const sortBy = (name: string, add: boolean): void => {
    const sort = name.startsWith('-') ? name : nextSort(state.sort, name, add, defaults.sort)
    set(changed(state, { sort }))
  }
  const shared = {
    entity,
    totals: data.data.totals,
    sumsOf: !data.data.exact && (entity.list.totals ?? []).length > 0 ? list.query : null,
    pages: lastPage(list.total, state.pageSize),
    columns: columns.columns,
    rows: list.rows,
    chosen,
    lastOpenedId: rows.lastOpened,
    selectable: !plain,
    withActions,
    handlers: rows.handlers,
  }
  return (
    <>
      {data.error ? <StaleNotice error={data.error} onRetry={() => void data.refetch()} /> : null}
      <div
        className="zyt-list-keys"
        tabIndex={0}
        role="group"
        aria-label={`${entity.label}列表，按 J、K 上下移动，X 选择，Enter 打开`}
        onKeyDown={rows.onKeyDown}
      >
        {narrow ? (
          <ListCards {...shared} />
        ) : (
          <ListTable
            {...shared}
            density={columns.density}
            sort={state.sort}
            pageChosen={pageState(selection, list.rows)}
            currentId={rows.currentId}
            editing={rows.editing}
            quick={quick}
            busy={slow}
            onSort={sortBy}
            onTogglePage={() => setSelection((s) => togglePage(s, list.rows))}
            onColumns={(change) => columns.setColumns(change(columns.columns))}
            onCurrent={rows.setCurrent}
            onFilterColumn={onFilterColumn}
            renderEditor={renderEditor}
          />
        )}
      </div>
    </>
  )
}

/** The rows on the screen are still the old ones; say so rather than take them away. */
function StaleNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useFailureTold(error)
  return (
    <div className="zyt-list-undo" role="alert">
      刷新失败，当前显示的是之前的数据
      <Button size="small" type="link" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** Why there is nothing, and what to do about it. */
function Nothing({ list, onAdd }: { list: ListModel; onAdd: (() => void) | null }) {
  const { entity, state, set, data, embedded } = list
  const filtered = Object.keys(state.filters).length > 0 || state.keyword !== '' || state.quick !== ''
  const note = data.data?.scopeNote
  const why = filtered ? `没有符合条件的${entity.label}` : note ? `您的数据权限内没有${entity.label}` : `还没有${entity.label}`
  return (
    <EmptyState
      why={
        <>
          <div>{why}</div>
          {note ? <div className="zyt-list-note">您的数据权限：{note}</div> : null}
        </>
      }
      compact={embedded}
      next={
        filtered ? (
          <Button onClick={() => set({ ...cleared(state), saved: state.saved === '' ? '' : 'all' })}>清空条件</Button>
        ) : onAdd ? (
          <Button type="primary" onClick={onAdd}>
            新增{entity.label}
          </Button>
        ) : undefined
      }
    />
  )
}
