/** 周期订单 (transport.md §2.5, fleet.md §2.21): rules that create orders, and what became of each date. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { goodsLines } from './goods.ts'

export const recurringRule = defineEntity({
  name: 'recurringRule',
  label: '周期订单',
  right: 'recurringOrders',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name', 'no'],
  fields: {
    no: f.serial('规则号', 'ZQ{yyyyMMdd}-{0000}'),
    name: f.text('名称', { required: true, maxLength: 80 }),
    status: f.state('状态', { draft: '草稿', active: '启用', paused: '暂停', ended: '已结束' }, 'draft'),
    project: f.ref('项目', 'project', { required: true, filter: { status: 'active' } }),
    model: f.ref('订单模式', 'orderModel', { required: true, filter: { status: 'active' } }),
    sender: f.ref('发货方', 'consignParty', { required: true, filter: { status: 'active' } }),
    receiver: f.ref('收货方', 'consignParty', { required: true, filter: { status: 'active' } }),
    goods: goodsLines(),
    vehicleClass: f.dict('车型要求', 'vehicleCategory'),
    freq: f.choice(
      '周期',
      { daily: '每日', weekly: '每周', monthly: '每月', interval: '间隔天数', workday: '工作日' },
      { required: true, default: 'weekly' },
    ),
    weekdays: f.text('星期', { maxLength: 7, required: true, when: (v) => v['freq'] === 'weekly' }),
    monthDays: f.text('每月几日', { maxLength: 60, required: true, when: (v) => v['freq'] === 'monthly' }),
    everyDays: f.int('间隔', { min: 1, max: 365, unit: '天', required: true, when: (v) => v['freq'] === 'interval' }),
    slots: f.text('提货时刻', { required: true, default: '08:00', maxLength: 60 }),
    pickMin: f.int('提货时长', { required: true, default: 60, min: 10, max: 1440, unit: '分钟' }),
    dropAfterMin: f.int('送达时限', { required: true, default: 480, min: 30, max: 20_160, unit: '分钟' }),
    leadH: f.int('提前生成', { required: true, default: 24, min: 1, max: 168, unit: '小时' }),
    startOn: f.day('开始日期', { required: true }),
    endOn: f.day('结束日期'),
    maxCount: f.int('最多次数', { min: 1, max: 10_000 }),
    holidayPolicy: f.choice(
      '遇节假日',
      { skip: '跳过', advance: '提前', postpone: '顺延', ignore: '照常' },
      { required: true, default: 'skip' },
    ),
    onShift: f.choice('顺延重叠', { merge: '合并', separate: '各自' }, { required: true, default: 'merge' }),
    exceptions: f.lines('例外日期', {
      date: f.day('日期', { required: true }),
      action: f.choice('处理', { skip: '跳过', move: '改期', add: '加单' }, { required: true, default: 'skip' }),
      to: f.day('改到'),
    }),
    autoDispatch: f.choice('自动派车', { none: '不派', line: '线路司机' }, { required: true, default: 'none' }),
    goodsRoute: f.ref('货运线路', 'goodsRoute', { filter: { status: 'active' } }),
    failures: f.int('连续失败', { readOnly: true, default: 0 }),
    generatedTo: f.day('已生成到', { readOnly: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300, quick: true }),
  },
  check: (v) =>
    v.freq === 'weekly' && !/^[1-7]+$/.test(v.weekdays ?? '')
      ? { at: 'weekdays', reason: '星期请填 1 到 7，例如 12345 表示周一至周五' }
      : v.freq === 'monthly' && !/^(?:-1|[1-9]|[12]\d|3[01])(?:,(?:-1|[1-9]|[12]\d|3[01]))*$/.test(v.monthDays ?? '')
        ? { at: 'monthDays', reason: '每月几日请填 1 到 31，月末填 -1，多个用逗号隔开' }
        : !/^(?:[01]\d|2[0-3]):[0-5]\d(?:,(?:[01]\d|2[0-3]):[0-5]\d)*$/.test(v.slots)
          ? { at: 'slots', reason: '提货时刻请按 08:00 填写，多个用逗号隔开' }
          : v.endOn !== null && v.endOn < v.startOn
            ? { at: 'endOn', reason: '结束日期不能早于开始日期' }
            : v.sender === v.receiver
              ? { at: 'receiver', reason: '收货方不能与发货方相同，请选择另一处' }
              : null,
  list: {
    columns: ['no', 'name', 'status', 'project', 'freq', 'weekdays', 'slots', 'startOn', 'endOn', 'holidayPolicy', 'generatedTo', 'store'],
    filters: ['name', 'status', 'project', 'freq', 'holidayPolicy', 'startOn', 'store'],
    sort: '-createdAt',
    quick: { 启用: { status: 'active' }, 暂停: { status: 'paused' }, 草稿: { status: 'draft' } },
  },
  form: {
    订单: ['name', 'project', 'model', 'sender', 'receiver', 'goods', 'vehicleClass'],
    周期: ['freq', 'weekdays', 'monthDays', 'everyDays', 'slots', 'pickMin', 'dropAfterMin', 'leadH', 'startOn', 'endOn', 'maxCount'],
    节假日: ['holidayPolicy', 'onShift', 'exceptions'],
    派车: ['autoDispatch', 'goodsRoute'],
    其他: ['generatedTo', 'failures', 'remark'],
  },
  children: [{ entity: 'recurringDate', by: 'rule', label: '生成记录' }],
})

export const recurringRuleActions = defineActions(recurringRule, {
  enable: { label: '启用', from: ['draft', 'paused'], to: 'active', tone: 'primary', confirm: '启用后按提前量自动生成订单。确认启用？' },
  pause: {
    label: '暂停',
    from: ['active'],
    to: 'paused',
    tone: 'danger',
    confirm: '暂停后不再自动生成订单，已生成的不变；可以再启用。确认暂停？',
  },
  end: { label: '结束', from: ['draft', 'active', 'paused'], to: 'ended', tone: 'danger', confirm: '结束后不能再启用。确认结束？' },
})

export const recurringDate = defineEntity({
  name: 'recurringDate',
  label: '周期生成记录',
  right: 'recurringOrders',
  scope: { store: 'rule.store' },
  title: ['rule', 'originalDate'],
  writes: 'none',
  fields: {
    rule: f.ref('周期订单', 'recurringRule', { required: true }),
    originalDate: f.day('原定日期', { required: true }),
    slot: f.text('提货时刻', { required: true, maxLength: 5 }),
    serviceDate: f.day('服务日期'),
    result: f.choice(
      '结果',
      { planned: '待生成', created: '已生成', skipped: '已跳过', merged: '已合并', failed: '生成失败' },
      { required: true },
    ),
    reason: f.text('说明', { maxLength: 200 }),
    order: f.ref('运输订单', 'transportOrder'),
  },
  unique: [{ fields: ['rule', 'originalDate', 'slot'], message: '该日期已生成' }],
  list: {
    columns: ['rule', 'originalDate', 'slot', 'serviceDate', 'result', 'reason', 'order'],
    filters: ['rule', 'originalDate', 'serviceDate', 'result'],
    sort: '-originalDate',
  },
  form: { 生成: ['rule', 'originalDate', 'slot', 'serviceDate', 'result', 'reason', 'order'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    recurringRule: RowOf<typeof recurringRule>
    recurringDate: RowOf<typeof recurringDate>
  }
  interface ActionsOf {
    recurringRule: typeof recurringRuleActions
  }
}
