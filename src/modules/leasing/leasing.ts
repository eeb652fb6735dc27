/** 车辆租赁: products and plans, contracts, handovers, leases. */
import { defineModule } from '#kit/entity/module.ts'
import { contract, contractActions } from './contract.ts'
import { handover, handoverActions, inspectionTemplate, inspectionTemplateActions } from './handover.ts'
import { lease, leaseActions, leaseSegment, planPeriod } from './lease.ts'
import { leasePlan, leasePlanActions, vehicleProduct, vehicleProductActions } from './plan.ts'

export const leasing = defineModule({
  name: 'leasing',
  label: '车辆租赁',
  menus: [{ code: 'leaseMenu', title: '租赁管理', icon: 'key', order: 30 }],
  entities: [vehicleProduct, leasePlan, contract, lease, leaseSegment, planPeriod, inspectionTemplate, handover],
  actions: [vehicleProductActions, leasePlanActions, contractActions, leaseActions, inspectionTemplateActions, handoverActions],
  screens: [
    { code: 'contracList', title: '租赁合同', path: '/contract/contracList', kind: 'list', entity: 'contract', menu: 'leaseMenu', icon: 'file-protect', order: 1, view: { promoted: ['submit', 'sign'] },
      help: '草稿 → 提交（生成收款计划，出具押金与首期账单）→ 登记签署 → 交车后开始履约。' },
    { code: 'contracAdd', title: '新增合同', path: '/contract/contracAdd', kind: 'form', entity: 'contract', of: 'contracList', right: 'contracList_add' },
    { code: 'contracMod', title: '修改合同', path: '/contract/contracMod', kind: 'form', entity: 'contract', of: 'contracList', right: 'contracList_edit' },
    { code: 'contracDetails', title: '合同详情', path: '/contract/contracDetails', kind: 'detail', entity: 'contract', of: 'contracList' },
    { code: 'handVehicleList', title: '交车列表', path: '/lease/handVehicleList', kind: 'list', entity: 'handover', menu: 'leaseMenu', icon: 'swap', order: 2, view: { promoted: ['confirm'] },
      help: '签署后的合同在这里交车：核对账单已付、车辆证照有效，登记里程、电量、照片与提车人。' },
    { code: 'handoverDetail', title: '交车单', path: '/lease/handoverDetail', kind: 'detail', entity: 'handover', of: 'handVehicleList' },
    { code: 'leaseList', title: '租约列表', path: '/lease/leaseList', kind: 'list', entity: 'lease', menu: 'leaseMenu', icon: 'profile', order: 3, keep: true },
    { code: 'leaseDetails', title: '租约详情', path: '/lease/leaseDetails', kind: 'detail', entity: 'lease', of: 'leaseList' },
    { code: 'planPeriodDetail', title: '收款计划', path: '/lease/planPeriodDetail', kind: 'detail', entity: 'planPeriod', of: 'leaseList' },
    { code: 'leaseRoredList', title: '租赁记录', path: '/lease/leaseRoredList', kind: 'list', entity: 'leaseSegment', menu: 'leaseMenu', icon: 'history', order: 4, keep: true, help: '谁在什么时间用哪辆车。按车牌与时间可查责任人。' },
    { code: 'leaseRoredDetail', title: '租赁记录详情', path: '/lease/leaseRoredDetail', kind: 'detail', entity: 'leaseSegment', of: 'leaseRoredList' },
    { code: 'carProduct', title: '车型产品', path: '/product/carProduct', kind: 'list', entity: 'vehicleProduct', menu: 'leaseMenu', icon: 'gift', order: 5, help: '车型 + 租赁方案。合同签订时冻结方案条款，方案后续修改不影响已签合同。' },
    { code: 'carProductDetail', title: '产品详情', path: '/product/carProductDetail', kind: 'detail', entity: 'vehicleProduct', of: 'carProduct' },
    { code: 'carProductAdd', title: '新增产品', path: '/product/carProductAdd', kind: 'form', entity: 'vehicleProduct', of: 'carProduct', right: 'carProduct_add' },
    { code: 'carProductMod', title: '修改产品', path: '/product/carProductMod', kind: 'form', entity: 'vehicleProduct', of: 'carProduct', right: 'carProduct_edit' },
    { code: 'leasePlanDetail', title: '方案详情', path: '/product/leasePlanDetail', kind: 'detail', entity: 'leasePlan', of: 'carProduct' },
    { code: 'leasePlanAdd', title: '新增方案', path: '/product/leasePlanAdd', kind: 'form', entity: 'leasePlan', of: 'carProduct', right: 'carProduct_add' },
    { code: 'leasePlanMod', title: '修改方案', path: '/product/leasePlanMod', kind: 'form', entity: 'leasePlan', of: 'carProduct', right: 'carProduct_edit' },
    { code: 'entryTemp', title: '验车模板', path: '/vehicle/entryTemp', kind: 'list', entity: 'inspectionTemplate', menu: 'leaseMenu', icon: 'check-square', order: 6 },
    { code: 'entryTempDetail', title: '验车模板详情', path: '/vehicle/entryTempDetail', kind: 'detail', entity: 'inspectionTemplate', of: 'entryTemp' },
    { code: 'entryTempAdd', title: '新增验车模板', path: '/vehicle/entryTempAdd', kind: 'form', entity: 'inspectionTemplate', of: 'entryTemp', right: 'entryTemp_add' },
    { code: 'entryTempModify', title: '修改验车模板', path: '/vehicle/entryTempModify', kind: 'form', entity: 'inspectionTemplate', of: 'entryTemp', right: 'entryTemp_edit' },
  ],
})
