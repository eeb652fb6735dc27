/** What of e-contracts may wait for approval: that something goes out under a seal, and that what was signed is taken back. */
import type { ActSpec } from '#modules/approval/approval.public.ts'

export const esignActs: readonly ActSpec[] = [
  { code: 'signFlow.start', label: '用印申请', scene: 18, entity: 'signFlow', action: 'start' },
  { code: 'signFlow.rescind', label: '合同解约', scene: 19, entity: 'signFlow', action: 'rescind' },
]
