/** 加油与充电 (affairs.md §2.6): each with its nine checks; a suspect one is explained, or confirmed and charged. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { FUELS } from '../cards/account.ts'
import type { Check } from './checks.rules.ts'

export const fuelling = defineEntity({
  name: 'fuelling',
  label: '加油充电',
  right: 'oilCardRecord',
  scope: { store: 'store' },
  writes: 'append',
  money: 'amount',
  title: ['no'],
  search: ['no', 'station', 'supplierNo', 'driverName'],
  fields: {
    no: f.serial('记录编号', 'JY{yyyyMMdd}-{0000}'),
    status: f.state('状态', { ok: '正常', suspect: '异常', explained: '已说明', confirmed: '属实', voided: '已冲正' }, 'ok'),
    kind: f.choice('类型', { fuel: '加油', charge: '充电' }, { required: true, default: 'fuel' }),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    driver: f.ref('司机', 'driver'),
    driverName: f.text('司机姓名', { maxLength: 40, hint: '没有登记为司机的填写姓名' }),
    pay: f.choice('付款方式', { card: '油卡', cash: '现金', company: '公司支付', app: '平台支付' }, { required: true, default: 'cash' }),
    card: f.ref('油卡', 'fuelCard', { when: (v) => v['pay'] === 'card' }),
    at: f.instant('时间', { required: true, begins: 'now' }),
    station: f.text('加油站或电站', { begins: 'last', maxLength: 60 }),
    city: f.text('城市', { maxLength: 20 }),
    fuel: f.choice('油品', FUELS),
    quantity: f.decimal('数量', 2, { required: true, min: 0.01, max: 10_000, hint: 'L 或 kWh' }),
    unitPrice: f.money('单价', { required: true, min: 0, max: 100_000 }),
    amount: f.money('金额', { required: true, min: 1, max: 100_000_000 }),
    serviceFee: f.money('服务费', { required: true, min: 0, default: 0, when: (v) => v['kind'] === 'charge' }),
    discount: f.money('优惠', { required: true, min: 0, default: 0 }),
    filledUp: f.flag('加满', { hint: '两次加满之间才能计算油耗' }),
    km: f.decimal('里程', 1, { unit: 'km', min: 0, max: 5_000_000, hint: '也作为一次里程读数' }),
    socFrom: f.int('起始电量', { unit: '%', min: 0, max: 100, when: (v) => v['kind'] === 'charge' }),
    socTo: f.int('结束电量', { unit: '%', min: 0, max: 100, when: (v) => v['kind'] === 'charge' }),
    receipts: f.files('小票照片', { maxCount: 6 }),
    source: f.choice(
      '来源',
      { import: '对账单', manual: '人工登记', app: '司机上报', api: '接口' },
      { required: true, readOnly: true, default: 'manual' },
    ),
    supplierNo: f.text('供应商流水号', { maxLength: 40, readOnly: true }),
    reversedBy: f.text('撤销流水号', { maxLength: 40, readOnly: true }),
    reversedAt: f.instant('撤销时间', { readOnly: true }),
    consumption: f.decimal('百公里油电耗', 2, { readOnly: true }),
    score: f.int('异常分', { readOnly: true, default: 0 }),
    checks: f.json<Check[]>('九项核对', {
      of: {
        name: f.text('核对项'),
        result: f.choice('结果', { ok: '正常', bad: '异常', unknown: '无法核对' }),
        evidence: f.text('依据'),
      },
    }),
    findings: f.text('异常说明', { readOnly: true, maxLength: 500 }),
    explanation: f.note('司机说明', { readOnly: true, maxLength: 300 }),
    riskReport: f.ref('风险上报', 'riskReport', { readOnly: true }),
    incidental: f.ref('杂费单', 'incidental', { readOnly: true }),
    wageNote: f.money('工资扣款提示', { readOnly: true, hint: '已有「司机扣款」的从运费中扣，不再扣工资' }),
    deduction: f.ref('司机扣款', 'deduction', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  check: (v) =>
    v.pay === 'card' && !v.card
      ? { at: 'card', reason: '请选择油卡' }
      : v.socFrom !== null && v.socTo !== null && v.socTo < v.socFrom
        ? { at: 'socTo', reason: '结束电量不能小于起始电量' }
        : null,
  list: {
    columns: [
      'no',
      'status',
      'score',
      'kind',
      'vehicle',
      'at',
      'station',
      'fuel',
      'quantity',
      'unitPrice',
      'amount',
      'km',
      'consumption',
      'findings',
      'card',
      'driver',
      'driverName',
      'store',
    ],
    filters: ['no', 'status', 'kind', 'vehicle', 'card', 'at', 'station', 'pay', 'score', 'source', 'driver', 'driverName', 'store'],
    sort: '-at',
    totals: ['quantity', 'amount'],
    totalsWithout: { status: ['voided'] },
    quick: { 异常: { status: 'suspect' }, 加油: { kind: 'fuel' }, 充电: { kind: 'charge' }, 属实: { status: 'confirmed' } },
  },
  form: {
    加油充电: ['kind', 'vehicle', 'driver', 'driverName', 'at', 'pay', 'card', 'station', 'city'],
    数量与金额: ['fuel', 'quantity', 'unitPrice', 'serviceFee', 'discount', 'amount'],
    里程与电量: ['km', 'filledUp', 'socFrom', 'socTo'],
    凭证: ['receipts', 'remark'],
    核对: [
      'source',
      'supplierNo',
      'reversedBy',
      'reversedAt',
      'consumption',
      'score',
      'findings',
      'explanation',
      'riskReport',
      'incidental',
      'wageNote',
      'deduction',
      'store',
    ],
  },
  indexes: [['vehicle', 'at'], ['supplierNo'], ['reversedAt']],
})

export const fuellingActions = defineActions(fuelling, {
  explain: {
    label: '说明',
    from: ['suspect'],
    to: 'explained',
    input: { explanation: f.note('司机说明', { required: true, maxLength: 300 }) },
  },
  confirmCase: {
    label: '属实',
    money: (v) => (v['charge'] === 'none' ? null : Number(v['amount'] ?? 0)),
    from: ['suspect', 'explained'],
    to: 'confirmed',
    tone: 'danger',
    right: 'oilCardRecord_confirm',
    input: {
      charge: f.choice('追偿', { none: '不追偿', lessee: '计入承租人杂费', wage: '提示工资扣款' }, { required: true, default: 'none' }),
      amount: f.money('追偿金额', { min: 1, when: (v) => v['charge'] !== 'none', hint: '不填为全额' }),
      description: f.note('认定说明', { required: true, maxLength: 300 }),
    },
    done: '已认定，并生成风险上报',
  },
  setDriver: {
    label: '指定司机',
    from: ['ok', 'suspect', 'explained', 'confirmed'],
    right: 'oilCardRecord_driver',
    bulk: true,
    input: { driver: f.ref('司机', 'driver', { required: true }) },
  },
  recheck: {
    label: '重新核对',
    from: ['ok', 'suspect'],
    bulk: true,
    confirm: '按现在的车型、油卡与轨迹重新核对九项，异常分随之更新。确认重新核对？',
  },
  judge: { label: '核对', from: ['ok', 'suspect'], internal: true },
  void: {
    label: '冲正',
    from: ['ok', 'suspect', 'explained'],
    to: 'voided',
    tone: 'danger',
    right: 'oilCardRecord_void',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  /** 消费撤销 of a statement: the supplier gave the money back when he says so. */
  takeBack: {
    label: '供应商撤销',
    from: ['ok', 'suspect', 'explained'],
    to: 'voided',
    internal: true,
    input: { at: f.instant('撤销时间', { required: true }), supplierNo: f.text('撤销流水号', { maxLength: 40 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    fuelling: typeof fuellingActions
  }
  interface Tables {
    fuelling: RowOf<typeof fuelling>
  }
}
