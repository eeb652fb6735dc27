/**
 * Columns as wide as what they hold (widths.ts), written straight into the variables of the table, before the browser paints: whatever is
 * drawn into the table, rows, cells that were fetched, words of a dictionary or of another language, is seen by one observer.
 */
import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import type { Column, Density } from '../columns.ts'
import { CELL_PADDING, followsPages, inRoom, isWhole, mostWidth, SORT_SIGNS, type Wish } from '../widths.ts'
import { sortable } from '../kinds.ts'
import { cellWidth } from './cell-width.web.ts'
import { ACTIONS_VAR, CHECK_WIDTH, widthVar } from './sticky.ts'
import { watchSize } from '../../screen/watch-size.web.ts'

/** What a long text keeps when the window is a little too narrow for all columns. */
const LEAST_TEXT = 160
const MOST_TITLE = 240
/** The head of the actions. */
const LEAST_ACTIONS = 50

interface Given {
  columns: readonly Column[]
  density: Density
  rows: readonly unknown[]
  selectable: boolean
  withActions: boolean
}

export function useContentWidths(table: RefObject<HTMLTableElement | null>, given: Given): void {
  const { columns, density, rows } = given
  /** What each column asked for so far; only ever more, so that nothing jumps back and forth from page to page. */
  const asked = useRef(new Map<string, number>())
  const drawn = useRef(new Map<string, number>())
  const first = useRef(rows)
  const now = useRef(given)
  now.current = given
  // New objects of the same columns are no reason to measure again.
  const marks = useMemo(() => columns.map(({ name, width, own, pin }) => [name, width, own, pin]).join(), [columns])

  useLayoutEffect(() => {
    const element = table.current
    const box = element?.parentElement
    if (!element || !box) return
    let room = box.clientWidth
    const draw = (): void => {
      const { columns, selectable, withActions } = now.current
      const verbs = withActions ? Math.ceil(asked.current.get(ACTIONS_VAR) ?? 0) : 0
      if (withActions) element.style.setProperty(ACTIONS_VAR, `${verbs}px`)
      const wishes = columns.map((column) => wishOf(column, asked.current.get(column.name) ?? 0))
      const widths = inRoom(wishes, room - verbs - (selectable ? CHECK_WIDTH : 0))
      const dragged = wishes.some((wish) => wish.own)
      for (const { name, own } of wishes) {
        // Whoever drags one column does not move the others.
        const width = dragged && !own ? Math.max(widths.get(name)!, drawn.current.get(name) ?? 0) : widths.get(name)!
        drawn.current.set(name, width)
        element.style.setProperty(widthVar(name), `${width}px`)
      }
      markEdges(box)
    }
    const measure = (): void => {
      const { columns, rows, withActions, density } = now.current
      const size = density === 'large' ? 14 : 13
      const settled = first.current !== rows
      for (const column of columns) {
        const before = asked.current.get(column.name)
        if (column.own || (before !== undefined && settled && !followsPages(column.field))) continue
        asked.current.set(column.name, Math.max(before ?? 0, contentWidth(element, column, size)))
      }
      if (withActions) {
        const cells = [...element.querySelectorAll('td.zyt-actions')].map((cell) => cellWidth(cell, { size, bold: false }))
        asked.current.set(
          ACTIONS_VAR,
          Math.max(LEAST_ACTIONS, asked.current.get(ACTIONS_VAR) ?? 0, Math.ceil(Math.max(0, ...cells)) + CELL_PADDING),
        )
      }
      draw()
    }
    measure()
    const written = new MutationObserver(measure)
    written.observe(element, { subtree: true, childList: true, characterData: true })
    const resized = watchSize(box, () => {
      if (box.clientWidth === room || box.clientWidth === 0) return
      room = box.clientWidth
      draw()
    })
    const edges = (): void => markEdges(box)
    box.addEventListener('scroll', edges, { passive: true })
    return () => {
      written.disconnect()
      resized()
      box.removeEventListener('scroll', edges)
    }
  }, [table, marks, density])
}

function contentWidth(table: HTMLTableElement, { name, field }: Column, size: number): number {
  let widest = 0
  for (const cell of table.querySelectorAll(`[data-col="${name}"]`)) {
    const title = cell.tagName === 'TH'
    const width = cellWidth(cell, { size, bold: title || cell.closest('tfoot') !== null })
    widest = Math.max(widest, title ? Math.min(MOST_TITLE, width + (sortable(field) ? SORT_SIGNS : 0)) : width)
  }
  return Math.ceil(widest) + CELL_PADDING
}

function wishOf(column: Column, content: number): Wish {
  const { name, width, own, pin, field } = column
  const wide = own ? width : Math.max(width, Math.min(content, mostWidth(field)))
  return { name, width: wide, own, pinned: pin !== null, least: isWhole(field) || column.key ? wide : Math.min(wide, LEAST_TEXT) }
}

/** Whether more columns stand beyond the pinned ones: their edge shows it. */
function markEdges(box: HTMLElement): void {
  const rest = box.scrollWidth - box.clientWidth - box.scrollLeft
  const edges = [box.scrollLeft > 1 ? 'before' : '', rest > 1 ? 'after' : ''].join(' ').trim()
  if ((box.dataset['more'] ?? '') !== edges) box.dataset['more'] = edges
}
