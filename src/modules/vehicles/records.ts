/** What happened to a vehicle: preparation checklist, transfers between stores, plate changes. Written by vehicle actions. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { PLATE_COLORS } from './vehicle.ts'

/** One step of the checklist from purchase to 'available' (preVehicleList). */
export const vehiclePreparation = defineEntity({
  name: 'vehiclePreparation',
  label: '整备事项',
  right: 'preVehicleList',
  scope: { store: 'vehicle.store' },
  title: ['step'],
  fields: {
    // Every vehicle is born with its checklist; otherwise none entered by mistake could be deleted.
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true, onDelete: 'cascade' }),
    step: f.dict('整备事项', 'preparationStep', { required: true, fixed: true }),
    status: f.state('状态', { open: '未完成', done: '已完成', waived: '无需办理' }, 'open'),
    dueOn: f.day('计划完成日'),
    doneOn: f.day('完成日期', { readOnly: true }),
    cost: f.money('费用', { min: 0, readOnly: true }),
    note: f.text('说明', { maxLength: 200 }),
    files: f.files('凭证', { maxCount: 6 }),
  },
  unique: [{ fields: ['vehicle', 'step'], message: '该车辆已有此整备事项' }],
  list: {
    columns: ['vehicle', 'step', 'status', 'dueOn', 'doneOn', 'cost', 'note'],
    filters: ['vehicle', 'step', 'status', 'dueOn'],
    sort: 'status,dueOn',
    quick: { 未完成: { status: 'open' }, 已完成: { status: 'done' } },
  },
  form: { 整备事项: ['vehicle', 'step', 'dueOn', 'note', 'files'] },
})
export const vehiclePreparationActions = defineActions(vehiclePreparation, {
  complete: {
    label: '完成',
    money: 'cost',
    from: ['open'],
    to: 'done',
    tone: 'primary',
    bulk: true,
    input: { doneOn: f.day('完成日期', { required: true }), cost: f.money('费用', { min: 0 }), note: f.text('说明', { maxLength: 200 }) },
  },
  waive: { label: '无需办理', from: ['open'], to: 'waived', input: { note: f.text('原因', { required: true, maxLength: 200 }) } },
  reopen: {
    label: '重新打开',
    from: ['done', 'waived'],
    to: 'open',
    confirm: '重新打开后该事项回到「未完成」，车辆须等它完成才能转为待租。确认重新打开？',
  },
})

export const storeTransfer = defineEntity({
  name: 'storeTransfer',
  label: '调拨记录',
  right: 'stockList',
  scope: { store: 'toStore' },
  writes: 'none',
  title: ['no'],
  fields: {
    no: f.serial('调拨单号', 'DB{yyyyMMdd}-{0000}'),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    fromStore: f.ref('调出门店', 'store', { required: true }),
    toStore: f.ref('调入门店', 'store', { required: true }),
    transferredAt: f.instant('调拨时间', { required: true }),
    reason: f.text('原因'),
  },
  list: {
    columns: ['no', 'vehicle', 'fromStore', 'toStore', 'transferredAt', 'reason'],
    filters: ['no', 'vehicle', 'fromStore', 'toStore', 'transferredAt'],
    sort: '-transferredAt',
  },
  form: { 调拨: ['no', 'vehicle', 'fromStore', 'toStore', 'transferredAt', 'reason'] },
})

export const plateChange = defineEntity({
  name: 'plateChange',
  label: '号牌变更',
  right: 'vehicleList',
  scope: { store: 'vehicle.store' },
  writes: 'none',
  title: ['oldPlateNo', 'newPlateNo'],
  search: ['oldPlateNo', 'newPlateNo'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    oldPlateNo: f.text('原车牌号', { required: true }),
    oldPlateColor: f.choice('原车牌颜色', PLATE_COLORS, { required: true }),
    newPlateNo: f.text('新车牌号', { required: true }),
    newPlateColor: f.choice('新车牌颜色', PLATE_COLORS, { required: true }),
    changedOn: f.day('变更日期', { required: true }),
    reason: f.text('变更原因'),
  },
  list: {
    columns: ['vehicle', 'oldPlateNo', 'newPlateNo', 'changedOn', 'reason'],
    filters: ['vehicle', 'oldPlateNo', 'newPlateNo', 'changedOn'],
    sort: '-changedOn',
  },
  form: { 号牌变更: ['vehicle', 'oldPlateNo', 'newPlateNo', 'changedOn', 'reason'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehiclePreparation: RowOf<typeof vehiclePreparation>
    storeTransfer: RowOf<typeof storeTransfer>
    plateChange: RowOf<typeof plateChange>
  }
  interface ActionsOf {
    vehiclePreparation: typeof vehiclePreparationActions
  }
}
