/** 里程读数 and 停用事由 (affairs.md §2.1): what the odometer said and when, and why a vehicle may not be handed over. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const READING_SOURCES = {
  handover: '交车',
  return: '收车',
  upkeep: '维保',
  fuelling: '加油充电',
  terminal: '终端',
  manual: '人工登记',
  inspection: '年检',
}

/** Added to, never changed: what a reading says stays, only whether it counts may turn. */
export const odometerReading = defineEntity({
  name: 'odometerReading',
  label: '里程读数',
  right: 'odometerReadingList',
  scope: { store: 'store' },
  writes: 'append',
  title: ['vehicle', 'at'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true, onDelete: 'cascade' }),
    standing: f.state('状态', { accepted: '有效', rejected: '存疑', replaced: '已作废' }, 'accepted'),
    at: f.instant('读数时间', { required: true }),
    km: f.decimal('里程', 1, { required: true, unit: 'km', min: 0, max: 5_000_000 }),
    source: f.choice('来源', READING_SOURCES, { required: true, readOnly: true, default: 'manual' }),
    ref: f.text('来源单据', { readOnly: true, maxLength: 60 }),
    reason: f.text('说明', { readOnly: true, maxLength: 200 }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  list: {
    columns: ['vehicle', 'at', 'km', 'source', 'standing', 'ref', 'reason', 'store'],
    filters: ['vehicle', 'standing', 'source', 'at', 'store'],
    sort: '-at',
    quick: { 存疑: { standing: 'rejected' }, 有效: { standing: 'accepted' } },
  },
  form: { 读数: ['vehicle', 'at', 'km'], 来源: ['source', 'ref', 'reason', 'store'] },
  indexes: [['vehicle', 'at']],
})
export const odometerReadingActions = defineActions(odometerReading, {
  count: { label: '计入', from: 'any', to: 'accepted', internal: true },
  drop: { label: '不计入', from: 'any', to: 'replaced', internal: true },
  adopt: {
    label: '采用',
    from: ['rejected'],
    to: 'accepted',
    tone: 'primary',
    input: { reason: f.text('依据', { required: true, maxLength: 200, hint: '与它矛盾的读数会作废，两者都保留' }) },
  },
  retire: {
    label: '作废',
    from: ['accepted', 'rejected'],
    to: 'replaced',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

export const BLOCK_KINDS = {
  repair: '维修',
  upkeep: '保养',
  inspection: '年检',
  insurance: '保险',
  accident: '事故',
  violation: '违章',
  certificate: '证件',
  manual: '人工',
}

export const vehicleBlock = defineEntity({
  name: 'vehicleBlock',
  label: '停用事由',
  right: 'vehicleBlockList',
  scope: { store: 'store' },
  title: ['vehicle', 'kind'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, fixed: true, onDelete: 'cascade' }),
    status: f.state('状态', { active: '生效', lifted: '已解除' }, 'active'),
    kind: f.choice('类型', BLOCK_KINDS, { required: true, readOnly: true, default: 'manual' }),
    reason: f.text('事由', { required: true, maxLength: 200 }),
    fromAt: f.instant('起', { readOnly: true }),
    toAt: f.instant('解除时间', { readOnly: true }),
    ref: f.text('来源单据', { readOnly: true, maxLength: 60, internal: true }),
    store: f.ref('门店', 'store', { readOnly: true }),
  },
  list: {
    columns: ['vehicle', 'kind', 'status', 'reason', 'fromAt', 'toAt', 'store'],
    filters: ['vehicle', 'kind', 'status', 'fromAt', 'store'],
    sort: '-fromAt',
    quick: { 生效: { status: 'active' }, 已解除: { status: 'lifted' } },
  },
  form: { 停用事由: ['vehicle', 'kind', 'reason', 'fromAt', 'toAt', 'store'] },
  indexes: [['vehicle', 'status']],
})
export const vehicleBlockActions = defineActions(vehicleBlock, {
  lift: {
    label: '解除',
    from: ['active'],
    to: 'lifted',
    tone: 'primary',
    refuse: (b) => (b.kind === 'manual' ? null : '由业务单据产生的停用事由，单据办结后自动解除'),
    confirm: '确认解除？车辆随即可以预占和交车。',
  },
  release: { label: '自动解除', from: ['active'], to: 'lifted', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    odometerReading: typeof odometerReadingActions
    vehicleBlock: typeof vehicleBlockActions
  }
  interface Tables {
    odometerReading: RowOf<typeof odometerReading>
    vehicleBlock: RowOf<typeof vehicleBlock>
  }
}
