/** What people of the demo company may open: whole menus where a role lives in them, single pages of others. */
import type { Module } from '#kit/entity/module.ts'

interface DemoRole {
  code: string
  name: string
  /** Whose rows: of all stores, or the own. */
  template: '全公司' | '本门店'
  /** Every page of these, those that come later too. */
  menus: readonly string[]
  screens: readonly string[]
  /** Pages and functions of the above that the role has not. */
  without: readonly string[]
}

/** What everybody has in front of himself. */
const DESK = ['homePage', 'workbench', 'approved', 'approvalDeputies', 'myContract']
/** Whoever watches the fleet. */
const WATCHING = [
  'trainWorker',
  'historicalTrajectory',
  'fenceEventList',
  'assistant',
  'riskReportList',
  'oilAndElectricityControl',
  'coldChainTemperatureControl',
  'excursionList',
  'dataStatistics',
]
/** What falls due, costs and happens to vehicles, as everybody who answers for some of them sees it. */
const AFFAIRS = [
  'trafficL',
  'upkeepList',
  'insureList',
  'insureOccur',
  'annualList',
  'breRegulationsL',
  'violationDispose',
  'vehicleVioList',
  'certificateList',
  'vehicleCostList',
  'oilCardRecord',
]
/** Who applies does not decide. */
const decides = (...screens: string[]): string[] => screens.flatMap((code) => [`${code}_pass`, `${code}_reject`])

export const ROLES: readonly DemoRole[] = [
  {
    code: 'store_manager',
    name: '门店经理',
    template: '本门店',
    menus: ['leaseMenu', 'esignMenu'],
    screens: [
      ...DESK,
      ...WATCHING,
      ...AFFAIRS,
      'vehicleList',
      'preVehicleList',
      'stockList',
      'vehicleBlockList',
      'memberList',
      'creditHistory',
      'billInfoList',
      'shouldbillList',
      'dunningList',
      'vehicleBillList',
      'paymentDetails',
      'userEnsure',
      'couponsList',
      'customerCouponList',
      'receivableList',
      'statements',
      'invoiceManage',
      'invoiceTitleList',
      'staticsListL',
      'vehicleRevenue',
      'operationalWarning',
      'billStatistics',
    ],
    without: ['paymentDetails_confirm', 'paymentDetails_reverse', 'templateList', 'contractRecharge', 'contractClause'],
  },
  {
    code: 'sales',
    name: '租赁业务员',
    template: '本门店',
    menus: [],
    screens: [
      ...DESK,
      'vehicleList',
      'stockList',
      'memberList',
      'vehicleCalendar',
      'vehicleHoldList',
      'applyCarList',
      'vehicleLease',
      'contracList',
      'contracHandVehicle',
      'handVehicleList',
      'leaseList',
      'changeCarList',
      'renewalOfLease',
      'extensionRecord',
      'reduceRentList',
      'incidental',
      'backCarList',
      'carProduct',
      'billInfoList',
      'shouldbillList',
      'dunningList',
      'couponsList',
      'customerCouponList',
      'invoiceManage',
      'invoiceTitleList',
      'electronicContracts',
      'electronicContractsList',
      'contractInfoList',
      'contractAuth',
    ],
    without: [
      ...decides('applyCarList', 'contracList', 'changeCarList', 'renewalOfLease', 'extensionRecord', 'reduceRentList', 'backCarList'),
      'vehicleList_add',
      'vehicleList_edit',
      'vehicleList_delete',
      'vehicleList_import',
      'vehicleList_dispose',
      'contracList_void',
      'contracList_delete',
      'couponsList_add',
      'couponsList_edit',
      'couponsList_delete',
      'couponsList_publish',
      'couponsList_pause',
      'couponsList_resume',
      'couponsList_end',
      'couponsList_void',
      'customerCouponList_recall',
      'billInfoList_voidBill',
      'memberList_reveal',
    ],
  },
  {
    code: 'finance',
    name: '财务',
    template: '全公司',
    menus: ['billMenu', 'financeMenu', 'statisticsMenu'],
    screens: [
      ...DESK,
      'memberList',
      'creditHistory',
      'contracList',
      'contracSettleList',
      'leaseList',
      'settleInfoList',
      'carProductCost',
      'shopStatementList',
      'vehicleCostList',
      'insureOccur',
      'oilCardEntryList',
      'contractRecharge',
      'chargeSheetList',
      'receivableSheetList',
      'payableSheetList',
      'deductionList',
      'codList',
      'cargoClaimList',
    ],
    without: [
      'contracList_add',
      'contracList_edit',
      'contracList_delete',
      'contracList_submit',
      'contracList_sign',
      'memberList_add',
      'memberList_edit',
      'memberList_delete',
    ],
  },
  {
    code: 'fleet',
    name: '车管',
    template: '全公司',
    menus: ['vehicleMenu', 'telematicsMenu', 'trafficMenu', 'oilCardMenu'],
    screens: [
      ...DESK,
      'vehicleSourceList',
      'vehicleCalendar',
      'handVehicleList',
      'contracHandVehicle',
      'leaseRoredList',
      'changeCarList',
      'backCarList',
      'vehicleReturnCheckList',
      'entryTemp',
      'vehicleRevenue',
      'operationalWarning',
    ],
    without: [...decides('changeCarList', 'backCarList'), 'upkeepList_approve', 'violationDispose_waive'],
  },
  {
    code: 'service',
    name: '客服',
    template: '全公司',
    menus: ['messageMenu'],
    screens: [
      ...DESK,
      'memberList',
      'evaluationList',
      'joinusinfo',
      'breRegulationsL',
      'violationDispose',
      'vehicleVioList',
      'insureOccur',
    ],
    without: [
      'memberList_delete',
      'memberList_reveal',
      'breRegulationsL_delete',
      'violationDispose_waive',
      'violationDispose_reopen',
      'insureOccur_delete',
      'insureOccur_close',
    ],
  },
  {
    code: 'dispatch',
    name: '调度',
    template: '全公司',
    menus: ['transportMenu', 'dispatchMenu', 'carrierMenu', 'freightMenu'],
    screens: [
      ...DESK,
      ...WATCHING,
      'tmsHomePage',
      'vehicleList',
      'orderStatistics',
      'carpoolStatics',
      'freightDetail',
      'driverRevenue',
      'driverReimburse',
    ],
    // What is left of a freight is the company's, not the desk's.
    without: [
      'vehicleList_add',
      'vehicleList_edit',
      'vehicleList_delete',
      'vehicleList_import',
      'vehicleList_dispose',
      'freight_seeMargin',
    ],
  },
]

/** Codes of the pages a role opens. */
export function screensOf(role: DemoRole, modules: readonly Module[]): string[] {
  const of = modules.flatMap((m) => m.screens).filter((s) => s.menu !== undefined && role.menus.includes(s.menu))
  return [...new Set([...role.screens, ...of.map((s) => s.code)])].filter((code) => !role.without.includes(code))
}
