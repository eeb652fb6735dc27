/** 配送单 and 送货单 (transport.md §2.7): a share of an order on its way in one mission, and the paper that goes with it. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { goodsLines } from './goods.ts'

const CONSIGNMENT_STATES = {
  unassigned: '待配载',
  loadedPlan: '已配载',
  toPick: '待提货',
  carrying: '运输中',
  atHub: '中转在库',
  arrived: '已到达',
  signed: '已签收',
  partSigned: '部分签收',
  refused: '拒收',
  redeliver: '二次配送',
  returning: '退回中',
  returned: '已退回',
  lost: '已灭失',
  receipted: '已回单',
  cancelled: '已取消',
}
/** Who answers for what was refused, short or spoilt. */
export const RESPONSIBLE = {
  customer: '客户',
  receiver: '收货方',
  carrier: '承运商',
  driver: '司机',
  company: '公司',
  force: '不可抗力',
  open: '待定',
} as const
const RECEIPT_STATES = { none: '无需', due: '待回', sent: '已寄', received: '已收', missing: '丢失' }

export const consignment = defineEntity({
  name: 'consignment',
  label: '配送单',
  right: 'distributionSingleManager',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'goodsText', 'segmentNo'],
  papers: { cold: '冷链交接单' },
  writes: 'none',
  fields: {
    no: f.serial('配送单号', 'PS{yyyyMMdd}-{0000}'),
    status: f.state('状态', CONSIGNMENT_STATES, 'unassigned'),
    order: f.ref('运输订单', 'transportOrder', { required: true }),
    seq: f.int('序号', { required: true, default: 1, min: 1 }),
    segmentNo: f.text('分段分单号', { required: true, default: '0000', maxLength: 4 }),
    customer: f.ref('客户', 'lessee', { required: true }),
    from: f.ref('发货方', 'consignParty', { required: true }),
    to: f.ref('收货方', 'consignParty', { required: true }),
    goods: goodsLines(),
    goodsText: f.text('货物', { maxLength: 200 }),
    pieces: f.int('件数', { required: true, default: 0, min: 0 }),
    weight: f.decimal('重量', 3, { required: true, default: 0, min: 0, unit: 'kg' }),
    volume: f.decimal('体积', 4, { required: true, default: 0, min: 0, unit: 'm³' }),
    loadedPieces: f.int('实装件数', { min: 0 }),
    signedPieces: f.int('签收件数', { min: 0 }),
    refusedPieces: f.int('拒收件数', { min: 0 }),
    shortPieces: f.int('短少件数', { min: 0 }),
    pickFrom: f.instant('提货从', { required: true }),
    pickTo: f.instant('提货到', { required: true }),
    dropFrom: f.instant('送货从', { required: true }),
    dropTo: f.instant('送货到', { required: true }),
    cod: f.money('代收货款', { required: true, default: 0, min: 0 }),
    tempPolicy: f.ref('温控标准', 'temperaturePolicy'),
    mission: f.ref('任务单', 'mission'),
    legNo: f.int('段次', { required: true, default: 1, min: 1 }),
    stopSeq: f.int('站序', { min: 0 }),
    attempts: f.int('配送次数', { required: true, default: 1, min: 1 }),
    returnOf: f.ref('退回自', 'consignment'),
    receiptState: f.choice('回单状态', RECEIPT_STATES, { required: true, default: 'none' }),
    receiptNo: f.text('回单号', { maxLength: 60 }),
    receiptAt: f.instant('回单时间'),
    pickedAt: f.instant('提货时间'),
    arrivedAt: f.instant('到达时间'),
    signedAt: f.instant('签收时间'),
    reason: f.text('原因', { maxLength: 200 }),
    responsible: f.choice('责任方', RESPONSIBLE, { readOnly: true }),
    store: f.ref('门店', 'store'),
  },
  list: {
    columns: [
      'no',
      'status',
      'order',
      'customer',
      'from',
      'to',
      'goodsText',
      'pieces',
      'weight',
      'dropTo',
      'mission',
      'receiptState',
      'store',
    ],
    filters: ['no', 'status', 'order', 'customer', 'from', 'to', 'mission', 'receiptState', 'dropTo', 'pickFrom', 'store'],
    sort: '-createdAt',
    quick: {
      待配载: { status: ['unassigned', 'redeliver', 'atHub'] },
      运输中: { status: ['loadedPlan', 'toPick', 'carrying', 'arrived'] },
      已签收: { status: ['signed', 'partSigned', 'receipted'] },
      拒收退回: { status: ['refused', 'returning', 'returned'] },
      待回单: { receiptState: ['due', 'sent'] },
    },
    totals: ['pieces', 'weight', 'volume'],
    totalsWithout: { status: ['cancelled'] },
  },
  form: {
    配送单: ['order', 'seq', 'segmentNo', 'customer', 'from', 'to', 'legNo', 'mission', 'stopSeq', 'attempts', 'returnOf'],
    货物: ['goods', 'pieces', 'weight', 'volume', 'loadedPieces', 'signedPieces', 'refusedPieces', 'shortPieces', 'cod', 'tempPolicy'],
    时间: ['pickFrom', 'pickTo', 'dropFrom', 'dropTo', 'pickedAt', 'arrivedAt', 'signedAt', 'reason', 'responsible'],
    回单: ['receiptState', 'receiptNo', 'receiptAt', 'store'],
  },
  indexes: [['order', 'legNo', 'seq']],
  children: [
    { entity: 'deliveryNote', by: 'consignment', label: '送货单' },
    { entity: 'pod', by: 'consignment', label: '签收凭证' },
  ],
})

const why = f.text('原因', { required: true, maxLength: 200 })
const signInput = {
  signType: f.choice(
    '签收方式',
    { self: '本人', other: '代收', seal: '电子章', code: '验证码', contactless: '无接触' },
    { required: true, default: 'self' },
  ),
  signer: f.text('签收人', { maxLength: 40 }),
  mobile: f.text('手机号', { format: 'mobile' }),
  relation: f.text('关系', { maxLength: 20 }),
  at: f.instant('签收时间', { required: true }),
  lines: f.lines('拒收与短少', {
    goods: f.text('货物', { required: true, maxLength: 80 }),
    refused: f.int('拒收', { required: true, default: 0, min: 0 }),
    short: f.int('短少', { required: true, default: 0, min: 0 }),
    damaged: f.flag('破损'),
    reason: f.text('原因', { required: true, maxLength: 100 }),
  }),
  responsible: f.choice('责任方', RESPONSIBLE, { required: true, default: 'open' }),
  codTaken: f.money('代收金额', { required: true, default: 0, min: 0 }),
  codNote: f.text('未收代收款原因', { maxLength: 100 }),
}
/** By missions, the phone and the server; a clerk has 二次配送, 退回, 回单. */
export const consignmentActions = defineActions(consignment, {
  assign: {
    label: '配载',
    from: ['unassigned', 'redeliver', 'atHub'],
    to: 'loadedPlan',
    internal: true,
    input: { mission: f.ref('任务单', 'mission', { required: true }), stopSeq: f.int('站序') },
  },
  unassign: { label: '撤回配载', from: ['loadedPlan', 'toPick'], to: 'unassigned', internal: true },
  await: { label: '待提货', from: ['loadedPlan'], to: 'toPick', internal: true },
  pick: {
    label: '提货',
    from: ['toPick', 'loadedPlan'],
    to: 'carrying',
    internal: true,
    input: { pieces: f.int('实装件数', { required: true, min: 0 }), at: f.instant('提货时间') },
    checkInput: (i, c) => (Number(i['pieces']) > c.pieces ? `实装 ${String(i['pieces'])} 件，多于计划 ${c.pieces} 件` : null),
  },
  toHub: { label: '入库', from: ['carrying', 'arrived'], to: 'atHub', internal: true },
  arrive: { label: '到达', from: ['carrying'], to: 'arrived', internal: true, input: { at: f.instant('到达时间') } },
  sign: { label: '签收', from: ['arrived', 'carrying'], to: 'signed', internal: true },
  part: { label: '部分签收', from: ['arrived', 'carrying'], to: 'partSigned', internal: true },
  refuse: { label: '拒收', from: ['arrived', 'carrying'], to: 'refused', internal: true },
  /** What the receiver took, of the clerk's hand; nothing said of the lines: all of it. */
  deliver: {
    label: '签收登记',
    money: 'codTaken',
    from: ['arrived', 'carrying'],
    tone: 'primary',
    input: signInput,
    checkInput: (i, c) =>
      Number(i['codTaken'] ?? 0) > c.cod
        ? '代收金额多于应收货款'
        : c.cod > 0 && Number(i['codTaken'] ?? 0) === 0 && !i['codNote']
          ? '该单有代收货款，请填写代收金额或未收原因'
          : null,
  },
  /** The same from a driver's phone, with where and when it was said. */
  deliverByPhone: {
    label: '司机签收',
    from: ['arrived', 'carrying'],
    internal: true,
    input: {
      ...signInput,
      clientId: f.text('客户端编号', { required: true, maxLength: 60 }),
      place: f.place('位置'),
      accuracyM: f.int('精度', { min: 0 }),
      offline: f.flag('离线签收'),
      deviceId: f.text('设备', { maxLength: 80 }),
      doubt: f.text('时间存疑', { maxLength: 60 }),
      hashes: f.text('照片摘要', { maxLength: 1000 }),
    },
  },
  redeliver: {
    label: '二次配送',
    from: ['refused', 'partSigned'],
    to: 'redeliver',
    refuse: (c) => (c.attempts > 3 ? '已超过 3 次配送，请转退回' : null),
    input: { reason: why, dropFrom: f.instant('送货从', { required: true }), dropTo: f.instant('送货到', { required: true }) },
    checkInput: (i) => (String(i['dropTo']) <= String(i['dropFrom']) ? '送货时段的结束应晚于开始' : null),
  },
  return: { label: '退回', from: ['refused', 'partSigned', 'redeliver'], to: 'returning', tone: 'danger', input: { reason: why } },
  returned: { label: '已退回', from: ['returning'], to: 'returned', confirm: '登记后配送单转为「已退回」，不能再改。货物确已退回发货方？' },
  lose: { label: '灭失', from: ['toPick', 'carrying', 'atHub', 'arrived', 'returning'], to: 'lost', internal: true },
  receipt: {
    label: '回单登记',
    from: ['signed', 'partSigned', 'returned', 'lost'],
    to: 'receipted',
    bulk: true,
    refuse: (c) => (c.receiptState === 'none' ? '该配送单不需要回单' : null),
    input: { receiptNo: f.text('回单号', { maxLength: 60 }) },
  },
  cancel: { label: '取消', from: ['unassigned', 'loadedPlan', 'toPick'], to: 'cancelled', internal: true },
})

export const deliveryNote = defineEntity({
  name: 'deliveryNote',
  label: '送货单',
  right: 'distributionSingleManager',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no'],
  writes: 'none',
  fields: {
    no: f.serial('送货单号', 'SH{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      { waiting: '待送', delivering: '配送中', signed: '已签收', part: '部分签收', refused: '拒收', voided: '已作废' },
      'waiting',
    ),
    consignment: f.ref('配送单', 'consignment', { required: true }),
    receiver: f.ref('收货方', 'consignParty', { required: true }),
    lines: f.lines('货物', {
      goods: f.text('货物', { required: true, maxLength: 80 }),
      plan: f.int('应送', { required: true, min: 0 }),
      signed: f.int('签收', { required: true, default: 0, min: 0 }),
      refused: f.int('拒收', { required: true, default: 0, min: 0 }),
      short: f.int('短少', { required: true, default: 0, min: 0 }),
      reason: f.text('原因', { maxLength: 100 }),
      batch: f.text('批号', { maxLength: 40 }),
      expiry: f.day('有效期至'),
    }),
    signer: f.text('签收人', { maxLength: 40 }),
    signedAt: f.instant('签收时间'),
    amendments: f.lines('更正', {
      at: f.instant('时间', { required: true }),
      by: f.text('更正人', { required: true, maxLength: 40 }),
      reason: f.text('原因', { required: true, maxLength: 200 }),
      before: f.text('更正前', { maxLength: 500 }),
      after: f.text('更正后', { maxLength: 500 }),
    }),
    store: f.ref('门店', 'store'),
  },
  unique: [{ fields: ['consignment'], message: '该配送单已有送货单' }],
  list: {
    columns: ['no', 'status', 'consignment', 'receiver', 'signer', 'signedAt', 'store'],
    filters: ['no', 'status', 'consignment', 'receiver', 'signedAt', 'store'],
    sort: '-createdAt',
  },
  form: { 送货单: ['consignment', 'receiver', 'lines', 'signer', 'signedAt'], 更正: ['amendments', 'store'] },
})
export const deliveryNoteActions = defineActions(deliveryNote, {
  start: { label: '开始配送', from: ['waiting'], to: 'delivering', internal: true },
  sign: { label: '签收', from: ['waiting', 'delivering'], to: 'signed', internal: true },
  part: { label: '部分签收', from: ['waiting', 'delivering'], to: 'part', internal: true },
  refuse: { label: '拒收', from: ['waiting', 'delivering'], to: 'refused', internal: true },
  void: { label: '作废', from: ['waiting', 'delivering'], to: 'voided', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    consignment: RowOf<typeof consignment>
    deliveryNote: RowOf<typeof deliveryNote>
  }
  interface ActionsOf {
    consignment: typeof consignmentActions
    deliveryNote: typeof deliveryNoteActions
  }
}
