/**
 * 沙箱订单 (transport.md §8): what a partner's program orders while it is being written. Rows of their own and no transport orders, so nothing
 * that counts, bills, plans or lists orders can meet one by forgetting a filter; states and answers are those of an order.
 */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const SANDBOX_STATES = {
  toConfirm: '待确认',
  open: '待调度',
  planned: '已调度',
  running: '运输中',
  signed: '已签收',
  cancelled: '已取消',
}

export const sandboxOrder = defineEntity({
  name: 'sandboxOrder',
  label: '沙箱订单',
  right: 'thirdPartyOrder',
  scope: { store: 'client.store' },
  title: ['no'],
  writes: 'none',
  fields: {
    no: f.serial('订单号', 'SX{yyyyMMdd}-{0000}'),
    status: f.state('状态', SANDBOX_STATES, 'toConfirm'),
    client: f.ref('接口客户', 'apiClient', { required: true }),
    outerNo: f.text('外部单号', { required: true, maxLength: 60 }),
    outerHash: f.text('外部内容摘要', { internal: true, required: true, maxLength: 64 }),
    receiverName: f.text('收货方', { required: true, maxLength: 80 }),
    goodsText: f.text('货物', { maxLength: 200 }),
    weight: f.decimal('总重量', 3, { required: true, unit: 'kg' }),
    pieces: f.int('总件数', { required: true }),
    total: f.money('报价'),
    asked: f.json<object>('内容', { internal: true, required: true }),
    quote: f.json<object>('报价明细', { internal: true }),
    nextAt: f.instant('下一步'),
    arrivedAt: f.instant('到达时间'),
    signedAt: f.instant('签收时间'),
  },
  unique: [{ fields: ['client', 'outerNo'], message: '外部单号已存在' }],
  list: {
    columns: ['no', 'status', 'client', 'outerNo', 'receiverName', 'goodsText', 'weight', 'pieces', 'total', 'nextAt'],
    filters: ['no', 'status', 'client', 'outerNo'],
    sort: '-createdAt',
  },
  form: {
    沙箱订单: ['no', 'client', 'outerNo', 'receiverName', 'goodsText', 'weight', 'pieces', 'total', 'nextAt', 'arrivedAt', 'signedAt'],
  },
  indexes: [['status', 'nextAt']],
  children: [{ entity: 'webhookDelivery', by: 'sandboxOrder', label: '回调记录' }],
})
export const sandboxOrderActions = defineActions(sandboxOrder, {
  confirm: { label: '确认接单', from: ['toConfirm'], to: 'open', internal: true },
  plan: { label: '调度', from: ['open'], to: 'planned', internal: true },
  depart: { label: '发车', from: ['planned'], to: 'running', internal: true },
  arrive: { label: '到达', from: ['running'], internal: true },
  sign: { label: '签收', from: ['running'], to: 'signed', internal: true },
  cancel: { label: '取消', from: ['toConfirm', 'open', 'planned'], to: 'cancelled', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    sandboxOrder: RowOf<typeof sandboxOrder>
  }
  interface ActionsOf {
    sandboxOrder: typeof sandboxOrderActions
  }
}
