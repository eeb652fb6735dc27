/** 凭证 (finance.md §2.8): what happened, as the accounting program of the company takes it. Not a general ledger: it is made, exported once, and kept. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import type { Leg } from './voucher.rules.ts'
import { EVENTS, STALE } from './voucher.rules.ts'

export const VOUCHER_FILES = { kingdee: '金蝶 KIS/K3（xlsx）', yonyou: '用友 T3/U8（txt）' } as const
export type VoucherFile = keyof typeof VOUCHER_FILES

export const voucher = defineEntity({
  name: 'voucher',
  label: '凭证',
  right: 'voucherList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'docNo', 'text'],
  fields: {
    no: f.serial('凭证编号', 'PZ{yyyyMMdd}-{0000}'),
    life: f.state('有效性', { live: '有效', cancelled: '已作废' }, 'live'),
    // What is exported has a batch; told by it alone, so that thousands are exported in one statement.
    status: f.computed(
      '状态',
      'text',
      "case when life = 'cancelled' then 'cancelled' when batch is null then 'draft' else 'exported' end",
      {
        options: { draft: '未导出', exported: '已导出', cancelled: '已作废' },
      },
    ),
    month: f.text('期间', { required: true, maxLength: 7 }),
    bookedOn: f.day('凭证日', { required: true }),
    word: f.choice('凭证字', { 记: '记', 收: '收', 付: '付', 转: '转' }, { required: true }),
    number: f.int('凭证号', { min: 1, hint: '导出时按凭证字从 1 连续编号' }),
    text: f.text('摘要', { required: true, maxLength: 60 }),
    docNo: f.text('来源单号', { required: true, maxLength: 60, width: 160 }),
    store: f.ref('门店', 'store', { required: true }),
    // As it was called then: a file that is written again is the same file.
    department: f.text('部门', { required: true, maxLength: 80 }),
    total: f.money('借方合计', { required: true }),
    lines: f.lines('分录', {
      subject: f.text('科目编码', { required: true, maxLength: 15 }),
      name: f.text('科目名称', { required: true, maxLength: 60 }),
      text: f.text('摘要', { required: true, maxLength: 60 }),
      debit: f.money('借方', { required: true }),
      credit: f.money('贷方', { required: true }),
      aux: f.text('辅助核算', { maxLength: 120 }),
    }),
    legs: f.json<Leg[]>('来源分录', { required: true, default: [], internal: true }),
    batch: f.ref('导出批次', 'voucherBatch'),
    redOf: f.ref('冲销的凭证', 'voucher'),
    redone: f.flag('已红冲'),
    stale: f.choice('导出后变动', STALE, { readOnly: true, hint: '反关账或再次生成凭证时核对；有变动的红冲重做' }),
    reason: f.text('说明', { maxLength: 200 }),
  },
  list: {
    columns: [
      'no',
      'status',
      'bookedOn',
      'word',
      'number',
      'text',
      'docNo',
      'total',
      'batch',
      'stale',
      'redOf',
      'redone',
      'store',
      'month',
    ],
    filters: ['no', 'status', 'month', 'bookedOn', 'word', 'number', 'docNo', 'total', 'batch', 'stale', 'store'],
    sort: '-bookedOn,-id',
    totals: ['total'],
    totalsWithout: { life: ['cancelled'] },
    quick: {
      未导出: { status: 'draft' },
      已导出: { status: 'exported' },
      导出后有变动: { stale: ['source', 'gone', 'subject'] },
      已作废: { status: 'cancelled' },
    },
  },
  form: {
    凭证: ['no', 'month', 'bookedOn', 'word', 'number', 'text', 'docNo', 'store', 'department', 'total'],
    分录: ['lines'],
    导出: ['batch', 'stale', 'redOf', 'redone', 'reason'],
  },
  indexes: [['month', 'batch'], ['batch']],
  children: [{ entity: 'voucherSource', by: 'voucher', label: '来源' }],
})

export const voucherActions = defineActions(voucher, {
  remap: {
    label: '按现行科目更新',
    from: ['live'],
    bulk: true,
    refuse: (v) => (v.status === 'draft' ? null : '已导出的凭证请红冲重做'),
    confirm: '按科目映射现在的设置重写分录，原来的分录不保留。确认更新？',
  },
  cancel: {
    label: '作废',
    from: ['live'],
    to: 'cancelled',
    tone: 'danger',
    bulk: true,
    refuse: (v) =>
      v.status === 'exported'
        ? '已导出的凭证不能作废，请红冲重做'
        : v.redOf !== null || v.reason !== null
          ? '红冲产生的凭证不能单独作废'
          : null,
    confirm: '作废后，它的来源可以重新生成凭证。确认作废？',
  },
  redo: {
    label: '红冲重做',
    from: ['live'],
    tone: 'danger',
    refuse: (v) =>
      v.status !== 'exported'
        ? '未导出的凭证可以直接按现行科目更新'
        : v.redone
          ? '这张凭证已经红冲'
          : v.redOf !== null
            ? '红字凭证不能再红冲'
            : null,
    input: { reason: f.text('红冲原因', { required: true, maxLength: 200 }) },
  },
})

/** Each thing that happened stands in one live voucher at most: the key says so, whoever comes first. */
export const voucherSource = defineEntity({
  name: 'voucherSource',
  label: '凭证来源',
  right: 'voucherList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['docNo'],
  fields: {
    voucher: f.ref('凭证', 'voucher', { required: true }),
    event: f.choice('事项', EVENTS, { required: true }),
    eventId: f.int('事项编号', { required: true, internal: true }),
    docNo: f.text('单据号', { required: true, maxLength: 60 }),
    text: f.text('摘要', { required: true, maxLength: 60 }),
    bookedOn: f.day('记账日', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    // Revenue of a period, which is earned day by day; of 收入确认, how much of it was.
    earns: f.money('待确认收入', { required: true, default: 0 }),
    earnsFrom: f.day('账期起'),
    earnsTo: f.day('账期止', { exclusive: true }),
    earnsAs: f.text('收入项目', { maxLength: 40, internal: true }),
    vehicle: f.ref('车辆', 'vehicle'),
    liveKey: f.text('事项键', { unique: '该事项已有凭证', maxLength: 80, internal: true }),
  },
  list: {
    columns: ['event', 'docNo', 'text', 'bookedOn', 'earns', 'earnsFrom', 'earnsTo', 'vehicle'],
    filters: ['voucher', 'event', 'docNo', 'bookedOn', 'store'],
    sort: '-id',
  },
  form: { 来源: ['voucher', 'event', 'docNo', 'text', 'bookedOn', 'earns', 'earnsFrom', 'earnsTo', 'vehicle'] },
  indexes: [['event', 'eventId']],
})

export const voucherBatch = defineEntity({
  name: 'voucherBatch',
  label: '凭证导出批次',
  right: 'voucherBatchList',
  scope: { store: null },
  writes: 'none',
  title: ['no'],
  search: ['no', 'month'],
  fields: {
    no: f.serial('批次编号', 'PD{yyyyMMdd}-{0000}'),
    month: f.text('期间', { required: true, maxLength: 7 }),
    system: f.choice('财务软件', VOUCHER_FILES, { required: true, default: 'kingdee' }),
    count: f.int('凭证张数', { required: true, min: 1, unit: '张' }),
    rows: f.int('分录行数', { required: true, min: 1, unit: '行' }),
    debit: f.money('借方合计', { required: true }),
    credit: f.money('贷方合计', { required: true }),
    control: f.text('文件校验', { required: true, maxLength: 64, hint: '由文件内容算出；同一批次每次下载的文件完全相同' }),
  },
  list: {
    columns: ['no', 'month', 'system', 'count', 'rows', 'debit', 'credit', 'control'],
    filters: ['no', 'month', 'system'],
    sort: '-id',
    totals: ['debit', 'credit'],
  },
  form: { 批次: ['no', 'month', 'system', 'count', 'rows', 'debit', 'credit', 'control'] },
  children: [{ entity: 'voucher', by: 'batch', label: '凭证' }],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    voucher: RowOf<typeof voucher>
    voucherSource: RowOf<typeof voucherSource>
    voucherBatch: RowOf<typeof voucherBatch>
  }
  interface ActionsOf {
    voucher: typeof voucherActions
  }
}
