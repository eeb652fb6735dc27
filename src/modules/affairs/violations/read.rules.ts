/** Violations as files and other sites write them (affairs.md §4, §11). The row is kept as written; what cannot be is said at its line. */
import { normalisePlate } from '#kit/basics/plate.ts'
import { readMoney, readNumber, readTable, readTime, type Headings } from '../ground/pasted.rules.ts'

type Column = 'plateNo' | 'at' | 'place' | 'code' | 'behaviour' | 'fine' | 'points' | 'handled' | 'recordNo' | 'city' | 'dueOn'
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
}
/** Those of 12123, of data vendors and of the company's own template; the first that fits wins. */
const HEADINGS: Headings<Column> = [
  ['recordNo', /文书|决定书|编号|序号|违章ID|记录号/],
  ['plateNo', /车牌|号牌号码|牌照|车号/],
  ['dueOn', /期限|截止/],
  ['at', /(违法|违章|发生).*(时间|日期)|^时间$|^日期$/],
  ['place', /地点|地址|位置/],
  ['code', /代码|代号|编码/],
  ['fine', /罚款|金额|罚金/],
  ['points', /记分|扣分|分值|^分数$/],
  ['handled', /状态|处理标记|是否处理/],
  ['city', /城市|采集机关|地区/],
  ['behaviour', /行为|内容|原因|事由/],
]

/** What a notice without a code is kept under, so that the same one is known again. */
export const NO_CODE = '0000'

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
  /** What was read otherwise than written, e.g. the time. */
  repaired: string | null
  problem: string | null
}
export type ReadViolations = { ok: true; rows: ViolationRow[] } | { ok: false; message: string }

const POINTS = [0, 1, 2, 3, 6, 9, 12]

export function readViolations(lines: readonly (readonly string[])[], now: string): ReadViolations {
  const table = readTable(lines, HEADINGS, ['plateNo', 'at'], NAMES)
  if (!table.ok) return table
  const seen = new Map<string, number>()
  const rows = table.rows.map(({ line, cell }): ViolationRow => {
    // Dots and spaces between, full width, small letters: one spelling.
    const plateNo = normalisePlate(cell('plateNo')).slice(0, 12)
    const time = readTime(cell('at'))
    const [fine, points] = [readMoney(cell('fine')), readNumber(cell('points'))]
    const problem =
      plateNo === ''
        ? '缺少车牌号'
        : !time
          ? `违法时间「${cell('at').slice(0, 30)}」不正确，应如 2026-04-25 10:30:00`
          : time.at > now
            ? '违法时间不能晚于现在'
            : fine === false || (fine !== null && fine < 0)
              ? `罚款「${cell('fine').slice(0, 20)}」不正确，应如 200 或 200.00`
              : points === false || (points !== null && !POINTS.includes(points))
                ? `记分「${cell('points').slice(0, 20)}」不正确，应为 0、1、3、6、9 或 12`
                : null
    return {
      line,
      plateNo,
      occurredAt: time?.at ?? null,
      place: cell('place').slice(0, 200),
      code: cell('code').replaceAll(/\D/g, '').slice(0, 5) || NO_CODE,
      behaviour: cell('behaviour').slice(0, 200),
      fine: fine === false ? null : fine,
      points: points === false ? null : points,
      recordNo: cell('recordNo').slice(0, 40),
      city: cell('city').slice(0, 20),
      alreadyHandled: /^(已处理|已缴款|已处理已缴款|已缴|处理完毕)/.test(cell('handled')),
      repaired: time?.repaired ? `时间「${cell('at')}」` : null,
      problem,
    }
  })
  for (const row of rows) {
    if (row.problem) continue
    const key = `${row.plateNo}|${row.occurredAt}|${row.code}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.line)
    else row.problem = `与第 ${first} 行重复`
  }
  return { ok: true, rows }
}
