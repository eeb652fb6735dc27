/** What of money may wait for approval (业务流程设置). Without a process a second person decides, as before. */
import type { ActSpec } from '#modules/approval/approval.public.ts'

const byTwo = { pass: 'approve', reject: { action: 'reject', input: 'answer' }, money: true } as const

export const billingActs: readonly ActSpec[] = [
  { ...byTwo, code: 'refund', label: '退款', scene: 7, entity: 'refund', waits: 'submitted' },
  { ...byTwo, code: 'writeOff', label: '坏账核销', scene: 8, entity: 'writeOff', waits: 'submitted' },
  {
    ...byTwo,
    code: 'payout',
    label: '付款',
    scene: 10,
    entity: 'payout',
    waits: 'toConfirm',
    reject: { action: 'decline', input: 'answer' },
  },
  // Reimbursements are payable bills of their own kind of fee; the rest of the payables is another act.
  {
    code: 'payableBill.reimburse',
    label: '报销',
    scene: 9,
    entity: 'payableBill',
    action: 'confirm',
    money: true,
    only: (b) => b['fee'] === 'reimburse',
  },
  {
    code: 'payableBill.confirm',
    label: '应付确认（报销除外）',
    scene: 17,
    entity: 'payableBill',
    action: 'confirm',
    money: true,
    only: (b) => b['fee'] !== 'reimburse',
  },
  { code: 'depositAccount.waive', label: '押金豁免', scene: 11, entity: 'depositAccount', action: 'waive', money: true, givesAway: true },
  {
    code: 'depositAccount.forfeit',
    label: '押金没收',
    scene: 34,
    entity: 'depositAccount',
    action: 'forfeit',
    money: true,
    givesAway: true,
  },
  { code: 'bill.waiveLate', label: '滞纳金减免', scene: 15, entity: 'bill', action: 'waiveLate', money: true, givesAway: true },
]
