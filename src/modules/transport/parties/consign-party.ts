/** 收发货方 (transport.md §2.2): where goods are fetched and brought, with a place that is confirmed or flagged. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f, type Place } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { placeProblem } from './party.rules.ts'

const DAY_KINDS = { all: '每天', workday: '工作日', weekend: '周末', holiday: '节假日' }

export const consignParty = defineEntity({
  name: 'consignParty',
  label: '收发货方',
  right: 'receiveList',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name', 'code', 'contact', 'mobile'],
  fields: {
    name: f.text('名称', { required: true, maxLength: 80 }),
    code: f.text('编码', { maxLength: 40, format: 'code' }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    receives: f.flag('收货', { default: true }),
    sends: f.flag('发货'),
    customer: f.ref('客户', 'lessee'),
    contact: f.text('联系人', { maxLength: 40 }),
    mobile: f.text('联系电话', { format: 'phone', mask: 'mobile' }),
    idNo: f.text('身份证号', { format: 'idNo', mask: 'idNo' }),
    creditCode: f.text('统一社会信用代码', { format: 'creditCode' }),
    place: f.place('地址', { required: true }),
    address: f.text('地址文字', { readOnly: true, maxLength: 300 }),
    placeState: f.choice(
      '坐标',
      { none: '待补坐标', guessed: '待确认', confirmed: '已确认' },
      { required: true, default: 'none', readOnly: true },
    ),
    radius: f.int('到达半径', { required: true, default: 200, min: 50, max: 2000, unit: 'm' }),
    serviceMin: f.int('基础作业', { required: true, default: 10, min: 0, max: 600, unit: '分钟' }),
    perTonMin: f.int('每吨作业', { required: true, default: 0, min: 0, max: 120, unit: '分钟' }),
    windows: f.lines('收发货时段', {
      days: f.choice('日期', DAY_KINDS, { required: true, default: 'all' }),
      from: f.text('从', { required: true, maxLength: 5 }),
      to: f.text('到', { required: true, maxLength: 5 }),
    }),
    appointment: f.flag('需预约'),
    maxLengthM: f.decimal('限长', 1, { min: 0, max: 30, unit: 'm' }),
    maxHeightM: f.decimal('限高', 1, { min: 0, max: 10, unit: 'm' }),
    maxGrossT: f.decimal('限总重', 1, { min: 0, max: 200, unit: 't' }),
    tailLift: f.flag('需尾板'),
    skills: f.text('作业要求', { maxLength: 100 }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    mergedInto: f.ref('合并到', 'consignParty', { readOnly: true }),
    remark: f.note('备注', { quick: true, maxLength: 500 }),
  },
  check: (v) =>
    !v.receives && !v.sends
      ? { at: 'receives', reason: '收货与发货至少选一项' }
      : (v.windows ?? []).some((w) => !isSpan(w.from, w.to))
        ? { at: 'windows', reason: '时段请按 08:30 填写，且结束晚于开始' }
        : placeProblem(v.place),
  unique: [{ fields: ['customer', 'name', 'address'], message: '该收发货方已存在' }],
  list: {
    columns: ['name', 'customer', 'status', 'placeState', 'contact', 'mobile', 'place', 'serviceMin', 'radius', 'store', 'remark'],
    filters: ['name', 'customer', 'status', 'placeState', 'receives', 'sends', 'store', 'contact'],
    sort: '-createdAt',
    quick: { 启用: { status: 'active' }, 待补坐标: { placeState: ['none', 'guessed'] }, 停用: { status: 'disabled' } },
  },
  form: {
    基本信息: ['name', 'code', 'receives', 'sends', 'customer', 'contact', 'mobile', 'idNo', 'creditCode', 'store'],
    地点: ['place', 'placeState', 'radius'],
    作业: ['serviceMin', 'perTonMin', 'windows', 'appointment', 'maxLengthM', 'maxHeightM', 'maxGrossT', 'tailLift', 'skills'],
    其他: ['remark'],
  },
})

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const isSpan = (from: string, to: string): boolean => CLOCK.test(from) && (CLOCK.test(to) || to === '24:00') && to > from

export const consignPartyActions = defineActions(consignParty, facts<{ openConsignments: number }>(), {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    bulk: true,
    confirm: '停用后不能再用于新订单。确认停用？',
    refuse: (p) => (p.openConsignments ? '有未完成的配送单，不能停用' : null),
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', bulk: true, confirm: '启用后新订单可以再选择该收发货方。确认启用？' },
  merge: {
    label: '合并',
    from: ['active'],
    to: 'disabled',
    input: { into: f.ref('合并到', 'consignParty', { required: true, filter: { status: 'active' } }) },
    checkInput: (i, p) => (i['into'] === p.id ? '不能合并到自己' : null),
  },
  correctPlace: {
    label: '校正坐标',
    from: ['active', 'disabled'],
    input: { place: f.place('地址', { required: true }), reason: f.text('依据', { maxLength: 200 }) },
    checkInput: (i) => placeProblem((i['place'] ?? null) as Place | null)?.reason ?? null,
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    consignParty: RowOf<typeof consignParty>
  }
  interface ActionsOf {
    consignParty: typeof consignPartyActions
  }
}
