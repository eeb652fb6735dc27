/** Tables as others write them: headings by their synonyms, times and amounts in every spelling that has been seen (§4, §6, §11). */
import { addDays, instantAt, isOrdinaryDay, type Day } from '#kit/basics/time/day.ts'
import { parseYuan, type Fen } from '#kit/basics/fen.ts'
import { isTooLongToType, normaliseText, oneLine } from '#kit/basics/text.ts'

interface PastedRow<C extends string> {
  line: number
  cell: (column: C) => string
}
export type Table<C extends string> = { ok: true; rows: PastedRow<C>[] } | { ok: false; message: string }

export { gridOf as linesOf, textOf } from '#kit/excel/text-table.ts'

/** By priority: a column may stand several times, the surer heading first. */
export type Headings<C extends string> = readonly (readonly [C, RegExp])[]
const HEAD_LINES = 20
const MOST = 50_000

/** The heading is looked for among the first lines: names and periods often stand above it. */
export function readTable<C extends string>(
  lines: readonly (readonly string[])[],
  headings: Headings<C>,
  needed: readonly C[],
  named: Record<C, string>,
): Table<C> {
  const columnsOf = (cells: readonly string[]): Map<C, number> => {
    const columns = new Map<C, number>()
    const plain = cells.map((text) => normaliseText(text).replaceAll(/[\s*＊]/g, ''))
    const used = new Set<number>()
    for (const [column, pattern] of headings) {
      if (columns.has(column)) continue
      const at = plain.findIndex((text, i) => text !== '' && !used.has(i) && pattern.test(text))
      if (at < 0) continue
      columns.set(column, at)
      used.add(at)
    }
    return columns
  }
  const at = lines.slice(0, HEAD_LINES).findIndex((cells) => {
    const columns = columnsOf(cells)
    return needed.every((column) => columns.has(column))
  })
  if (at < 0) return { ok: false, message: `没有找到表头：需要${needed.map((c) => `「${named[c]}」`).join('')}等列名` }
  const columns = columnsOf(lines[at]!)
  const rows = lines
    .slice(at + 1)
    .map((cells, i) => ({ line: at + 2 + i, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .filter(({ cells }) => !/^(合计|总计|小计)/.test(cells.find((cell) => cell.trim() !== '')!.trim()))
  if (rows.length === 0) return { ok: false, message: '表头下面没有数据' }
  if (rows.length > MOST) return { ok: false, message: `一次最多 ${MOST} 行，请分几次导入` }
  return {
    ok: true,
    rows: rows.map(({ line, cells }) => ({
      line,
      cell: (column) => (columns.has(column) ? oneLine(normaliseText(cells[columns.get(column)!] ?? '')) : ''),
    })),
  }
}

export interface ReadTime {
  at: string
  /** Written otherwise than `2026-04-25 10:30:00`. */
  repaired: boolean
}
const EXCEL_DAY_0 = '1899-12-30' as Day

/** Of the years that rules reckon with: before and after them no day is the one it falls on. */
function instantOf(text: string): ReadTime | null {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  const instant = new Date(at).toISOString()
  return isOrdinaryDay(instant.slice(0, 10)) ? { at: instant, repaired: false } : null
}

/** `2026/4/25 10：30`, `2026年4月25日10时30分`, `20260425103000`, Excel's serial; 24:00 is the next day's 00:00. Null: no time. */
export function readTime(text: string): ReadTime | null {
  if (isTooLongToType(text)) return null
  const plain = normaliseText(text).replaceAll('：', ':')
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(plain)) return instantOf(plain)
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) {
    const serial = Number(plain)
    const seconds = Math.round((serial % 1) * 86_400)
    return { at: new Date(Date.parse(instantAt(addDays(EXCEL_DAY_0, Math.floor(serial)))) + seconds * 1000).toISOString(), repaired: true }
  }
  const m =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?\s*(?:T?\s*(\d{1,2})[:时点](\d{1,2})?(?:[:分](\d{1,2})?)?秒?)?$/.exec(plain) ??
    /^(\d{4})(\d{2})(\d{2})\s*(?:(\d{2}):?(\d{2}):?(\d{2})?)?$/.exec(plain)
  if (!m) return null
  const on = `${m[1]}-${m[2]!.padStart(2, '0')}-${m[3]!.padStart(2, '0')}`
  const [h, min, s] = [Number(m[4] ?? 0), Number(m[5] ?? 0), Number(m[6] ?? 0)]
  if (!isOrdinaryDay(on) || h > 24 || min > 59 || s > 59 || (h === 24 && (min > 0 || s > 0))) return null
  const at = new Date(Date.parse(instantAt(on)) + (h * 3600 + min * 60 + s) * 1000).toISOString()
  return { at, repaired: !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(plain) }
}

/** A hundred billion yuan: two of them are still added up exactly. */
const MOST_FEN = 1e13
/** `1,234.50 元`; null when empty, false when it is no amount. */
export function readMoney(text: string): Fen | null | false {
  const plain = text.replaceAll(/[,，¥￥\s]|元/g, '').replace(/^\+/, '')
  if (plain === '' || /^-+$/.test(plain)) return null
  const parsed = parseYuan(plain, { allowNegative: true })
  return parsed.ok && Math.abs(parsed.value) <= MOST_FEN ? parsed.value : false
}

export function readNumber(text: string): number | null | false {
  const plain = text.replaceAll(/[,，\s]|升|L|kWh|度|km|公里|分|%/gi, '')
  if (plain === '' || /^-+$/.test(plain)) return null
  return /^-?\d{1,12}(?:\.\d{1,12})?$/.test(plain) ? Number(plain) : false
}
