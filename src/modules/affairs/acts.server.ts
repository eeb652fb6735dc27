/** What of vehicle affairs may wait for approval (业务流程设置). Without a process the one with the right decides, as before. */
import type { ActSpec } from '#modules/approval/approval.public.ts'

export const affairsActs: readonly ActSpec[] = [
  {
    code: 'upkeepOrder',
    label: '维保',
    scene: 20,
    entity: 'upkeepOrder',
    money: true,
    waits: 'quoted',
    pass: 'pass',
    reject: { action: 'reject', input: 'reason' },
  },
  { code: 'insurancePolicy.pay', label: '保费应付', scene: 21, entity: 'insurancePolicy', action: 'pay', money: true },
  { code: 'insuranceClaim.close', label: '出险结案', scene: 22, entity: 'insuranceClaim', action: 'close', money: true },
  { code: 'violation.waive', label: '公司承担罚款', scene: 23, entity: 'violation', action: 'waive', money: true },
]
