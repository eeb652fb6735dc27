/** What of transport may wait for approval (业务流程设置). Without a process the one with the right decides. */
import type { ActSpec } from '#modules/approval/approval.public.ts'

export const transportActs: readonly ActSpec[] = [
  {
    code: 'project',
    label: '项目立项',
    scene: 40,
    entity: 'project',
    waits: 'approving',
    pass: 'pass',
    reject: { action: 'reject', input: 'reason' },
  },
  { code: 'mission.void', label: '任务作废', scene: 41, entity: 'mission', action: 'void' },
  { code: 'transportOrder.submitOver', label: '超信用额度下单', scene: 44, entity: 'transportOrder', action: 'submitOver', money: true },
  { code: 'transportOrder.changeAddress', label: '订单改址', scene: 45, entity: 'transportOrder', action: 'changeAddress', money: true },
  {
    code: 'cargoClaim',
    label: '货损理赔',
    scene: 46,
    entity: 'cargoClaim',
    waits: 'approving',
    pass: 'pass',
    reject: { action: 'reject', input: 'reason' },
    money: true,
  },
  { code: 'transportOrder.adjust', label: '运费手工调整', scene: 48, entity: 'transportOrder', action: 'adjust', money: true },
]
