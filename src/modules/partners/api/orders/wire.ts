/** What a partner's program sends and gets. Everything that goes out is written here: what is not, no partner ever sees. */
import { z } from 'zod'
import { fileInput, instantInput } from '#kit/http/inputs.ts'

const text = (label: string, max: number) => z.string(`请填写${label}`).trim().min(1, `请填写${label}`).max(max, `${label}最多 ${max} 字`)
const upTo = (scale: number, least: number, most: number, message: string) =>
  z.number(message).refine((n) => n >= least && n <= most && Number.isInteger(Math.round(n * 10 ** scale * 1e3) / 1e3), message)

const PARTY = z.strictObject({
  name: text('名称', 80),
  contact: z.string().trim().max(40, '联系人最多 40 字').nullish(),
  mobile: z.string().trim().max(30, '联系电话过长').nullish(),
  address: text('地址', 200),
  /** 6 digits of the district. */
  adcode: z
    .string()
    .regex(/^\d{6}$/, '行政区划代码为 6 位数字')
    .nullish(),
  lng: z.number().min(73, '坐标不在中国境内').max(136, '坐标不在中国境内').nullish(),
  lat: z.number().min(3, '坐标不在中国境内').max(54, '坐标不在中国境内').nullish(),
})
export type OpenParty = z.output<typeof PARTY>

const GOODS = z.strictObject({
  name: text('货物', 80),
  category: z
    .string()
    .regex(/^\d{4}$/, '货物类别为 4 位代码')
    .default('1700'),
  pack: z.string().trim().max(20).nullish(),
  pieces: z.int('件数应为整数').min(0, '件数应为 0–1000000').max(1_000_000, '件数应为 0–1000000').default(1),
  weight: upTo(3, 0.001, 1_000_000, '重量应为大于 0 的数，最多 3 位小数'),
  volume: upTo(4, 0, 10_000, '体积应为 0–10000 的数，最多 4 位小数').default(0),
  /** Fen. */
  declared: z.int('声明价值应为整数（分）').min(0).max(1e11).nullish(),
  batch: z.string().trim().max(40).nullish(),
  unNo: z.string().trim().max(8).nullish(),
})

const WANTED = {
  sender: PARTY,
  receiver: PARTY,
  pickFrom: instantInput(),
  pickTo: instantInput(),
  dropFrom: instantInput(),
  dropTo: instantInput(),
  goods: z.array(GOODS, '请填写货物明细').min(1, '请填写货物明细').max(50, '货物明细最多 50 行'),
  vehicleClass: z.string().max(40).nullish(),
  distanceM: z.int('里程应为整数（米）').min(0).max(10_000_000).nullish(),
  /** Fen. */
  cod: z.int('代收货款应为整数（分）').min(0).max(1e10).default(0),
  insure: z.boolean().default(false),
  receiptNeed: z.boolean().default(true),
  remark: z.string().trim().max(500, '备注最多 500 字').nullish(),
}
export const QUOTE_IN = z.strictObject(WANTED)
export const ORDER_IN = z.strictObject({ outerNo: text('外部单号（outerNo）', 60), ...WANTED })
export const BATCH_IN = z.strictObject({ orders: z.array(z.unknown()).min(1, '请至少提交一单').max(100, '一次最多 100 单') })
const no = z.string().min(1).max(60)
export const OF_ONE = z.strictObject({ no })
export const FIND = z.strictObject({ outerNo: text('外部单号（outerNo）', 60) })
export const CANCEL_IN = z.strictObject({ no, reason: text('原因', 200) })
export const CHANGE_IN = z.strictObject({
  no,
  receiver: PARTY,
  distanceM: z.int('里程应为整数（米）').min(0).max(10_000_000).nullish(),
  reason: text('原因', 200),
})
export type ChangeIn = z.output<typeof CHANGE_IN>
export const MONTH = z.strictObject({ month: z.string('请填写月份').regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, '月份的写法是 2026-11') })
export const PHOTO = z.strictObject({ no, file: fileInput('照片编号不正确') })
export type OrderIn = z.output<typeof ORDER_IN>
export type QuoteIn = z.output<typeof QUOTE_IN>

export const quoteOut = z.object({
  /** False: nobody has agreed on a price for this yet; somebody will. */
  priced: z.boolean(),
  total: z.number().nullable(),
  tax: z.number().nullable(),
  lines: z.array(z.object({ label: z.string(), amount: z.number() })),
  validUntil: z.string(),
})
export type QuoteOut = z.output<typeof quoteOut>
export const orderOut = z.object({
  no: z.string(),
  outerNo: z.string().nullable(),
  status: z.string(),
  code: z.number(),
  label: z.string(),
  sandbox: z.boolean(),
  createdAt: z.string(),
  sender: z.object({ name: z.string(), address: z.string() }),
  receiver: z.object({ name: z.string(), address: z.string() }),
  pickFrom: z.string(),
  pickTo: z.string(),
  dropFrom: z.string(),
  dropTo: z.string(),
  goods: z.array(z.object({ name: z.string(), pieces: z.number(), weight: z.number(), volume: z.number() })),
  pieces: z.number(),
  weight: z.number(),
  /** What this customer pays, fen; only for keys that may ask for quotes. */
  total: z.number().nullable(),
  warnings: z.array(z.string()),
})
export type OrderOut = z.output<typeof orderOut>
export const batchOut = z.object({
  done: z.number(),
  failed: z.number(),
  results: z.array(
    z.object({
      index: z.number(),
      no: z.string().nullable(),
      outerNo: z.string().nullable(),
      message: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export const trackOut = z.object({
  no: z.string(),
  status: z.string(),
  label: z.string(),
  eta: z.string().nullable(),
  events: z.array(z.object({ at: z.string(), what: z.string() })),
  position: z.object({ lng: z.number(), lat: z.number(), at: z.string() }).nullable(),
})
export type TrackOut = z.output<typeof trackOut>
export const podOut = z.object({
  no: z.string(),
  proofs: z.array(
    z.object({
      at: z.string(),
      signer: z.string().nullable(),
      way: z.string(),
      lines: z.array(z.object({ goods: z.string(), plan: z.number(), signed: z.number(), refused: z.number(), short: z.number() })),
      photos: z.array(z.string()),
    }),
  ),
})
export type PodOut = z.output<typeof podOut>

export const changeOut = z.object({
  /** False: the order is planned or on the road, somebody looks at the wish and decides. */
  done: z.boolean(),
  /** Number of the case that was opened for it. */
  caseNo: z.string().nullable(),
  order: orderOut,
})
export type ChangeOut = z.output<typeof changeOut>
export const temperatureOut = z.object({
  no: z.string(),
  /** What was agreed, ℃. */
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
  probes: z.array(
    z.object({
      zone: z.string(),
      /** While the goods were on board, oldest first; null: the probe did not answer. */
      readings: z.array(z.object({ at: z.string(), value: z.number().nullable() })),
    }),
  ),
})
export type TemperatureOut = z.output<typeof temperatureOut>
export const statementsOut = z.object({
  statements: z.array(
    z.object({
      no: z.string(),
      status: z.string(),
      label: z.string(),
      from: z.string(),
      to: z.string(),
      /** Of this project alone, fen. */
      total: z.number(),
      lines: z.array(z.object({ day: z.string(), docNo: z.string(), text: z.string(), amount: z.number(), orders: z.array(z.string()) })),
    }),
  ),
})
export type StatementsOut = z.output<typeof statementsOut>
