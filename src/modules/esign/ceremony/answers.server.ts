/** What the calls of e-contracts answer, as schemas: named once, documented and held by the tests that call them. */
import { z } from 'zod'
import { component } from '../templates/component.server.ts'

const text = z.string()
const maybe = z.string().nullable()
const row = z.int()
const paging = { total: z.int(), pageNo: z.int(), pageSize: z.int() }

/** Where to go on; `qr`: the path of a QR code of 200 by 200. */
export const linkAnswer = z.object({ url: text, qr: text })
export const authUrlAnswer = z.object({ url: text, flowId: row.nullable(), qr: text.optional() })
const authType = z.int().min(0).max(4).describe('0 未实名，1 认证中，2 已实名，3 已授权，4 未通过')
export const lesseeAuthAnswer = z.object({ authType, checkedAt: maybe, validUntil: maybe })
export const authInfoAnswer = z.object({
  psnAuthInfo: z.object({ id: row.nullable(), authType }),
  orgAuthInfo: z.object({ id: row.nullable(), authType }),
})

export const plansAnswer = z.array(
  z.object({ id: row, name: text, copies: z.int(), price: z.int().describe('分'), validDays: z.int().nullable() }),
)
export const rechargesAnswer = z.object({
  list: z.array(
    z.object({
      id: row,
      no: text,
      status: text,
      copies: z.int(),
      amount: z.int().describe('分'),
      quantity: z.int(),
      paidAt: maybe,
      createdAt: text,
      version: z.int(),
      orderedBy: row.nullable(),
    }),
  ),
  ...paging,
})
export const quotaAnswer = z.object({
  total: z.int(),
  used: z.int(),
  frozen: z.int(),
  expired: z.int(),
  remaining: z.int(),
  unlimited: z.boolean(),
})
export const paymentCodeAnswer = z.object({
  orderNo: text,
  orderId: row,
  codeUrl: text,
  image: text,
  amount: z.int().describe('分'),
  expireAt: text,
})
export const unsignedAnswer = z.object({
  list: z.array(
    z.object({
      contractId: row,
      no: text,
      lessee: text,
      mobile: maybe,
      vehicles: z.array(z.string()).nullable(),
      amount: z.int().nullable().describe('分'),
      days: z.int().nullable(),
    }),
  ),
  ...paging,
})

export const uploadAnswer = z.object({
  fileId: text,
  name: text,
  pages: z.array(z.object({ w: z.number(), h: z.number() })),
  sha256: text,
  size: z.int(),
})
export const uploadsAnswer = z.array(z.object({ fileId: text, status: text.describe('ready 已上传，absent 没有') }))
export const revisionsAnswer = z.array(z.object({ seq: z.int(), cause: text, sha256: text, sm3: maybe, bytes: z.int(), createdAt: text }))

export const mineAnswer = z.object({
  list: z.array(
    z.object({
      id: row,
      role: text,
      status: text,
      signedAt: maybe,
      flow: row,
      no: text,
      title: text,
      flowStatus: text,
      expireAt: maybe,
      seal: maybe,
    }),
  ),
  ...paging,
})
export const signedAnswer = z.object({ flow: row, completed: z.boolean() })

export const numberAnswer = z.object({ customBizNum: text })
export const draftAnswer = z.object({ flowId: row, url: text })
export const batchAnswer = z.object({
  rows: z.array(z.object({ bizId: row.nullable(), flowId: row.nullable(), reason: maybe, held: maybe })),
})
export const flowsAnswer = z.object({
  list: z.array(
    z.object({
      id: row,
      no: text,
      title: text,
      status: text,
      rescission: maybe,
      startedAt: maybe,
      expireAt: maybe,
      customBizNum: maybe,
      bizType: maybe,
      signedCount: z.int(),
      partyCount: z.int(),
      signFlowStatus: z.int(),
      rescissionStatus: z.int(),
    }),
  ),
  ...paging,
})
export const rescissionAnswer = z.object({ flowId: row.nullable(), url: text, held: maybe.optional() })
export const flowAnswer = z.object({
  id: row,
  no: text,
  title: text,
  status: text,
  checkCode: maybe,
  rescission: maybe,
  site: maybe,
  parties: z.array(
    z.object({
      id: row,
      seq: z.int(),
      role: text,
      kind: text,
      name: text,
      status: text,
      level: maybe,
      mobile: maybe,
      seal: row.nullable(),
      signedAt: maybe,
      viewedAt: maybe,
      reason: maybe,
    }),
  ),
})
export const previewAnswer = z.object({
  title: text,
  refusal: maybe,
  missing: z.array(z.string()),
  toType: z.array(z.object({ label: text, at: text })),
  expireAt: text,
  parties: z.array(
    z.object({
      role: text,
      kind: text,
      name: text,
      mobile: maybe,
      seq: z.int().optional(),
      intent: text,
      seal: row.nullable(),
    }),
  ),
  values: z.record(z.string(), z.string()),
  roles: z.array(z.string()),
})
export const readyAnswer = z.object({ company: maybe, verified: z.boolean(), seals: z.array(z.object({ id: row, name: text })) })
export const subjectsAnswer = z.array(
  z.object({
    bizType: text,
    entity: text,
    label: text,
    waits: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly()])),
  }),
)

export const templatesAnswer = z.object({
  list: z.array(
    z.object({
      id: row,
      no: text,
      name: text,
      bizType: text,
      kind: text,
      status: text,
      versionNo: z.int().nullable(),
      used: z.int().nullable(),
    }),
  ),
  ...paging,
})
export const componentsAnswer = z.array(component)
export const bizTypesAnswer = z.array(z.object({ code: text, name: text }))
export const dictionaryAnswer = z.array(z.object({ path: text, label: text }))
export const templateMadeAnswer = z.object({ templateId: row, url: text })
export const standardMadeAnswer = z.object({ templateId: row, name: text })
export const versionAnswer = z.object({ version: z.int() })

const place = z.object({ page: z.int(), x: z.number(), y: z.number(), w: z.number(), h: z.number() })
/** Of the page a signer opens by his link. */
export const signingPageAnswer = z.object({
  no: text,
  title: text,
  company: text,
  expireAt: maybe,
  pages: z.int().nullable(),
  me: z.object({ name: text, role: text, mobile: maybe, kind: text }),
  turn: maybe.describe('现在不能签署的原因'),
  consented: z.boolean(),
  codeLost: z.boolean().describe('最近一次验证码未送达'),
  parties: z.array(z.object({ role: text, name: text, status: text, signedAt: maybe })),
  fields: z.array(place),
  intent: text.describe('faceToFace 面签，sms 短信验证码，none 尚未接入短信'),
  note: text,
  consent: text,
})
export const codeSentAnswer = z.object({ mobile: text, seconds: z.int() })
export const verdictAnswer = z.object({
  ok: z.boolean(),
  problem: maybe,
  signatures: z.array(
    z.object({
      field: text,
      kind: z.enum(['signature', 'timestamp']),
      name: text,
      serial: text,
      at: maybe,
      stamped: z.boolean(),
      evidenceHead: maybe,
      problem: maybe,
      covers: z.int(),
      level: maybe,
      revokedAt: maybe,
    }),
  ),
  note: text,
  no: maybe,
  title: maybe,
  status: maybe,
  known: z.boolean(),
  latest: z.boolean(),
  parties: z.array(z.object({ role: text, name: text, signedAt: maybe, level: maybe })),
  evidence: z.object({ holds: z.boolean(), events: z.int() }).nullable(),
  sha256: text,
})
