/** The screens of what leasing is made of: products, plans, costs. */
import type { Screen } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'

export const menu = 'leaseMenu'

export const basics: Screen[] = [
  ...pagesOf('vehicleProduct', '产品', {
    list: {
      code: 'carProduct',
      title: '车型产品',
      path: '/product/carProduct',
      menu,
      icon: 'appstore',
      order: 18,
      help: '车型 + 租赁方案。合同签订时冻结方案条款，方案后续修改不影响已签合同。',
    },
    detail: 'carProductDetail',
    add: 'carProductAdd',
    edit: 'carProductMod',
  }),
  ...pagesOf('contractClause', '条款', {
    list: {
      code: 'contractClause',
      title: '合同条款',
      path: '/contract/contractClause',
      menu,
      icon: 'file-text',
      order: 21,
      help: '印在租赁合同里的约定条款。新增一版，改好后启用；之后提交的合同使用新的一版，已提交的合同不变。没有启用的版本时使用系统自带的条款。',
    },
    promoted: ['publish'],
    detail: 'contractClauseDetail',
    add: 'contractClauseAdd',
    edit: 'contractClauseMod',
  }),
  ...pagesOf('leasePlan', '方案', {
    of: 'carProduct',
    at: '/product',
    detail: 'leasePlanDetail',
    add: 'leasePlanAdd',
    edit: 'leasePlanMod',
  }),
  ...pagesOf('productCost', '产品成本', {
    list: {
      code: 'carProductCost',
      title: '产品成本',
      path: '/product/carProductCost',
      menu,
      icon: 'fund',
      order: 19,
      help: '购置折旧、保险、保养与其他成本，对照租金看毛利。',
    },
    detail: 'carProductCostDetail',
    add: 'carProductCostAdd',
    edit: 'carProductCostMod',
  }),
  ...pagesOf('inspectionTemplate', '验车模板', {
    list: {
      code: 'entryTemp',
      title: '验车模板',
      path: '/vehicle/entryTemp',
      menu,
      icon: 'bars',
      order: 20,
      help: '交车与退车时逐项检查的内容，按车辆类别选用。',
    },
    detail: 'entryTempDetail',
    add: 'entryTempAdd',
    edit: 'entryTempModify',
  }),
]
