/** 用车申请 (car-out): who wants which vehicles from when; once passed, a contract is made of it. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { AUDIT_SECTION, AUDIT_STATES, auditFields, CANCEL, PASS, REJECT, SUBMIT } from '../audit.ts'

export const carApplication = defineEntity({
  name: 'carApplication',
  label: '用车申请',
  right: 'applyCarList',
  scope: { store: 'store', owner: 'owner' },
  title: ['no'],
  search: ['no', 'purpose'],
  searchThrough: ['lessee'],
  papers: { application: '用车申请单' },
  fields: {
    no: f.serial('申请单号', 'YC{yyyyMMdd}-{0000}'),
    status: f.state('状态', { ...AUDIT_STATES, approved: '待签合同', contracted: '已签合同', cancelled: '已取消' }, 'draft'),
    lessee: f.ref('承租人', 'lessee', { required: true, filter: { status: 'normal' } }),
    store: f.ref('提车门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    owner: f.ref('业务员', 'user', { begins: 'me' }),
    model: f.ref('意向车型', 'vehicleModel', { filter: { status: 'active' } }),
    plan: f.ref('租赁方案', 'leasePlan', { filter: { status: 'active' } }),
    quantity: f.int('数量', { required: true, default: 1, min: 1, max: 100, unit: '辆' }),
    vehicles: f.refs('指定车辆', 'vehicle', { filter: { status: 'available' }, hint: '可以不指定，签合同时再选' }),
    wantOn: f.day('希望提车日', { required: true, begins: 'now' }),
    months: f.int('租期', { required: true, default: 12, min: 1, max: 120, unit: '个月' }),
    purpose: f.note('用途', { required: true, maxLength: 300 }),
    attachments: f.files('附件', { maxCount: 6 }),
    contract: f.ref('合同', 'contract', { readOnly: true }),
    ...auditFields(),
  },
  check: (v) => ((v.vehicles?.length ?? 0) > v.quantity ? { at: 'vehicles', reason: '指定车辆不能多于申请数量' } : null),
  list: {
    columns: ['no', 'status', 'lessee', 'model', 'quantity', 'wantOn', 'months', 'plan', 'store', 'owner', 'contract'],
    filters: ['no', 'status', 'lessee', 'store', 'model', 'wantOn', 'owner'],
    sort: '-createdAt',
    quick: {
      草稿: { status: ['draft', 'rejected'] },
      审批中: { status: 'approving' },
      待签合同: { status: 'approved' },
      已签合同: { status: 'contracted' },
    },
  },
  form: {
    申请: ['lessee', 'store', 'owner', 'model', 'plan', 'quantity', 'vehicles', 'wantOn', 'months', 'purpose', 'attachments'],
    审核: ['contract', ...AUDIT_SECTION],
  },
})

export const carApplicationActions = defineActions(carApplication, {
  submit: { ...SUBMIT, to: 'approving', confirm: '提交后等待审核，通过后可以据此签订合同；审核期间不能修改。确认提交？' },
  pass: { ...PASS, to: 'approved', confirm: '同意用车？通过后可以据此签订合同。' },
  reject: REJECT,
  cancel: { ...CANCEL, from: ['draft', 'rejected', 'approved'], to: 'cancelled' },
  sign: {
    label: '签订合同',
    from: ['approved'],
    to: 'contracted',
    internal: true,
    input: { contract: f.ref('合同', 'contract', { required: true }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    carApplication: RowOf<typeof carApplication>
  }
  interface ActionsOf {
    carApplication: typeof carApplicationActions
  }
}
