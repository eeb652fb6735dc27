/** The screens of leasing under the customer's names and paths. Queue screens are views of one entity. */
import type { Screen } from '#kit/entity/module.ts'

/** List, detail, add and change of one entity. */
function four(list: Screen, codes: { detail: string; add: string; mod: string }, label: string): Screen[] {
  const { code, entity } = list
  const base = list.path.slice(0, list.path.lastIndexOf('/'))
  return [
    list,
    { code: codes.detail, title: `${label}详情`, path: `${base}/${codes.detail}`, kind: 'detail', entity, of: code, view: list.view?.promoted ? { promoted: list.view.promoted } : undefined },
    { code: codes.add, title: `新增${label}`, path: `${base}/${codes.add}`, kind: 'form', entity, of: code, right: `${code}_add` },
    { code: codes.mod, title: `修改${label}`, path: `${base}/${codes.mod}`, kind: 'form', entity, of: code, right: `${code}_edit` },
  ]
}

const menu = 'leaseMenu'

const beginning: Screen[] = [
  ...four(
    { code: 'applyCarList', title: '用车申请', path: '/lease/applyCarList', kind: 'list', entity: 'carApplication', menu, icon: 'form', order: 1, view: { promoted: ['submit', 'pass', 'reject'] },
      help: '客户要用车先在这里申请；审核通过后据此签订合同。被驳回的可以修改后再提交。' },
    { detail: 'applyCarDetail', add: 'applyCarAdd', mod: 'applyCarMod' }, '用车申请',
  ),
  { code: 'vehicleLease', title: '车辆租赁', path: '/lease/vehicleLease', kind: 'list', entity: 'vehicle', menu, icon: 'car', order: 2,
    view: { filter: { status: 'available' }, columns: ['plateNo', 'model', 'energy', 'store', 'idleSince', 'odometer', 'inspectionDueOn', 'compulsoryInsuranceDueOn'], sort: 'idleSince' },
    help: '可以出租的车辆。勾选一辆或多辆，点「发起租赁」。' },
  { code: 'contracList', title: '租赁合同', path: '/contract/contracList', kind: 'list', entity: 'contract', menu, icon: 'file-protect', order: 3, view: { promoted: ['submit', 'sign'] },
    help: '草稿 → 提交（生成收款计划，出具押金与首期账单）→ 登记签署 → 交车后开始履约 → 全部退车后结算 → 完成。' },
  { code: 'contracAdd', title: '新增合同', path: '/contract/contracAdd', kind: 'form', entity: 'contract', of: 'contracList', right: 'contracList_add' },
  { code: 'contracMod', title: '修改合同', path: '/contract/contracMod', kind: 'form', entity: 'contract', of: 'contracList', right: 'contracList_edit' },
  { code: 'contracDetails', title: '合同详情', path: '/contract/contracDetails', kind: 'detail', entity: 'contract', of: 'contracList', view: { promoted: ['submit', 'pass', 'sign'] } },
  { code: 'contracHandVehicle', title: '合同交车', path: '/contract/contracHandVehicle', kind: 'list', entity: 'handover', menu, icon: 'carry-out', order: 4,
    view: { filter: { status: 'pending' }, columns: ['contract', 'lessee', 'vehicle', 'plannedOn', 'store', 'no'], sort: 'plannedOn', promoted: ['confirm'] }, help: '已签合同中等待交付的车辆。' },
  { code: 'handVehicleList', title: '交车列表', path: '/lease/handVehicleList', kind: 'list', entity: 'handover', menu, icon: 'key', order: 5, view: { promoted: ['confirm'] },
    help: '签署后的合同在这里交车：核对账单已付、车辆证照有效，登记里程、电量、照片与提车人。' },
  { code: 'handoverDetail', title: '交车单', path: '/lease/handoverDetail', kind: 'detail', entity: 'handover', of: 'handVehicleList', view: { promoted: ['confirm'] } },
]

const running: Screen[] = [
  { code: 'leaseList', title: '租约列表', path: '/lease/leaseList', kind: 'list', entity: 'lease', menu, icon: 'profile', order: 6, keep: true, functions: { leaseList_start: '新增租约' }, help: '正在履行与已结束的租约，一份合同的每辆车是一份租约。交车、换车、续租、退租都在租约上办理。' },
  { code: 'leaseAdd', title: '新增租约', path: '/lease/leaseAdd', kind: 'page', of: 'leaseList', right: 'leaseList_start' },
  { code: 'leaseDetails', title: '租约详情', path: '/lease/leaseDetails', kind: 'detail', entity: 'lease', of: 'leaseList' },
  { code: 'planPeriodDetail', title: '收款计划', path: '/lease/planPeriodDetail', kind: 'detail', entity: 'planPeriod', of: 'leaseList' },
  { code: 'leaseTermDetail', title: '租期详情', path: '/lease/leaseTermDetail', kind: 'detail', entity: 'leaseTerm', of: 'leaseList' },
  { code: 'leaseRoredList', title: '租赁记录', path: '/lease/leaseRoredList', kind: 'list', entity: 'leaseSegment', menu, icon: 'history', order: 7, keep: true, help: '谁在什么时间用哪辆车。按车牌与时间可查责任人。' },
  { code: 'leaseRoredDetail', title: '租赁记录详情', path: '/lease/leaseRoredDetail', kind: 'detail', entity: 'leaseSegment', of: 'leaseRoredList' },
  ...four(
    { code: 'changeCarList', title: '换车列表', path: '/lease/changeCarList', kind: 'list', entity: 'vehicleSwap', menu, icon: 'swap', order: 8, view: { promoted: ['complete', 'bringBack', 'submit', 'pass'] },
      help: '永久换车：原车收回、新车交付，同一时刻完成，租金差额按天计算。临时替换：租金不变，原车修好后换回。' },
    { detail: 'changeCarDetails', add: 'changeCarAdd', mod: 'changeCarMod' }, '换车单',
  ),
  { code: 'swopCarAuditList', title: '换车审核', path: '/lease/swopCarAuditList', kind: 'list', entity: 'vehicleSwap', menu, icon: 'audit', order: 9,
    view: { filter: { status: ['approving', 'rejected', 'toSwap'] }, columns: ['no', 'status', 'kind', 'lease', 'lessee', 'oldVehicle', 'newVehicle', 'plannedOn', 'rentPolicy', 'newRent', 'reasonKind', 'store'], promoted: ['pass', 'reject', 'submit'] },
    help: '待审核的换车单；被驳回的可以修改后重新提交。' },
  ...four(
    { code: 'renewalOfLease', title: '续租管理', path: '/vehicle/renewalOfLease', kind: 'list', entity: 'renewal', menu, icon: 'retweet', order: 10, view: { promoted: ['submit', 'pass', 'sign'] },
      help: '续租接在现租期之后，没有空档也不重叠；押金沿用，最后一次结清。' },
    { detail: 'renewalOfLeaseInfo', add: 'renewalOfLeaseAdd', mod: 'renewalOfLeaseMod' }, '续租单',
  ),
  ...four(
    { code: 'extensionRecord', title: '延期管理', path: '/lease/extensionRecord', kind: 'list', entity: 'leaseExtension', menu, icon: 'schedule', order: 11, view: { promoted: ['submit', 'pass', 'reject'] },
      help: '延期付款推迟一张账单的应付日；延期还车按原租金延长租期。' },
    { detail: 'extensionDetails', add: 'extensionAdd', mod: 'extensionMod' }, '延期单',
  ),
  ...four(
    { code: 'reduceRentList', title: '减租列表', path: '/lease/reduceRentList', kind: 'list', entity: 'rentReduction', menu, icon: 'gift', order: 12, view: { promoted: ['submit', 'pass', 'reject'] },
      help: '减租金额由系统按收款计划计算，只能调低。未出账的直接减计划，已出账的冲减账单，已付的退入预存余额。' },
    { detail: 'reduceRentDetails', add: 'reduceRentAdd', mod: 'reduceRentMod' }, '减租单',
  ),
  ...four(
    { code: 'incidental', title: '杂费管理', path: '/lease/incidental', kind: 'list', entity: 'incidental', menu, icon: 'wallet', order: 13, view: { promoted: ['issue'] }, help: '拖车、清洁、违章代缴等临时费用；出账后成为账单。' },
    { detail: 'incidentalDetails', add: 'incidentalAdd', mod: 'incidentalMod' }, '杂费单',
  ),
]

const ending: Screen[] = [
  ...four(
    { code: 'backCarList', title: '退车列表', path: '/lease/backCarList', kind: 'list', entity: 'vehicleReturn', menu, icon: 'inbox', order: 14, view: { promoted: ['submit', 'pass', 'inspect'] },
      help: '退车申请 → 审核 → 验车 → 结算。被驳回的可以修改后再提交。' },
    { detail: 'backCarDetails', add: 'backCarAdd', mod: 'backCarMod' }, '退车单',
  ),
  { code: 'vehicleReturnCheckList', title: '退车验车', path: '/lease/vehicleReturnCheckList', kind: 'list', entity: 'vehicleReturn', menu, icon: 'check-square', order: 15,
    view: { filter: { status: ['approving', 'rejected', 'toInspect', 'inspected'] }, columns: ['no', 'status', 'lease', 'lessee', 'vehicle', 'reasonKind', 'plannedOn', 'actualAt', 'odometer', 'store'], promoted: ['inspect', 'pass', 'reject', 'submit'] },
    help: '审核退车申请，车到后对照交车单验车：车损、缺件、里程、电量。' },
  { code: 'settleInfoList', title: '结算信息', path: '/lease/settleInfoList', kind: 'list', entity: 'returnSettlement', menu, icon: 'transaction', order: 16, view: { promoted: ['submit', 'pass', 'advance', 'release'] },
    help: '每次退车一张结算单：预览、提交、审核、收款或退款，违章押金保留到期后由每日任务释放。' },
  { code: 'settleInfoDetail', title: '结算详情', path: '/lease/settleInfoDetail', kind: 'detail', entity: 'returnSettlement', of: 'settleInfoList', view: { promoted: ['pass', 'release', 'advance'] } },
  { code: 'settleInfoAdd', title: '新增结算', path: '/lease/settleInfoAdd', kind: 'page', of: 'settleInfoList', right: 'settleInfoList_fill' },
  { code: 'backCarSettle', title: '退车结算', path: '/lease/backCarSettle', kind: 'page', of: 'settleInfoList', right: 'settleInfoList_fill' },
  { code: 'contracSettleList', title: '合同结算', path: '/contract/contracSettleList', kind: 'list', entity: 'contract', menu, icon: 'reconciliation', order: 17,
    view: { filter: { status: ['toSettle', 'done', 'endedEarly'] }, columns: ['no', 'status', 'lessee', 'vehicles', 'startOn', 'endOn', 'totalRent', 'store', 'owner'] }, help: '车辆已全部退回、等待结清的合同，以及已结清的合同。' },
]

const basics: Screen[] = [
  ...four(
    { code: 'carProduct', title: '车型产品', path: '/product/carProduct', kind: 'list', entity: 'vehicleProduct', menu, icon: 'appstore', order: 18, help: '车型 + 租赁方案。合同签订时冻结方案条款，方案后续修改不影响已签合同。' },
    { detail: 'carProductDetail', add: 'carProductAdd', mod: 'carProductMod' }, '产品',
  ),
  { code: 'leasePlanDetail', title: '方案详情', path: '/product/leasePlanDetail', kind: 'detail', entity: 'leasePlan', of: 'carProduct' },
  { code: 'leasePlanAdd', title: '新增方案', path: '/product/leasePlanAdd', kind: 'form', entity: 'leasePlan', of: 'carProduct', right: 'carProduct_add' },
  { code: 'leasePlanMod', title: '修改方案', path: '/product/leasePlanMod', kind: 'form', entity: 'leasePlan', of: 'carProduct', right: 'carProduct_edit' },
  ...four(
    { code: 'carProductCost', title: '产品成本', path: '/product/carProductCost', kind: 'list', entity: 'productCost', menu, icon: 'fund', order: 19, help: '购置折旧、保险、保养与其他成本，对照租金看毛利。' },
    { detail: 'carProductCostDetail', add: 'carProductCostAdd', mod: 'carProductCostMod' }, '产品成本',
  ),
  { code: 'entryTemp', title: '验车模板', path: '/vehicle/entryTemp', kind: 'list', entity: 'inspectionTemplate', menu, icon: 'bars', order: 20, help: '交车与退车时逐项检查的内容，按车辆类别选用。' },
  { code: 'entryTempDetail', title: '验车模板详情', path: '/vehicle/entryTempDetail', kind: 'detail', entity: 'inspectionTemplate', of: 'entryTemp' },
  { code: 'entryTempAdd', title: '新增验车模板', path: '/vehicle/entryTempAdd', kind: 'form', entity: 'inspectionTemplate', of: 'entryTemp', right: 'entryTemp_add' },
  { code: 'entryTempModify', title: '修改验车模板', path: '/vehicle/entryTempModify', kind: 'form', entity: 'inspectionTemplate', of: 'entryTemp', right: 'entryTemp_edit' },
]

export const leasingScreens: readonly Screen[] = [...beginning, ...running, ...ending, ...basics]
