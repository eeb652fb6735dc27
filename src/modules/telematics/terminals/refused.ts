/** 异常定位数据: reports the table of positions would not take. Acknowledged and kept here, so that a person can look, mend and store them. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const REFUSAL_CAUSES = {
  range: '数值超出范围',
  text: '内容含非法字符',
  rule: '违反数据约束',
  statement: '数据库结构或权限',
  other: '其他',
}

export const refusedPosition = defineEntity({
  name: 'refusedPosition',
  label: '异常定位数据',
  right: 'refusedPositionList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['terminal', 'reportedAt'],
  search: ['why'],
  searchThrough: ['vehicle', 'terminal'],
  fields: {
    terminal: f.ref('GPS设备', 'terminal', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { hint: '上报时绑定的车辆' }),
    store: f.ref('门店', 'store'),
    status: f.state('状态', { waiting: '待处理', stored: '已入库', dropped: '已丢弃' }, 'waiting'),
    cause: f.choice('原因', REFUSAL_CAUSES, { required: true, default: 'other' }),
    why: f.text('数据库说明', { required: true, maxLength: 500 }),
    reportedAt: f.instant('定位时间', { required: true }),
    receivedAt: f.instant('接收时间', { required: true }),
    serial: f.int('消息流水号', { required: true }),
    frame: f.note('原始报文', { maxLength: 4400, hint: '十六进制，可在「报文解析」中查看' }),
    content: f.note('解析内容', { required: true, maxLength: 4000 }),
    handling: f.text('处理结果', { maxLength: 200 }),
    handler: f.ref('处理人', 'user'),
    handledAt: f.instant('处理时间'),
  },
  // The terminal may repeat it for days; it is one report.
  unique: [{ fields: ['terminal', 'reportedAt', 'serial'], message: '该报文已登记' }],
  list: {
    columns: [
      'terminal',
      'reportedAt',
      'vehicle',
      'status',
      'cause',
      'why',
      'receivedAt',
      'serial',
      'handling',
      'handler',
      'handledAt',
      'store',
    ],
    filters: ['terminal', 'vehicle', 'status', 'cause', 'receivedAt', 'reportedAt', 'store'],
    sort: '-receivedAt',
    quick: { 待处理: { status: 'waiting' }, 已入库: { status: 'stored' }, 已丢弃: { status: 'dropped' } },
  },
  form: {
    报文: ['terminal', 'vehicle', 'store', 'cause', 'why', 'reportedAt', 'receivedAt', 'serial', 'frame', 'content'],
    处理: ['handling', 'handler', 'handledAt'],
  },
  indexes: [['receivedAt'], ['status', 'receivedAt']],
})

export const refusedPositionActions = defineActions(refusedPosition, {
  retry: {
    label: '重新入库',
    from: ['waiting'],
    to: 'stored',
    tone: 'primary',
    bulk: true,
    input: { plain: f.flag('不含附加信息', { hint: '附加信息无法入库时，只保留位置、速度、状态与报警' }) },
  },
  drop: {
    label: '丢弃',
    from: ['waiting'],
    to: 'dropped',
    tone: 'danger',
    bulk: true,
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    refusedPosition: RowOf<typeof refusedPosition>
  }
  interface ActionsOf {
    refusedPosition: typeof refusedPositionActions
  }
}
