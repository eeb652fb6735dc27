/** 推单 (transport.md §2.9): a mission offered to drivers or carriers by rule; one winner. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { SEES } from '../parties/seen.rules.ts'

export const orderPush = defineEntity({
  name: 'orderPush',
  label: '推单',
  right: 'trafficOrderPush',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  fields: {
    no: f.serial('推单号', 'TD{yyyyMMdd}-{0000}'),
    mission: f.ref('任务单', 'mission', { required: true, filter: { status: ['open', 'refused'] } }),
    status: f.state('状态', { draft: '待推送', pushing: '推送中', taken: '已被接', failed: '无人接单', withdrawn: '已撤回' }, 'draft'),
    strategy: f.choice(
      '方式',
      { broadcast: '广播抢单', directed: '定向', sequential: '顺序', bid: '竞价' },
      { required: true, default: 'broadcast' },
    ),
    audience: f.choice('对象', { drivers: '司机', carriers: '承运商' }, { required: true, default: 'drivers' }),
    drivers: f.refs('指定司机', 'driver', { filter: { audit: 'verified' } }),
    carriers: f.refs('指定承运商', 'carrier', { filter: { status: 'active' } }),
    radius: f.int('范围', { required: true, default: 50_000, min: 100, max: 2_000_000, unit: 'm' }),
    vehicleClass: f.dict('车型要求', 'vehicleCategory'),
    minScore: f.int('最低评分', { min: 0, max: 100 }),
    batchSize: f.int('每批', { required: true, default: 4, min: 1, max: 200, unit: '人' }),
    timeoutSec: f.int('每批时限', { required: true, default: 60, min: 10, max: 3600, unit: '秒' }),
    reward: f.money('奖励', { required: true, default: 0, min: 0 }),
    bidUntil: f.instant('报价截止', { required: true, when: (v) => v['strategy'] === 'bid' }),
    ceiling: f.money('最高限价', { min: 1, when: (v) => v['strategy'] === 'bid', hint: '高于限价的报价不登记；不填则不限' }),
    batch: f.int('当前批次', { readOnly: true, default: 0 }),
    nextAt: f.instant('下一批时间', { readOnly: true }),
    startedAt: f.instant('开始时间', { readOnly: true }),
    winner: f.ref('接单司机', 'driver', { readOnly: true }),
    winningCarrier: f.ref('接单承运商', 'carrier', { readOnly: true }),
    price: f.money('成交价', { readOnly: true, seenBy: SEES.payable }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  check: (v) =>
    v.strategy === 'bid' && v.audience !== 'carriers'
      ? { at: 'audience', reason: '竞价只面向承运商' }
      : v.audience === 'carriers' && (v.carriers ?? []).length === 0
        ? { at: 'carriers', reason: '请指定承运商' }
        : null,
  list: {
    columns: [
      'no',
      'mission',
      'status',
      'strategy',
      'audience',
      'radius',
      'batch',
      'batchSize',
      'timeoutSec',
      'startedAt',
      'winner',
      'winningCarrier',
      'store',
    ],
    filters: ['no', 'mission', 'status', 'strategy', 'audience', 'winner', 'store'],
    sort: '-createdAt',
    quick: { 推送中: { status: 'pushing' }, 已被接: { status: 'taken' }, 无人接单: { status: 'failed' } },
  },
  form: {
    推单: [
      'mission',
      'strategy',
      'audience',
      'drivers',
      'carriers',
      'radius',
      'vehicleClass',
      'minScore',
      'batchSize',
      'timeoutSec',
      'reward',
      'bidUntil',
      'ceiling',
    ],
    结果: ['startedAt', 'batch', 'nextAt', 'winner', 'winningCarrier', 'price', 'store'],
  },
  children: [{ entity: 'pushRecipient', by: 'push', label: '推送对象' }],
})
export const orderPushActions = defineActions(orderPush, {
  start: {
    label: '开始推送',
    from: ['draft', 'failed', 'withdrawn'],
    to: 'pushing',
    tone: 'primary',
    confirm: '推送后符合条件的司机或承运商立即收到，先接者得。确认开始推送？',
  },
  stop: { label: '撤回', from: ['pushing'], to: 'withdrawn', tone: 'danger', confirm: '撤回后对方不能再接单，任务回到待分配。确认撤回？' },
  take: { label: '接单', from: ['pushing'], to: 'taken', internal: true, input: { driver: f.ref('司机', 'driver', { required: true }) } },
  /** A carrier says on the telephone what a driver says with a tap. */
  takeFor: {
    label: '承运商接单',
    from: ['pushing'],
    to: 'taken',
    tone: 'primary',
    refuse: (p) =>
      p.audience !== 'carriers' ? '这张推单面向司机，由司机在手机上接单' : p.strategy === 'bid' ? '竞价推单请登记报价后定标' : null,
    input: { carrier: f.ref('承运商', 'carrier', { required: true }) },
  },
  bid: {
    label: '登记报价',
    from: ['pushing'],
    refuse: (p, m) =>
      p.strategy !== 'bid' ? '不是竞价推单，不收报价' : p.bidUntil !== null && p.bidUntil <= m.now ? '已过报价截止时间' : null,
    input: {
      carrier: f.ref('承运商', 'carrier', { required: true }),
      price: f.money('报价', { required: true, min: 1 }),
      note: f.text('说明', { maxLength: 200 }),
    },
    checkInput: (i, p) => (p.ceiling !== null && Number(i['price']) > p.ceiling ? '报价高于最高限价' : null),
  },
  award: {
    label: '定标',
    from: ['pushing'],
    to: 'taken',
    tone: 'primary',
    refuse: (p, m) =>
      p.strategy !== 'bid' ? '不是竞价推单，不需要定标' : p.bidUntil !== null && p.bidUntil > m.now ? '报价尚未截止，不能定标' : null,
    input: {
      recipient: f.ref('中标报价', 'pushRecipient', { required: true, within: { push: 'id' } }),
      reason: f.text('未选最低价的理由', { maxLength: 200 }),
    },
  },
  next: { label: '下一批', from: ['pushing'], internal: true },
  exhaust: { label: '无人接单', from: ['pushing'], to: 'failed', internal: true },
})

export const pushRecipient = defineEntity({
  name: 'pushRecipient',
  label: '推送对象',
  right: 'trafficOrderPush',
  scope: { store: 'push.store' },
  title: ['push', 'driver', 'carrier'],
  pick: ['bid', 'result'],
  writes: 'none',
  fields: {
    push: f.ref('推单', 'orderPush', { required: true, onDelete: 'cascade' }),
    batch: f.int('批次', { required: true, min: 0 }),
    driver: f.ref('司机', 'driver'),
    carrier: f.ref('承运商', 'carrier'),
    result: f.choice(
      '结果',
      { sent: '已推', read: '已读', refused: '已拒', won: '抢单成功', lost: '抢单失败', expired: '失效' },
      { required: true, default: 'sent' },
    ),
    distanceM: f.int('距离', { min: 0, unit: 'm' }),
    sentAt: f.instant('推送时间', { required: true }),
    answeredAt: f.instant('应答时间'),
    bid: f.money('报价', { min: 1 }),
    reason: f.text('说明', { maxLength: 200 }),
  },
  list: {
    columns: ['push', 'batch', 'driver', 'carrier', 'result', 'distanceM', 'sentAt', 'answeredAt', 'bid', 'reason'],
    filters: ['push', 'driver', 'carrier', 'result'],
    sort: '-sentAt',
  },
  form: { 推送: ['push', 'batch', 'driver', 'carrier', 'result', 'distanceM', 'sentAt', 'answeredAt', 'bid', 'reason'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    orderPush: RowOf<typeof orderPush>
    pushRecipient: RowOf<typeof pushRecipient>
  }
  interface ActionsOf {
    orderPush: typeof orderPushActions
  }
}
