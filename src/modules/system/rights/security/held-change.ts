/** 待复核变更: what one person asked for and another one decides. The record itself is as it was until then. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const heldChange = defineEntity({
  name: 'heldChange',
  label: '待复核变更',
  right: 'heldChange',
  writes: 'none',
  title: ['subject'],
  search: ['subject'],
  fields: {
    kind: f.choice(
      '类别',
      { roleGrant: '角色授权', fields: '资料修改', account: '账号办理', parameters: '参数修改', signIn: '登录方式' },
      { required: true, readOnly: true, default: 'fields' },
    ),
    status: f.state('状态', { pending: '待复核', done: '已生效', refused: '已驳回', gone: '已失效' }, 'pending'),
    subject: f.text('对象', { required: true, readOnly: true, maxLength: 200 }),
    summary: f.note('变更内容', { readOnly: true, maxLength: 4000 }),
    entity: f.text('对象类型', { required: true, readOnly: true, internal: true, maxLength: 60 }),
    record: f.int('记录编号', { required: true, readOnly: true, internal: true }),
    // What is to be written; may hold a whole account number, so it never leaves the server.
    payload: f.json('变更数据', { readOnly: true, internal: true, secret: true }),
    decidedBy: f.ref('复核人', 'user', { readOnly: true }),
    decidedAt: f.instant('复核时间', { readOnly: true }),
    remark: f.text('复核意见', { readOnly: true, maxLength: 200 }),
  },
  list: {
    columns: ['subject', 'kind', 'summary', 'status', 'decidedBy', 'decidedAt'],
    filters: ['status', 'kind'],
    sort: '-createdAt',
    quick: { 待复核: { status: 'pending' } },
  },
  form: { 变更: ['kind', 'subject', 'summary'], 复核: ['decidedBy', 'decidedAt', 'remark'] },
  indexes: [['entity', 'record', 'status']],
})

export const heldChangeActions = defineActions(heldChange, {
  approve: {
    label: '复核通过',
    from: ['pending'],
    to: 'done',
    refuse: (r, m) =>
      r.createdBy === m.user.id
        ? '不能复核自己提出的变更，请由另一位管理员复核'
        : r.entity === 'user' && r.record === m.user.id && !m.user.isAdmin
          ? '不能复核对自己账号的变更，请由另一位管理员复核'
          : null,
    confirm: '通过后立即生效，账号办理由提出人在 24 小时内完成。请核对对象与变更内容，收款账户、手机号请向对方本人核实。确认通过？',
  },
  refuse: {
    label: '驳回',
    from: ['pending'],
    to: 'refused',
    tone: 'danger',
    input: { remark: f.text('原因', { required: true, maxLength: 200 }) },
  },
  // Of an agreement: it was used.
  expire: { label: '失效', from: ['pending', 'done'], to: 'gone', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    heldChange: RowOf<typeof heldChange>
  }
  interface ActionsOf {
    heldChange: typeof heldChangeActions
  }
}
