/** What of the accountant's work may wait for approval. Without a process a second person decides. */
import type { ActSpec } from '#modules/approval/approval.public.ts'

const byTwo = { waits: 'toConfirm', pass: 'confirm', reject: { action: 'reject', input: 'answer' }, money: true } as const

export const financeActs: readonly ActSpec[] = [
  { code: 'accountPeriod.reopen', label: '反关账', scene: 27, entity: 'accountPeriod', action: 'reopen' },
  { ...byTwo, code: 'otherPayment', label: '其他付款', scene: 30, entity: 'otherPayment' },
  { ...byTwo, code: 'accountTransfer', label: '账户互转', scene: 31, entity: 'accountTransfer' },
]
