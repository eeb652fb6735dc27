/**
 * The pipeline (transport.md §3): a version of a rule and what happened → lines, total, tax. Pure: the same input gives the
 * same bytes, so that a stored quote can be replayed for ever under its engine number.
 */
import { quantityOf } from './quantity.rules.ts'
import { HANDLING, UNITS, type BaseCode, type Charge, type RateComponents, type Surcharge } from './schema.rules.ts'
import { R, tierFen, tierSum } from './tier.rules.ts'
import { waitingLines, type Wait } from './waiting.rules.ts'

export const ENGINE = 2

export interface RateInput {
  day: string
  startAt: string
  endAt: string
  /** Thousandths of a km; what is not known is null. */
  km: { contract: number | null; planned: number | null; actual: number | null }
  /** How the actual way is known; said with its line. */
  kmActualFrom?: 'track' | 'odometer' | null
  grams: number
  /** 1/10000 m³. */
  volume: number
  pieces: number
  pallets: number
  minutes: number
  days: number
  trips: number
  /** Places served, the same place once. */
  stops: number
  signedPieces: number | null
  refusedPieces: number | null
  /** Only where the customer or the receiver is responsible. */
  returnPayable: boolean
  waits: readonly Wait[]
  floors: number
  tailLift: number
  entries: number
  cold: boolean
  urgent: boolean
  returnEmpty: boolean
  dangerous: boolean
  holiday: 'off' | 'statutory' | null
  weekend: boolean
  fromArea: string
  toArea: string
  tolls: readonly { label: string; fen: number; receipt: string; taxable: boolean }[]
  insure: boolean
  declaredFen: number
  /** Price of a litre by province on the pricing day, fen. */
  fuel: Readonly<Record<string, number>>
  /** What the month had before, thousandths of the unit of the monthly charge. */
  monthBefore: number
  /** 改址费, 放空费 and the like, agreed in so many words. */
  fees: readonly { code: string; label: string; fen: number }[]
  adjustments: readonly { fen: number; reason: string }[]
}

export interface Line {
  code: string
  label: string
  qty: number | null
  unit: string | null
  e4: number | null
  base: number | null
  amount: number
  formula: string
}
export interface Priced {
  lines: Line[]
  /** Lines 1–7: what minimum and maximum hold. */
  freight: number
  total: number
  taxBp: number
  tax: number
  /** What cannot be computed yet: 「装货地等待：缺少到达或开始作业时间」. */
  pending: string[]
  /** What it adds to the month of a charge by the month, thousandths; null without such a charge. */
  monthly: number | null
}

export const yuan = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const thousandths = (q: number): string => String(q / 1000)
const price = (e4: number): string => (e4 % 100 === 0 ? yuan(e4 / 100) : String(e4 / 10_000))
const percent = (bp: number): string => `${bp / 100}%`
const plain = (code: string, label: string, amount: number, formula: string): Line => ({
  code,
  label,
  qty: null,
  unit: null,
  e4: null,
  base: null,
  amount,
  formula,
})

/** The bands of the area with the longest prefixes, destination before origin. */
function matrixOf(c: RateComponents, input: RateInput) {
  return c.matrix
    .filter((row) => input.fromArea.startsWith(row.fromArea) && input.toArea.startsWith(row.toArea))
    .toSorted((a, b) => b.fromArea.length + b.toArea.length - (a.fromArea.length + a.toArea.length) || b.toArea.length - a.toArea.length)[0]
}

function tierLine(charge: Charge, q: number, before: number, code: string): Line {
  const unit = UNITS[charge.unit]
  const per = charge.per === 1000 ? unit : `${thousandths(charge.per)} ${unit}`
  if (charge.monthly) {
    const amount = tierFen(charge, before + q) - tierFen(charge, before)
    const formula = `月累计 ${thousandths(before)} → ${thousandths(before + q)} ${unit}：${yuan(tierFen(charge, before + q))} − ${yuan(tierFen(charge, before))}`
    return { ...plain(code, charge.label, amount, formula), qty: q, unit }
  }
  const { sum, parts } = tierSum(charge, q)
  const amount = R(sum, BigInt(charge.per) * 100n)
  const text = parts.map((p) => `${thousandths(p.quantity)} ${unit} × ${price(p.e4)}/${per}`).join(' + ')
  return {
    ...plain(code, charge.label, amount, text || `${thousandths(q)} ${unit}，已含`),
    qty: q,
    unit,
    e4: parts.length === 1 ? parts[0]!.e4 : null,
  }
}

const MEASURED = { track: '按车辆轨迹', odometer: '按里程表' } as const
/** Where the kilometres of a charge by the actual way come from; a plan that stands in for it is named. */
function wayOf(charge: Charge, c: RateComponents, input: RateInput): string {
  if (charge.unit !== 'km' || c.kmFrom !== 'actual') return ''
  if (input.km.actual === null) return '没有实际里程，按规划里程：'
  return input.kmActualFrom ? `实际里程${MEASURED[input.kmActualFrom]}：` : ''
}

/** Line of a charge by its place. */
const codeOf = (i: number): string => (i === 0 ? 'tier' : `tier${i + 1}`)

/** Steps 1 and 2. A partial delivery is charged by what was signed, where the rule says so. */
function quantityLines(c: RateComponents, input: RateInput, pending: string[]): Line[] {
  const lines: Line[] = []
  if (c.base) lines.push(plain('base', '起步价', c.base.fen, yuan(c.base.fen)))
  const row = c.matrix.length > 0 ? matrixOf(c, input) : undefined
  if (c.matrix.length > 0 && !row) pending.push(`区域价格表没有 ${input.fromArea || '（未知）'} → ${input.toArea || '（未知）'} 的价格`)
  const partial = c.partial !== 'planned' && input.signedPieces !== null && input.pieces > 0
  c.charges.forEach((own, i) => {
    const charge = i === 0 && row ? { ...own, bands: row.bands } : own
    const code = codeOf(i)
    const planned = quantityOf(charge, c, input)
    if (planned === null)
      return void pending.push(`${charge.label}：缺少${c.kmFrom === 'actual' ? '实际' : c.kmFrom === 'contract' ? '合同' : '规划'}里程`)
    if (!partial) {
      const plainLine = tierLine(charge, planned, input.monthBefore, code)
      const line = { ...plainLine, formula: `${wayOf(charge, c, input)}${plainLine.formula}` }
      const least = i === 0 && row ? row.minFen : 0
      lines.push(line.amount < least ? { ...line, amount: least, formula: `${line.formula}，区域最低 ${yuan(least)}` } : line)
      return
    }
    const ofPieces = (pieces: number): Line =>
      tierLine(charge, quantityOf(charge, c, input, { pieces, of: input.pieces })!, input.monthBefore, code)
    const line = ofPieces(input.signedPieces!)
    lines.push({ ...line, formula: `按签收量：${line.formula}` })
    if (c.partial === 'signedReturn' && input.returnPayable && (input.refusedPieces ?? 0) > 0) {
      const base = ofPieces(input.signedPieces! + input.refusedPieces!).amount - line.amount
      lines.push({
        ...plain('return', '退货费', R(BigInt(base) * BigInt(c.returnBp), 10_000n), `拒收部分 ${yuan(base)} × ${percent(c.returnBp)}`),
        base,
      })
    }
  })
  return lines
}

/** Steps 3 to 5. */
function serviceLines(c: RateComponents, input: RateInput, pending: string[]): Line[] {
  const lines: Line[] = []
  if (c.stops) {
    const n = Math.max(0, input.stops - c.stops.included)
    if (n > 0) lines.push({ ...plain('stops', '点位费', n * c.stops.fen, `${n} 点 × ${yuan(c.stops.fen)}`), qty: n * 1000, unit: '点' })
  }
  if (c.waiting) {
    const p = c.waiting
    for (const w of waitingLines(p, input.waits)) {
      if (w.pending) pending.push(`${w.stop}等待：缺少到达或开始作业时间`)
      else if (w.amount > 0)
        lines.push({
          ...plain(
            'wait',
            `等待费（${w.stop}）`,
            w.amount,
            `等待 ${w.minutes} 分钟，免费 ${w.free} 分钟，${yuan(p.fen)}/${p.unitMin} 分钟`,
          ),
          qty: w.minutes * 1000,
          unit: '分钟',
        })
    }
  }
  for (const h of c.handling) {
    const line = handlingLine(h, input)
    if (line) lines.push(line)
  }
  return lines
}

function handlingLine(h: RateComponents['handling'][number], input: RateInput): Line | null {
  const milli = {
    t: input.grams / 1000,
    piece: input.pieces * 1000,
    floor: input.floors * 1000,
    tailLift: input.tailLift * 1000,
    entry: input.entries * 1000,
  }[h.per]
  const q = Math.max(0, Math.round(milli) - h.included)
  if (q === 0) return null
  const amount = R(BigInt(q) * BigInt(h.fen), 1000n)
  return {
    ...plain('handle', h.label || '装卸费', amount, `${thousandths(q)} × ${yuan(h.fen)}（${HANDLING[h.per]}）`),
    qty: q,
    unit: HANDLING[h.per],
  }
}

const MINUTE = 60_000
const DAY = 86_400_000
const OFFSET = 8 * 60 * MINUTE

/** Seconds of the trip that lie in the night, every night it touches. */
export function nightOverlap(startAt: string, endAt: string, from: number, to: number): number {
  const [start, end] = [Date.parse(startAt) + OFFSET, Date.parse(endAt) + OFFSET]
  const length = (to > from ? to - from : to + 1440 - from) * MINUTE
  let seconds = 0
  for (let day = Math.floor(start / DAY) * DAY - DAY; day <= end; day += DAY) {
    const [a, b] = [Math.max(start, day + from * MINUTE), Math.min(end, day + from * MINUTE + length)]
    if (b > a) seconds += Math.floor((b - a) / 1000)
  }
  return seconds
}

/** null: does not apply. Otherwise the share (of 1) as a fraction, and the percentage where the condition decides it (fuel). */
function applies(s: Surcharge, input: RateInput, pending: string[]): { part: [number, number]; times: number; word: string } | null {
  const yes = (word: string) => ({ part: [1, 1] as [number, number], times: 1, word })
  const w = s.when
  switch (w.kind) {
    case 'always':
      return yes('')
    case 'night': {
      const start = Math.floor((Date.parse(input.startAt) + OFFSET) / MINUTE) % 1440
      const inside = w.to > w.from ? start >= w.from && start < w.to : start >= w.from || start < w.to
      if (!w.prorated) return inside ? yes('夜间发车') : null
      const overlap = nightOverlap(input.startAt, input.endAt, w.from, w.to)
      const total = Math.floor((Date.parse(input.endAt) - Date.parse(input.startAt)) / 1000)
      return overlap > 0 && total > 0
        ? { part: [overlap, total], times: 1, word: `夜间 ${Math.floor(overlap / 60)}/${Math.floor(total / 60)} 分钟` }
        : null
    }
    case 'holiday':
      return input.holiday !== null && w.kinds.includes(input.holiday) ? yes('节假日') : null
    case 'weekend':
      return input.weekend ? yes('周末') : null
    case 'cold':
      return input.cold ? yes('冷链') : null
    case 'urgent':
      return input.urgent ? yes('加急') : null
    case 'returnEmpty':
      return input.returnEmpty ? yes('返空') : null
    case 'dangerous':
      return input.dangerous ? yes('危险货物') : null
    case 'area': {
      const areas = [input.fromArea, input.toArea]
      if (areas.some((area) => area.startsWith(w.prefix))) return yes('区域')
      // Of a place whose code is missing, or shorter than the area's, nobody can say that it lies outside.
      if (areas.some((area) => w.prefix.startsWith(area)))
        pending.push(`${s.label}：发货方或收货方的地址没有行政区划代码，不能判断是否在区域 ${w.prefix} 内，请在收发货方中重新搜索选择地址`)
      return null
    }
    case 'days':
      return input.day >= w.from && input.day <= w.to ? yes(`${w.from} 至 ${w.to}`) : null
    case 'fuel': {
      const index = input.fuel[w.province]
      if (index === undefined) {
        pending.push(`${s.label}：缺少${w.province}在 ${input.day} 的油价`)
        return null
      }
      const steps = Math.floor((index - w.baseFen) / w.stepFen)
      const times = w.floorZero ? Math.max(0, steps) : steps
      return times === 0 ? null : { part: [1, 1], times, word: `油价 ${yuan(index)}，基准 ${yuan(w.baseFen)}，${times} 档` }
    }
  }
}

const groupOf = (code: string): BaseCode | null =>
  code.startsWith('tier') || code === 'return'
    ? 'tier'
    : code === 'base' || code === 'stops' || code === 'wait' || code === 'handle'
      ? code
      : null

/** Step 6. */
function surchargeLines(c: RateComponents, input: RateInput, before: readonly Line[], pending: string[]): Line[] {
  return c.surcharges.flatMap((s, i) => {
    const applied = applies(s, input, pending)
    if (!applied) return []
    const code = `sur${i + 1}`
    const [overlap, total] = applied.part
    if (s.amount.kind === 'fixed') {
      const amount = R(BigInt(s.amount.fen) * BigInt(applied.times) * BigInt(overlap), BigInt(total))
      return [plain(code, s.label, amount, [applied.word, yuan(s.amount.fen)].filter(Boolean).join('，'))]
    }
    const { bp, of } = s.amount
    const base = before.filter((l) => of.includes(groupOf(l.code)!)).reduce((sum, l) => sum + l.amount, 0)
    const amount = R(BigInt(base) * BigInt(bp) * BigInt(applied.times) * BigInt(overlap), 10_000n * BigInt(total))
    const formula = [`${yuan(base)} × ${percent(bp * applied.times)}`, applied.word].filter(Boolean).join('，')
    return [{ ...plain(code, s.label, amount, formula), base }]
  })
}

/** Step 7. */
function limitLine(c: RateComponents, sum: number): Line | null {
  if (c.minFen !== null && sum < c.minFen) return plain('min', '最低消费补足', c.minFen - sum, `最低消费 ${yuan(c.minFen)}`)
  if (c.maxFen !== null && sum > c.maxFen) return plain('max', '封顶减免', c.maxFen - sum, `封顶 ${yuan(c.maxFen)}`)
  return null
}

/** Tax that an amount contains (step 12). */
export const taxInside = (amount: number, taxBp: number): number => R(BigInt(amount) * BigInt(taxBp), BigInt(10_000 + taxBp))

const sumOf = (lines: readonly Line[]): number => lines.reduce((total, l) => total + l.amount, 0)

export function priceOf(c: RateComponents, input: RateInput): Priced {
  const pending: string[] = []
  const counted = [...quantityLines(c, input, pending), ...serviceLines(c, input, pending)]
  const upto6 = [...counted, ...surchargeLines(c, input, counted, pending)]
  const limit = limitLine(c, sumOf(upto6))
  const freightLines = limit ? [...upto6, limit] : upto6
  const freight = sumOf(freightLines)
  const after: Line[] = input.tolls.map((t) => plain('toll', t.label || '代垫费', t.fen, `票据 ${t.receipt}${t.taxable ? '' : '，不含税'}`))
  if (input.insure && c.insureBp > 0)
    after.push({
      ...plain(
        'insure',
        '保价费',
        R(BigInt(input.declaredFen) * BigInt(c.insureBp), 10_000n),
        `${yuan(input.declaredFen)} × ${percent(c.insureBp)}`,
      ),
      base: input.declaredFen,
    })
  after.push(...input.fees.map((f) => plain(f.code, f.label, f.fen, '约定')))
  after.push(...input.adjustments.map((a) => plain('adjust', '手工调整', a.fen, a.reason)))
  if (c.discountBp > 0)
    after.push({
      ...plain('discount', '合同折扣', -R(BigInt(freight) * BigInt(c.discountBp), 10_000n), `${yuan(freight)} × ${percent(c.discountBp)}`),
      base: freight,
    })
  const lines = [...freightLines, ...after]
  const total = sumOf(lines)
  const untaxed = input.tolls.filter((t) => !t.taxable).reduce((n, t) => n + t.fen, 0)
  const byMonth = c.charges.findIndex((charge) => charge.monthly)
  const monthly = byMonth < 0 ? null : (counted.find((l) => l.code === codeOf(byMonth))?.qty ?? 0)
  return { lines, freight, total, taxBp: c.taxBp, tax: taxInside(total - untaxed, c.taxBp), pending, monthly }
}
