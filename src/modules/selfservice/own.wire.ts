/** What travels between the customer's own page and the server: named field by field, never a row. Browser and server read it. */
import { z } from 'zod'
import { dayInput, fileInput, instantInput } from '#kit/http/inputs.ts'

const id = z.int().positive()
const day = z.string()

const todo = z.object({
  kind: z.enum(['sign', 'overdue', 'violation', 'ending', 'due']),
  count: z.number(),
  amount: z.number(),
  on: day.nullable(),
})
const paper = z.object({ party: id, title: z.string(), until: z.string() })
const signedFile = z.object({
  kind: z.enum(['flow', 'scan']),
  id: z.string(),
  title: z.string(),
  on: day.nullable(),
  contract: id.nullable(),
})
const lease = z.object({
  id,
  no: z.string(),
  contract: id,
  contractNo: z.string(),
  plate: z.string(),
  model: z.string(),
  status: z.string(),
  label: z.string(),
  running: z.boolean(),
  startOn: day,
  endOn: day,
  monthlyRent: z.number(),
  store: id,
})
const bill = z.object({
  id,
  no: z.string(),
  label: z.string(),
  plate: z.string(),
  startOn: day.nullable(),
  lastOn: day.nullable(),
  dueOn: day,
  remain: z.number(),
  lateFee: z.number(),
  overdueDays: z.number(),
  store: id,
  /** He has said that it is paid, and nobody has confirmed it yet. */
  claimed: z.boolean(),
})
const receipt = z.object({
  id,
  no: z.string(),
  status: z.enum(['toConfirm', 'confirmed', 'rejected', 'reversed']),
  label: z.string(),
  way: z.string(),
  amount: z.number(),
  paidOn: day,
  reason: z.string().nullable(),
})
const code = z.object({
  id,
  name: z.string(),
  channel: z.enum(['wechat', 'alipay', 'transfer']),
  accountName: z.string(),
  stores: z.array(id),
})
const account = z.object({ store: id, name: z.string(), bank: z.string(), branch: z.string(), no: z.string() })
const violation = z.object({
  id,
  plate: z.string(),
  at: z.string(),
  place: z.string(),
  behaviour: z.string(),
  fine: z.number().nullable(),
  points: z.number().nullable(),
  dueOn: day.nullable(),
  label: z.string(),
  open: z.boolean(),
})
const store = z.object({
  id,
  name: z.string(),
  address: z.string(),
  hours: z.string(),
  phone: z.string(),
  at: z.object({ lng: z.number(), lat: z.number() }).nullable(),
  mine: z.boolean(),
})
const wish = z.object({
  id,
  no: z.string(),
  kind: z.enum(['renew', 'return', 'violation']),
  status: z.enum(['open', 'done', 'declined', 'withdrawn']),
  label: z.string(),
  lease: id.nullable(),
  violation: id.nullable(),
  plate: z.string(),
  untilOn: day.nullable(),
  returnAt: z.string().nullable(),
  store: z.string(),
  remark: z.string(),
  answer: z.string().nullable(),
  at: z.string(),
})

export const OWN_PAGE = z.object({
  company: z.string(),
  me: z.object({ name: z.string(), mobile: z.string(), company: z.boolean() }),
  until: z.string(),
  today: day,
  todos: z.array(todo),
  papers: z.array(paper),
  signed: z.array(signedFile),
  leases: z.array(lease),
  bills: z.array(bill),
  receipts: z.array(receipt),
  codes: z.array(code),
  accounts: z.array(account),
  /** Whose account a transfer goes to. */
  payee: z.string(),
  balance: z.number(),
  violations: z.array(violation),
  stores: z.array(store),
  wishes: z.array(wish),
})
export type OwnPage = z.output<typeof OWN_PAGE>
export type OwnBill = OwnPage['bills'][number]
export type OwnLease = OwnPage['leases'][number]
export type OwnStore = OwnPage['stores'][number]

const remark = z.string().trim().max(200, '备注最多 200 字').optional()
export const PAID = z.strictObject({
  bills: z.array(id).min(1, '请选择已付款的账单').max(200, '一次最多 200 张账单'),
  amount: z.int('金额不正确').min(1, '请填写付款金额').max(10_000_000_000, '金额过大，请核对'),
  paidOn: dayInput('请填写付款日期'),
  channel: z.enum(['wechat', 'alipay', 'transfer'], '请选择付款方式'),
  code: id.nullish(),
  payer: z.string().trim().max(80, '付款人最多 80 字').optional(),
  file: fileInput('请上传付款凭证的照片'),
  remark,
})
export const WISH = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('renew'), lease: id, untilOn: dayInput('请填写希望续租至的日期'), remark }),
  z.strictObject({ kind: z.literal('return'), lease: id, store: id, at: instantInput('请填写还车的日期与时间'), remark }),
  z.strictObject({ kind: z.literal('violation'), violation: id, file: fileInput('请上传缴款或处理凭证的照片'), remark }),
])
export const DOOR = z.object({ open: z.boolean(), sentence: z.string().nullable() })
export type Door = z.output<typeof DOOR>

const company = z.string().regex(/^[0-9a-z]{1,7}$/, '网址不完整，请使用门店发给您的网址')
const mobile = z.string().regex(/^1[3-9]\d{9}$/, '请填写 11 位手机号')
export const DOOR_IN = z.strictObject({ c: company })
export const CODE_IN = z.strictObject({ c: company, mobile })
export const ENTER_IN = z.strictObject({ c: company, mobile, code: z.string().regex(/^\d{6}$/, '验证码为 6 位数字') })
export const ENTERED = z.object({ pages: z.array(z.object({ token: z.string(), name: z.string() })) })
export type Entered = z.output<typeof ENTERED>
