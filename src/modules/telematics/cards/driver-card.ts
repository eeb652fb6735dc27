/** 驾驶员插卡记录: who put a card into the recorder of which vehicle when (0x0702), as the terminal reported it. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const driverCard = defineEntity({
  name: 'driverCard',
  label: '驾驶员插卡记录',
  right: 'driverCardList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['name', 'at'],
  search: ['name'],
  searchThrough: ['vehicle', 'driver', 'terminal'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { hint: '插卡时终端绑定的车辆' }),
    terminal: f.ref('GPS设备', 'terminal', { required: true }),
    store: f.ref('门店', 'store'),
    action: f.choice('动作', { in: '插卡', out: '拔卡' }, { required: true }),
    at: f.instant('插拔时间', { required: true }),
    result: f.choice(
      '读卡结果',
      { ok: '成功', key: '密钥认证未通过', locked: '卡片已被锁定', pulled: '卡片被拔出', wrong: '数据校验错误' },
      { hint: '司机拔卡的记录没有此项' },
    ),
    name: f.text('姓名', { maxLength: 40 }),
    driver: f.ref('司机', 'driver', { hint: '按从业资格证号或身份证号找到的司机；空着表示没有登记这位司机' }),
    certificate: f.text('从业资格证号', { maxLength: 40, mask: 'idNo' }),
    idNo: f.text('身份证号', { maxLength: 20, mask: 'idNo' }),
    authority: f.text('发证机构', { maxLength: 120 }),
    validTo: f.day('证件有效期至'),
    receivedAt: f.instant('接收时间', { required: true }),
  },
  // Sent again it is the same card.
  unique: [{ fields: ['terminal', 'at', 'action'], message: '该插卡记录已登记' }],
  list: {
    columns: ['vehicle', 'action', 'at', 'name', 'driver', 'result', 'certificate', 'validTo', 'terminal', 'store'],
    filters: ['vehicle', 'driver', 'action', 'at', 'terminal', 'store'],
    sort: '-at',
    quick: { 插卡: { action: 'in' }, 拔卡: { action: 'out' } },
  },
  form: {
    插卡: ['vehicle', 'terminal', 'action', 'at', 'result', 'receivedAt', 'store'],
    证件: ['name', 'driver', 'certificate', 'idNo', 'authority', 'validTo'],
  },
  indexes: [['vehicle', 'at']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    driverCard: RowOf<typeof driverCard>
  }
}
