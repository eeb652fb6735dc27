/** 外发记录: every call that leaves this house, from the moment its cause was committed until it is answered or given up. */
import { defineActions } from '../action/action.ts'
import { defineEntity } from '../entity/entity.ts'
import { f } from '../entity/field.ts'
import type { RowOf } from '../entity/tables.ts'

/** With the pauses of `retryAfterSeconds` about a day and a half; then a person has to look. */
export const MAX_ATTEMPTS = 12

const STATUS = `case when done_at is not null then 'done' when given_up_at is not null then 'givenUp' when attempts >= ${MAX_ATTEMPTS} then 'failed' when last_error is not null then 'retrying' else 'waiting' end`

export const outgoingCall = defineEntity({
  name: 'outgoingCall',
  label: '外发记录',
  right: 'outgoingCallList',
  scope: { store: null },
  writes: 'none',
  title: ['label', 'summary'],
  search: ['label', 'summary'],
  fields: {
    label: f.text('事项', { required: true, readOnly: true, maxLength: 40 }),
    summary: f.text('内容', { required: true, readOnly: true, maxLength: 200 }),
    status: f.computed('状态', 'text', STATUS, {
      options: { waiting: '等待发送', retrying: '等待重试', failed: '发送失败', givenUp: '已放弃', done: '已发送' },
    }),
    attempts: f.int('已尝试', { required: true, readOnly: true, default: 0, unit: '次' }),
    deliverAfter: f.instant('下次发送', { required: true, readOnly: true }),
    lastError: f.note('失败原因', { readOnly: true, maxLength: 500 }),
    doneAt: f.instant('发送时间', { readOnly: true }),
    givenUpAt: f.instant('放弃时间', { readOnly: true }),
    /** The request (or job) whose transaction wrote it: the log of both is found by it. */
    requestId: f.text('请求编号', { readOnly: true, maxLength: 80, hint: '引起这次外发的操作；在系统日志与运行日志中可按它查找' }),
    kind: f.text('类型', { required: true, readOnly: true, internal: true, maxLength: 60 }),
    /** Names the event: recorded once, however often its cause is repeated. */
    key: f.text('去重键', { readOnly: true, internal: true, maxLength: 200 }),
    /** What is sent, and may be nobody's business here (a one-time code). Emptied once it has arrived. */
    payload: f.json('数据', { required: true, internal: true, secret: true }),
  },
  unique: [{ fields: ['kind', 'key'], message: '该事项已登记发送' }],
  indexes: [['doneAt', 'deliverAfter']],
  list: {
    columns: ['label', 'summary', 'status', 'attempts', 'lastError', 'deliverAfter', 'doneAt'],
    filters: ['label', 'status', 'deliverAfter', 'doneAt'],
    sort: '-createdAt',
    quick: { 等待发送: { status: ['waiting', 'retrying'] }, 发送失败: { status: 'failed' }, 已放弃: { status: 'givenUp' } },
  },
  form: { 外发: ['label', 'summary', 'attempts', 'deliverAfter', 'lastError', 'doneAt', 'givenUpAt', 'requestId'] },
})

const STUCK = ['retrying', 'failed', 'givenUp']
export const outgoingCallActions = defineActions(outgoingCall, {
  sendAgain: {
    label: '重新发送',
    from: 'any',
    bulk: true,
    tone: 'primary',
    confirm: '将立即再次发送。确认继续？',
    done: '已排入发送',
    refuse: (c) =>
      STUCK.includes(c.status ?? '') ? null : c.status === 'done' ? '已发送成功，无需重新发送' : '正在等待发送，无需重新发送',
  },
  giveUp: {
    label: '放弃发送',
    from: 'any',
    bulk: true,
    tone: 'danger',
    input: { reason: f.note('放弃原因', { required: true, maxLength: 300 }) },
    refuse: (c) => (c.status === 'done' ? '已发送成功，不能放弃' : c.status === 'givenUp' ? '已放弃，无需重复操作' : null),
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    outgoingCall: RowOf<typeof outgoingCall>
  }
  interface ActionsOf {
    outgoingCall: typeof outgoingCallActions
  }
}
