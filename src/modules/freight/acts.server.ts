/** What of freight may wait for approval (业务流程设置). Without a process the one with the right decides. */
import type { ActSpec } from '#modules/approval/approval.public.ts'

export const freightActs: readonly ActSpec[] = [
  { code: 'rateVersion.publish', label: '计费规则发布', scene: 42, entity: 'rateVersion', action: 'publish', money: true },
  {
    code: 'chargeSheet.confirmPay',
    label: '负毛利费用确认',
    scene: 43,
    entity: 'chargeSheet',
    action: 'confirmPay',
    money: true,
    only: (s) => s['loss'] === true,
  },
]
