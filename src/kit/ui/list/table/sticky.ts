/**
 * Widths live in CSS variables of the table, so dragging a column edge restyles without rendering anything, and the
 * offsets of pinned columns are sums that follow by themselves.
 */
import type { Column } from '../columns.ts'

export const widthVar = (name: string): string => `--zyt-w-${name}`
export const CHECK_WIDTH = 40
/** As wide as the verbs in it (use-widths.web.ts). */
export const ACTIONS_VAR = '--zyt-actions-width'
export const ACTIONS_WIDTH = `var(${ACTIONS_VAR}, 50px)`

export const widthVars = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [widthVar(column.name), `${column.width}px`]))

const sum = (names: readonly string[], fixed: string): string =>
  names.length === 0 ? `calc(${fixed})` : `calc(${[fixed, ...names.map((name) => `var(${widthVar(name)})`)].join(' + ')})`

/** `left` or `right` of each pinned column, by name. */
export function stickyOffsets(columns: readonly Column[], before: string, after: string): Map<string, { left?: string; right?: string }> {
  const out = new Map<string, { left?: string; right?: string }>()
  const left = columns.filter((column) => column.pin === 'left')
  left.forEach((column, i) =>
    out.set(column.name, {
      left: sum(
        left.slice(0, i).map((c) => c.name),
        before,
      ),
    }),
  )
  const right = columns.filter((column) => column.pin === 'right')
  right.forEach((column, i) =>
    out.set(column.name, {
      right: sum(
        right.slice(i + 1).map((c) => c.name),
        after,
      ),
    }),
  )
  return out
}

export const tableWidth = (columns: readonly Column[], before: string, after: string): string =>
  sum(
    columns.map((column) => column.name),
    `${before} + ${after}`,
  )
