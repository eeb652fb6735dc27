/** 运输订单 (transport.md §2.6). From 已调度 on the status is a pure function of consignments and sheets: see order.rules.ts. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { SEES } from '../parties/seen.rules.ts'
import { goodsLines } from './goods.ts'
import { orderProblem } from './order.rules.ts'

export const ORDER_STATES = {
  draft: '草稿',
  toConfirm: '待确认',
  open: '待调度',
  planned: '已调度',
  running: '运输中',
  signed: '已签收',
  partSigned: '部分签收',
  receipted: '已回单',
  priced: '待结算',
  settled: '已结算',
  cancelled: '已取消',
  voided: '已作废',
}

/** What is charged beside the carriage; a price list may count each of them. */
const workLines = {
  kind: f.choice(
    '项目',
    {
      stops: '点位数',
      hours: '用车时长',
      trips: '趟数',
      pallets: '托盘数',
      floors: '搬运层数（无电梯）',
      tailLift: '尾板次数',
      entries: '进场次数',
      returnEmpty: '返空',
      toll: '代垫费用',
    },
    { required: true },
  ),
  quantity: f.decimal('数量', 3, { min: 0, max: 1_000_000 }),
  amount: f.money('金额', { min: 0 }),
  note: f.text('票据号', { maxLength: 60 }),
}

export const transportOrder = defineEntity({
  name: 'transportOrder',
  label: '运输订单',
  right: 'projectOrderList',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'outerNo', 'goodsText'],
  fields: {
    no: f.serial('订单号', 'YS{yyyyMMdd}-{0000}'),
    status: f.state('状态', ORDER_STATES, 'draft'),
    project: f.ref('项目', 'project', { filter: { status: 'active' } }),
    customer: f.ref('客户', 'lessee', { required: true }),
    model: f.ref('订单模式', 'orderModel', { required: true, filter: { status: 'active' } }),
    source: f.choice(
      '来源',
      { manual: '人工', import: '导入', recurring: '周期', api: '接口', public: '公开下单', cargo: '货源' },
      { required: true, default: 'manual', readOnly: true },
    ),
    outerNo: f.text('外部单号', { maxLength: 60 }),
    outerHash: f.text('外部内容摘要', { internal: true, maxLength: 64 }),
    apiClient: f.ref('接口客户', 'apiClient', { readOnly: true }),
    orderPage: f.ref('下单页', 'orderPage', { readOnly: true }),
    orderMobile: f.text('下单手机', { readOnly: true, format: 'mobile', mask: 'mobile' }),
    sender: f.ref('发货方', 'consignParty', { required: true, filter: { status: 'active' } }),
    receiver: f.ref('收货方', 'consignParty', { required: true, filter: { status: 'active' } }),
    senderSnap: f.json<PartySnap>('发货方快照', { internal: true, secret: true }),
    receiverSnap: f.json<PartySnap>('收货方快照', { internal: true, secret: true }),
    pickFrom: f.instant('提货从', { required: true }),
    pickTo: f.instant('提货到', { required: true }),
    dropFrom: f.instant('送货从', { required: true }),
    dropTo: f.instant('送货到', { required: true }),
    releaseAt: f.instant('货好时间'),
    goods: goodsLines(),
    goodsText: f.text('货物', { readOnly: true, maxLength: 200 }),
    pieces: f.int('总件数', { readOnly: true, default: 0 }),
    weight: f.decimal('总重量', 3, { readOnly: true, default: 0, unit: 'kg' }),
    volume: f.decimal('总体积', 4, { readOnly: true, default: 0, unit: 'm³' }),
    chargeableKg: f.decimal('计费重量', 3, { readOnly: true, unit: 'kg' }),
    declared: f.money('声明价值', { readOnly: true }),
    distanceM: f.int('计费里程', { min: 0, max: 10_000_000, unit: 'm' }),
    distanceFrom: f.choice('里程来源', { estimate: '估算', contract: '合同', route: '线路' }, { required: true, default: 'estimate' }),
    vehicleClass: f.dict('车型要求', 'vehicleCategory'),
    goodsRoute: f.ref('货运线路', 'goodsRoute', { filter: { status: 'active' } }),
    skills: f.text('作业要求', { maxLength: 100 }),
    tempPolicy: f.ref('温控标准', 'temperaturePolicy'),
    priority: f.int('优先级', { required: true, default: 5, min: 1, max: 9 }),
    cod: f.money('代收货款', { required: true, default: 0, min: 0 }),
    insure: f.flag('保价'),
    receiptNeed: f.flag('需回单', { default: true }),
    needTwo: f.flag('双驾'),
    lines: f.lines('附加计费', workLines, { seenBy: SEES.receivable }),
    quote: f.ref('报价', 'quote', { readOnly: true }),
    unpriced: f.flag('待定价', { readOnly: true }),
    coupon: f.ref('优惠券', 'customerCoupon', { within: { lessee: 'customer' } }),
    located: f.flag('地址已定位', { readOnly: true }),
    trouble: f.flag('有异常', { readOnly: true }),
    signedAt: f.instant('签收时间', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 500, quick: true }),
  },
  check: (v) => orderProblem(v),
  unique: [{ fields: ['apiClient', 'outerNo'], message: '外部单号已存在' }],
  list: {
    columns: [
      'no',
      'status',
      'customer',
      'project',
      'sender',
      'receiver',
      'goodsText',
      'weight',
      'volume',
      'pieces',
      'pickFrom',
      'dropTo',
      'located',
      'unpriced',
      'trouble',
      'source',
      'store',
    ],
    filters: [
      'no',
      'status',
      'customer',
      'project',
      'model',
      'sender',
      'receiver',
      'source',
      'outerNo',
      'pickFrom',
      'dropTo',
      'located',
      'unpriced',
      'trouble',
      'priority',
      'store',
    ],
    sort: '-createdAt',
    quick: {
      待确认: { status: 'toConfirm' },
      待调度: { status: 'open' },
      运输中: { status: ['planned', 'running'] },
      已签收: { status: ['signed', 'partSigned', 'receipted'] },
      待定价: { unpriced: true },
      待补坐标: { located: false },
      有异常: { trouble: true },
    },
    totals: ['pieces', 'weight', 'volume'],
    totalsWithout: { status: ['cancelled', 'voided'] },
  },
  form: {
    客户与项目: ['project', 'customer', 'model', 'outerNo', 'goodsRoute'],
    收发货: ['sender', 'receiver', 'pickFrom', 'pickTo', 'dropFrom', 'dropTo', 'releaseAt'],
    货物: ['goods', 'vehicleClass', 'skills', 'tempPolicy', 'priority', 'needTwo'],
    计费: ['distanceM', 'distanceFrom', 'lines', 'insure', 'cod', 'coupon', 'receiptNeed'],
    汇总: [
      'pieces',
      'weight',
      'volume',
      'chargeableKg',
      'declared',
      'source',
      'apiClient',
      'orderPage',
      'orderMobile',
      'located',
      'unpriced',
      'trouble',
      'signedAt',
      'store',
    ],
    其他: ['remark'],
  },
  indexes: [
    ['status', 'pickFrom'],
    ['customer', 'createdAt'],
  ],
  children: [
    { entity: 'consignment', by: 'order', label: '配送单' },
    { entity: 'exceptionCase', by: 'order', label: '异常' },
    { entity: 'chargeSheet', by: 'order', label: '费用单' },
    { entity: 'codEntry', by: 'order', label: '代收货款' },
    { entity: 'quote', by: 'order', label: '报价' },
    { entity: 'stopEvent', by: 'order', label: '到离记录' },
    { entity: 'orderLink', by: 'order', label: '查询链接' },
  ],
})

/** Who was meant when the order was taken: what the party says today may have changed. */
export interface PartySnap {
  name: string
  contact: string | null
  mobile: string | null
  address: string
  lng: number | null
  lat: number | null
  code: string | null
}

export interface OrderFacts {
  /** Any consignment picked up. */
  picked: boolean
  /** The truck stands at the receiver already. */
  arrived: boolean
  /** Money of the receiver the driver holds, and what the company holds of it, fen. */
  codDriver: number
  codCompany: number
  /** Any sheet that is billed. */
  billed: boolean
  /** Any sheet that is confirmed. */
  confirmed: boolean
  /** The customer has a limit of credit. */
  limited: boolean
  /** 「项目已暂停，不能下单」 and the like. */
  blocked: string | null
}

const reason = f.text('原因', { required: true, maxLength: 200 })
const LIVE = ['open', 'planned', 'running'] as const

export const transportOrderActions = defineActions(transportOrder, facts<OrderFacts>(), {
  submit: {
    label: '提交',
    from: ['draft'],
    to: 'open',
    tone: 'primary',
    bulk: true,
    refuse: (o) => o.blocked,
    confirm: '提交后进入待调度。确认提交？',
  },
  confirm: {
    label: '确认接单',
    from: ['toConfirm'],
    to: 'open',
    tone: 'primary',
    bulk: true,
    refuse: (o) => o.blocked,
    confirm: '接受后订单转为「待调度」，并按当前规则计价。确认接单？',
  },
  /** Above the credit of the customer; held by the act of its own (scene 44) where a process is set up. */
  submitOver: {
    label: '超额提交',
    from: ['draft', 'toConfirm'],
    to: 'open',
    tone: 'danger',
    refuse: (o) => o.blocked ?? (o.limited ? null : '客户没有信用额度，直接提交即可'),
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  /** Of a programme or a page, where the order model wants somebody to look first. */
  offer: { label: '送交确认', from: ['draft'], to: 'toConfirm', internal: true, refuse: (o) => o.blocked },
  decline: { label: '退单', from: ['toConfirm'], to: 'cancelled', tone: 'danger', input: { reason } },
  cancel: {
    label: '取消',
    from: ['draft', 'toConfirm', 'open', 'planned'],
    to: 'cancelled',
    tone: 'danger',
    refuse: (o) => (o.picked ? '货物已装车，只能拒收或退回' : null),
    input: { reason },
  },
  changeAddress: {
    label: '改址',
    money: 'fee',
    from: LIVE,
    refuse: (o) => (o.arrived ? '车辆已到达原地址，请走二次配送' : null),
    input: {
      receiver: f.ref('新收货方', 'consignParty', { required: true, filter: { status: 'active' } }),
      distanceM: f.int('新计费里程', { min: 0, max: 10_000_000, unit: 'm' }),
      fee: f.money('改址费', { required: true, default: 0, min: 0 }),
      consent: f.text('客户同意依据', { required: true, maxLength: 200 }),
    },
    checkInput: (i, o) => (i['receiver'] === o.receiver ? '新收货方就是原来的收货方，请选择另一处' : null),
  },
  split: {
    label: '拆单',
    from: ['open'],
    input: {
      parts: f.lines(
        '各单重量',
        { weight: f.decimal('重量', 3, { required: true, min: 0.001, max: 1_000_000, unit: 'kg' }) },
        { required: true },
      ),
    },
  },
  reprice: {
    label: '重新计价',
    from: ['open', 'planned', 'running', 'partSigned', 'signed'],
    bulk: true,
    refuse: (o) => (o.confirmed ? '已确认费用，请走费用调整' : null),
    confirm: '按当前规则重新计价，原报价保留备查，订单改用新的价格。确认重新计价？',
  },
  void: {
    label: '作废',
    from: ['running', 'partSigned', 'signed'],
    to: 'voided',
    tone: 'danger',
    refuse: (o) => (o.billed ? '已出账，请先冲减账单' : null),
    input: { reason },
  },
  /** Floors, tail lift, waiting at the gate: often known only when it has been done. */
  addWork: {
    label: '登记附加作业',
    from: ['open', 'planned', 'running', 'partSigned', 'signed', 'receipted'],
    refuse: (o) => (o.confirmed ? '已确认费用，请走费用调整' : null),
    input: { lines: f.lines('附加计费', workLines, { required: true }) },
  },
  adjust: {
    label: '手工调整',
    money: 'amount',
    from: ['open', 'planned', 'running', 'partSigned', 'signed', 'receipted'],
    refuse: (o) => (o.confirmed ? '已确认费用，请走费用调整' : null),
    input: { amount: f.money('调整金额', { required: true, min: -10_000_000, max: 10_000_000 }), reason },
    checkInput: (i) => (i['amount'] === 0 ? '调整金额不能为 0' : null),
  },
  codHandIn: {
    label: '代收上缴',
    money: 'amount',
    from: 'any',
    bulk: true,
    refuse: (o) => (o.codDriver > 0 ? null : '司机没有待上缴的代收货款'),
    input: {
      amount: f.money('上缴金额', { min: 1, hint: '不填为全部未上缴金额' }),
      means: f.choice('方式', { cash: '现金', qr: '扫码', transfer: '转账' }, { required: true, default: 'cash' }),
      note: f.text('备注', { maxLength: 200 }),
    },
    checkInput: (i, o) => (Number(i['amount'] ?? 0) > o.codDriver ? '上缴金额多于司机未上缴的金额' : null),
  },
  codRemit: {
    label: '代收返款',
    from: 'any',
    bulk: true,
    refuse: (o) => (o.codCompany > 0 ? null : '没有可返款的代收货款，请先登记上缴'),
    confirm: '扣除手续费后生成给客户的应付账单？',
  },
  follow: {
    label: '状态更新',
    from: ['open', 'planned', 'running', 'partSigned', 'signed', 'receipted', 'priced', 'settled'],
    internal: true,
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    transportOrder: RowOf<typeof transportOrder>
  }
  interface ActionsOf {
    transportOrder: typeof transportOrderActions
  }
}
