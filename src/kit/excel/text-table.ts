/**
 * A table as text → rows of cells: copied out of a spreadsheet, saved by one, or exported by a bank or an office. Quoted cells may hold
 * line breaks, an empty cell keeps its column, and what programs put before or behind a long number to guard it from Excel is no part
 * of it. Pure; the way back is `textOfGrid`.
 */
import { dayOf, timeOf } from '../basics/time/day.ts'
import { EXCEL_EPOCH } from './cells.ts'

/** Of a mixed pair only where neither alone parts the lines alike: some type a heading with full-width commas. */
const SEPARATORS = ['\t', ',', '，', ',，'] as const
type Separators = (typeof SEPARATORS)[number]
const SAMPLE_LINES = 200
const SAMPLE_CHARACTERS = 200_000

/** A line without its quoted cells, also one that goes on in the next line, and without tabs that guard a number between commas. */
function bareLine(line: string): string {
  const bare = unquoted(line)
  const [commas, tabs] = [/[,，]/, /\t/].map((separator) => bare.split(separator).length - 1)
  return tabs! > 0 && commas! >= tabs!
    ? bare
        .split(/([,，])/)
        .map((piece) => trimmed(piece, '\t'))
        .join('')
    : bare
}
/** By hand and not by an expression: one that looks back from every blank takes hours over a line of nothing but blanks. */
function unquoted(line: string): string {
  const parts = line.split('"')
  const outside = parts.filter((_, i) => i % 2 === 0).join('')
  if (parts.length % 2 === 1) return outside
  // The last quote stays open. It is a cell's where it stands at the beginning of one, else a quote like any other.
  let end = outside.length
  while (end > 0 && (outside[end - 1] === ' ' || outside[end - 1] === '\t')) end--
  const before = outside[end - 1]
  if (end === 0 || before === ',' || before === '，') return outside.slice(0, end)
  const tab = outside.indexOf('\t', end)
  return tab < 0 ? `${outside}"${parts.at(-1)!}` : outside.slice(0, tab + 1)
}
function trimmed(text: string, char: string): string {
  let [from, to] = [0, text.length]
  while (from < to && text[from] === char) from++
  while (to > from && text[to - 1] === char) to--
  return text.slice(from, to)
}
const countIn = (bare: string, separators: Separators): number => {
  let count = 0
  for (const char of bare) if (separators.includes(char)) count++
  return count
}

interface Layout {
  separators: Separators
  /** How often they stand in most lines. */
  perLine: number
}
/** What parts the most lines into equally many cells. */
function layoutOf(text: string): Layout {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replaceAll(/(^|[\t,，\n]) *"[^"]*(?:""[^"]*)*"(?=[\t,，\n]|$)/g, '$1')
  const lines = sample.split('\n', SAMPLE_LINES).map(bareLine)
  let best: Layout & { lines: number } = { separators: '\t', perLine: 0, lines: 0 }
  for (const separators of SEPARATORS) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const count = countIn(line, separators)
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    for (const [perLine, alike] of counts) if (alike > best.lines) best = { separators, perLine, lines: alike }
  }
  return best
}
/** A heading typed with commas above lines copied with tabs: a line that has none of what parts the others is parted by what it has. */
function separatorsOf(line: string, layout: Layout): Separators {
  const bare = bareLine(line)
  if (countIn(bare, layout.separators) > 0) return layout.separators
  return SEPARATORS.find((separators) => countIn(bare, separators) > 0) ?? layout.separators
}

interface Cell {
  text: string
  /** Where what follows the cell stands. */
  end: number
}
const isBlank = (char: string | undefined, separators: Separators): boolean => char === ' ' || (char === '\t' && !separators.includes('\t'))

/** Null where the quote is a quote like any other: never closed, closed in the middle of a text, or only rows further down. */
function quotedCell(text: string, at: number, separators: Separators, perLine: number): Cell | null {
  let from = at
  while (isBlank(text[from], separators)) from++
  if (text[from] !== '"') return null
  let held = ''
  for (let i = from + 1; ;) {
    const close = text.indexOf('"', i)
    if (close < 0) return null
    held += text.slice(i, close)
    if (text[close + 1] === '"') {
      held += '"'
      i = close + 2
      continue
    }
    let end = close + 1
    while (isBlank(text[end], separators)) end++
    const next = text[end]
    if (next !== undefined && next !== '\n' && !separators.includes(next)) return null
    const wholeRow =
      held.includes('\n') && held.split('\n').some((line, n) => n > 0 && countIn(line, separators) >= Math.max(2, perLine - 1))
    return wholeRow ? null : { text: held, end }
  }
}
function plainCell(text: string, at: number, separators: Separators): Cell {
  let end = at
  while (end < text.length && text[end] !== '\n' && !separators.includes(text[end]!)) end++
  return { text: text.slice(at, end), end }
}
/** WeChat sets a backtick before each value, Excel an apostrophe before a text of digits, others write `="0012"`. */
const unguarded = (cell: string): string => {
  const plain = cell.trim().replace(/^[`']/, '').trim()
  return /^="([^"]*)"$/.exec(plain)?.[1] ?? plain
}

export function gridOf(given: string): string[][] {
  const text = given.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const layout = layoutOf(text)
  const rows: string[][] = []
  let at = 0
  while (at <= text.length) {
    const lineEnd = text.indexOf('\n', at)
    const separators = separatorsOf(text.slice(at, lineEnd < 0 ? undefined : lineEnd), layout)
    const cells: string[] = []
    for (;;) {
      const cell = quotedCell(text, at, separators, layout.perLine) ?? plainCell(text, at, separators)
      cells.push(unguarded(cell.text))
      at = cell.end + 1
      if (cell.end >= text.length || text[cell.end] === '\n') break
    }
    rows.push(cells)
  }
  return rows
}

/** So that what was read of a file, shown and sent again is read the same: no cell parts another. */
export const textOfGrid = (grid: readonly (readonly string[])[]): string =>
  grid.map((cells) => cells.map((cell) => (/[\t\n\r",，]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n')

/** Text of a file: UTF-8 when it is, else GBK as most Chinese systems still write. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** As Excel shows a number it holds in too few digits: `6.22202E+18`. Whatever stood there, its last digits are gone. */
export const isSpoiltNumber = (text: string): boolean => /^[+-]?\d(?:\.\d+)?E\+\d{1,3}$/i.test(text.trim())
export const spoiltSentence = (label: string, text: string): string =>
  `${label}「${text.trim().slice(0, 20)}」已被 Excel 改写，末尾的数字丢失，请在 Excel 中把该列设为“文本”格式后重新填写或导出`
/** Excel keeps 15 digits. */
export const spoiltText = (value: number): string | null => (Math.abs(value) >= 1e15 ? value.toExponential(5).toUpperCase() : null)

/** Excel's own number of a day in a cell that nobody formatted as one, of the years people write: `46352.3125` → `2026-11-26 07:30:00`. */
export function wallTimeOfSerial(text: string): string | null {
  if (!/^[2-7]\d{4}(?:\.\d+)?$/.test(text)) return null
  const wall = new Date(EXCEL_EPOCH + Math.round(Number(text) * 86_400) * 1000).toISOString()
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)}`
}
/** As the reader of sheets gives a time. A text of a cell that only looks like one, or that falls on no day, stays a text. */
export const isMoment = (cell: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(cell) && Number.isFinite(Date.parse(cell)) && cell >= '0002' && cell < '9999'
/** An instant as a clock on the wall of the house shows it. */
export const wallTime = (instant: string): string => `${dayOf(instant)} ${timeOf(instant)}`
