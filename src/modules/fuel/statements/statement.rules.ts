/** Suppliers' statements: fuel of the oil companies, charges of charging networks, in their layouts (affairs.md §6). */
import { formatFen } from '#kit/basics/fen.ts'
import { isSpoiltNumber, spoiltSentence } from '#kit/excel/text-table.ts'
import { readMoney, readNumber, readTable, readTime, type Headings } from '#modules/affairs/ground/pasted.rules.ts'

export type StatementColumn =
  | 'cardNo'
  | 'plateNo'
  | 'at'
  | 'type'
  | 'fuel'
  | 'quantity'
  | 'unitPrice'
  | 'amount'
  | 'serviceFee'
  | 'discount'
  | 'balance'
  | 'station'
  | 'city'
  | 'supplierNo'
  | 'ofNo'
  | 'km'
  | 'socFrom'
  | 'socTo'
  | 'driverName'
  | 'driverMobile'
  | 'driverLicence'
export const COLUMN_NAMES: Record<StatementColumn, string> = {
  cardNo: '卡号',
  plateNo: '车牌号',
  at: '交易时间',
  type: '交易类型',
  fuel: '油品',
  quantity: '数量',
  unitPrice: '单价',
  amount: '金额',
  serviceFee: '服务费',
  discount: '优惠',
  balance: '余额',
  station: '加油站',
  city: '城市',
  supplierNo: '流水号',
  ofNo: '原流水号',
  km: '里程',
  socFrom: '起始电量',
  socTo: '结束电量',
  driverName: '司机',
  driverMobile: '司机手机号',
  driverLicence: '驾驶证号',
}
const HEADINGS: Headings<StatementColumn> = [
  // The number on a driving licence is that of the identity card.
  ['driverLicence', /驾驶证|身份证|证件号/],
  ['driverMobile', /手机|联系电话|司机电话/],
  ['driverName', /司机|驾驶员|驾驶人|持卡人|加油人|充电人/],
  ['cardNo', /卡号|加油卡|充电卡|账号/],
  ['plateNo', /车牌|车号/],
  ['ofNo', /原.*(流水|交易|订单|凭证|小票)/],
  ['supplierNo', /流水|订单号|交易号|凭证号|小票/],
  ['at', /(交易|消费|加油|充电|结束|发生).*(时间|日期)|^时间$|^日期$/],
  ['type', /交易类型|业务类型|^类型$|摘要/],
  ['station', /加油站|网点|电站|站点|场站|油站|地点/],
  ['fuel', /油品|商品|品名|油号/],
  ['quantity', /数量|升数|电量\(?（?(kwh|度|千瓦时)|充电量|加油量|^电量$/i],
  ['unitPrice', /单价|价格/],
  ['serviceFee', /服务费/],
  ['discount', /优惠|折扣|减免/],
  ['balance', /余额/],
  ['socFrom', /起始(电量|soc)|开始soc|充电前/i],
  ['socTo', /结束(电量|soc)|终止soc|充电后/i],
  ['km', /里程|公里/],
  ['city', /城市|地区/],
  ['amount', /金额|实付|消费额|总费用|^费用$/],
]

type RowKind = 'spend' | 'recharge' | 'allocate' | 'load' | 'recall' | 'refund' | 'fee'
export interface StatementRow {
  line: number
  kind: RowKind
  /** It takes back one of its kind; `ofNo` is that one's number, where the supplier says it. */
  undoes: boolean
  ofNo: string
  cardNo: string
  plateNo: string
  at: string | null
  fuel: string | null
  quantity: number
  unitPrice: number
  amount: number
  serviceFee: number
  discount: number
  /** After this row, as the supplier says. */
  balance: number | null
  station: string
  city: string
  supplierNo: string
  km: number | null
  socFrom: number | null
  socTo: number | null
  driverName: string
  driverMobile: string
  driverLicence: string
  problem: string | null
}

const FUELS: readonly (readonly [string, RegExp])[] = [
  ['p92', /92/],
  ['p95', /95/],
  ['p98', /98/],
  ['d-10', /-10|－10/],
  ['d0', /0\s*(号|#)?.*柴|柴油.*0|柴油|^0#?$/],
  ['lng', /lng|液化/i],
  ['cng', /cng|压缩/i],
  ['h2', /氢/],
  ['electric', /电/],
]
export const fuelOf = (text: string): string | null => (text === '' ? null : (FUELS.find(([, p]) => p.test(text))?.[0] ?? null))

/** A spend that is taken back; what is refunded without goods given back is money only. */
const UNDONE = /撤销|撤单|冲正|冲销|冲红|红冲|取消|作废|退货|退油|退电|消费退/
function kindOf(type: string): RowKind {
  if (/圈存/.test(type)) return 'load'
  if (/分配|转账|汇总转入/.test(type)) return 'allocate'
  if (/回收|转出/.test(type)) return 'recall'
  if (/退/.test(type) && !UNDONE.test(type)) return 'refund'
  if (/充值|存款/.test(type)) return 'recharge'
  if (/手续费|服务费|年费/.test(type)) return 'fee'
  return 'spend'
}

export type Statement = { ok: true; rows: StatementRow[] } | { ok: false; message: string }

/** `own`: headings the company has said a supplier uses, before the usual ones. */
export function readFuelStatement(
  lines: readonly (readonly string[])[],
  now: string,
  own: readonly { column: StatementColumn; heading: string }[] = [],
): Statement {
  const mine = own.map(
    ({ column, heading }) => [column, new RegExp(`^${heading.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)] as const,
  )
  const table = readTable<StatementColumn>(lines, [...mine, ...HEADINGS], ['at', 'amount'], COLUMN_NAMES)
  if (!table.ok) return table
  const usual = usualSigns(table.rows.map(({ cell }) => cell))
  const rows = table.rows.map(({ line, cell }): StatementRow => {
    const time = readTime(cell('at'))
    const numbers = (['quantity', 'unitPrice', 'amount', 'serviceFee', 'discount', 'balance', 'km', 'socFrom', 'socTo'] as const).map(
      (column) =>
        [column, ['quantity', 'km', 'socFrom', 'socTo'].includes(column) ? readNumber(cell(column)) : readMoney(cell(column))] as const,
    )
    const wrong = numbers.find(([, value]) => value === false)
    const n = (column: (typeof numbers)[number][0]): number | null => {
      const value = numbers.find(([name]) => name === column)![1]
      return value === false ? null : value
    }
    const kind = kindOf(cell('type'))
    const amount = Math.abs(n('amount') ?? 0)
    const quantity = Math.abs(n('quantity') ?? 0)
    const undoes = UNDONE.test(cell('type')) || (kind === 'spend' && isAgainst(usual, n('amount') ?? 0, n('quantity') ?? 0))
    const spoilt = (['cardNo', 'supplierNo', 'ofNo'] as const).find((column) => isSpoiltNumber(cell(column)))
    const problem = wrong
      ? `${COLUMN_NAMES[wrong[0]]}「${cell(wrong[0]).slice(0, 20)}」不正确`
      : !time
        ? `交易时间「${cell('at').slice(0, 30)}」不正确，应如 2026-04-25 10:30:00`
        : time.at > now
          ? '交易时间不能晚于现在'
          : amount === 0
            ? '没有金额'
            : kind === 'spend' && quantity === 0 && !undoes
              ? '缺少数量'
              : cell('cardNo') === '' && cell('plateNo') === ''
                ? '缺少卡号或车牌号'
                : spoilt
                  ? spoiltSentence(COLUMN_NAMES[spoilt], cell(spoilt))
                  : null
    // A price is often left out, or per kWh without the fee: what is paid says it.
    const spent = amount - (n('serviceFee') ?? 0) + (n('discount') ?? 0)
    return {
      line,
      kind,
      undoes,
      ofNo: cell('ofNo').slice(0, 40),
      cardNo: cell('cardNo').replaceAll(/[\s*-]/g, ''),
      plateNo: cell('plateNo')
        .toUpperCase()
        .replaceAll(/[\s·.]/g, ''),
      at: time?.at ?? null,
      fuel: fuelOf(cell('fuel')),
      quantity,
      unitPrice: n('unitPrice') ?? (quantity > 0 ? Math.round(spent / quantity) : 0),
      amount,
      serviceFee: n('serviceFee') ?? 0,
      discount: n('discount') ?? 0,
      balance: n('balance'),
      station: cell('station').slice(0, 60),
      city: cell('city').slice(0, 20),
      supplierNo: cell('supplierNo').slice(0, 40),
      km: n('km') === null ? null : Math.round(n('km')!),
      socFrom: n('socFrom') === null ? null : Math.round(n('socFrom')!),
      socTo: n('socTo') === null ? null : Math.round(n('socTo')!),
      driverName: cell('driverName').slice(0, 40),
      driverMobile: cell('driverMobile').slice(0, 20),
      driverLicence: cell('driverLicence').slice(0, 20),
      problem,
    }
  })
  return { ok: true, rows: chained(onceEach(rows)) }
}

type Cell = (column: StatementColumn) => string
interface Signs {
  amount: -1 | 1
  quantity: -1 | 1
}
/** Some suppliers write every spend below nothing; where they do not, one below nothing takes another back. */
function usualSigns(cells: readonly Cell[]): Signs {
  const spends = cells.filter((cell) => kindOf(cell('type')) === 'spend' && !UNDONE.test(cell('type')))
  const signOf = (numbers: readonly (number | null | false)[], least: number): -1 | 1 => {
    const below = numbers.filter((n) => Number(n) < 0).length
    return below >= least && below > numbers.length / 2 ? -1 : 1
  }
  return {
    amount: signOf(
      spends.map((cell) => readMoney(cell('amount'))),
      1,
    ),
    // Goods below nothing in the only row there is are goods given back.
    quantity: signOf(
      spends.map((cell) => readNumber(cell('quantity'))),
      2,
    ),
  }
}
const isAgainst = (usual: Signs, amount: number, quantity: number): boolean =>
  quantity === 0 ? amount * usual.amount < 0 : quantity * usual.quantity < 0 || (usual.quantity === 1 && amount * usual.amount < 0)

/** A page sent twice holds its rows twice: the first of each counts, and one that differs is not guessed at. */
function onceEach(rows: StatementRow[]): StatementRow[] {
  const first = new Map<string, StatementRow>()
  for (const row of rows) {
    if (row.problem) continue
    const key = [row.kind, row.undoes, row.cardNo, row.supplierNo || `${row.plateNo}|${row.at}`].join('|')
    const before = first.get(key)
    if (!before) first.set(key, row)
    else if (before.amount === row.amount && before.quantity === row.quantity) row.problem = `与第 ${before.line} 行重复`
    else row.problem = `与第 ${before.line} 行是同一笔，但数量或金额不同`
  }
  return rows
}

/** Where a statement carries balances, each row has to follow from the one before it of its card: the break is named. */
function chained(rows: StatementRow[]): StatementRow[] {
  const last = new Map<string, number>()
  for (const row of rows.toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : a.line - b.line))) {
    if (row.problem || row.balance === null || row.cardNo === '') continue
    const before = last.get(row.cardNo)
    const out = row.kind === 'spend' || row.kind === 'fee' || row.kind === 'recall'
    const wanted = before === undefined ? row.balance : before + (out !== row.undoes ? -row.amount : row.amount)
    if (wanted !== row.balance) row.problem = `第 ${row.line} 行余额应为 ${formatFen(wanted)}`
    last.set(row.cardNo, row.balance)
  }
  return rows
}
