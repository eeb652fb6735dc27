/**
 * What a version of a billing rule contains (transport.md §3). Units: money fen, unit price E4 (0.0001 元), quantities in
 * thousandths of their unit. The fixed order of the parts is the pipeline of price.rules.ts.
 */
export const UNITS = {
  km: '公里',
  kg: '千克',
  t: '吨',
  m3: '立方米',
  piece: '件',
  pallet: '托',
  min: '分钟',
  day: '天',
  trip: '趟',
} as const
export type Unit = keyof typeof UNITS
/** 1 分段累进 · 2 全量落档 · 3 就低 (the least of this and every higher band). */
type TierMode = 1 | 2 | 3
type QuantityRounding = 'up' | 'half' | 'down'

/** From the end of the band before (0 at first) up to and including `to`; null = open. */
export interface Band {
  to: number | null
  e4: number
}
export interface Charge {
  label: string
  unit: Unit
  /** What the base price already covers. */
  included: number
  /** 0 = not rounded. */
  step: number
  rounding: QuantityRounding
  /** The price is for this much: 1000 = one unit, 30,000 of min = half an hour. */
  per: number
  mode: TierMode
  bands: readonly Band[]
  /** Bands count what the month already had (cumulative only). */
  monthly: boolean
}
/** Prices by area: the longest prefixes win. They stand in for the bands of the first charge. */
interface MatrixRow {
  fromArea: string
  toArea: string
  minFen: number
  bands: readonly Band[]
}
export interface WaitingPolicy {
  clock: 'arrival' | 'appointment' | 'later' | 'earlier'
  /** Arrival after the window: no effect; nothing is paid; the clock runs from arrival; the free minutes shrink by the lateness. */
  late: 'none' | 'forfeit' | 'fromArrival' | 'reduceFree'
  freeLoad: number
  freeUnload: number
  unitMin: number
  fen: number
  capStop: number | null
  capDay: number | null
  capOrder: number | null
  overnight: { afterMin: number; fen: number } | null
}
export const HANDLING = { t: '每吨', piece: '每件', floor: '每层（无电梯）', tailLift: '尾板', entry: '进场' } as const
interface Handling {
  label: string
  per: keyof typeof HANDLING
  fen: number
  included: number
}
export type When =
  | { kind: 'always' }
  /** Minutes of the day; `to` ≤ `from` runs over midnight. By the start of the trip, or in proportion to the overlap. */
  | { kind: 'night'; from: number; to: number; prorated: boolean }
  | { kind: 'holiday'; kinds: readonly ('off' | 'statutory')[] }
  | { kind: 'weekend' }
  | { kind: 'cold' }
  | { kind: 'urgent' }
  | { kind: 'returnEmpty' }
  | { kind: 'dangerous' }
  | { kind: 'area'; prefix: string }
  /** Days of the year before a holiday are the calendar's business; this one is a span of days. */
  | { kind: 'days'; from: string; to: string }
  | { kind: 'fuel'; province: string; baseFen: number; stepFen: number; floorZero: boolean }

/** Lines a percentage may be of. */
export const BASES = { base: '起步价', tier: '阶梯价', stops: '点位费', wait: '等待费', handle: '装卸费' } as const
export type BaseCode = keyof typeof BASES
export interface Surcharge {
  label: string
  amount: { kind: 'fixed'; fen: number } | { kind: 'bp'; bp: number; of: readonly BaseCode[] }
  when: When
}
export interface RateComponents {
  kmFrom: 'contract' | 'planned' | 'actual'
  /** kg per m³; 0 = as agreed for the project (quantity.rules.ts). */
  factor: number
  base: { fen: number } | null
  charges: readonly Charge[]
  matrix: readonly MatrixRow[]
  stops: { included: number; fen: number } | null
  waiting: WaitingPolicy | null
  handling: readonly Handling[]
  surcharges: readonly Surcharge[]
  minFen: number | null
  maxFen: number | null
  insureBp: number
  discountBp: number
  taxBp: number
  partial: 'planned' | 'signed' | 'signedReturn'
  returnBp: number
}

export const EMPTY: RateComponents = {
  kmFrom: 'planned',
  factor: 0,
  base: null,
  charges: [],
  matrix: [],
  stops: null,
  waiting: null,
  handling: [],
  surcharges: [],
  minFen: null,
  maxFen: null,
  insureBp: 0,
  discountBp: 0,
  taxBp: 900,
  partial: 'planned',
  returnBp: 0,
}

const yuan = (fen: number): string => (fen / 100).toFixed(2)

function bandProblems(where: string, bands: readonly Band[]): string[] {
  if (bands.length === 0) return [`${where}：请至少填写一档`]
  const problems: string[] = []
  let last = 0
  bands.forEach((band, i) => {
    if (band.e4 < 0) problems.push(`${where}第 ${i + 1} 档：单价不能为负`)
    if (i === bands.length - 1) {
      if (band.to !== null) problems.push(`${where}：最后一档应不设上限`)
    } else if (band.to === null) problems.push(`${where}第 ${i + 1} 档：只有最后一档可以不设上限`)
    else if (band.to <= last) problems.push(`${where}第 ${i + 1} 档：上限应大于上一档`)
    last = band.to ?? last
  })
  return problems
}

const MAIN_UNITS: Record<string, readonly Unit[]> = {
  '1': ['km'],
  '2': ['kg', 't', 'm3', 'piece', 'pallet'],
  '3': ['trip', 'min', 'day', 'km'],
}

/** What a carrier or driver is never paid by: such a price would stand there and never be charged. */
function payableProblems(c: RateComponents): string[] {
  return [
    c.kmFrom === 'contract' && c.charges.some((charge) => charge.unit === 'km') ? '应付规则没有合同里程，里程请取自规划或实际' : null,
    c.insureBp > 0 ? '应付规则不收保价费，请删除保价费率' : null,
  ].filter((problem) => problem !== null)
}

/** Everything that keeps a version from being published, as sentences. */
export function componentProblems(type: string, c: RateComponents, direction: 'receivable' | 'payable' = 'receivable'): string[] {
  const problems: string[] = direction === 'payable' ? payableProblems(c) : []
  if (c.base === null && c.charges.length === 0 && c.matrix.length === 0) problems.push('请填写起步价或阶梯价')
  c.charges.forEach((charge, i) => {
    const where = charge.label || `阶梯 ${i + 1}`
    if (!MAIN_UNITS[type]?.includes(charge.unit)) problems.push(`${where}：该类型的规则不能按${UNITS[charge.unit]}计费`)
    if (charge.per <= 0) problems.push(`${where}：计价单位应大于 0`)
    if (charge.included < 0 || charge.step < 0) problems.push(`${where}：含量与进位不能为负`)
    if (charge.monthly && charge.mode !== 1) problems.push(`${where}：按月累计只能用分段累进`)
    problems.push(...bandProblems(where, charge.bands))
  })
  if (c.charges.filter((charge) => charge.monthly).length > 1) problems.push('按月累计的阶梯只能有一项')
  c.matrix.forEach((row, i) => {
    if (!/^\d{0,6}$/.test(row.fromArea + row.toArea.slice(0, 0)) || !/^\d{0,6}$/.test(row.toArea))
      problems.push(`价格表第 ${i + 1} 行：行政区划代码为数字`)
    problems.push(...bandProblems(`价格表第 ${i + 1} 行`, row.bands))
  })
  if (c.matrix.length > 0 && c.charges.length === 0) problems.push('使用区域价格表时，请先填写一项阶梯价（单位、进位与方式）')
  if (c.minFen !== null && c.maxFen !== null && c.minFen > c.maxFen) problems.push(`最低消费 ${yuan(c.minFen)} 高于封顶 ${yuan(c.maxFen)}`)
  for (const s of c.surcharges)
    if (s.amount.kind === 'bp' && s.amount.of.length === 0) problems.push(`附加费「${s.label}」：请选择按哪些项目计算`)
  for (const s of c.surcharges) if (s.when.kind === 'fuel' && s.when.stepFen <= 0) problems.push(`附加费「${s.label}」：油价步长应大于 0`)
  if (c.waiting && c.waiting.unitMin <= 0) problems.push('等待费：计费单位应大于 0 分钟')
  return problems
}

export interface Inversion {
  charge: string
  /** The last quantity of the cheaper side, thousandths. */
  at: number
  before: number
  after: number
}
