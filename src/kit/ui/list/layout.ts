/** Small arithmetic of the list's layout. */

/** How many filter controls fit into the first row, the buttons' place kept free. At least one. */
export function filtersInFirstRow(width: number, cell = 240, gap = 12): number {
  const perRow = Math.max(1, Math.floor((width + gap) / (cell + gap)))
  return Math.max(1, perRow - 1)
}

export const totalText = (total: number, exact: boolean): string =>
  `${exact ? '共' : '至少'} ${total.toLocaleString('zh-CN')} 条`

/** The page that holds the last row; where a list goes when rows vanished under it. */
export const lastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))
