/** 车辆租赁: products and plans, contracts, handovers, leases. */
import { defineModule } from '#kit/entity/module.ts'
import { carApplication, carApplicationActions } from './contracts/application.ts'
import {
  incidental,
  incidentalActions,
  leaseExtension,
  leaseExtensionActions,
  renewal,
  renewalActions,
  rentReduction,
  rentReductionActions,
} from './changes/change.ts'
import { productCost } from './rent/cost.ts'
import { contract, contractActions } from './contracts/contract.ts'
import { handover, handoverActions, inspectionTemplate, inspectionTemplateActions } from './handovers/handover.ts'
import { lease, leaseActions, leaseSegment, leaseTerm, planPeriod } from './lease.ts'
import { leasingScreens } from './screens.ts'
import { returnSettlement, returnSettlementActions, vehicleReturn, vehicleReturnActions } from './returns/return.ts'
import { contractClause, contractClauseActions } from './papers/clause.ts'
import { vehicleSwap, vehicleSwapActions } from './changes/swap.ts'
import { leasePlan, leasePlanActions, vehicleProduct, vehicleProductActions } from './rent/plan.ts'

export const leasing = defineModule({
  name: 'leasing',
  label: '车辆租赁',
  menus: [{ code: 'leaseMenu', title: '租赁管理', icon: 'key', order: 30 }],
  entities: [
    vehicleProduct,
    leasePlan,
    productCost,
    carApplication,
    contractClause,
    contract,
    lease,
    leaseTerm,
    leaseSegment,
    planPeriod,
    inspectionTemplate,
    handover,
    vehicleSwap,
    rentReduction,
    renewal,
    leaseExtension,
    incidental,
    vehicleReturn,
    returnSettlement,
  ],
  actions: [
    vehicleProductActions,
    leasePlanActions,
    carApplicationActions,
    contractClauseActions,
    contractActions,
    leaseActions,
    inspectionTemplateActions,
    handoverActions,
    vehicleSwapActions,
    rentReductionActions,
    renewalActions,
    leaseExtensionActions,
    incidentalActions,
    vehicleReturnActions,
    returnSettlementActions,
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
  ],
})
