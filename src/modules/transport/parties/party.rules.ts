/** Rules of those who take part in transport: places, licences, terms of payment, scores. */
import type { Check } from '#kit/basics/identifiers/checks.ts'
import type { Place } from '#kit/entity/field.ts'

/** The mainland with its islands, generously; a point outside is a mistake of typing. */
const inChina = (lng: number, lat: number): boolean => lng > 73 && lng < 136 && lat > 3 && lat < 54

export function placeProblem(place: Place | null): { at: 'place'; reason: string } | null {
  if (!place || place.lng === undefined || place.lat === undefined) return null
  return inChina(place.lng, place.lat) ? null : { at: 'place', reason: '坐标不在中国境内' }
}

/** A place chosen on the map or from the gazetteer has a point; what was only typed has none. */
export const placeStateOf = (place: Place | null, confirmed: boolean): 'none' | 'guessed' | 'confirmed' =>
  place?.lng === undefined || place.lat === undefined ? 'none' : confirmed ? 'confirmed' : 'guessed'

interface Stage {
  stage: string
  bp: number
}
/** Parts of the freight by stage sum to the whole. */
export function payPlanProblem(plan: readonly Stage[] | null): Check {
  if (!plan || plan.length === 0) return null
  if (new Set(plan.map((p) => p.stage + ('medium' in p ? String(p.medium) : ''))).size !== plan.length) return '同一阶段和方式只能填一行'
  const sum = plan.reduce((total, p) => total + p.bp, 0)
  return sum === 10_000 ? null : `付款计划合计应为 100%，现在是 ${sum / 100}%`
}

export const LICENCES = { A1: 'A1', A2: 'A2', A3: 'A3', B1: 'B1', B2: 'B2', C1: 'C1', C2: 'C2', C6: 'C6' } as const
type Licence = keyof typeof LICENCES

/** What a licence may drive: light trucks up to 4.5 t gross, any truck, tractors with a trailer. Higher classes include the lower ones. */
const MAY: Record<Licence, readonly ('light' | 'lightTrain' | 'truck' | 'train')[]> = {
  A1: ['light', 'truck'],
  A2: ['light', 'truck', 'train', 'lightTrain'],
  A3: ['light'],
  B1: ['light'],
  B2: ['light', 'truck'],
  C1: ['light'],
  C2: ['light'],
  C6: ['light', 'lightTrain'],
}
const CLASS_WORDS = { light: '轻型货车', lightTrain: '轻型牵引挂车', truck: '重型货车', train: '重型牵引挂车' }

export function vehicleClassOf(grossKg: number | null, trailer: boolean): keyof typeof CLASS_WORDS {
  const heavy = (grossKg ?? 0) > 4500
  return trailer ? (heavy ? 'train' : 'lightTrain') : heavy ? 'truck' : 'light'
}

/** 「准驾车型 C1 不能驾驶重型货车」 or null. */
export function licenceCovers(licence: Licence | null, grossKg: number | null, trailer = false): Check {
  const wanted = vehicleClassOf(grossKg, trailer)
  if (licence === null) return '司机未登记准驾车型'
  return MAY[licence].includes(wanted) ? null : `准驾车型 ${licence} 不能驾驶${CLASS_WORDS[wanted]}`
}

export interface DriverPapers {
  audit: string
  account: string
  licenceClass: Licence | null
  licenceDueOn: string | null
  qualificationDueOn: string | null
}
/** Why this driver may not take this vehicle until that day, or null. */
export function driverGap(driver: DriverPapers, vehicle: { grossKg: number | null; trailer: boolean }, until: string): Check {
  if (driver.audit === 'expired') return '司机证件已过期'
  if (driver.audit !== 'verified') return '司机未通过认证'
  if (driver.account === 'suspended') return '司机账号已停用'
  if (driver.account === 'blacklisted') return '司机已列入黑名单'
  const covers = licenceCovers(driver.licenceClass, vehicle.grossKg, vehicle.trailer)
  if (covers) return covers
  if (driver.licenceDueOn === null) return '司机未登记驾驶证有效期'
  if (driver.licenceDueOn < until) return `驾驶证将于 ${driver.licenceDueOn} 到期`
  if ((vehicle.grossKg ?? 0) <= 4500) return null
  if (driver.qualificationDueOn === null) return '总质量 4.5 吨以上车辆的司机须有从业资格证'
  return driver.qualificationDueOn < until ? `从业资格证将于 ${driver.qualificationDueOn} 到期` : null
}

/** Offer or assign only to a carrier who is active. */
export function carrierGap(status: string): Check {
  if (status === 'active') return null
  return status === 'paused'
    ? '承运商已暂停合作'
    : status === 'expired'
      ? '承运商资质已过期'
      : status === 'blacklisted'
        ? '承运商已列入黑名单'
        : '该承运商未通过审核'
}

interface CarrierRecord {
  missions: number
  onTime: number
  offers: number
  accepted: number
  receipts: number
  receiptsInTime: number
  carriedFen: number
  damagedFen: number
  complaints: number
}
export const SCORE_SAMPLE = 20

/** 0–100 of the last 90 days with its parts, or null below twenty missions. */
export function carrierScore(
  r: CarrierRecord,
): { total: number; parts: Record<'准时' | '接单' | '回单' | '货损' | '投诉', number> } | null {
  if (r.missions < SCORE_SAMPLE) return null
  const share = (a: number, b: number): number => (b === 0 ? 1 : a / b)
  const parts = {
    准时: 30 * share(r.onTime, r.missions),
    接单: 25 * share(r.accepted, r.offers),
    回单: 20 * share(r.receiptsInTime, r.receipts),
    货损: 15 * Math.max(0, 1 - 100 * (r.carriedFen === 0 ? 0 : r.damagedFen / r.carriedFen)),
    投诉: 10 * Math.max(0, 1 - (10 * r.complaints) / r.missions),
  }
  const rounded = Object.fromEntries(Object.entries(parts).map(([k, v]) => [k, Math.round(v * 10) / 10])) as typeof parts
  return { total: Math.round(Object.values(parts).reduce((a, b) => a + b, 0)), parts: rounded }
}
