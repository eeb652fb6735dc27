/** What happens to rows: opening, ticking, acting, editing, and the keys for it. Handlers are stable, so rows stay memoised. */
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { View } from '../../../entity/module.ts'
import type { Row } from '../../../entity/wire.ts'
import { actionsOf, detailPath } from '../../screen/registry.web.ts'
import { useScreen } from '../../screen/screen.web.ts'
import { toggleRange, toggleRow } from '../../state/selection.ts'
import { DELETE, deleteRow, EDIT, mayVerb, withVerbs } from '../bulk/act.web.ts'
import { meaningOf, stepTo, type KeyMeaning } from './keys.ts'
import { rowOffers, stateOf, WAY, withWay } from '../bulk/legality.ts'
import { readOpened, saveOpened, saveResult } from '../siblings.web.ts'
import type { RowHandlers } from './table-types.ts'
import type { Undone } from '../bulk/undo.web.tsx'
import type { ListModel } from '../use-list.web.ts'

/** Keys typed there belong to the control. */
const isTaken = (target: HTMLElement): boolean =>
  target.closest('input:not([type=checkbox]),textarea,select,[contenteditable],[role=menu],[role=combobox]') !== null
/** Enter on a link, a button or a page number is that control's own. */
export const isOwn = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a,button,li,[role=tab],[role=menuitem],[role=treeitem],[role=switch]') !== null

interface Wishes {
  view: View | undefined
  can: (code: string) => boolean
  onOpen: ((row: Row) => void) | undefined
  onAction: (row: Row, name: string) => void
  onEdit: (row: Row) => void
}

export function useRows(list: ListModel, { view, can, onOpen, onAction, onEdit }: Wishes) {
  const { entity, rows, key } = list
  const { open: openTab } = useScreen()
  const client = useQueryClient()
  const [currentId, setCurrent] = useState<number | null>(null)
  const [lastOpened, setLastOpened] = useState<number | null>(() => readOpened(key))
  const [editing, setEditing] = useState<{ id: number; field: string } | null>(null)
  const [undone, setUndone] = useState<Undone | null>(null)
  const anchor = useRef<number | null>(null)
  const edit = mayVerb(entity, 'edit', can)
  const remove = mayVerb(entity, 'delete', can)
  const specs = actionsOf(entity.name)?.all
  const promoted = view?.promoted
  const way = view?.leadsTo && can(view.leadsTo.right) ? view.leadsTo : null

  // The newest of everything, for handlers that must not change from render to render.
  const now = useRef({ list, onOpen, onAction, onEdit, openTab })
  now.current = { list, onOpen, onAction, onEdit, openTab }

  const handlers = useMemo<RowHandlers>(() => {
    const pathOf = (row: Row): string | null => detailPath(entity.name, row.id)
    const open = (row: Row): void => {
      const { state, rows, total, query } = now.current.list
      setLastOpened(row.id)
      saveOpened(key, row.id)
      saveResult({ entity: entity.name, ids: rows.map((one) => one.id), offset: (state.pageNo - 1) * state.pageSize, total, query })
      if (now.current.onOpen) return now.current.onOpen(row)
      const path = pathOf(row)
      if (path) now.current.openTab(path)
    }
    return {
      pathOf,
      open,
      offers: (row) => withVerbs(withWay(way?.label ?? null, rowOffers(row, specs ?? {}, promoted, 2, stateOf(entity, row))), edit, remove),
      act: (row, name) => {
        if (name === WAY) return way ? now.current.openTab(way.screen, { [way.as]: row.id }) : undefined
        if (name === EDIT.name) return now.current.onEdit(row)
        if (name !== DELETE.name) return now.current.onAction(row, name)
        void deleteRow(client, entity, row).then((done) => done && setUndone({ id: row.id, title: row.$title }))
      },
      toggle: (row, range) => {
        const from = anchor.current
        anchor.current = row.id
        now.current.list.setSelection((s) =>
          range ? toggleRange(s, now.current.list.rows, from, row) : toggleRow(s, row, now.current.list.rows),
        )
      },
      edit: (row) => now.current.onEdit(row),
      startCell: (row, field) => setEditing({ id: row.id, field }),
    }
  }, [entity, key, specs, promoted, way, edit, remove, client])

  /** What a key means here. `box`: the list on the screen, to keep the row in sight. */
  const press = useCallback(
    (meaning: KeyMeaning, box: Element | null, range: boolean) => {
      const shown = now.current.list.rows
      const row = shown.find((one) => one.id === currentId)
      if (meaning === 'next' || meaning === 'previous') {
        const id = stepTo(
          shown.map((one) => one.id),
          currentId,
          meaning === 'next' ? 1 : -1,
        )
        setCurrent(id)
        box?.querySelector(`[data-id="${id}"]`)?.scrollIntoView({ block: 'nearest' })
      } else if (row && meaning === 'toggle') handlers.toggle(row, range)
      else if (row && meaning === 'open') handlers.open(row)
      else if (row && meaning === 'edit' && edit) handlers.edit(row)
    },
    [currentId, handlers, edit],
  )
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (isTaken(event.target as HTMLElement)) return
      const meaning = meaningOf(event)
      if (meaning === null || (meaning === 'open' && isOwn(event.target as HTMLElement))) return
      event.preventDefault()
      press(meaning, event.currentTarget, event.shiftKey)
    },
    [press],
  )
  return {
    handlers,
    currentId,
    setCurrent,
    lastOpened,
    editing,
    stopEditing: useCallback(() => setEditing(null), []),
    undone,
    clearUndone: useCallback(() => setUndone(null), []),
    onKeyDown,
    press,
    mayEdit: edit,
    hasWay: way !== null,
    rows,
  }
}
