/** 货源 and its bids (transport.md §2.4): goods offered to carriers at a price, or for the best one. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { goodsLines } from './goods.ts'

const cargoSource = defineEntity({
  name: 'cargoSource',
  label: '货源',
  right: 'supplyL',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'cargoName'],
  fields: {
    no: f.serial('货源号', 'HY{yyyyMMdd}-{0000}'),
    cargoName: f.text('货物', { required: true, maxLength: 80 }),
    status: f.state(
      '状态',
      { draft: '草稿', published: '发布中', taken: '已接', ordered: '已转单', expired: '已过期', withdrawn: '已下架' },
      'draft',
    ),
    customer: f.ref('客户', 'lessee', { required: true }),
    sender: f.ref('发货方', 'consignParty', { required: true, filter: { status: 'active' } }),
    receiver: f.ref('收货方', 'consignParty', { required: true, filter: { status: 'active' } }),
    goods: goodsLines(),
    pickFrom: f.instant('提货从', { required: true }),
    pickTo: f.instant('提货到', { required: true }),
    dropTo: f.instant('送达前', { required: true }),
    vehicleClass: f.dict('车型要求', 'vehicleCategory'),
    priceMode: f.choice('定价方式', { fixed: '一口价', bid: '竞价', rule: '按规则' }, { required: true, default: 'fixed' }),
    ask: f.money('一口价', { min: 1, required: true, when: (v) => v['priceMode'] === 'fixed' }),
    bidUntil: f.instant('报价截止', { required: true, when: (v) => v['priceMode'] === 'bid' }),
    carriers: f.refs('指定承运商', 'carrier', { filter: { status: 'active' } }),
    winner: f.ref('中标承运商', 'carrier', { readOnly: true }),
    price: f.money('成交价', { readOnly: true }),
    order: f.ref('运输订单', 'transportOrder', { readOnly: true }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    remark: f.note('备注', { maxLength: 500, quick: true }),
  },
  check: (v) =>
    v.pickTo < v.pickFrom
      ? { at: 'pickTo', reason: '提货时段结束不能早于开始' }
      : v.dropTo < v.pickFrom
        ? { at: 'dropTo', reason: '送货时间不能早于提货时间' }
        : v.sender === v.receiver
          ? { at: 'receiver', reason: '收货方不能与发货方相同，请选择另一处' }
          : null,
  list: {
    columns: [
      'no',
      'cargoName',
      'status',
      'customer',
      'sender',
      'receiver',
      'pickFrom',
      'priceMode',
      'ask',
      'bidUntil',
      'winner',
      'price',
      'order',
      'store',
    ],
    filters: ['no', 'status', 'customer', 'priceMode', 'pickFrom', 'bidUntil', 'winner', 'store'],
    sort: '-createdAt',
    quick: { 发布中: { status: 'published' }, 已接: { status: 'taken' }, 已转单: { status: 'ordered' }, 已过期: { status: 'expired' } },
  },
  form: {
    货物: ['cargoName', 'customer', 'sender', 'receiver', 'goods', 'vehicleClass'],
    时间: ['pickFrom', 'pickTo', 'dropTo'],
    价格: ['priceMode', 'ask', 'bidUntil', 'carriers', 'winner', 'price', 'order'],
    其他: ['store', 'remark'],
  },
  children: [{ entity: 'cargoBid', by: 'source', label: '报价' }],
})
export const cargoSourceActions = defineActions(cargoSource, {
  publish: {
    label: '发布',
    from: ['draft', 'withdrawn'],
    to: 'published',
    tone: 'primary',
    refuse: (c, m) => (c.priceMode === 'bid' && (c.bidUntil ?? '') <= m.now ? '报价截止时间已过，请先修改' : null),
    confirm: '发布后承运商可以看到并报价。确认发布？',
  },
  withdraw: {
    label: '下架',
    from: ['published'],
    to: 'withdrawn',
    tone: 'danger',
    confirm: '下架后承运商看不到这条货源，也不能再报价。确认下架？',
  },
  bid: {
    label: '登记报价',
    from: ['published'],
    refuse: (c, m) => (c.bidUntil !== null && c.bidUntil <= m.now ? '已过报价截止时间' : null),
    input: {
      carrier: f.ref('承运商', 'carrier', { required: true }),
      price: f.money('报价', { required: true, min: 1 }),
      pickAt: f.instant('可提货时间', { required: true }),
    },
  },
  award: {
    label: '中标',
    from: ['published'],
    to: 'taken',
    tone: 'primary',
    refuse: (c, m) => (c.priceMode === 'bid' && c.bidUntil !== null && c.bidUntil > m.now ? '报价尚未截止，不能开标' : null),
    input: { bid: f.ref('报价', 'cargoBid', { required: true, within: { source: 'id' } }) },
  },
  toOrder: { label: '转运输订单', from: ['taken'], to: 'ordered', tone: 'primary', confirm: '按成交价生成运输订单？' },
  expire: { label: '过期', from: ['published'], to: 'expired', internal: true },
})

export const cargoBid = defineEntity({
  name: 'cargoBid',
  label: '货源报价',
  right: 'supplyL',
  scope: { store: 'source.store' },
  title: ['source', 'carrier'],
  writes: 'none',
  fields: {
    source: f.ref('货源', 'cargoSource', { required: true, onDelete: 'cascade' }),
    carrier: f.ref('承运商', 'carrier', { required: true }),
    price: f.money('报价', { required: true, min: 1 }),
    pickAt: f.instant('可提货时间', { required: true }),
    result: f.choice('结果', { open: '待开标', won: '中标', lost: '未中标', replaced: '已更新' }, { required: true, default: 'open' }),
  },
  list: { columns: ['source', 'carrier', 'price', 'pickAt', 'result'], filters: ['source', 'carrier', 'result'], sort: 'price' },
  form: { 报价: ['source', 'carrier', 'price', 'pickAt', 'result'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    cargoSource: RowOf<typeof cargoSource>
    cargoBid: RowOf<typeof cargoBid>
  }
  interface ActionsOf {
    cargoSource: typeof cargoSourceActions
  }
}
