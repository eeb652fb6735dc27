/** The form of a version ↔ what is stored: people type yuan, kilometres and hours; the engine counts fen, E4 and thousandths. */
import { BASES, EMPTY, type BaseCode, type Charge, type RateComponents, type Surcharge, type When } from '../engine/schema.rules.ts'

export interface ChargeForm {
  label: string
  unit: Charge['unit']
  included: number
  step: number
  rounding: Charge['rounding']
  per: number
  mode: string
  monthly: boolean
  bands: { to: number | null; price: number | null }[]
}
interface SurchargeForm {
  label: string
  way: string
  fen: number | null
  bp: number | null
  of: string
  when: string
  a: string | null
  b: string | null
  c: string | null
}
/** Plain values, as inputs hold them. */
export interface VersionForm {
  kmFrom: RateComponents['kmFrom']
  factor: number | null
  baseFen: number | null
  charges: ChargeForm[]
  stopsIncluded: number | null
  stopsFen: number | null
  waiting: boolean
  waitClock: string
  waitLate: string
  waitFreeLoad: number | null
  waitFreeUnload: number | null
  waitUnit: number | null
  waitFen: number | null
  waitCapStop: number | null
  waitCapDay: number | null
  waitCapOrder: number | null
  handling: { label: string; per: string; fen: number | null; included: number | null }[]
  surcharges: SurchargeForm[]
  minFen: number | null
  maxFen: number | null
  insureBp: number | null
  discountBp: number | null
  taxBp: number | null
  partial: RateComponents['partial']
  returnBp: number | null
}

export const WHENS = {
  always: '总是',
  night: '夜间发车',
  nightShare: '夜间（按时长）',
  statutory: '法定节假日',
  holiday: '节假日（含调休）',
  weekend: '周末',
  cold: '冷链',
  urgent: '加急',
  returnEmpty: '返空',
  dangerous: '危险货物',
  area: '区域',
  days: '日期段',
  fuel: '油价',
}
export const SHARES = { freight: '起步价与阶梯价', all: '以上全部', base: '起步价', tier: '阶梯价' }
const OF: Readonly<Record<string, readonly BaseCode[]>> = {
  freight: ['base', 'tier'],
  all: Object.keys(BASES) as BaseCode[],
  base: ['base'],
  tier: ['tier'],
}
const milli = (n: number | null | undefined): number => Math.round((n ?? 0) * 1000)

const clock = (text: string | null): number => {
  const [h = 0, m = 0] = (text ?? '').split(':').map(Number)
  return h * 60 + m
}
const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const fenOf = (text: string | null): number => Math.round(Number(text ?? 0) * 100)

function whenOf(s: SurchargeForm): When {
  switch (s.when) {
    case 'night':
    case 'nightShare':
      return { kind: 'night', from: clock(s.a ?? '22:00'), to: clock(s.b ?? '06:00'), prorated: s.when === 'nightShare' }
    case 'statutory':
      return { kind: 'holiday', kinds: ['statutory'] }
    case 'holiday':
      return { kind: 'holiday', kinds: ['off', 'statutory'] }
    case 'area':
      return { kind: 'area', prefix: s.a ?? '' }
    case 'days':
      return { kind: 'days', from: s.a ?? '', to: s.b ?? '' }
    case 'fuel':
      return { kind: 'fuel', province: s.a || '全国', baseFen: fenOf(s.b), stepFen: fenOf(s.c ?? '0.10'), floorZero: true }
    case 'weekend':
    case 'cold':
    case 'urgent':
    case 'returnEmpty':
    case 'dangerous':
      return { kind: s.when }
    default:
      return { kind: 'always' }
  }
}
function whenForm(w: When): Pick<SurchargeForm, 'when' | 'a' | 'b' | 'c'> {
  const none = { a: null, b: null, c: null }
  switch (w.kind) {
    case 'night':
      return { ...none, when: w.prorated ? 'nightShare' : 'night', a: clockText(w.from), b: clockText(w.to) }
    case 'holiday':
      return { ...none, when: w.kinds.includes('off') ? 'holiday' : 'statutory' }
    case 'area':
      return { ...none, when: 'area', a: w.prefix }
    case 'days':
      return { ...none, when: 'days', a: w.from, b: w.to }
    case 'fuel':
      return { when: 'fuel', a: w.province, b: (w.baseFen / 100).toFixed(2), c: (w.stepFen / 100).toFixed(2) }
    default:
      return { ...none, when: w.kind }
  }
}
const shareForm = (of: readonly BaseCode[]): string =>
  Object.entries(OF).find(([, codes]) => codes.length === of.length && codes.every((c) => of.includes(c)))?.[0] ?? 'freight'

export function formOf(c: RateComponents): VersionForm {
  return {
    kmFrom: c.kmFrom,
    factor: c.factor || null,
    baseFen: c.base?.fen ?? null,
    charges: c.charges.map((x) => ({
      label: x.label,
      unit: x.unit,
      included: x.included / 1000,
      step: x.step / 1000,
      rounding: x.rounding,
      per: x.per / 1000,
      mode: String(x.mode),
      monthly: x.monthly,
      bands: x.bands.map((b) => ({ to: b.to === null ? null : b.to / 1000, price: b.e4 / 10_000 })),
    })),
    stopsIncluded: c.stops?.included ?? null,
    stopsFen: c.stops?.fen ?? null,
    waiting: c.waiting !== null,
    waitClock: c.waiting?.clock ?? 'later',
    waitLate: c.waiting?.late ?? 'none',
    waitFreeLoad: c.waiting?.freeLoad ?? 60,
    waitFreeUnload: c.waiting?.freeUnload ?? 60,
    waitUnit: c.waiting?.unitMin ?? 15,
    waitFen: c.waiting?.fen ?? null,
    waitCapStop: c.waiting?.capStop ?? null,
    waitCapDay: c.waiting?.capDay ?? null,
    waitCapOrder: c.waiting?.capOrder ?? null,
    handling: c.handling.map((h) => ({ label: h.label, per: h.per, fen: h.fen, included: h.included / 1000 })),
    surcharges: c.surcharges.map((s) => ({
      label: s.label,
      way: s.amount.kind,
      fen: s.amount.kind === 'fixed' ? s.amount.fen : null,
      bp: s.amount.kind === 'bp' ? s.amount.bp : null,
      of: s.amount.kind === 'bp' ? shareForm(s.amount.of) : 'freight',
      ...whenForm(s.when),
    })),
    minFen: c.minFen,
    maxFen: c.maxFen,
    insureBp: c.insureBp,
    discountBp: c.discountBp,
    taxBp: c.taxBp,
    partial: c.partial,
    returnBp: c.returnBp,
  }
}

const surcharge = (s: SurchargeForm): Surcharge => ({
  label: s.label ?? '',
  amount: s.way === 'bp' ? { kind: 'bp', bp: s.bp ?? 0, of: OF[s.of] ?? OF['freight']! } : { kind: 'fixed', fen: s.fen ?? 0 },
  when: whenOf(s),
})

/** `before` keeps what the form does not show: the table of areas and the flat rate of a night. */
export function componentsOf(v: VersionForm, before: RateComponents | null): RateComponents {
  return {
    ...EMPTY,
    kmFrom: v.kmFrom,
    factor: v.factor ?? 0,
    base: v.baseFen === null ? null : { fen: v.baseFen },
    charges: v.charges.map((x) => ({
      label: x.label ?? '',
      unit: x.unit,
      included: milli(x.included),
      step: milli(x.step),
      rounding: x.rounding,
      per: milli(x.per ?? 1) || 1000,
      mode: Number(x.mode) as 1 | 2 | 3,
      bands: x.bands.map((b) => ({
        to: b.to === null || b.to === undefined ? null : milli(b.to),
        e4: Math.round((b.price ?? 0) * 10_000),
      })),
      monthly: x.monthly,
    })),
    matrix: before?.matrix ?? [],
    stops: v.stopsFen === null ? null : { included: v.stopsIncluded ?? 0, fen: v.stopsFen },
    waiting: v.waiting
      ? {
          clock: v.waitClock as 'later',
          late: v.waitLate as 'none',
          freeLoad: v.waitFreeLoad ?? 0,
          freeUnload: v.waitFreeUnload ?? 0,
          unitMin: v.waitUnit ?? 15,
          fen: v.waitFen ?? 0,
          capStop: v.waitCapStop,
          capDay: v.waitCapDay,
          capOrder: v.waitCapOrder,
          overnight: before?.waiting?.overnight ?? null,
        }
      : null,
    handling: v.handling.map((h) => ({ label: h.label ?? '', per: h.per as 't', fen: h.fen ?? 0, included: milli(h.included) })),
    surcharges: v.surcharges.map(surcharge),
    minFen: v.minFen,
    maxFen: v.maxFen,
    insureBp: v.insureBp ?? 0,
    discountBp: v.discountBp ?? 0,
    taxBp: v.taxBp ?? 0,
    partial: v.partial,
    returnBp: v.returnBp ?? 0,
  }
}
