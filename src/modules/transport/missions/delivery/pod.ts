/** 签收凭证 and phones (transport.md §6): proof of delivery is added, never changed. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const pod = defineEntity({
  name: 'pod',
  label: '签收凭证',
  right: 'podList',
  scope: { store: 'store' },
  title: ['consignment'],
  writes: 'none',
  fields: {
    clientId: f.text('客户端编号', { required: true, maxLength: 60, unique: true, internal: true }),
    consignment: f.ref('配送单', 'consignment', { required: true }),
    mission: f.ref('任务单', 'mission'),
    review: f.state('复核', { none: '无需复核', pending: '待复核', accepted: '已通过', rejected: '已退回' }, 'none'),
    signType: f.choice(
      '签收方式',
      { self: '本人', other: '代收', seal: '电子章', code: '验证码', contactless: '无接触' },
      { required: true },
    ),
    signer: f.text('签收人', { maxLength: 40 }),
    mobile: f.text('手机号', { format: 'mobile', mask: 'mobile' }),
    relation: f.text('关系', { maxLength: 20 }),
    lines: f.lines('明细', {
      goods: f.text('货物', { required: true, maxLength: 80 }),
      plan: f.int('应送', { required: true, min: 0 }),
      signed: f.int('签收', { required: true, min: 0 }),
      refused: f.int('拒收', { required: true, min: 0 }),
      short: f.int('短少', { required: true, min: 0 }),
      reason: f.text('原因', { maxLength: 100 }),
    }),
    signature: f.files('签名', { maxCount: 1 }),
    photos: f.files('照片', { maxCount: 9 }),
    codTaken: f.money('代收金额', { required: true, default: 0, min: 0 }),
    at: f.instant('签收时间', { required: true }),
    recvAt: f.instant('接收时间', { required: true }),
    point: f.place('位置'),
    accuracyM: f.int('精度', { min: 0, unit: 'm' }),
    distanceM: f.int('距收货方', { min: 0, unit: 'm' }),
    tempAtSign: f.decimal('签收温度', 1, { unit: '℃' }),
    offline: f.flag('离线签收'),
    deviceId: f.text('设备', { maxLength: 80, internal: true }),
    odd: f.text('异常原因', { maxLength: 300 }),
    hashes: f.text('应有照片', { internal: true, maxLength: 1000 }),
    chainHash: f.text('存证摘要', { internal: true, maxLength: 64 }),
    amends: f.ref('更正', 'pod'),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: ['consignment', 'review', 'signType', 'signer', 'at', 'distanceM', 'offline', 'codTaken', 'odd', 'store'],
    filters: ['consignment', 'mission', 'review', 'signType', 'at', 'offline', 'store'],
    sort: '-at',
    quick: { 待复核: { review: 'pending' } },
  },
  form: {
    签收: ['consignment', 'mission', 'signType', 'signer', 'mobile', 'relation', 'lines', 'codTaken'],
    凭证: ['signature', 'photos', 'at', 'recvAt', 'point', 'accuracyM', 'distanceM', 'tempAtSign', 'offline', 'odd', 'amends', 'store'],
  },
})
export const podActions = defineActions(pod, {
  doubt: { label: '待复核', from: ['none'], to: 'pending', internal: true },
  accept: {
    label: '复核通过',
    from: ['pending'],
    to: 'accepted',
    tone: 'primary',
    bulk: true,
    confirm: '通过后这张签收凭证作为结算依据。照片、地点与时间核对无误，确认有效？',
  },
  reject: {
    label: '退回补拍',
    from: ['pending'],
    to: 'rejected',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    pod: RowOf<typeof pod>
  }
  interface ActionsOf {
    pod: typeof podActions
  }
}
