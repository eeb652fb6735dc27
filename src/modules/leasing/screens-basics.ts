/** The screens of what leasing is made of: products, plans, costs. */
import type { Screen } from '#kit/entity/module.ts'

/** List, detail, add and change of one entity. */
export function four(list: Screen, codes: { detail: string; add: string; mod: string }, label: string): Screen[] {
  const { code, entity } = list
  const base = list.path.slice(0, list.path.lastIndexOf('/'))
  return [
    list,
    {
      code: codes.detail,
      title: `${label}详情`,
      path: `${base}/${codes.detail}`,
      kind: 'detail',
      entity,
      of: code,
      view: list.view?.promoted ? { promoted: list.view.promoted } : undefined,
    },
    { code: codes.add, title: `新增${label}`, path: `${base}/${codes.add}`, kind: 'form', entity, of: code, right: `${code}_add` },
    { code: codes.mod, title: `修改${label}`, path: `${base}/${codes.mod}`, kind: 'form', entity, of: code, right: `${code}_edit` },
  ]
}

export const menu = 'leaseMenu'

export const basics: Screen[] = [
  ...four(
    {
      code: 'carProduct',
      title: '车型产品',
      path: '/product/carProduct',
      kind: 'list',
      entity: 'vehicleProduct',
      menu,
      icon: 'appstore',
      order: 18,
      help: '车型 + 租赁方案。合同签订时冻结方案条款，方案后续修改不影响已签合同。',
    },
    { detail: 'carProductDetail', add: 'carProductAdd', mod: 'carProductMod' },
    '产品',
  ),
  ...four(
    {
      code: 'contractClause',
      title: '合同条款',
      path: '/contract/contractClause',
      kind: 'list',
      entity: 'contractClause',
      menu,
      icon: 'file-text',
      order: 21,
      view: { promoted: ['publish'] },
      help: '印在租赁合同里的约定条款。新增一版，改好后启用；之后提交的合同使用新的一版，已提交的合同不变。没有启用的版本时使用系统自带的条款。',
    },
    { detail: 'contractClauseDetail', add: 'contractClauseAdd', mod: 'contractClauseMod' },
    '条款',
  ),
  { code: 'leasePlanDetail', title: '方案详情', path: '/product/leasePlanDetail', kind: 'detail', entity: 'leasePlan', of: 'carProduct' },
  {
    code: 'leasePlanAdd',
    title: '新增方案',
    path: '/product/leasePlanAdd',
    kind: 'form',
    entity: 'leasePlan',
    of: 'carProduct',
    right: 'carProduct_add',
  },
  {
    code: 'leasePlanMod',
    title: '修改方案',
    path: '/product/leasePlanMod',
    kind: 'form',
    entity: 'leasePlan',
    of: 'carProduct',
    right: 'carProduct_edit',
  },
  ...four(
    {
      code: 'carProductCost',
      title: '产品成本',
      path: '/product/carProductCost',
      kind: 'list',
      entity: 'productCost',
      menu,
      icon: 'fund',
      order: 19,
      help: '购置折旧、保险、保养与其他成本，对照租金看毛利。',
    },
    { detail: 'carProductCostDetail', add: 'carProductCostAdd', mod: 'carProductCostMod' },
    '产品成本',
  ),
  {
    code: 'entryTemp',
    title: '验车模板',
    path: '/vehicle/entryTemp',
    kind: 'list',
    entity: 'inspectionTemplate',
    menu,
    icon: 'bars',
    order: 20,
    help: '交车与退车时逐项检查的内容，按车辆类别选用。',
  },
  {
    code: 'entryTempDetail',
    title: '验车模板详情',
    path: '/vehicle/entryTempDetail',
    kind: 'detail',
    entity: 'inspectionTemplate',
    of: 'entryTemp',
  },
  {
    code: 'entryTempAdd',
    title: '新增验车模板',
    path: '/vehicle/entryTempAdd',
    kind: 'form',
    entity: 'inspectionTemplate',
    of: 'entryTemp',
    right: 'entryTemp_add',
  },
  {
    code: 'entryTempModify',
    title: '修改验车模板',
    path: '/vehicle/entryTempModify',
    kind: 'form',
    entity: 'inspectionTemplate',
    of: 'entryTemp',
    right: 'entryTemp_edit',
  },
]
