/** 出车检查 (transport.md §6): what a driver looks at before he leaves. What must be right and is not keeps the truck where it is. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const tripCheck = defineEntity({
  name: 'tripCheck',
  label: '出车检查',
  right: 'missionList',
  scope: { store: 'store' },
  title: ['mission', 'at'],
  writes: 'none',
  fields: {
    mission: f.ref('任务单', 'mission', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    driver: f.ref('司机', 'driver', { required: true }),
    at: f.instant('检查时间', { required: true }),
    result: f.choice('结果', { passed: '合格', noted: '有缺陷，可出车', failed: '不合格' }, { required: true }),
    items: f.lines('检查项', {
      item: f.text('检查项', { required: true, maxLength: 60 }),
      must: f.flag('必须合格'),
      ok: f.flag('合格'),
      note: f.text('说明', { maxLength: 100 }),
    }),
    repair: f.text('维保单', { maxLength: 40 }),
    clientId: f.text('客户端编号', { required: true, internal: true, maxLength: 60, unique: true }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['mission', 'vehicle', 'driver', 'at', 'result', 'repair', 'store'],
    filters: ['mission', 'vehicle', 'driver', 'at', 'result', 'store'],
    sort: '-at',
    quick: { 不合格: { result: 'failed' }, 有缺陷: { result: 'noted' } },
  },
  form: { 检查: ['mission', 'vehicle', 'driver', 'at', 'result', 'items', 'repair', 'store'] },
  indexes: [['mission', 'at']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    tripCheck: RowOf<typeof tripCheck>
  }
}
