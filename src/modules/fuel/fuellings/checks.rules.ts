/** The nine checks of a fuelling or a charge, each with its evidence (affairs.md §3.8, §3.9). They accuse nobody: a person looks. */
import { fen, formatFen, mulDivRound, type Fen } from '#kit/basics/fen.ts'

const WEIGHTS = [30, 30, 20, 40, 15, 15, 10, 10, 40] as const
const CHECK_NAMES = ['数量', '油品', '间隔与城市', '车辆位置', '油电耗', '限额与时段', '里程', '金额', '用卡'] as const

export interface Check {
  /** 1–9. */
  no: number
  name: string
  result: 'ok' | 'bad' | 'unknown'
  evidence: string
}
export interface Filled {
  kind: 'fuel' | 'charge'
  at: string
  fuel: string | null
  /** L or kWh. */
  quantity: number
  unitPrice: number
  amount: number
  serviceFee: number
  discount: number
  km: number | null
  full: boolean
  socFrom: number | null
  socTo: number | null
  city: string | null
}
export interface Known {
  tankL: number | null
  batteryKwh: number | null
  /** Fuels that this vehicle takes; null: nobody said. */
  fuels: readonly string[] | null
  /** The fill before it of the same vehicle or card. */
  before: { at: string; city: string | null; km: number | null } | null
  /** Metres between the cities' stations, when both are known. */
  metresApart: number | null
  /** Nearest the vehicle came to the station within a quarter of an hour; null: no fix, or no place of the station. */
  metresAway: number | null
  /** Per 100 km since the last full fill; null: not to be said. */
  consumption: number | null
  norm: number | null
  card: {
    status: string
    ofThisVehicle: boolean
    limitOnce: number | null
    litresOnce: number | null
    spentToday: number
    limitDay: number | null
    spentMonth: number
    limitMonth: number | null
    cities: readonly string[]
    weekdays: readonly number[]
    hourFrom: number | null
    hourTo: number | null
  } | null
  /** Not to the card, which is only told apart from cash. */
  paidByCard: boolean
}

const amountOf = (f: Filled): Fen => fen(mulDivRound(f.unitPrice, Math.round(f.quantity * 100), 100) + f.serviceFee - f.discount)
const EFFICIENCY = 0.92
const minutes = (a: string, b: string): number => Math.abs(Date.parse(b) - Date.parse(a)) / 60_000

function quantity(f: Filled, k: Known): Pick<Check, 'result' | 'evidence'> {
  if (f.kind === 'fuel') {
    if (!k.tankL) return { result: 'unknown', evidence: '车型未登记油箱容积' }
    const most = Math.round(k.tankL * 105) / 100
    const evidence = `加注 ${f.quantity.toFixed(2)} L，油箱 ${k.tankL} L，上限 ${most.toFixed(2)} L`
    return { result: f.quantity > most ? 'bad' : 'ok', evidence }
  }
  if (!k.batteryKwh) return { result: 'unknown', evidence: '车型未登记电池容量' }
  const most = Math.round((k.batteryKwh / 0.9) * 100) / 100
  const bySoc = expectedKwh(k.batteryKwh, f.socFrom, f.socTo)
  const over = bySoc === null ? null : (f.quantity / bySoc - 1) * 100
  const evidence = `充电 ${f.quantity.toFixed(2)} kWh，电池 ${k.batteryKwh} kWh，上限 ${most.toFixed(2)} kWh${
    bySoc === null ? '' : `；按电量 ${f.socFrom}→${f.socTo}% 应为 ${bySoc.toFixed(2)} kWh，${signed(over!)}%`
  }`
  return { result: f.quantity > most || (over !== null && over > 10) ? 'bad' : 'ok', evidence }
}
const signed = (n: number): string => `${n >= 0 ? '+' : ''}${n.toFixed(2)}`

/** What goes into the cable for that much in the battery. */
export function expectedKwh(batteryKwh: number, from: number | null, to: number | null): number | null {
  if (from === null || to === null || to <= from) return null
  return Math.round(((batteryKwh * (to - from)) / 100 / EFFICIENCY) * 100) / 100
}
/** Only between two full fills; two decimals. */
export const per100 = (amount: number, km: number): number => Math.round((amount / km) * 10_000) / 100

function interval(f: Filled, k: Known): Pick<Check, 'result' | 'evidence'> {
  if (!k.before) return { result: 'ok', evidence: '此前没有记录' }
  const gap = minutes(k.before.at, f.at)
  if (gap < 30) return { result: 'bad', evidence: `距上次仅 ${Math.floor(gap)} 分钟` }
  if (k.metresApart !== null && k.before.city !== f.city) {
    const speed = k.metresApart / 1000 / (gap / 60)
    if (speed > 120)
      return {
        result: 'bad',
        evidence: `${Math.floor(gap)} 分钟内由${k.before.city ?? '上一站'}到${f.city ?? '本站'}，需 ${Math.round(speed)} km/h`,
      }
  }
  return { result: 'ok', evidence: `距上次 ${Math.floor(gap)} 分钟` }
}

const WEEK = '一二三四五六日'
function limits(f: Filled, k: Known): Pick<Check, 'result' | 'evidence'> {
  const c = k.card
  if (!c) return { result: 'ok', evidence: '未用油卡' }
  const shanghai = new Date(Date.parse(f.at) + 8 * 3_600_000)
  const [hour, weekday] = [shanghai.getUTCHours(), shanghai.getUTCDay() || 7]
  const over = [
    c.limitOnce !== null && f.amount > c.limitOnce && `单次 ${formatFen(f.amount)} 超过限额 ${formatFen(c.limitOnce)}`,
    c.litresOnce !== null && f.quantity > c.litresOnce && `单次 ${f.quantity.toFixed(2)} 超过 ${c.litresOnce}`,
    c.limitDay !== null && c.spentToday > c.limitDay && `当日 ${formatFen(c.spentToday)} 超过限额 ${formatFen(c.limitDay)}`,
    c.limitMonth !== null && c.spentMonth > c.limitMonth && `当月 ${formatFen(c.spentMonth)} 超过限额 ${formatFen(c.limitMonth)}`,
    c.cities.length > 0 && f.city !== null && !c.cities.includes(f.city) && `${f.city}不在允许的城市内`,
    c.weekdays.length > 0 && !c.weekdays.includes(weekday) && `周${WEEK[weekday - 1]}不在允许的日期内`,
    c.hourFrom !== null &&
      c.hourTo !== null &&
      (hour < c.hourFrom || hour >= c.hourTo) &&
      `${hour} 时不在允许的 ${c.hourFrom}–${c.hourTo} 时内`,
  ].filter((x): x is string => typeof x === 'string')
  return over.length ? { result: 'bad', evidence: over.join('；') } : { result: 'ok', evidence: '在限额、城市与时段之内' }
}

function consumption(k: Known): Pick<Check, 'result' | 'evidence'> {
  if (k.consumption === null) return { result: 'unknown', evidence: '两次加满之间才可计算' }
  const used = `百公里 ${k.consumption.toFixed(2)}`
  if (!k.norm) return { result: 'unknown', evidence: `${used}，车型没有标准，本车此前的记录不足 3 次，无从比较` }
  const off = (k.consumption / k.norm - 1) * 100
  return {
    result: Math.abs(off) > 30 ? 'bad' : 'ok',
    evidence: `${used}，标准 ${k.norm.toFixed(2)}，${signed(off)}%`,
  }
}

function odometer(f: Filled, k: Known): Pick<Check, 'result' | 'evidence'> {
  if (f.km === null || !k.before || k.before.km === null) return { result: 'unknown', evidence: '没有里程' }
  const [driven, days] = [f.km - k.before.km, Math.max(1, Math.ceil(minutes(k.before.at, f.at) / 1440))]
  const evidence = `上次 ${k.before.km} km，本次 ${f.km} km`
  return { result: driven < 0 || driven > 1500 * days ? 'bad' : 'ok', evidence }
}

function place(k: Known): Pick<Check, 'result' | 'evidence'> {
  if (k.metresAway === null) return { result: 'unknown', evidence: '无法核对：没有定位或加油站位置' }
  return { result: k.metresAway > 2000 ? 'bad' : 'ok', evidence: `前后 15 分钟车辆距加油站最近 ${(k.metresAway / 1000).toFixed(1)} km` }
}

function cardUse(k: Known): Pick<Check, 'result' | 'evidence'> {
  if (!k.card) return k.paidByCard ? { result: 'bad', evidence: '卡号未登记' } : { result: 'ok', evidence: '未用油卡' }
  if (k.card.status !== 'active') return { result: 'bad', evidence: '油卡不在正常状态' }
  return k.card.ofThisVehicle ? { result: 'ok', evidence: '油卡与车辆相符' } : { result: 'bad', evidence: '油卡未绑定本车' }
}

export function nineChecks(f: Filled, k: Known): { checks: Check[]; score: number } {
  const wanted = amountOf(f)
  const results: Pick<Check, 'result' | 'evidence'>[] = [
    quantity(f, k),
    !k.fuels || !f.fuel
      ? { result: 'unknown', evidence: '未登记油品' }
      : { result: k.fuels.includes(f.fuel) ? 'ok' : 'bad', evidence: k.fuels.includes(f.fuel) ? '油品相符' : '不是本车使用的油品' },
    interval(f, k),
    place(k),
    consumption(k),
    limits(f, k),
    odometer(f, k),
    {
      result: Math.abs(f.amount - wanted) > 1 ? 'bad' : 'ok',
      evidence: `数量 × 单价应为 ${formatFen(wanted)}，实为 ${formatFen(f.amount)}`,
    },
    cardUse(k),
  ]
  const checks = results.map((c, i): Check => ({ no: i + 1, name: CHECK_NAMES[i]!, ...c }))
  return { checks, score: checks.reduce((sum, c) => sum + (c.result === 'bad' ? WEIGHTS[c.no - 1]! : 0), 0) }
}
