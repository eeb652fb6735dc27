/** 运营预警 (finance.md §3.8): a vehicle whose day does not look like its others; one line a vehicle, kind and day, until somebody has said why. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const WARNING_KINDS = {
  idle: '没有收入',
  drop: '收入骤降',
  unpaidKm: '有里程无收入',
  noKm: '有收入无里程',
  loss: '负毛利',
}

export const revenueWarning = defineEntity({
  name: 'revenueWarning',
  label: '运营预警',
  right: 'operationalWarning',
  scope: { store: 'store' },
  writes: 'none',
  title: ['vehicle', 'warnedOn'],
  searchThrough: ['vehicle'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    warnedOn: f.day('预警日期', { required: true }),
    kind: f.choice('预警类型', WARNING_KINDS, { required: true }),
    status: f.state('状态', { open: '未处理', seen: '已查看', handled: '已处理', ignored: '已忽略' }, 'open'),
    actual: f.money('实际'),
    expected: f.money('参照', { hint: '前 14 天的中位数；负毛利为 0' }),
    evidence: f.text('依据', { required: true, maxLength: 300 }),
    store: f.ref('门店', 'store', { required: true }),
    note: f.text('处理说明', { maxLength: 200 }),
    handledBy: f.ref('处理人', 'user'),
    handledAt: f.instant('处理时间'),
  },
  unique: [{ fields: ['vehicle', 'kind', 'warnedOn'], message: '该车当日已有同类预警' }],
  list: {
    columns: ['vehicle', 'warnedOn', 'kind', 'status', 'actual', 'expected', 'evidence', 'store', 'note', 'handledBy', 'handledAt'],
    filters: ['vehicle', 'warnedOn', 'kind', 'status', 'store'],
    sort: '-warnedOn',
    quick: { 未处理: { status: ['open', 'seen'] }, 已处理: { status: 'handled' }, 已忽略: { status: 'ignored' } },
  },
  form: {
    预警: ['vehicle', 'warnedOn', 'kind', 'status', 'actual', 'expected', 'evidence', 'store'],
    处理: ['note', 'handledBy', 'handledAt'],
  },
  indexes: [['status', 'warnedOn']],
})

const reason = (label: string) => f.text(label, { required: true, maxLength: 200 })
export const revenueWarningActions = defineActions(revenueWarning, {
  see: { label: '已查看', from: ['open'], to: 'seen', right: 'operationalWarning_handle', bulk: true },
  handle: {
    label: '处理',
    from: ['open', 'seen'],
    to: 'handled',
    right: 'operationalWarning_handle',
    tone: 'primary',
    bulk: true,
    input: { note: reason('处理说明') },
  },
  ignore: {
    label: '忽略',
    from: ['open', 'seen'],
    to: 'ignored',
    right: 'operationalWarning_handle',
    bulk: true,
    input: { note: reason('忽略原因') },
    confirm: '忽略后 7 天内不再对该车提示同类预警。',
  },
})

declare module '#kit/entity/tables.ts' {
  interface ActionsOf {
    revenueWarning: typeof revenueWarningActions
  }
  interface Tables {
    revenueWarning: RowOf<typeof revenueWarning>
  }
}
