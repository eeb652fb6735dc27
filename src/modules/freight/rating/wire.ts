/** What the pages of rules send: parsed once at the edge. */
import { z } from 'zod'
import { dayInput, instantInput } from '#kit/http/inputs.ts'
import type { RateComponents } from './engine/schema.rules.ts'

const fenValue = z.int('金额应为整数分').min(-1e10).max(1e10)
const nonNegative = z.int().min(0).max(1e12)
const band = z.strictObject({ to: nonNegative.nullable(), e4: z.int('单价最多四位小数').min(0, '单价不能为负').max(1e10) })
const unit = z.enum(['km', 'kg', 't', 'm3', 'piece', 'pallet', 'min', 'day', 'trip'])
const base = z.enum(['base', 'tier', 'stops', 'wait', 'handle'])
const minutes = z.int().min(0).max(1440)

const when = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always') }),
  z.strictObject({ kind: z.literal('night'), from: minutes, to: minutes, prorated: z.boolean() }),
  z.strictObject({ kind: z.literal('holiday'), kinds: z.array(z.enum(['off', 'statutory'])).max(2) }),
  z.strictObject({ kind: z.literal('weekend') }),
  z.strictObject({ kind: z.literal('cold') }),
  z.strictObject({ kind: z.literal('urgent') }),
  z.strictObject({ kind: z.literal('returnEmpty') }),
  z.strictObject({ kind: z.literal('dangerous') }),
  z.strictObject({ kind: z.literal('area'), prefix: z.string().max(6) }),
  z.strictObject({ kind: z.literal('days'), from: dayInput(), to: dayInput() }),
  z.strictObject({
    kind: z.literal('fuel'),
    province: z.string().max(20),
    baseFen: nonNegative,
    stepFen: nonNegative,
    floorZero: z.boolean(),
  }),
])

export const COMPONENTS: z.ZodType<RateComponents> = z.strictObject({
  kmFrom: z.enum(['contract', 'planned', 'actual']),
  factor: z.int().min(0).max(2000),
  base: z.strictObject({ fen: fenValue.min(0) }).nullable(),
  charges: z
    .array(
      z.strictObject({
        label: z.string().min(1, '请填写阶梯名称').max(40),
        unit,
        included: nonNegative,
        step: nonNegative,
        rounding: z.enum(['up', 'half', 'down']),
        per: z.int().min(1, '计价单位应大于 0').max(1e9),
        mode: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        bands: z.array(band).min(1, '请至少填写一档').max(40),
        monthly: z.boolean(),
      }),
    )
    .max(6),
  matrix: z
    .array(
      z.strictObject({
        fromArea: z.string().max(6),
        toArea: z.string().max(6),
        minFen: fenValue.min(0),
        bands: z.array(band).min(1).max(40),
      }),
    )
    .max(500),
  stops: z.strictObject({ included: nonNegative, fen: fenValue.min(0) }).nullable(),
  waiting: z
    .strictObject({
      clock: z.enum(['arrival', 'appointment', 'later', 'earlier']),
      late: z.enum(['none', 'forfeit', 'fromArrival', 'reduceFree']),
      freeLoad: minutes,
      freeUnload: minutes,
      unitMin: z.int().min(1, '等待计费单位应大于 0 分钟').max(1440),
      fen: fenValue.min(0),
      capStop: fenValue.min(0).nullable(),
      capDay: fenValue.min(0).nullable(),
      capOrder: fenValue.min(0).nullable(),
      overnight: z.strictObject({ afterMin: nonNegative, fen: fenValue.min(0) }).nullable(),
    })
    .nullable(),
  handling: z
    .array(
      z.strictObject({
        label: z.string().max(40),
        per: z.enum(['t', 'piece', 'floor', 'tailLift', 'entry']),
        fen: fenValue.min(0),
        included: nonNegative,
      }),
    )
    .max(10),
  surcharges: z
    .array(
      z.strictObject({
        label: z.string().min(1, '请填写附加费名称').max(40),
        amount: z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('fixed'), fen: fenValue }),
          z.strictObject({ kind: z.literal('bp'), bp: z.int().min(-10_000).max(100_000), of: z.array(base).max(5) }),
        ]),
        when,
      }),
    )
    .max(20),
  minFen: fenValue.min(0).nullable(),
  maxFen: fenValue.min(0).nullable(),
  insureBp: z.int().min(0).max(10_000),
  discountBp: z.int().min(0).max(10_000),
  taxBp: z.int().min(0).max(2000),
  partial: z.enum(['planned', 'signed', 'signedReturn']),
  returnBp: z.int().min(0).max(10_000),
})

const ref = z.int().positive()
const instant = instantInput()
const goods = z.strictObject({
  name: z.string().max(80).nullish(),
  category: z.string().max(10).nullish(),
  pack: z.string().max(20).nullish(),
  pieces: z.number().min(0).max(1e6).nullish(),
  weight: z.number().min(0).max(1e6).nullish(),
  volume: z.number().min(0).max(1e4).nullish(),
  declared: z.number().min(0).max(1e12).nullish(),
  batch: z.string().max(40).nullish(),
  expiry: z.string().max(10).nullish(),
  unNo: z.string().max(8).nullish(),
})
const extra = z.strictObject({
  kind: z.string().max(20).nullish(),
  quantity: z.number().min(0).max(1e6).nullish(),
  amount: z.number().min(0).max(1e12).nullish(),
  note: z.string().max(60).nullish(),
})
export const ORDER = z.strictObject({
  customer: ref,
  project: ref.nullish(),
  model: ref,
  goodsRoute: ref.nullish(),
  vehicleClass: z.string().max(40).nullish(),
  sender: ref,
  receiver: ref,
  pickFrom: instant,
  dropTo: instant,
  goods: z.array(goods).max(200),
  distanceM: z.int().min(0).max(1e7).nullish(),
  distanceFrom: z.enum(['estimate', 'contract', 'route']).nullish(),
  tempPolicy: ref.nullish(),
  insure: z.boolean().nullish(),
  lines: z.array(extra).max(50).nullish(),
  priority: z.int().min(1).max(9).nullish(),
  coupon: ref.nullish(),
})

/** The try-out: quantities in the units people type, whatever is left out is nothing. */
export const TRIAL = z.strictObject({
  version: ref.nullish(),
  components: COMPONENTS.nullish(),
  day: dayInput('计价日格式应为 YYYY-MM-DD，且在 1900 年至 2199 年之间'),
  startAt: instant.nullish(),
  endAt: instant.nullish(),
  km: z.number().min(0).max(100_000).nullish(),
  kg: z.number().min(0).max(1e7).nullish(),
  m3: z.number().min(0).max(1e5).nullish(),
  pieces: z.int().min(0).max(1e6).nullish(),
  pallets: z.int().min(0).max(1e4).nullish(),
  hours: z.number().min(0).max(10_000).nullish(),
  stops: z.int().min(0).max(1000).nullish(),
  trips: z.int().min(0).max(1000).nullish(),
  declaredFen: z.int().min(0).max(1e12).nullish(),
  waitMin: z.int().min(0).max(10_000).nullish(),
  floors: z.number().min(0).max(1000).nullish(),
  tailLift: z.number().min(0).max(1000).nullish(),
  entries: z.number().min(0).max(1000).nullish(),
  cold: z.boolean().nullish(),
  urgent: z.boolean().nullish(),
  returnEmpty: z.boolean().nullish(),
  dangerous: z.boolean().nullish(),
  fromArea: z.string().max(6).nullish(),
  toArea: z.string().max(6).nullish(),
})
export type Trial = z.infer<typeof TRIAL>
