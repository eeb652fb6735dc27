/** 第三方下单 (transport.md §8): who may call us, with which keys, and what was called. */
import { addressProblem, scopesOf, SCOPES, USUAL_SCOPES } from './sign.rules.ts'
import { eventsProblem } from './webhook.rules.ts'
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const apiClient = defineEntity({
  name: 'apiClient',
  label: '接口客户',
  right: 'thirdPartyOrder',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('名称', { required: true, maxLength: 60, unique: '该名称已存在' }),
    status: f.state('状态', { active: '启用', suspended: '停用', revoked: '已吊销' }, 'active'),
    project: f.ref('项目', 'project', { required: true, filter: { status: 'active' } }),
    model: f.ref('订单模式', 'orderModel', { required: true, filter: { status: 'active' } }),
    scopes: f.text('权限', {
      required: true,
      default: USUAL_SCOPES.join(','),
      maxLength: 100,
      hint: '可用：报价、下单、查询、取消、改址、轨迹、签收、温度、对账，用逗号分开',
    }),
    ipAllow: f.text('允许地址', { maxLength: 500, hint: '不填为不限制；可写单个地址或网段，用逗号分开' }),
    sandbox: f.flag('沙箱', { fixed: true, hint: '沙箱客户的订单自己走完全程，不进入运输订单，也不计费' }),
    webhookUrl: f.text('回调地址', { format: 'url', maxLength: 300 }),
    webhookEvents: f.text('回调事件', { maxLength: 300, hint: '不填为全部；例如 signed,exception' }),
    webhookSecret: f.text('回调密文', { internal: true, secret: true, maxLength: 400 }),
    webhookSecretOld: f.text('回调旧密文', { internal: true, secret: true, maxLength: 400 }),
    webhookOldUntil: f.instant('回调旧密文至', { internal: true }),
    fieldMap: f.lines('字段对照', {
      theirs: f.text('对方字段', { required: true, maxLength: 60 }),
      ours: f.text('我方字段', { required: true, maxLength: 60 }),
      fixed: f.text('固定值', { maxLength: 100 }),
    }),
    failures: f.int('连续失败', { readOnly: true, default: 0 }),
    failingSince: f.instant('连续失败自', { internal: true }),
    disabledAt: f.instant('回调停用时间', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300, quick: true }),
  },
  check: (v) => {
    const scope = scopesOf(v.scopes).find((one) => !(SCOPES as readonly string[]).includes(one))
    if (scope !== undefined) return { at: 'scopes', reason: `没有「${scope}」这个权限，可用：${SCOPES.join('、')}` }
    const address = addressProblem(v.ipAllow)
    if (address) return { at: 'ipAllow', reason: address }
    const event = eventsProblem(v.webhookEvents)
    return event ? { at: 'webhookEvents', reason: event } : null
  },
  list: {
    columns: ['name', 'status', 'project', 'model', 'sandbox', 'webhookUrl', 'failures', 'store', 'remark'],
    filters: ['name', 'status', 'project', 'sandbox', 'store'],
    sort: '-createdAt',
    quick: { 启用: { status: 'active' }, 沙箱: { sandbox: true } },
  },
  form: {
    接口客户: ['name', 'project', 'model', 'scopes', 'ipAllow', 'sandbox'],
    回调: ['webhookUrl', 'webhookEvents', 'failures', 'disabledAt'],
    其他: ['fieldMap', 'store', 'remark'],
  },
  children: [
    { entity: 'apiKey', by: 'client', label: '密钥' },
    { entity: 'apiCall', by: 'client', label: '调用记录' },
    { entity: 'webhookDelivery', by: 'client', label: '回调记录' },
    { entity: 'transportOrder', by: 'apiClient', label: '运输订单' },
    { entity: 'sandboxOrder', by: 'client', label: '沙箱订单' },
  ],
})
export const apiClientActions = defineActions(apiClient, {
  suspend: { label: '停用', from: ['active'], to: 'suspended', tone: 'danger', confirm: '停用后对方不能调用。确认停用？' },
  resume: { label: '恢复', from: ['suspended'], to: 'active', confirm: '恢复后对方的程序可以用原来的密钥继续调用。确认恢复？' },
  revoke: {
    label: '吊销',
    from: ['active', 'suspended'],
    to: 'revoked',
    tone: 'danger',
    confirm: '吊销后所有密钥立即失效，不能恢复。确认吊销？',
  },
  ping: {
    label: '测试回调',
    from: ['active'],
    refuse: (c) => (c.webhookUrl ? null : '请先填写回调地址'),
    confirm: '向回调地址发送一条测试消息（ping），用来检查对方能不能收到，不影响订单。确认发送？',
    done: '已排入发送，结果见「回调记录」',
  },
  resumeHook: {
    label: '恢复回调',
    from: ['active'],
    refuse: (c) => (c.disabledAt ? null : '回调没有停用'),
    confirm: '之后的事件重新发送；停用期间的请在「回调记录」中补发。确认恢复？',
  },
})

export const apiKey = defineEntity({
  name: 'apiKey',
  label: '接口密钥',
  right: 'thirdPartyOrder',
  scope: { store: 'client.store' },
  title: ['keyId'],
  writes: 'none',
  fields: {
    client: f.ref('接口客户', 'apiClient', { required: true, onDelete: 'cascade' }),
    keyId: f.text('密钥编号', { required: true, maxLength: 40, unique: true }),
    secret: f.text('密文', { internal: true, secret: true, maxLength: 400 }),
    fromAt: f.instant('生效时间', { required: true }),
    untilAt: f.instant('失效时间'),
    lastAt: f.instant('最近调用'),
    dayOn: f.day('计数日', { internal: true }),
    dayCalls: f.int('当日次数', { required: true, default: 0, min: 0 }),
  },
  list: {
    columns: ['client', 'keyId', 'fromAt', 'untilAt', 'lastAt', 'dayCalls'],
    filters: ['client', 'fromAt'],
    sort: '-fromAt',
  },
  form: { 密钥: ['client', 'keyId', 'fromAt', 'untilAt', 'lastAt', 'dayCalls'] },
})

export const apiKeyActions = defineActions(apiKey, {
  stop: {
    label: '停用密钥',
    right: 'thirdPartyOrder_issueKey',
    from: 'any',
    tone: 'danger',
    refuse: (k, at) => (k.untilAt !== null && k.untilAt <= at.now ? '该密钥已失效' : null),
    confirm: '停用后使用这把密钥的程序立即不能调用。确认停用？',
  },
})

export const apiCall = defineEntity({
  name: 'apiCall',
  label: '接口调用',
  right: 'thirdPartyOrder',
  scope: { store: 'client.store' },
  title: ['path'],
  writes: 'none',
  fields: {
    client: f.ref('接口客户', 'apiClient', { required: true }),
    keyId: f.text('密钥编号', { required: true, maxLength: 40 }),
    path: f.text('接口', { required: true, maxLength: 120 }),
    code: f.int('结果码', { required: true }),
    ms: f.int('耗时', { required: true, min: 0, unit: 'ms' }),
    ip: f.text('来源地址', { maxLength: 60 }),
    at: f.instant('时间', { required: true }),
    bodyHash: f.text('内容摘要', { internal: true, maxLength: 64 }),
    message: f.text('说明', { maxLength: 200 }),
  },
  list: { columns: ['client', 'path', 'code', 'ms', 'ip', 'at', 'message'], filters: ['client', 'path', 'code', 'at'], sort: '-at' },
  form: { 调用: ['client', 'keyId', 'path', 'code', 'ms', 'ip', 'at', 'message'] },
})

const webhookDelivery = defineEntity({
  name: 'webhookDelivery',
  label: '回调记录',
  right: 'thirdPartyOrder',
  scope: { store: 'client.store' },
  title: ['event'],
  writes: 'none',
  fields: {
    client: f.ref('接口客户', 'apiClient', { required: true }),
    eventId: f.text('事件编号', { required: true, maxLength: 60, unique: true }),
    event: f.text('事件', { required: true, maxLength: 60 }),
    order: f.ref('运输订单', 'transportOrder'),
    seq: f.int('序号', { required: true, min: 1 }),
    body: f.json<object>('内容', { internal: true, required: true }),
    result: f.choice(
      '结果',
      { waiting: '待发送', delivered: '已送达', failed: '失败', ended: '已停止' },
      { required: true, default: 'waiting' },
    ),
    attempts: f.int('次数', { required: true, default: 0, min: 0 }),
    nextAt: f.instant('下次发送'),
    lastCode: f.int('应答码'),
    reason: f.text('失败原因', { maxLength: 300 }),
    sandboxOrder: f.ref('沙箱订单', 'sandboxOrder'),
    at: f.instant('时间', { required: true }),
  },
  list: {
    columns: ['client', 'event', 'order', 'seq', 'result', 'attempts', 'lastCode', 'reason', 'nextAt', 'at'],
    filters: ['client', 'event', 'order', 'result', 'at'],
    sort: '-at',
    quick: { 待发送: { result: 'waiting' }, 失败: { result: 'failed' }, 已停止: { result: 'ended' } },
  },
  form: {
    回调: ['client', 'eventId', 'event', 'order', 'seq', 'sandboxOrder', 'result', 'attempts', 'nextAt', 'lastCode', 'reason', 'at'],
  },
  indexes: [['order', 'client', 'seq']],
})
export const webhookDeliveryActions = defineActions(webhookDelivery, {
  resend: {
    label: '重新发送',
    right: 'thirdPartyOrder_resend',
    from: 'any',
    bulk: true,
    tone: 'primary',
    refuse: (d) => (d.result === 'waiting' ? '正在等待发送，无需重新发送' : null),
    confirm: '以相同的编号和内容再次发送，对方应按编号去重。确认重新发送？',
    done: '已排入发送',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    apiClient: RowOf<typeof apiClient>
    apiKey: RowOf<typeof apiKey>
    apiCall: RowOf<typeof apiCall>
    webhookDelivery: RowOf<typeof webhookDelivery>
  }
  interface ActionsOf {
    apiClient: typeof apiClientActions
    apiKey: typeof apiKeyActions
    webhookDelivery: typeof webhookDeliveryActions
  }
}
