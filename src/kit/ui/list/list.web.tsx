/** The list of an entity, read off its definition: search, views, table or cards, selection, bulk actions, paging. */
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Row } from '../../entity/wire.ts'
import { BulkBar } from './bulk/bulk-bar.web.tsx'
import { CellEditor } from './table/cell-editor.web.tsx'
import { Chips } from './filter/chips.web.tsx'
import { chipsOf } from './filter/chips.ts'
import { exportList } from './export.web.ts'
import { Filters } from './filter/filters.web.tsx'
import { mayVerb, restoreRow } from './bulk/act.web.ts'
import { fixedFields, totalText } from './table/layout.ts'
import { FoundOfList } from './filter/values-found.web.tsx'
import { ListBody } from './table/body.web.tsx'
import type { EntityListProps } from './list-props.ts'
import { useNarrow } from './media.web.ts'
import { Toolbar } from './toolbar.web.tsx'
import { TreeLayout } from './tree/tree-pane.web.tsx'
import { UndoBar } from './bulk/undo.web.tsx'
import { useList, useRights, type ListModel } from './use-list.web.ts'
import { useRecordForms } from './use-forms.web.tsx'
import { useListKeys } from './table/use-list-keys.web.ts'
import { useRows } from './table/use-rows.web.ts'
import { Views } from './views/views.web.tsx'
import { useShortcut } from '../screen/keys.web.ts'
import { toast } from '../dialog/message.web.tsx'
import { Pages } from '../parts/pages.web.tsx'
import { useActionRunner } from '../record/action-bar.web.tsx'
import { slots } from '../screen/registry.web.ts'
import { NOTHING, selectQuery, targetOf, type Selection } from '../state/selection.ts'
import { changed, DEPTH_LIMIT, PAGE_SIZES, withFilter } from '../state/url-state.ts'
import './list.css'

export type { EntityListProps } from './list-props.ts'
export { useSiblings } from './siblings.web.ts'
export type { Siblings } from './siblings.ts'
export { TreeScreen } from './tree/tree-screen.web.tsx'

const ColumnPanel = lazy(() => import('./views/column-panel.web.tsx').then((m) => ({ default: m.ColumnPanel })))

export function EntityList(props: EntityListProps) {
  const list = useList(props)
  const { entity, state, set, habits, setHabits } = list
  const narrow = useNarrow()
  const tree = entity.list.tree
  const main = <Main props={props} list={list} narrow={narrow} />
  if (!tree || narrow || list.embedded) return main
  const chosen = state.filters[tree]
  return (
    <TreeLayout
      entity={entity}
      field={tree}
      view={list.screen}
      habits={habits}
      setHabits={setHabits}
      chosen={chosen?.is === 'any' && chosen.values.length === 1 ? (chosen.values[0] ?? null) : null}
      onChoose={(id) => set(withFilter(state, tree, id === null ? null : { is: 'any', values: [id] }))}
    >
      {main}
    </TreeLayout>
  )
}

function Main({ props, list, narrow }: { props: EntityListProps; list: ListModel; narrow: boolean }) {
  const { entity, state, set, selection, setSelection, total, exact, columns } = list
  const can = useRights()
  const client = useQueryClient()
  const [maximised, setMaximised] = useState(false)
  const [panel, setPanel] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  const forms = useRecordForms(entity, { screen: list.screen, preset: props.addParams, can })
  const runner = useActionRunner(entity.name)
  const rows = useRows(list, {
    view: props.view,
    can,
    onOpen: props.onOpen,
    onAction: (row: Row, name: string) => runner.run(name, row),
    onEdit: forms.edit,
  })
  const box = useRef<HTMLElement>(null)
  useShortcut({ combo: 'escape', label: '退出全屏', run: () => setMaximised(false) }, maximised)
  useListKeys(rows, box, !list.embedded && !narrow)

  const chips = chipsOf(state, entity, list.embedded ? {} : (props.view?.filter ?? {}))
  const clear = useCallback(() => setSelection(() => NOTHING), [setSelection])
  const mayExport = mayVerb(entity, 'export', can)
  const exportNow = (what: Selection | null): void => {
    if (what?.by === 'rows' && what.rows.size > MOST_IDS)
      return toast.error(`逐条勾选最多导出 ${MOST_IDS} 条，更多请筛选后使用「选择全部」`)
    // A refusal has been told by its toast; there is nothing left to do here.
    exportList(entity, exportQuery(what, list.filter), state.sort, columns.columns, list.screen).catch(() => undefined)
  }

  return (
    <section ref={box} className={maximised ? 'zyt-list zyt-list-max' : 'zyt-list'} aria-label={`${entity.label}列表`}>
      {props.above}
      {list.embedded ? null : <Views list={list} view={props.view} />}
      <Toolbar
        entity={entity}
        keyword={state.keyword}
        onKeyword={(keyword) => set(changed(state, { keyword }))}
        onAdd={forms.add}
        onImport={forms.importRows}
        onExport={mayExport && total > 0 ? () => exportNow(null) : null}
        onColumns={() => setPanel(true)}
        onRefresh={() => void client.invalidateQueries({ queryKey: ['entity', entity.name] })}
        busy={list.data.isFetching}
        maximised={maximised}
        onMaximise={() => setMaximised(!maximised)}
        extra={props.toolbar ?? (list.embedded ? null : <OwnTools entity={entity.name} />)}
        narrow={narrow}
      />
      <Filters
        entity={entity}
        state={state}
        fixed={fixedFields(props.view?.filter, props.fixed)}
        folded={list.habits.folded ?? true}
        onFold={(folded) => list.setHabits({ folded })}
        onSearch={set}
        wanted={wanted}
      />
      <Chips chips={chips} state={state} onChange={set} />
      <FoundOfList entity={entity} state={state} missing={list.data.isPlaceholderData ? undefined : list.data.data?.missing} />
      <UndoBar what={rows.undone} onGone={rows.clearUndone} onUndo={(id) => void restoreRow(client, entity, id).then(rows.clearUndone)} />
      <ListBody
        list={list}
        rows={rows}
        narrow={narrow}
        plain={props.plain ?? false}
        onAdd={forms.add}
        onFilterColumn={setWanted}
        renderEditor={(row, column) => (
          <CellEditor key={`${row.id}.${column.name}`} entity={entity} row={row} column={column} onDone={rows.stopEditing} />
        )}
      />
      <footer className="zyt-list-foot">
        {props.plain ? null : (
          <BulkBar
            entity={entity}
            selection={selection}
            total={total}
            exact={exact}
            can={can}
            onAll={() => setSelection(() => selectQuery(list.filter, total, exact))}
            onClear={clear}
            onExport={mayExport ? () => exportNow(selection) : null}
          />
        )}
        <Paging list={list} narrow={narrow} />
      </footer>
      {panel ? (
        <Suspense fallback={null}>
          <ColumnPanel open onClose={() => setPanel(false)} handle={columns} />
        </Suspense>
      ) : null}
      {runner.element}
      {forms.element}
    </section>
  )
}

function OwnTools({ entity }: { entity: string }) {
  const Own = slots.toolbars[entity]
  if (!Own) return null
  return (
    <Suspense fallback={null}>
      <Own />
    </Suspense>
  )
}

/** As many values as the server takes in one filter. */
const MOST_IDS = 200

/** Rows chosen one by one are named by their ids; «全部» and nothing chosen are the filter itself. */
function exportQuery(selection: Selection | null, filter: ListModel['filter']): ListModel['filter'] {
  const target = selection ? targetOf(selection) : { query: filter }
  return 'ids' in target ? { id: target.ids.join(',') } : target.query
}

function Paging({ list, narrow }: { list: ListModel; narrow: boolean }) {
  const { state, total, exact, setPaging, data } = list
  if (!data.data || total === 0) return null
  return (
    <Pages
      size="small"
      current={state.pageNo}
      pageSize={state.pageSize}
      total={Math.min(total, DEPTH_LIMIT)}
      pageSizeOptions={PAGE_SIZES.map(String)}
      showSizeChanger={!narrow}
      showQuickJumper={!narrow && total > state.pageSize * 5}
      simple={narrow}
      showTotal={() => totalText(total, exact) + (total > DEPTH_LIMIT ? '，可翻看前 100,000 条' : '')}
      onChange={setPaging}
    />
  )
}
