/** The cells of one sheet, as rows of plain values. */
import { invalid } from '../basics/errors.ts'
import { BUSINESS_OFFSET_MINUTES, instantAt, isDay } from '../basics/time/day.ts'
import { EXCEL_EPOCH } from './cells.ts'
import { type CellProblem, cellPosition, type CellValue, columnName, type ReadRow, withoutApostrophe } from './sheet.ts'
import { RichText, type Temporal, type TextStore } from './workbook.server.ts'
import type { XmlHandler } from './xml-scan.ts'

interface SheetLimits {
  maxRows: number
  maxColumns: number
  /** More are not asked for. */
  firstRows?: number | undefined
}
interface Context {
  texts: readonly string[]
  temporal: readonly Temporal[]
  date1904: boolean
  store: TextStore
  limits: SheetLimits
}

const MS_PER_DAY = 86_400_000
/** The other calendar of Excel (old Macs) starts 1462 days later. */
const SHIFT_1904 = 1462

/** Serial number → day, instant or time of day, by how the cell is shown. */
export function momentOf(serial: number, temporal: Temporal, date1904: boolean): string | null {
  const days = serial + (date1904 ? SHIFT_1904 : 0)
  // Before March 1900 Excel's calendar is wrong by a day; after 9999 there is none.
  if (days < 0 || days >= 2_958_466) return null
  const wall = EXCEL_EPOCH + Math.round(days * 86_400) * 1000
  const text = new Date(wall).toISOString()
  const midnight = wall % MS_PER_DAY === 0
  if (temporal === 'time' && days < 1) return text.slice(11, 19)
  if (days < 61) return null
  // "2026-01-05 00:00:00" is how Excel shows a day formatted with a time; a day is what was meant.
  if (temporal === 'day' || midnight) return text.slice(0, 10)
  return new Date(wall - BUSINESS_OFFSET_MINUTES * 60_000).toISOString()
}

/** A cell of type `d` holds the day and time of the wall as text, without a zone. */
function momentOfText(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:\.\d+)?$/.exec(text.trim())
  if (!match || !isDay(match[1])) return text
  return /^00:00(?::00)?$/.test(match[2]!) ? match[1] : instantAt(match[1], match[2])
}

export class SheetRows implements XmlHandler {
  readonly rows: ReadRow[] = []
  readonly problems: CellProblem[] = []
  #context: Context
  #row = 0
  #cells: CellValue[] = []
  #hasValue = false
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #inValue = false
  #inCell = false
  #formula = false
  #rich = new RichText()

  constructor(context: Context) {
    this.#context = context
  }

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'c') this.#openCell(attribute)
    else if (name === 'row') this.#openRow(attribute('r'))
    else if (!this.#inCell) return
    else if (name === 'v') this.#inValue = true
    else if (name === 'f') this.#formula = true
    else this.#rich.open(name)
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (name === 'v') this.#inValue = false
    else this.#rich.close(name)
  }

  hasEnough(): boolean {
    return this.rows.length >= (this.#context.limits.firstRows ?? Infinity)
  }

  wantsText(): boolean {
    return this.#inCell && (this.#inValue || this.#rich.wantsText())
  }

  text(text: string): void {
    if (!this.#inValue) return this.#rich.add(text)
    this.#value += text
    if (this.#value.length > 512 * 1024) throw invalid('某个单元格的文字过长，请精简后重新上传')
  }

  #openRow(given: string | null): void {
    const row = given === null ? this.#row + 1 : Number(given)
    if (!Number.isInteger(row) || row <= this.#row || row > 1_048_576) throw invalid('表格行号异常，请用 Excel 重新另存为 .xlsx 后再上传')
    this.#row = row
    this.#cells = []
    this.#hasValue = false
    this.#column = -1
  }

  #closeRow(): void {
    // Formatted but empty rows, which Excel writes by the thousand, are no rows.
    if (!this.#hasValue) return
    if (this.rows.length >= this.#context.limits.maxRows) {
      throw invalid(`数据超过 ${this.#context.limits.maxRows - 1} 行，请拆分成多个文件后分批上传`)
    }
    this.rows.push({ row: this.#row, cells: this.#cells })
  }

  #openCell(attribute: (name: string) => string | null): void {
    const reference = attribute('r')
    const position = reference === null ? null : cellPosition(reference)
    if (reference !== null && position === null) throw invalid('单元格位置异常，请用 Excel 重新另存为 .xlsx 后再上传')
    const column = position ? position.column : this.#column + 1
    if (column <= this.#column) throw invalid('单元格位置异常，请用 Excel 重新另存为 .xlsx 后再上传')
    this.#column = column
    this.#type = attribute('t') ?? 'n'
    this.#style = Number(attribute('s') ?? 0)
    this.#value = ''
    this.#formula = false
    this.#inCell = true
    this.#inValue = false
    this.#rich.start()
  }

  #closeCell(): void {
    this.#inCell = false
    const value = this.#read()
    if (value === null) return
    const { maxColumns } = this.#context.limits
    if (this.#column >= maxColumns) {
      throw invalid(`第 ${this.#row} 行在 ${columnName(this.#column)} 列仍有内容，最多允许 ${maxColumns} 列，请删除多余的列`)
    }
    while (this.#cells.length < this.#column) this.#cells.push(null)
    this.#cells.push(value)
    this.#hasValue = true
  }

  #read(): CellValue {
    if (this.#type === 'inlineStr') return this.#textValue(this.#rich.finish(), true)
    if (this.#value === '') {
      if (this.#formula) this.#problem('公式没有计算结果，请在 Excel 中打开并保存后再上传')
      return null
    }
    switch (this.#type) {
      case 's': {
        const text = this.#context.texts[Number(this.#value)]
        if (text === undefined) throw invalid('文件内容格式有误，请用 Excel 重新另存为 .xlsx 后再上传')
        return this.#textValue(text, false)
      }
      case 'str':
        return this.#textValue(this.#value, true)
      case 'b':
        return this.#value.trim() === '1' || this.#value.trim() === 'true'
      case 'e':
        this.#problem(`单元格是公式错误 ${this.#value}`)
        return this.#textValue(this.#value, true)
      case 'd':
        return this.#textValue(momentOfText(this.#value), true)
      default:
        return this.#number()
    }
  }

  #textValue(text: string, own: boolean): CellValue {
    if (text === '') return null
    return withoutApostrophe(own ? this.#context.store.keep(text) : text)
  }

  #number(): CellValue {
    const value = Number(this.#value)
    if (!Number.isFinite(value)) throw invalid('文件内容格式有误，请用 Excel 重新另存为 .xlsx 后再上传')
    const temporal = this.#context.temporal[this.#style] ?? 'none'
    if (temporal !== 'none') {
      const moment = momentOf(value, temporal, this.#context.date1904)
      if (moment !== null) return moment
    }
    // An ID or card number typed as a number has already lost its last digits; nobody can repair that silently.
    if (Math.abs(value) >= 1e15) this.#problem('数字超过 15 位，末尾已被 Excel 改成 0，请把该列设为“文本”格式后重新填写')
    return value
  }

  #problem(message: string): void {
    if (this.problems.length < 10_000) this.problems.push({ row: this.#row, column: this.#column, message })
  }
}
