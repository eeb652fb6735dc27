/** 招商加盟 (leasing.md §3.11): what visitors send from the public page, followed up to an answer. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { companyFields, PARENT_HINT } from '../companies/profile.ts'

export const franchiseApply = defineEntity({
  name: 'franchiseApply',
  label: '加盟申请',
  right: 'joinusinfo',
  scope: { store: null },
  title: ['no'],
  search: ['no', 'company', 'contact', 'city'],
  fields: {
    no: f.serial('申请编号', 'JM{yyyyMMdd}-{0000}'),
    status: f.state(
      '状态',
      { toFollow: '待跟进', following: '跟进中', passed: '已通过', refused: '已拒绝', converted: '已转运营商' },
      'toFollow',
    ),
    contact: f.text('联系人', { required: true, maxLength: 40 }),
    mobile: f.text('手机号', { required: true, format: 'mobile', mask: 'mobile' }),
    company: f.text('公司名称', { maxLength: 80 }),
    creditCode: f.text('统一社会信用代码', { format: 'creditCode' }),
    city: f.text('意向城市', { required: true, maxLength: 40 }),
    fleetSize: f.int('现有车辆数', { min: 0, max: 100_000, unit: '辆' }),
    intent: f.note('加盟意向', { maxLength: 500 }),
    host: f.text('来源站点', { maxLength: 100, readOnly: true }),
    result: f.text('处理说明', { readOnly: true, maxLength: 200 }),
    promoCode: f.ref('推广码', 'promoCode'),
    profile: f.ref('运营商', 'operatorProfile', { readOnly: true }),
  },
  list: {
    columns: ['no', 'status', 'contact', 'mobile', 'company', 'city', 'fleetSize', 'intent', 'host', 'promoCode', 'profile'],
    filters: ['no', 'status', 'contact', 'city', 'company'],
    sort: '-createdAt',
    quick: {
      待跟进: { status: 'toFollow' },
      跟进中: { status: 'following' },
      已通过: { status: 'passed' },
      已转运营商: { status: 'converted' },
      已拒绝: { status: 'refused' },
    },
  },
  form: { 申请: ['contact', 'mobile', 'company', 'creditCode', 'city', 'fleetSize', 'intent', 'promoCode', 'profile'] },
})
const why = { result: f.text('处理说明', { required: true, maxLength: 200 }) }

/** Whether the company that asks is the platform. */
export interface ApplyFacts {
  platform: boolean
}
export const franchiseApplyActions = defineActions(franchiseApply, facts<ApplyFacts>(), {
  follow: {
    label: '开始跟进',
    from: ['toFollow'],
    to: 'following',
    tone: 'primary',
    bulk: true,
    confirm: '开始跟进后申请转为「跟进中」，之后可以通过或拒绝。确认开始跟进？',
  },
  pass: { label: '通过', from: ['following'], to: 'passed', tone: 'primary', input: why },
  refuse: { label: '拒绝', from: ['toFollow', 'following'], to: 'refused', tone: 'danger', input: why },
  convert: {
    label: '转为运营商',
    from: ['passed'],
    to: 'converted',
    tone: 'primary',
    refuse: (a, m) => (a.platform && m.user.isAdmin ? null : '只有平台管理员可以转为运营商'),
    input: {
      name: companyFields.name,
      creditCode: f.text('统一社会信用代码', { required: true, format: 'creditCode' }),
      kind: companyFields.kind,
      parent: f.ref('上级运营商', 'operatorProfile', { filter: { level: ['platform', 'operator'], status: 'active' }, hint: PARENT_HINT }),
      adminUsername: companyFields.adminUsername,
      settleDay: companyFields.settleDay,
    },
    done: '已转为运营商，请在运营商信息中开通',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    franchiseApply: RowOf<typeof franchiseApply>
  }
  interface ActionsOf {
    franchiseApply: typeof franchiseApplyActions
  }
}
