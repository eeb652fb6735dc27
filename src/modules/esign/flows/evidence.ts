/** What proves a flow: the revisions of its file and the chain of what happened. Both only grow. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const signFile = defineEntity({
  name: 'signFile',
  label: '合同文件',
  right: 'contractInfoList',
  writes: 'none',
  scope: { store: 'store' },
  title: ['seq'],
  fields: {
    flow: f.ref('签署流程', 'signFlow', { required: true }),
    store: f.ref('门店', 'store', { internal: true }),
    seq: f.int('版本', { required: true }),
    cause: f.choice('产生于', { prepared: '待签文件', signed: '签署', dss: '长期验证资料', timestamp: '文档时间戳' }, { required: true }),
    sha256: f.text('SHA-256 摘要', { required: true, maxLength: 64 }),
    sm3: f.text('SM3 摘要', { required: true, maxLength: 64 }),
    prevSha: f.text('前一版本', { maxLength: 64, internal: true }),
    bytes: f.int('大小', { required: true, unit: '字节' }),
    fileId: f.text('文件编号', { required: true, maxLength: 40, internal: true }),
  },
  unique: [{ fields: ['flow', 'seq'], message: '该版本已存在' }],
  indexes: [['sha256']],
  list: { columns: ['flow', 'seq', 'cause', 'sha256', 'sm3', 'bytes'], sort: 'seq' },
  form: { 文件: ['flow', 'seq', 'cause', 'sha256', 'sm3', 'bytes'] },
})

const EVENT_KINDS = {
  prepared: '生成待签文件',
  started: '发起签署',
  notified: '通知签署方',
  opened: '打开签署页',
  consented: '同意电子签署',
  read: '阅读合同',
  filled: '填写内容',
  codeSent: '发送验证码',
  codeLost: '验证码未送达',
  codePassed: '验证码正确',
  codeFailed: '验证码错误',
  faceToFace: '面签见证',
  signed: '签署',
  sealed: '用印',
  declined: '拒签',
  urged: '催签',
  delayed: '延期',
  revoked: '撤销',
  expired: '过期',
  completed: '全部签署完成',
  timestamped: '加盖文档时间戳',
  verified: '验证文件',
  downloaded: '下载文件',
  rescinded: '解约',
} as const
export type EventKind = keyof typeof EVENT_KINDS

export const signEvent = defineEntity({
  name: 'signEvent',
  label: '证据',
  right: 'contractInfoList',
  writes: 'none',
  scope: { store: 'store' },
  title: ['seq'],
  fields: {
    flow: f.ref('签署流程', 'signFlow', { required: true }),
    store: f.ref('门店', 'store', { internal: true }),
    seq: f.int('序号', { required: true }),
    at: f.instant('时间', { required: true }),
    kind: f.choice('事件', EVENT_KINDS, { required: true }),
    by: f.text('操作方', { required: true, maxLength: 60 }),
    ip: f.text('网络地址', { maxLength: 60 }),
    ua: f.text('设备', { maxLength: 300 }),
    docSha: f.text('文件摘要', { maxLength: 64 }),
    data: f.json<Record<string, unknown>>('内容', { internal: true }),
    prevHash: f.text('前一摘要', { required: true, maxLength: 64, internal: true }),
    hash: f.text('摘要', { required: true, maxLength: 64 }),
  },
  unique: [{ fields: ['flow', 'seq'], message: '证据序号重复' }],
  list: { columns: ['flow', 'seq', 'at', 'kind', 'by', 'ip', 'hash'], sort: 'seq' },
  form: { 证据: ['flow', 'seq', 'at', 'kind', 'by', 'ip', 'ua', 'docSha', 'hash'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    signFile: RowOf<typeof signFile>
    signEvent: RowOf<typeof signEvent>
  }
}
