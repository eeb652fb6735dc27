/** 预留 and 车辆占用: a vehicle kept for somebody who called, and the ledger that lets no two promises of one vehicle share a day. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** From the day it is fetched to the day it comes back, which the next one may have. */
const days = () => ({
  startOn: f.day('取车日', { required: true, begins: 'now' }),
  endOn: f.day('还车日', { required: true, hint: '还车当天起可以给下一位客户' }),
})

export const vehicleHold = defineEntity({
  name: 'vehicleHold',
  label: '预留',
  right: 'vehicleHoldList',
  scope: { store: 'store', owner: 'owner' },
  title: ['no'],
  search: ['no', 'caller'],
  searchThrough: ['vehicle', 'lessee'],
  pick: ['vehicle', 'caller', 'startOn', 'endOn', 'status'],
  fields: {
    no: f.serial('预留单号', 'YL{yyyyMMdd}-{0000}'),
    status: f.state('状态', { held: '已预留', signing: '签约中', contracted: '已转合同', released: '已取消', expired: '已过期' }, 'held'),
    caller: f.text('来电人', { required: true, maxLength: 40 }),
    mobile: f.text('联系电话', { required: true, format: 'mobile', mask: 'mobile' }),
    lessee: f.ref('承租人', 'lessee', { filter: { status: 'normal' }, hint: '已建档的客户选上，转合同时带出' }),
    store: f.ref('取车门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    owner: f.ref('业务员', 'user', { begins: 'me' }),
    model: f.ref('车型', 'vehicleModel', {
      fixed: true,
      filter: { status: 'active' },
      hint: '客户不指定车牌时选车型，保存时从取车门店的空闲车中定一辆，以后可以改车',
    }),
    vehicle: f.ref('车辆', 'vehicle', { fixed: true, within: { model: 'model' }, hint: '客户指定了车牌时选择；只选车型时不填' }),
    ...days(),
    expiresAt: f.instant('保留至', { hint: '到时自动取消；不填按参数设置的保留时长' }),
    note: f.note('备注', { maxLength: 500 }),
    releaseReason: f.text('取消原因', { readOnly: true, maxLength: 200 }),
  },
  check: (v) =>
    v.endOn <= v.startOn
      ? { at: 'endOn', reason: '还车日必须晚于取车日' }
      : !v.vehicle && !v.model
        ? { at: 'model', reason: '请选择车型或车辆' }
        : null,
  list: {
    columns: ['no', 'status', 'caller', 'mobile', 'vehicle', 'model', 'startOn', 'endOn', 'expiresAt', 'store', 'owner'],
    filters: ['no', 'status', 'caller', 'vehicle', 'model', 'lessee', 'startOn', 'endOn', 'store', 'owner'],
    sort: '-createdAt',
    quick: { 已预留: { status: ['held', 'signing'] }, 已转合同: { status: 'contracted' }, 已结束: { status: ['released', 'expired'] } },
  },
  form: {
    客户: ['caller', 'mobile', 'lessee', 'store', 'owner'],
    车辆与日期: ['model', 'vehicle', 'startOn', 'endOn', 'expiresAt'],
    备注: ['note', 'releaseReason'],
  },
  children: [{ entity: 'contract', by: 'hold', label: '合同' }],
  indexes: [['vehicle', 'status']],
})

export const vehicleHoldActions = defineActions(vehicleHold, {
  reschedule: {
    label: '改期改车',
    from: ['held'],
    input: { vehicle: f.ref('车辆', 'vehicle', { required: true }), ...days() },
    checkInput: (i) => (String(i['endOn']) <= String(i['startOn']) ? '还车日必须晚于取车日' : null),
  },
  prolong: {
    label: '续留',
    from: ['held'],
    input: { expiresAt: f.instant('保留至', { required: true }) },
    checkInput: (i, h) => (h.expiresAt && Date.parse(String(i['expiresAt'])) <= Date.parse(h.expiresAt) ? '保留至须晚于原来的时间' : null),
  },
  release: {
    label: '取消预留',
    from: ['held'],
    to: 'released',
    tone: 'danger',
    bulk: true,
    input: { reason: f.text('取消原因', { required: true, maxLength: 200 }) },
  },
  sign: { label: '开始签约', from: ['held'], to: 'signing', internal: true },
  goBack: { label: '恢复预留', from: ['signing'], to: 'held', internal: true },
  finish: { label: '转为合同', from: ['signing'], to: 'contracted', internal: true },
  expire: { label: '到期取消', from: ['held', 'signing'], to: 'expired', internal: true },
})

export const OCCUPIED_BY = { lease: '租约', away: '临时换车', hold: '预留' }

/**
 * Which days of a vehicle are promised, and by what. Written by the triggers of leases, swaps and holds (migration 0021) in the very
 * statement that changes those; an exclusion constraint lets no two rows of a vehicle share a day. `source`: the lease or the hold.
 */
export const vehicleOccupancy = defineEntity({
  name: 'vehicleOccupancy',
  label: '车辆占用',
  right: 'vehicleCalendar',
  scope: { store: 'vehicle.store' },
  writes: 'none',
  title: ['vehicle', 'kind'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, onDelete: 'cascade' }),
    kind: f.choice('占用', OCCUPIED_BY, { required: true }),
    source: f.int('单据', { required: true, internal: true }),
    startOn: f.day('起', { required: true }),
    endOn: f.day('止', { required: true, exclusive: true }),
  },
  list: { columns: ['vehicle', 'kind', 'startOn', 'endOn'], filters: ['vehicle', 'kind', 'startOn', 'endOn'], sort: 'vehicle,startOn' },
  form: { 占用: ['vehicle', 'kind', 'startOn', 'endOn'] },
  indexes: [['kind', 'source']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehicleHold: RowOf<typeof vehicleHold>
    vehicleOccupancy: RowOf<typeof vehicleOccupancy>
  }
  interface ActionsOf {
    vehicleHold: typeof vehicleHoldActions
  }
}
