/** 回调: what a provider told, as it was told, once. Only a hint; what follows is asked for. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const signInbox = defineEntity({
  name: 'signInbox',
  label: '服务商回调',
  right: 'contractInfoList',
  writes: 'none',
  scope: { store: 'store' },
  title: ['kind'],
  fields: {
    flow: f.ref('签署流程', 'signFlow'),
    store: f.ref('门店', 'store', { internal: true }),
    provider: f.choice('签署服务', { local: '本机', esign: 'e签宝' }, { required: true }),
    kind: f.text('事件', { required: true, maxLength: 60 }),
    eventKey: f.text('事件摘要', { required: true, maxLength: 64, internal: true }),
    receivedAt: f.instant('收到时间', { required: true }),
    headers: f.json<Record<string, string>>('请求头', { internal: true }),
    body: f.json<{ text: string }>('正文', { internal: true }),
  },
  unique: [{ fields: ['eventKey'], message: '该回调已收到' }],
  list: { columns: ['receivedAt', 'kind', 'flow', 'provider'], sort: '-receivedAt' },
  form: { 回调: ['receivedAt', 'kind', 'flow', 'provider'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    signInbox: RowOf<typeof signInbox>
  }
}
