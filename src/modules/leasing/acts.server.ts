/** What of leasing may wait for approval (业务流程设置). Without a process the one with the right decides; where money is given away, not the one who asked. */
import type { ActSpec } from '#modules/approval/approval.public.ts'

const review = (entity: string, label: string, scene: number, money = false): ActSpec => ({
  code: entity,
  label,
  scene,
  entity,
  money,
  givesAway: money,
  waits: 'approving',
  pass: 'pass',
  reject: { action: 'reject', input: 'reason' },
})

export const leasingActs: readonly ActSpec[] = [
  review('contract', '合同签订', 1),
  review('carApplication', '提车申请', 2),
  review('vehicleReturn', '退车', 3),
  review('vehicleSwap', '换车', 4, true),
  review('rentReduction', '减租', 5, true),
  review('renewal', '续租', 6),
  review('leaseExtension', '延期', 13, true),
  review('returnSettlement', '退车结算', 14, true),
]
