/** Violations as files and other sites write them (affairs.md §4, §11). The row is kept as written; what cannot be is said at its line. */
import { dayOf, type Day } from '#kit/basics/time/day.ts'
import { normalisePlate } from '#kit/basics/identifiers/plate.ts'
import { isSpoiltNumber, spoiltSentence } from '#kit/excel/text-table.ts'
import { readMoney, readNumber, readTable, readTime, type Headings } from '../ground/pasted.rules.ts'
import { NO_CODE, sameViolation } from './known.rules.ts'

type Column =
  | 'plateNo'
  | 'at'
  | 'place'
  | 'code'
  | 'behaviour'
  | 'fine'
  | 'points'
  | 'handled'
  | 'recordNo'
  | 'city'
  | 'dueOn'
  | 'decidedOn'
const NAMES: Record<Column, string> = {
  plateNo: '车牌号',
  at: '违法时间',
  place: '违法地点',
  code: '违法代码',
  behaviour: '违法行为',
  fine: '罚款',
  points: '记分',
  handled: '处理状态',
  recordNo: '文书编号',
  city: '城市',
  dueOn: '缴款期限',
  decidedOn: '处理日期',
}
/** Those of 12123, of data vendors and of the company's own template; the first that fits wins. A running number (序号) is nobody's. */
const HEADINGS: Headings<Column> = [
  ['recordNo', /文书|决定书|通知书|违[章法](ID|编号|记录号)|^记录号/i],
  ['recordNo', /^(?!.*(车|设备|司机|驾驶|档案|单位|部门|门店|机关|合同|线路|人)).*编号$/],
  ['plateNo', /车牌|号牌号码|牌照|车号/],
  ['dueOn', /期限|截止/],
  ['decidedOn', /(处理|决定|处罚|裁决).*(时间|日期)/],
  ['at', /(违法|违章|发生).*(时间|日期)|^时间$|^日期$/],
  ['place', /地点|地址|位置/],
  ['code', /代码|代号|编码/],
  ['fine', /罚款|金额|罚金/],
  ['points', /记分|扣分|分值|^分数$/],
  ['handled', /状态|处理标记|是否处理/],
  ['city', /城市|采集机关|地区/],
  ['behaviour', /行为|内容|原因|事由/],
]

export interface ViolationRow {
  line: number
  /** As written, normalised. */
  plateNo: string
  occurredAt: string | null
  place: string
  code: string
  behaviour: string
  /** Null: as the table of codes says. */
  fine: number | null
  points: number | null
  recordNo: string
  city: string
  alreadyHandled: boolean
  /** Until when the fine is to be paid, and when it was decided. */
  dueOn: Day | null
  decidedOn: Day | null
  /** What was read otherwise than written, e.g. the time. */
  repaired: string | null
  problem: string | null
}
export type ReadViolations = { ok: true; rows: ViolationRow[] } | { ok: false; message: string }

const POINTS = [0, 1, 2, 3, 6, 9, 12]
/** 「已处理未缴款」 is decided and still open: the fine is owed. */
const isHandled = (text: string): boolean =>
  /已(处理|缴|交款|结案|办结|完结)|处理(完毕|完成)|无需(缴款|处理)|^[是1]$/.test(text) && !/未|待/.test(text)
/** Numbers of documents are long; what counts the rows of a sheet starts anew with the next one. */
const documentNo = (text: string): string => (/^\d{1,5}$/.test(text) ? '' : text.slice(0, 40))
const isEmpty = (text: string): boolean => /^(?:[-—/]*|无)$/.test(text)

type Cell = (column: Column) => string
function problemOf(cell: Cell, plateNo: string, now: string): string | null {
  const time = readTime(cell('at'))
  const [fine, points] = [readMoney(cell('fine')), readNumber(cell('points'))]
  const wrongDay = (['dueOn', 'decidedOn'] as const).find((column) => !isEmpty(cell(column)) && !readTime(cell(column)))
  const spoilt = (['recordNo', 'plateNo'] as const).find((column) => isSpoiltNumber(cell(column)))
  if (plateNo === '') return '缺少车牌号'
  if (!time) return `违法时间「${cell('at').slice(0, 30)}」不正确，应如 2026-04-25 10:30:00`
  if (time.at > now) return '违法时间不能晚于现在'
  if (fine === false || (fine !== null && fine < 0)) return `罚款「${cell('fine').slice(0, 20)}」不正确，应如 200 或 200.00`
  if (points === false || (points !== null && !POINTS.includes(points)))
    return `记分「${cell('points').slice(0, 20)}」不正确，应为 0、1、3、6、9 或 12`
  if (wrongDay) return `${NAMES[wrongDay]}「${cell(wrongDay).slice(0, 20)}」不正确，应如 2026-05-10`
  return spoilt ? spoiltSentence(NAMES[spoilt], cell(spoilt)) : null
}
const dayIn = (text: string): Day | null => {
  const time = readTime(text)
  return time ? dayOf(time.at) : null
}

function rowOf(cell: Cell, line: number, now: string): ViolationRow {
  // Dots and spaces between, full width, small letters: one spelling.
  const plateNo = normalisePlate(cell('plateNo')).slice(0, 12)
  const time = readTime(cell('at'))
  const [fine, points] = [readMoney(cell('fine')), readNumber(cell('points'))]
  return {
    line,
    plateNo,
    occurredAt: time?.at ?? null,
    place: cell('place').slice(0, 200),
    code: cell('code').replaceAll(/\D/g, '').slice(0, 5) || NO_CODE,
    behaviour: cell('behaviour').slice(0, 200),
    fine: fine === false ? null : fine,
    points: points === false ? null : points,
    recordNo: documentNo(cell('recordNo')),
    city: cell('city').slice(0, 20),
    alreadyHandled: isHandled(cell('handled')),
    dueOn: dayIn(cell('dueOn')),
    decidedOn: dayIn(cell('decidedOn')),
    repaired: time?.repaired ? `时间「${cell('at')}」` : null,
    problem: problemOf(cell, plateNo, now),
  }
}

/** The same one twice in a file, or one number of a document over two: told at the second. */
function onceEach(rows: readonly ViolationRow[]): void {
  const byKey = new Map<string, ViolationRow[]>()
  const byNo = new Map<string, ViolationRow>()
  for (const row of rows) {
    if (row.problem) continue
    const key = `${row.plateNo}|${row.occurredAt}|${row.code}`
    const before = byKey.get(key) ?? []
    const first = before.find((other) => sameViolation(row, other) === 'same')
    const named = row.recordNo ? byNo.get(row.recordNo) : undefined
    if (first) row.problem = `与第 ${first.line} 行重复`
    else if (named) row.problem = `文书编号与第 ${named.line} 行相同，但不是同一起违章，请核对`
    if (row.problem) continue
    byKey.set(key, [...before, row])
    if (row.recordNo) byNo.set(row.recordNo, row)
  }
}

export function readViolations(lines: readonly (readonly string[])[], now: string): ReadViolations {
  const table = readTable(lines, HEADINGS, ['plateNo', 'at'], NAMES)
  if (!table.ok) return table
  const rows = table.rows.map(({ line, cell }) => rowOf(cell, line, now))
  onceEach(rows)
  return { ok: true, rows }
}
