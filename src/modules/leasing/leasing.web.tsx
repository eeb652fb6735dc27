/** Browser part of leasing. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { leasing } from './leasing.ts'

const ofLease = <K extends 'LeaseHead' | 'ApplicationHead' | 'VehicleBulk' | 'LeaseTools' | 'SegmentTools'>(name: K) =>
  lazy(() => import('./lease-slots.web.tsx').then((m) => ({ default: m[name] })))
const ofVehicle = <K extends 'VehicleHead' | 'VehicleStatus'>(name: K) =>
  lazy(() => import('./vehicle-slots.web.tsx').then((m) => ({ default: m[name] })))
const ofChange = <K extends 'ReductionHead' | 'RenewalHead' | 'SwapHead'>(name: K) =>
  lazy(() => import('./changes/change-slots.web.tsx').then((m) => ({ default: m[name] })))
const ofSettle = <K extends 'SettlementHead' | 'SettleTools' | 'SubmitDialog' | 'SettleAdd' | 'ReturnHead'>(name: K) =>
  lazy(() => import('./returns/settle-slots.web.tsx').then((m) => ({ default: m[name] })))
const ofFleet = <K extends 'LeaseFleet' | 'HandoverFleet' | 'SwapFleet' | 'ReturnFleet' | 'SettlementFleet'>(name: K) =>
  lazy(() => import('./fleet/fleet.web.tsx').then((m) => ({ default: m[name] })))

const ofHold = <K extends 'HoldHead' | 'HoldTools'>(name: K) =>
  lazy(() => import('./calendar/hold-head.web.tsx').then((m) => ({ default: m[name] })))

export const leasingWeb: WebModule = {
  module: leasing,
  screens: {
    vehicleCalendar: lazy(() => import('./calendar/calendar.web.tsx')),
    leaseAdd: lazy(() => import('./contracts/lease-add.web.tsx')),
    backCarSettle: lazy(() => import('./returns/settle-page.web.tsx')),
    settleInfoAdd: ofSettle('SettleAdd'),
  },
  forms: { contract: lazy(() => import('./contracts/contract-form.web.tsx')) },
  heads: {
    lessee: lazy(() => import('./lessee-slots.web.tsx').then((m) => ({ default: m.LesseeHead }))),
    vehicle: ofVehicle('VehicleHead'),
    contract: lazy(() => import('./contracts/contract-head.web.tsx')),
    lease: ofLease('LeaseHead'),
    carApplication: ofLease('ApplicationHead'),
    vehicleHold: ofHold('HoldHead'),
    returnSettlement: ofSettle('SettlementHead'),
    vehicleReturn: ofSettle('ReturnHead'),
    rentReduction: ofChange('ReductionHead'),
    renewal: ofChange('RenewalHead'),
    vehicleSwap: ofChange('SwapHead'),
  },
  cells: { 'lease.endOn': lazy(() => import('./end-cell.web.tsx')), 'vehicle.status': ofVehicle('VehicleStatus') },
  dialogs: {
    'handover.confirm': lazy(() => import('./handovers/handover-dialog.web.tsx')),
    'vehicleSwap.complete': lazy(() => import('./changes/swap-dialog.web.tsx')),
    'vehicleReturn.inspect': lazy(() => import('./returns/inspect-dialog.web.tsx')),
    'returnSettlement.submit': ofSettle('SubmitDialog'),
  },
  toolbars: {
    leaseSegment: ofLease('SegmentTools'),
    lease: ofLease('LeaseTools'),
    vehicleHold: ofHold('HoldTools'),
    returnSettlement: ofSettle('SettleTools'),
  },
  bulk: {
    vehicle: ofLease('VehicleBulk'),
    lease: ofFleet('LeaseFleet'),
    handover: ofFleet('HandoverFleet'),
    vehicleSwap: ofFleet('SwapFleet'),
    vehicleReturn: ofFleet('ReturnFleet'),
    returnSettlement: ofFleet('SettlementFleet'),
  },
}
