/** The import template: a sheet to fill in with drop-downs, and a sheet that says what belongs into each column. */
import { strToU8, zipSync } from 'fflate'
import { cellXml, escapeXml, STYLE, styleOf, textCell } from './cells.ts'
import { contentTypes, rootRelations, safeSheetName, sheetHead, sheetTail, styles, workbook, workbookRelations } from './parts.ts'
import { type ColumnKind, columnName, headerOf, labelWithUnit, type TemplateColumn } from './sheet.ts'

/** Rows that carry drop-downs and formats; the reader's own limit. */
const LAST_ROW = 20_001

const KIND_TEXT: Record<ColumnKind, string> = {
  text: '文本',
  number: '数字',
  money: '金额（元，最多两位小数）',
  rate: '百分比，例如 5%',
  day: '日期，例如 2026-01-31',
  instant: '时间，例如 2026-01-31 09:30:00',
  bool: '是 或 否',
}

const choicesOf = (column: TemplateColumn): readonly string[] => column.choices ?? (column.kind === 'bool' ? ['是', '否'] : [])

/** A list written into the rule itself may hold 255 characters and no commas; longer ones live on a hidden sheet. */
const fitsInline = (choices: readonly string[]): boolean =>
  choices.join(',').length <= 250 && choices.every((choice) => !/[,"]/.test(choice) && choice === choice.trim())

function validation(column: TemplateColumn, index: number, listColumn: number | null): string {
  const range = `${columnName(index)}2:${columnName(index)}${LAST_ROW}`
  const rule = (attributes: string, formulas: string, message: string): string =>
    `<dataValidation ${attributes} allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="填写有误" error="${escapeXml(message)}" sqref="${range}">${formulas}</dataValidation>`
  const choices = choicesOf(column)
  if (choices.length > 0) {
    const name = listColumn === null ? '' : columnName(listColumn)
    const source = listColumn === null ? `"${choices.join(',')}"` : `选项!$${name}$1:$${name}$${choices.length}`
    return rule('type="list"', `<formula1>${escapeXml(source)}</formula1>`, `请从下拉列表中选择${column.label}`)
  }
  switch (column.kind) {
    case 'number':
    case 'money':
    case 'rate':
      return rule(
        'type="decimal" operator="between"',
        '<formula1>-1000000000000</formula1><formula2>1000000000000</formula2>',
        `${column.label}应为数字`,
      )
    case 'day':
    case 'instant':
      // 1900-03-01 to 9999-12-31 as serial numbers
      return rule(
        'type="date" operator="between"',
        '<formula1>61</formula1><formula2>2958465</formula2>',
        `${column.label}应为日期，例如 2026-01-31`,
      )
    default:
      return ''
  }
}

const widthOf = (column: TemplateColumn): number => column.width ?? Math.max(14, Array.from(headerOf(column)).length * 2 + 4)

function dataSheet(columns: readonly TemplateColumn[], listColumns: ReadonlyMap<string, number>): string {
  const header = columns.map((column, i) => textCell(`${columnName(i)}1`, headerOf(column), STYLE.header)).join('')
  const example = columns.some((column) => column.example !== undefined)
    ? `<row r="2">${columns.map((column, i) => cellXml(`${columnName(i)}2`, column.example, column.kind)).join('')}</row>`
    : ''
  const validations = columns.map((column, i) => validation(column, i, listColumns.get(column.key) ?? null)).filter(Boolean)
  // Columns of numbers keep no format of their own: a forced one hides what was really typed.
  const columnStyles = columns.map((column) =>
    column.kind === 'number' ? STYLE.plain : column.kind === 'bool' ? STYLE.text : styleOf(column.kind),
  )
  return `${sheetHead(columns.map(widthOf), columnStyles)}<row r="1">${header}</row>${example}${sheetTail({ validations })}`
}

function instructionSheet(title: string, columns: readonly TemplateColumn[]): string {
  const heading = ['列名', '是否必填', '填写格式', '说明', '示例']
  // Columns of lines are called by both: `goods.name`.
  const lines = columns.some(({ key }) => key.includes('.')) ? '，一条有几行明细的写在同一格内，用「；」分隔' : ''
  const general = [
    `${title}填写说明`,
    `1. 在第一张工作表从第 2 行起填写，每行一条${lines}；不要修改或删除第 1 行的列名。`,
    '2. 列名带 * 的必须填写；有下拉列表的请从列表中选择。',
    '3. 第 2 行的示例可以直接改写或删除；原样保留时导入会自动跳过。',
    '4. 每次最多 20000 行，文件不超过 20 MB。',
  ]
  let row = 0
  let xml = ''
  for (const line of general) {
    row++
    xml += `<row r="${row}">${textCell(`A${row}`, line, row === 1 ? STYLE.title : STYLE.plain)}</row>`
  }
  const table = [heading, ...columns.map(describe)]
  row++
  for (const [n, cells] of table.entries()) {
    row++
    xml += `<row r="${row}">${cells.map((cell, i) => (cell === '' ? '' : textCell(`${columnName(i)}${row}`, cell, n === 0 ? STYLE.header : STYLE.wrap))).join('')}</row>`
  }
  // No frozen row here: the first line is a title, not a header.
  return sheetHead([22, 10, 28, 50, 24]).replace(/<pane [^>]*\/>/, '') + xml + sheetTail({})
}

function describe(column: TemplateColumn): string[] {
  const choices = choicesOf(column)
  const shown = choices.length > 12 ? `${choices.slice(0, 12).join('、')} 等 ${choices.length} 项` : choices.join('、')
  const format = choices.length > 0 ? `从下拉列表选择：${shown}` : KIND_TEXT[column.kind]
  const example =
    column.example === undefined ? '' : column.kind === 'money' ? (Number(column.example) / 100).toFixed(2) : exampleText(column)
  return [labelWithUnit(column), column.required ? '必填' : '选填', format, column.hint ?? '', example]
}

const exampleText = ({ example, kind }: TemplateColumn): string =>
  typeof example === 'boolean' ? (example ? '是' : '否') : kind === 'rate' ? `${Number(example) / 100}%` : String(example)

function listSheet(lists: readonly (readonly string[])[]): string {
  const height = Math.max(...lists.map((list) => list.length))
  let xml = ''
  for (let row = 1; row <= height; row++) {
    const cells = lists.map((list, i) => (list[row - 1] === undefined ? '' : textCell(`${columnName(i)}${row}`, list[row - 1]!)))
    xml += `<row r="${row}">${cells.join('')}</row>`
  }
  return sheetHead(lists.map(() => 20)).replace(/<pane [^>]*\/>/, '') + xml + sheetTail({})
}

export function templateWorkbook(columns: readonly TemplateColumn[], options: { title: string }): Uint8Array {
  if (columns.length === 0) throw new RangeError('a template needs at least one column')
  const long = columns.filter((column) => choicesOf(column).length > 0 && !fitsInline(choicesOf(column)))
  const listColumns = new Map(long.map((column, i) => [column.key, i]))
  const sheets = [{ name: safeSheetName(options.title) }, { name: '填写说明' }, ...(long.length ? [{ name: '选项', hidden: true }] : [])]
  const parts = [
    dataSheet(columns, listColumns),
    instructionSheet(options.title, columns),
    ...(long.length ? [listSheet(long.map(choicesOf))] : []),
  ]
  const files: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': rootRelations(),
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': workbookRelations(sheets.length),
    'xl/styles.xml': styles(),
  }
  parts.forEach((part, i) => (files[`xl/worksheets/sheet${i + 1}.xml`] = part))
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { mtime: new Date(1980, 0, 1) })
}
