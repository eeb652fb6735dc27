/** Screens and parameters of vouchers. */
import type { Module } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'

export const voucherScreens: Module['screens'] = [
  ...pagesOf('voucher', '凭证', {
    list: {
      code: 'voucherList',
      title: '凭证',
      path: '/finance/voucherList',
      menu: 'financeMenu',
      icon: 'book',
      order: 29,
      keep: true,
      functions: { voucherList_generate: '生成凭证', voucherList_batch: '导出到财务软件' },
      help: '按月从账单、核销、应付、财务流水与发票生成凭证，每件事只进一张凭证，借贷必平。导出到金蝶或用友时编号并归入批次，只导出一次；之后的单据进入新批次，错用科目的红冲重做。',
    },
    detail: 'voucherDetail',
  }),
  ...pagesOf('voucherBatch', '凭证导出批次', {
    list: {
      code: 'voucherBatchList',
      title: '凭证导出批次',
      path: '/finance/voucherBatchList',
      menu: 'financeMenu',
      icon: 'carry-out',
      order: 30,
      help: '每次导出的凭证。同一批次的文件随时可以重新下载，内容与第一次完全相同。',
    },
    detail: 'voucherBatchDetail',
  }),
  ...pagesOf('subjectMap', '科目映射', {
    list: {
      code: 'subjectMapList',
      title: '科目映射',
      path: '/finance/subjectMapList',
      menu: 'financeMenu',
      icon: 'apartment',
      order: 31,
      help: '凭证的每一类分录记入哪个科目，从哪天起。先找指定账户或项目的，再找该用途通用的；按凭证日取生效的一行。改科目请新增一行，以前的凭证不变。',
    },
    detail: 'subjectMapDetail',
    add: 'subjectMapAdd',
  }),
]

export const voucherParameters: NonNullable<Module['parameters']> = [
  {
    code: 'voucherWord',
    label: '凭证字',
    group: '财务',
    kind: 'choice',
    options: { one: '记', three: '收、付、转' },
    default: 'three',
    hint: '新生成的凭证用一种还是三种凭证字，与财务软件的设置一致',
  },
]
