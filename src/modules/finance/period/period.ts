/** 会计期间 (finance.md §2.4): months are closed in order; nothing is written under a day of a closed one any more. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import type { PeriodCheck, PeriodSum } from './period.rules.ts'

export const accountPeriod = defineEntity({
  name: 'accountPeriod',
  label: '会计期间',
  right: 'accountPeriodList',
  scope: { store: null },
  writes: 'none',
  title: ['month'],
  search: ['month'],
  fields: {
    month: f.text('月份', { required: true, unique: '该月份已存在', maxLength: 7 }),
    status: f.state('状态', { open: '未关账', closed: '已关账' }, 'open'),
    lastOn: f.day('最后一天', { required: true }),
    checks: f.json<PeriodCheck[]>('关账检查', {
      required: true,
      default: [],
      of: {
        label: f.text('检查项'),
        level: f.choice('结果', { ok: '通过', ask: '需说明', stop: '未通过' }),
        count: f.int('件数'),
        note: f.text('说明'),
      },
    }),
    sums: f.json<PeriodSum[]>('汇总', {
      required: true,
      default: [],
      of: { label: f.text('单据'), count: f.int('张数'), amount: f.money('金额') },
    }),
    hash: f.text('校验值', { maxLength: 64, internal: true }),
    reason: f.text('说明', { maxLength: 200 }),
    closedBy: f.ref('关账人', 'user'),
    closedAt: f.instant('关账时间'),
    reopened: f.int('反关账次数', { required: true, default: 0, min: 0, unit: '次' }),
  },
  list: {
    columns: ['month', 'status', 'lastOn', 'closedBy', 'closedAt', 'reopened', 'reason'],
    filters: ['month', 'status'],
    sort: '-month',
  },
  form: { 期间: ['month', 'status', 'lastOn', 'reason', 'closedBy', 'closedAt', 'reopened'] },
})
export const accountPeriodActions = defineActions(accountPeriod, {
  close: {
    label: '关账',
    from: ['open'],
    to: 'closed',
    right: 'fincialList_close',
    tone: 'primary',
    input: { reason: f.text('说明', { maxLength: 200, hint: '有黄色提示项时必须说明原因' }) },
  },
  reopen: {
    label: '反关账',
    from: ['closed'],
    to: 'open',
    right: 'fincialList_reopen',
    tone: 'danger',
    input: { reason: f.text('反关账原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    accountPeriod: RowOf<typeof accountPeriod>
  }
  interface ActionsOf {
    accountPeriod: typeof accountPeriodActions
  }
}
