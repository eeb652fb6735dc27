/** 终端报文: what terminals say that nothing here acts on, byte for byte: found again, and read field by field in 报文解析. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** Bytes of one message that are kept; longer ones are kept as far as this. */
export const MOST_KEPT_BYTES = 8000

export const keptMessage = defineEntity({
  name: 'keptMessage',
  label: '终端报文',
  right: 'messageTool',
  scope: { store: 'store' },
  writes: 'none',
  title: ['name', 'receivedAt'],
  search: ['messageId', 'name'],
  searchThrough: ['terminal', 'vehicle'],
  fields: {
    terminal: f.ref('GPS设备', 'terminal', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { hint: '上报时绑定的车辆' }),
    store: f.ref('门店', 'store'),
    receivedAt: f.instant('接收时间', { required: true }),
    messageId: f.text('消息 ID', { required: true, maxLength: 8 }),
    name: f.text('消息名称', { required: true, maxLength: 60 }),
    understood: f.flag('已能解析', { hint: '否表示未定义的消息，或内容与标准不符' }),
    serial: f.int('消息流水号', { required: true }),
    bytes: f.int('长度', { required: true, unit: '字节' }),
    frame: f.note('原始报文', { required: true, maxLength: 2 * MOST_KEPT_BYTES + 200, hint: '十六进制，可在「报文解析」中查看' }),
  },
  list: {
    columns: ['receivedAt', 'terminal', 'vehicle', 'messageId', 'name', 'understood', 'bytes', 'serial', 'store'],
    filters: ['terminal', 'vehicle', 'messageId', 'receivedAt', 'understood', 'store'],
    sort: '-receivedAt',
    quick: { 已能解析: { understood: true }, 未定义: { understood: false } },
  },
  form: { 报文: ['terminal', 'vehicle', 'store', 'receivedAt', 'messageId', 'name', 'understood', 'serial', 'bytes', 'frame'] },
  indexes: [['receivedAt'], ['terminal', 'receivedAt']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    keptMessage: RowOf<typeof keptMessage>
  }
}
