/** How much room what stands in a cell asks for: its words on a canvas, its signs by what they are. Nothing is laid out for it. */
import { TAG_EDGE } from '../widths.ts'
import { textWidth } from './text-width.web.ts'

interface Style {
  size: number
  bold: boolean
}
const SIGN = 14
/** A small button around its sign or its word. */
const BUTTON_EDGE = 16
/** Between two pieces of one cell. */
const GAP = 4
const VERB_GAP = 10
/** Not in the line of the cell: laid over it, or told to readers only. */
const ASIDE = '.zyt-cell-edit, .zyt-visually-hidden, .zyt-foot-note, .zyt-th-menu, .zyt-th-anchor, .zyt-sort, .zyt-resize'

/** `data-stacked` on a piece says that its parts stand below each other. */
export function cellWidth(cell: Element, style: Style): number {
  let sum = 0
  let widest = 0
  let pieces = 0
  for (let node = cell.firstChild; node; node = node.nextSibling) {
    const width =
      node instanceof Element ? elementWidth(node, style) : node instanceof Text ? textWidth(node.data, style.size, style.bold) : 0
    if (width > 0 && node instanceof Element) pieces++
    sum += width
    widest = Math.max(widest, width)
  }
  if (cell.hasAttribute('data-stacked')) return widest
  return pieces < 2 ? sum : sum + (pieces - 1) * (cell.classList.contains('zyt-row-actions') ? VERB_GAP : GAP)
}

function elementWidth(element: Element, style: Style): number {
  if (element.tagName === 'svg' || element.tagName === 'IMG') return Math.max(SIGN, Number(element.getAttribute('width')) || 0)
  const { classList } = element
  if (element.matches(ASIDE)) return 0
  if (classList.contains('zyt-tag'))
    return cellWidth(element, { size: 12, bold: false }) + TAG_EDGE + (classList.contains('zyt-tag-dot') ? SIGN : 0)
  if (classList.contains('ant-btn')) return cellWidth(element, style) + BUTTON_EDGE
  // The key of the row that was opened last is bold.
  return cellWidth(
    element,
    classList.contains('zyt-key') || element.tagName === 'B' || element.tagName === 'STRONG' ? { ...style, bold: true } : style,
  )
}
