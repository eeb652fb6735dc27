/** All documents of the accountant in one list. */
import { z } from 'zod'

export const DOCUMENT_TYPES = {
  bill: '账单',
  payment: '收款',
  refund: '退款单',
  writeOff: '坏账核销',
  payableBill: '应付账单',
  payout: '付款单',
  otherReceipt: '其他收款',
  otherPayment: '其他付款',
  accountTransfer: '账户互转',
} as const
export type DocumentType = keyof typeof DOCUMENT_TYPES

const TOTAL = z.object({ docType: z.string(), count: z.number(), amount: z.number(), settled: z.number(), open: z.number() })
export const documentList = z.object({
  list: z.array(
    z.object({
      docType: z.string(),
      id: z.number(),
      no: z.string(),
      status: z.string(),
      party: z.string(),
      day: z.string(),
      posted: z.string(),
      month: z.string(),
      amount: z.number(),
      settled: z.number(),
      open: z.number(),
      store: z.string(),
      closed: z.boolean(),
    }),
  ),
  total: z.number(),
  totals: z.array(TOTAL),
})
export type DocumentList = z.output<typeof documentList>
