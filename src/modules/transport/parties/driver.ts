/** 司机 (transport.md §2.2): own, outside, of a carrier, or registered on the platform. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { LICENCES } from './party.rules.ts'

export const driver = defineEntity({
  name: 'driver',
  label: '司机',
  right: 'drivers',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name', 'mobile', 'mobileTail', 'idNo', 'qualificationNo'],
  card: { shows: ['workStatus', 'store'], phone: 'mobile' },
  fields: {
    name: f.text('姓名', { required: true, maxLength: 40 }),
    audit: f.state(
      '认证状态',
      { unverified: '未认证', reviewing: '审核中', verified: '已认证', rejected: '驳回', expired: '证件过期' },
      'unverified',
    ),
    account: f.choice(
      '账号状态',
      { active: '启用', suspended: '停用', blacklisted: '黑名单' },
      { required: true, default: 'active', readOnly: true },
    ),
    mobile: f.text('手机号', { required: true, format: 'mobile', mask: 'mobile', unique: '该手机号已登记司机' }),
    // What the mask leaves to be seen: found by its index, never as a part of the number.
    mobileTail: f.computed('手机尾号', 'text', "case when mobile like '$zyt1$%' then right(mobile, 8) else right(mobile, 4) end", {
      internal: true,
    }),
    idNo: f.text('身份证号', { required: true, format: 'idNo', mask: 'idNo', unique: true, certificate: true }),
    source: f.choice(
      '来源',
      { own: '自有', outside: '外协', carrier: '承运商', registered: '平台注册' },
      { required: true, default: 'own' },
    ),
    carrier: f.ref('承运商', 'carrier', { required: true, when: (v) => v['source'] === 'carrier' }),
    customer: f.ref('租车客户', 'lessee'),
    vehicle: f.ref('默认车辆', 'vehicle'),
    licenceClass: f.choice('准驾车型', LICENCES, { required: true, default: 'C1' }),
    licenceIssuer: f.text('驾驶证发证机关', { maxLength: 60 }),
    licenceFrom: f.day('驾驶证有效期起'),
    licenceDueOn: f.day('驾驶证有效期至'),
    qualificationNo: f.text('从业资格证号', { maxLength: 40, mask: 'idNo' }),
    qualificationDueOn: f.day('从业资格证有效期至'),
    healthDueOn: f.day('健康证有效期至'),
    bankName: f.text('开户行', { maxLength: 80 }),
    bankAccount: f.text('银行账户', { maxLength: 40, mask: 'bankCard', twoPeople: true }),
    user: f.ref('登录账号', 'user', { readOnly: true }),
    payRule: f.ref('计薪规则', 'rateRule', { filter: { direction: 'payable' } }),
    workStatus: f.choice(
      '工作状态',
      { offline: '离线', idle: '在线空闲', offered: '待接单', busy: '任务中', rest: '休息' },
      { required: true, default: 'offline', readOnly: true },
    ),
    heartbeatAt: f.instant('最近在线', { readOnly: true }),
    position: f.place('最近位置', { readOnly: true }),
    trackConsentAt: f.instant('同意行踪使用', { readOnly: true, hint: '司机本人在手机页同意的时间；空着表示没有同意或已撤回' }),
    driveDayMin: f.int('24 小时驾驶', { readOnly: true, unit: '分钟' }),
    driveSinceRestMin: f.int('连续驾驶', { readOnly: true, unit: '分钟' }),
    score: f.int('评分', { readOnly: true, min: 0, max: 100 }),
    points: f.int('扣分', { readOnly: true }),
    images: f.files('证件照片', { maxCount: 9 }),
    contracts: f.files('已签合同', { maxCount: 50, readOnly: true }),
    store: f.ref('门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    dept: f.ref('部门', 'dept'),
    tags: f.text('标签', { maxLength: 100, quick: true }),
    rejectReason: f.text('驳回原因', { readOnly: true, maxLength: 200 }),
    remark: f.note('备注', { quick: true, maxLength: 500 }),
  },
  list: {
    columns: [
      'name',
      'audit',
      'account',
      'workStatus',
      'mobile',
      'source',
      'carrier',
      'vehicle',
      'licenceClass',
      'licenceDueOn',
      'qualificationDueOn',
      'score',
      'store',
    ],
    filters: [
      'name',
      'audit',
      'account',
      'workStatus',
      'source',
      'carrier',
      'licenceClass',
      'licenceDueOn',
      'qualificationDueOn',
      'store',
      'vehicle',
    ],
    sort: '-createdAt',
    quick: {
      已认证: { audit: 'verified' },
      审核中: { audit: 'reviewing' },
      证件过期: { audit: 'expired' },
      在线: { workStatus: ['idle', 'offered', 'busy', 'rest'] },
    },
  },
  form: {
    基本信息: ['name', 'mobile', 'idNo', 'source', 'carrier', 'customer', 'vehicle', 'store', 'dept'],
    证件: [
      'licenceClass',
      'licenceIssuer',
      'licenceFrom',
      'licenceDueOn',
      'qualificationNo',
      'qualificationDueOn',
      'healthDueOn',
      'images',
      'contracts',
    ],
    结算: ['bankName', 'bankAccount', 'payRule'],
    状态: [
      'account',
      'workStatus',
      'heartbeatAt',
      'trackConsentAt',
      'driveDayMin',
      'driveSinceRestMin',
      'score',
      'points',
      'user',
      'rejectReason',
    ],
    其他: ['tags', 'remark'],
  },
  children: [
    { entity: 'mission', by: 'driver', label: '任务' },
    { entity: 'lineDriver', by: 'driver', label: '线路分配' },
    { entity: 'violation', by: 'driver', label: '违章' },
    { entity: 'insuranceClaim', by: 'driver', label: '出险' },
    { entity: 'fuelling', by: 'driver', label: '加油充电' },
  ],
  indexes: [['mobileTail']],
})

const open = (d: { account: string }) => (d.account === 'active' ? null : '司机账号不是启用状态')

export const driverActions = defineActions(driver, {
  submit: {
    label: '提交认证',
    from: ['unverified', 'rejected', 'expired'],
    to: 'reviewing',
    tone: 'primary',
    bulk: true,
    confirm: '提交后由另一位同事核对证件，认证通过后司机才能派车。确认提交？',
  },
  verify: {
    label: '认证通过',
    right: 'drivers_audit',
    from: ['reviewing'],
    to: 'verified',
    tone: 'primary',
    bulk: true,
    secondPerson: { own: '录入人不能认证自己录入的司机，请由另一位同事认证' },
    refuse: (d, m) =>
      d.licenceDueOn === null ? '请先填写驾驶证有效期' : d.licenceDueOn < m.today ? `驾驶证已于 ${d.licenceDueOn} 到期` : null,
    confirm: '通过后该司机可以派车、接单。已核对证件，确认通过？',
  },
  reject: {
    label: '驳回',
    right: 'drivers_audit',
    from: ['reviewing'],
    to: 'rejected',
    tone: 'danger',
    input: { reason: f.text('驳回原因', { required: true, maxLength: 200 }) },
  },
  expire: { label: '证件过期', from: ['verified'], to: 'expired', internal: true },
  suspend: {
    label: '停用账号',
    from: 'any',
    tone: 'danger',
    refuse: (d) => open(d) ?? (d.workStatus === 'busy' ? '司机正在执行任务，不能停用' : null),
    input: { reason: f.text('停用原因', { required: true, maxLength: 200 }) },
  },
  resume: {
    label: '启用账号',
    from: 'any',
    refuse: (d) => (d.account === 'suspended' ? null : '司机账号不是停用状态'),
    confirm: '启用后司机可以登录手机页并接单。确认启用？',
  },
  blacklist: {
    label: '列入黑名单',
    from: 'any',
    tone: 'danger',
    refuse: (d) => (d.account === 'blacklisted' ? '司机已在黑名单' : d.workStatus === 'busy' ? '司机正在执行任务，不能列入黑名单' : null),
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  bind: {
    label: '绑定账号',
    from: 'any',
    refuse: open,
    input: { user: f.ref('登录账号', 'user', { required: true }) },
  },
  contractSigned: {
    label: '合同签署完成',
    from: 'any',
    internal: true,
    input: { contracts: f.files('已签合同', { required: true, maxCount: 50 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    driver: RowOf<typeof driver>
  }
  interface ActionsOf {
    driver: typeof driverActions
  }
}
