/** An uploaded table, .xlsx or text → rows of cells as texts: the one way by which sheets of others come in. */
import { invalid } from '../basics/errors.ts'
import { asText } from '../basics/text.ts'
import { readXlsx } from './read.server.ts'
import type { CellValue, ReadRow } from './sheet.ts'
import { gridOf, isMoment, spoiltText, textOf, wallTime } from './text-table.ts'

/** Days and times as they stand in the sheet, never moved by a zone; a number that Excel has spoilt as Excel itself shows it. */
function cellAsText(cell: CellValue): string {
  if (typeof cell === 'number') return spoiltText(cell) ?? String(Number(cell.toPrecision(15)))
  if (typeof cell === 'string' && isMoment(cell)) return wallTime(cell)
  return asText(cell).trim()
}

/** Blank rows stand where they stood, so that a line is called as Excel numbers it; a sheet of nothing but blank rows is not built. */
const MOST_BLANK = 10_000

function gridOfRows(rows: readonly ReadRow[]): string[][] {
  const grid: string[][] = []
  for (const { row, cells } of rows) {
    while (grid.length < row - 1 && row - grid.length <= MOST_BLANK) grid.push([])
    grid.push(cells.map(cellAsText))
  }
  return grid
}

/** `isWanted`: whether the first lines of a sheet are such a table; it chooses among the sheets of a workbook. */
export async function fileGrid(
  file: { fileName: string; data: Buffer },
  isWanted: (firstLines: string[][]) => boolean,
): Promise<string[][]> {
  if (/\.xls$/i.test(file.fileName)) throw invalid('请在 Excel 中把 .xls 另存为 .xlsx 或 .csv 后再导入')
  if (/\.xlsx$/i.test(file.fileName)) {
    return gridOfRows((await readXlsx(file.data, { isWanted: (rows) => isWanted(gridOfRows(rows)) })).rows)
  }
  if (!/\.(?:csv|txt|tsv)$/i.test(file.fileName)) throw invalid('请上传 .xlsx、.csv 或 .txt 文件')
  return gridOf(textOf(file.data))
}
