/** 车辆租赁: products and plans, contracts, handovers, leases. */
import { defineModule } from '#kit/entity/module.ts'
import { carApplicationActions } from './contracts/application.ts'
import { incidentalActions, leaseExtensionActions, renewalActions, rentReductionActions } from './changes/change.ts'
import { productCost } from './rent/cost.ts'
import { contractActions } from './contracts/contract.ts'
import { handoverActions, inspectionTemplateActions } from './handovers/handover.ts'
import { leaseActions, leaseSegment, leaseTerm, planPeriod } from './lease.ts'
import { leasingScreens } from './screens.ts'
import { returnSettlementActions, vehicleReturnActions } from './returns/return.ts'
import { contractClauseActions } from './contracts/clause.ts'
import { vehicleSwapActions } from './changes/swap.ts'
import { leasePlanActions, vehicleProductActions } from './rent/plan.ts'
import { vehicleHoldActions, vehicleOccupancy } from './holds/vehicle-hold.ts'

export const leasing = defineModule({
  name: 'leasing',
  label: '车辆租赁',
  part: 'partLeasing',
  menus: [{ code: 'leaseMenu', title: '租赁管理', icon: 'key', order: 30 }],
  entities: [
    vehicleProductActions,
    leasePlanActions,
    productCost,
    carApplicationActions,
    contractClauseActions,
    contractActions,
    leaseActions,
    leaseTerm,
    leaseSegment,
    planPeriod,
    inspectionTemplateActions,
    handoverActions,
    vehicleSwapActions,
    rentReductionActions,
    renewalActions,
    leaseExtensionActions,
    incidentalActions,
    vehicleReturnActions,
    returnSettlementActions,
    vehicleHoldActions,
    vehicleOccupancy,
  ],
  screens: leasingScreens,
  parameters: [
    {
      code: 'incidentalProofAbove',
      label: '杂费须凭证金额',
      group: '运营·杂费',
      kind: 'money',
      default: 50_000,
      min: 0,
      max: 100_000_000,
      hint: '杂费单合计超过此金额必须上传凭证才能出账',
    },
    {
      code: 'holdHours',
      label: '预留保留时长',
      group: '运营·预留',
      kind: 'int',
      unit: '小时',
      default: 24,
      min: 1,
      max: 720,
      hint: '新增预留没有填写保留至时，从登记起保留多少小时',
    },
  ],
})
