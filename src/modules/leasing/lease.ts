/** 租约, 用车段, 收款计划 (leasing.md §3.3, §3.5). Written by commands only. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const lease = defineEntity({
  name: 'lease',
  label: '租约',
  right: 'leaseList',
  scope: { store: 'store', owner: 'owner' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  searchThrough: ['lessee', 'vehicle', 'contract'],
  pick: ['vehicle', 'lessee', 'contract', 'endOn', 'status'],
  fields: {
    no: f.serial('租赁单号', 'ZL{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      {
        toPickUp: '待提车',
        toHandOver: '待交车',
        active: '在租',
        swapping: '换车中',
        returning: '退车申请中',
        toInspect: '待验车',
        toSettle: '待结算',
        settling: '结算中',
        settled: '已结算',
        cancelled: '已取消',
      },
      'toPickUp',
    ),
    contract: f.ref('合同', 'contract', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    vehicle: f.ref('当前车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    owner: f.ref('业务员', 'user'),
    startOn: f.day('起租日', { required: true }),
    endOn: f.day('到期日', { required: true }),
    monthlyRent: f.money('月租金', { required: true }),
    laterRents: f.lines(
      '期满后租金',
      {
        on: f.day('起', { required: true }),
        monthlyRent: f.money('月租金', { required: true, each: true }),
        dailyRent: f.money('日租金', { each: true }),
      },
      { readOnly: true, hint: '换车时租期已满或余下的账期已出账：延期按此租金计，从所列日期起' },
    ),
    handedOverAt: f.instant('交车时间'),
    startOdometer: f.int('交车里程', { unit: 'km' }),
    returnedAt: f.instant('退车时间'),
    endOdometer: f.int('退车里程', { unit: 'km' }),
    revision: f.int('计划版本', { required: true, default: 0, internal: true }),
  },
  list: {
    columns: ['no', 'status', 'vehicle', 'lessee', 'contract', 'startOn', 'endOn', 'monthlyRent', 'store', 'handedOverAt'],
    filters: ['no', 'status', 'vehicle', 'lessee', 'contract', 'store', 'startOn', 'endOn', 'owner'],
    sort: '-createdAt',
    quick: {
      待交车: { status: ['toPickUp', 'toHandOver'] },
      在租: { status: 'active' },
      待结算: { status: ['toSettle', 'settling'] },
      已结束: { status: ['settled', 'cancelled'] },
    },
  },
  form: {
    租约: [
      'no',
      'contract',
      'lessee',
      'vehicle',
      'store',
      'owner',
      'startOn',
      'endOn',
      'monthlyRent',
      'laterRents',
      'handedOverAt',
      'startOdometer',
      'returnedAt',
      'endOdometer',
    ],
  },
  children: [
    { entity: 'leaseSegment', by: 'lease', label: '用车记录' },
    { entity: 'planPeriod', by: 'lease', label: '收款计划' },
    { entity: 'bill', by: 'lease', label: '账单' },
    { entity: 'leaseTerm', by: 'lease', label: '租期与租金' },
    { entity: 'handover', by: 'lease', label: '交车单' },
    { entity: 'vehicleSwap', by: 'lease', label: '换车' },
    { entity: 'renewal', by: 'lease', label: '续租' },
    { entity: 'leaseExtension', by: 'lease', label: '延期' },
    { entity: 'rentReduction', by: 'lease', label: '减租' },
    { entity: 'incidental', by: 'lease', label: '杂费' },
    { entity: 'vehicleReturn', by: 'lease', label: '退车' },
    { entity: 'returnSettlement', by: 'lease', label: '结算' },
    { entity: 'depositAccount', by: 'lease', label: '押金' },
    { entity: 'refund', by: 'lease', label: '退款' },
  ],
})

/** Who had which vehicle when. Segments of one vehicle never overlap (exclusion constraint in the migration). */
export const leaseSegment = defineEntity({
  name: 'leaseSegment',
  label: '租赁记录',
  right: 'leaseRoredList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['lease'],
  fields: {
    lease: f.ref('租约', 'lease', { required: true }),
    contract: f.ref('合同', 'contract', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice('用车类型', { main: '主车', swap: '换车', temporary: '临时替换' }, { required: true, default: 'main' }),
    fromAt: f.instant('起', { required: true }),
    toAt: f.instant('止'),
    startOdometer: f.int('起始里程', { unit: 'km' }),
    endOdometer: f.int('结束里程', { unit: 'km' }),
  },
  list: {
    columns: ['vehicle', 'lessee', 'lease', 'kind', 'fromAt', 'toAt', 'startOdometer', 'endOdometer', 'store'],
    filters: ['vehicle', 'lessee', 'lease', 'fromAt', 'toAt', 'store'],
    sort: '-fromAt',
  },
  form: { 用车记录: ['lease', 'contract', 'lessee', 'vehicle', 'store', 'kind', 'fromAt', 'toAt', 'startOdometer', 'endOdometer'] },
})

/** 租期: which days at which rent. The rows of a lease follow each other without gap or overlap (constraints in the migration). */
export const leaseTerm = defineEntity({
  name: 'leaseTerm',
  label: '租期',
  right: 'leaseList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['lease', 'seq'],
  fields: {
    lease: f.ref('租约', 'lease', { required: true }),
    contract: f.ref('合同', 'contract', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    seq: f.int('序号', { required: true }),
    source: f.choice('来源', { first: '首签', renewal: '续租', extension: '延期', change: '调价' }, { required: true, default: 'first' }),
    anchorOn: f.day('账期基准日', { required: true, hint: '各期边界都从这一天推算，续租后不变' }),
    startOn: f.day('起', { required: true }),
    endOn: f.day('止', { required: true, exclusive: true }),
    monthlyRent: f.money('月租金', { required: true }),
    dailyRent: f.money('日租金'),
  },
  list: {
    columns: ['lease', 'seq', 'source', 'startOn', 'endOn', 'monthlyRent', 'dailyRent', 'anchorOn'],
    filters: ['lease', 'contract', 'source', 'startOn'],
    sort: 'lease,seq',
  },
  form: { 租期: ['lease', 'seq', 'source', 'startOn', 'endOn', 'monthlyRent', 'dailyRent', 'anchorOn'] },
})

/** 收款计划: what will be billed and when. Unissued rows may be re-made from contract and lease at any time (B6). */
export const planPeriod = defineEntity({
  name: 'planPeriod',
  label: '收款计划',
  right: 'leaseList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['lease', 'seq'],
  fields: {
    lease: f.ref('租约', 'lease', { required: true }),
    contract: f.ref('合同', 'contract', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    status: f.state('状态', { planned: '未出账', issued: '已出账', cancelled: '已取消' }, 'planned'),
    revision: f.int('计划版本', { required: true, internal: true }),
    seq: f.int('期次', { required: true }),
    startOn: f.day('账期起', { required: true }),
    endOn: f.day('账期止', { required: true, exclusive: true }),
    amount: f.money('金额', { required: true }),
    issueOn: f.day('出账日', { required: true }),
    dueOn: f.day('应付日', { required: true }),
    /** Items of one month each: [{startOn, endOn, amount, formula}]. */
    items: f.json<{ startOn: string; endOn: string; amount: number; formula: string; feeItem?: 'REDUCE'; description?: string }[]>('明细', {
      required: true,
      of: {
        startOn: f.day('账期起'),
        endOn: f.day('账期止', { exclusive: true }),
        amount: f.money('金额'),
        formula: f.text('算式'),
        description: f.text('说明'),
      },
    }),
    bill: f.ref('账单', 'bill'),
  },
  unique: [{ fields: ['lease', 'revision', 'seq'], message: '该期次已存在' }],
  list: {
    columns: ['lease', 'seq', 'status', 'startOn', 'endOn', 'amount', 'issueOn', 'dueOn', 'bill'],
    filters: ['lease', 'contract', 'status', 'issueOn', 'dueOn'],
    sort: 'lease,seq',
    totals: ['amount'],
    totalsWithout: { status: ['cancelled'] },
  },
  form: { 收款计划: ['lease', 'seq', 'startOn', 'endOn', 'amount', 'issueOn', 'dueOn', 'bill'] },
  // Looked at under a lease or a contract only; what is due is found by an index over the planned ones (0172).
  unindexed: ['store', 'status', 'issueOn', 'dueOn'],
})

export const leaseActions = defineActions(lease, {
  issueNow: {
    label: '提前出下一期账单',
    from: ['toPickUp', 'toHandOver', 'active'],
    confirm: '还没到出账日，现在就为下一期租金出账单。确认？',
  },
  changeVehicle: {
    label: '更换车辆',
    from: ['toPickUp', 'toHandOver'],
    input: {
      newVehicle: f.ref('新车', 'vehicle', { required: true, filter: { status: 'available' } }),
      reason: f.text('更换原因', { required: true, maxLength: 200 }),
    },
  },
  // Moved by what happens to the contract and the handover only.
  sign: { label: '合同签署', from: ['toPickUp'], to: 'toHandOver', internal: true },
  handOver: {
    label: '交车',
    from: ['toHandOver'],
    to: 'active',
    internal: true,
    input: {
      startOn: f.day('起租日', { required: true }),
      endOn: f.day('到期日', { required: true }),
      at: f.instant('交车时间', { required: true }),
      odometer: f.int('里程', { required: true }),
    },
  },
  cancel: { label: '取消', from: ['toPickUp', 'toHandOver'], to: 'cancelled', internal: true },
  askSwap: { label: '申请换车', from: ['active'], to: 'swapping', internal: true },
  askReturn: { label: '申请退车', from: ['active'], to: 'returning', internal: true },
  goOn: { label: '继续在租', from: ['swapping', 'returning', 'toInspect'], to: 'active', internal: true },
  mayReturn: { label: '同意退车', from: ['returning'], to: 'toInspect', internal: true },
  takeBack: {
    label: '验车完成',
    from: ['toInspect'],
    to: 'toSettle',
    internal: true,
    input: { endOdometer: f.int('退车里程', { required: true }), at: f.instant('退车时间', { required: true }) },
  },
  askSettle: { label: '提交结算', from: ['toSettle'], to: 'settling', internal: true },
  unsettle: { label: '退回结算', from: ['settling'], to: 'toSettle', internal: true },
  settle: { label: '结算完成', from: ['settling'], to: 'settled', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    lease: RowOf<typeof lease>
    leaseSegment: RowOf<typeof leaseSegment>
    leaseTerm: RowOf<typeof leaseTerm>
    planPeriod: RowOf<typeof planPeriod>
  }
  interface ActionsOf {
    lease: typeof leaseActions
  }
}
