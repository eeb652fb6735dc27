/** 审批角色、发起人与处理人权限、代理、业务流程设置: who may what, apart from the drawing of a process. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

/** «门店财务» is one role; which person it means follows from the store of the business record. */
const approvalRole = defineEntity({
  name: 'approvalRole',
  label: '审批角色',
  right: 'approvalRoles',
  title: ['name'],
  search: ['code', 'name'],
  fields: {
    code: f.text('角色编码', { required: true, fixed: true, format: 'code', unique: '该角色编码已存在', maxLength: 40 }),
    name: f.text('角色名称', { required: true, unique: '该角色名称已存在', maxLength: 40 }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    remark: f.note('说明', { maxLength: 300 }),
  },
  list: { columns: ['name', 'code', 'status', 'remark'], filters: ['name', 'code', 'status'], sort: 'code' },
  form: { 审批角色: ['code', 'name', 'remark'] },
  children: [{ entity: 'approvalRoleMember', by: 'role', label: '成员' }],
})
export const approvalRoleActions = defineActions(approvalRole, {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    confirm: '停用后使用该角色的节点找不到审批人，将按「审批人为空」处理。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后使用该角色的审批由它的成员处理。确认启用？' },
})

const MEMBER_SCOPES = { company: '全公司', store: '门店', region: '区域（城市）' } as const
export const approvalRoleMember = defineEntity({
  name: 'approvalRoleMember',
  label: '审批角色成员',
  right: 'approvalRoles',
  title: ['role', 'user'],
  fields: {
    role: f.ref('审批角色', 'approvalRole', { required: true, fixed: true, onDelete: 'cascade' }),
    user: f.ref('成员', 'user', { required: true, filter: { status: 'active' } }),
    reach: f.choice('负责范围', MEMBER_SCOPES, { required: true, default: 'company' }),
    store: f.ref('门店', 'store', { filter: { status: 'active' }, when: (v) => v['reach'] === 'store' }),
    region: f.text('城市', { maxLength: 40, when: (v) => v['reach'] === 'region', hint: '与门店资料中的城市一致' }),
  },
  check: (v) => (v.reach === 'store' && !v.store ? '请选择门店' : v.reach === 'region' && !v.region ? '请填写城市' : null),
  unique: [{ fields: ['role', 'user', 'reach', 'store', 'region'], message: '该成员在此范围内已有这个审批角色' }],
  list: {
    columns: ['role', 'user', 'reach', 'store', 'region'],
    filters: ['role', 'user', 'reach', 'store'],
    sort: 'role,user',
    tree: 'role',
  },
  form: { 成员: ['role', 'user', 'reach', 'store', 'region'] },
})

export const promoterPermission = defineEntity({
  name: 'promoterPermission',
  label: '发起人权限',
  right: 'promoterPermissions',
  title: ['process'],
  fields: {
    process: f.ref('流程', 'approvalProcess', { required: true, fixed: true, onDelete: 'cascade' }),
    everyone: f.flag('全体员工', { default: false }),
    users: f.refs('人员', 'user', { filter: { status: 'active' }, when: (v) => !v['everyone'] }),
    roles: f.refs('角色', 'role', { filter: { status: 'active' }, when: (v) => !v['everyone'] }),
    depts: f.refs('部门（含下级）', 'dept', { when: (v) => !v['everyone'] }),
    remark: f.note('说明', { maxLength: 300 }),
  },
  check: (v) =>
    !v.everyone && !v.users?.length && !v.roles?.length && !v.depts?.length ? '请选择可以发起的人员、角色或部门，或勾选全体员工' : null,
  unique: [{ fields: ['process'], message: '该流程已设置发起人权限' }],
  list: { columns: ['process', 'everyone', 'users', 'roles', 'depts', 'remark'], filters: ['process', 'everyone'], sort: 'process' },
  form: { 发起人权限: ['process', 'everyone', 'users', 'roles', 'depts', 'remark'] },
})

/** Takes away from what the node offers; never adds to it. The row without a process is the rule for all others. */
export const processorPermission = defineEntity({
  name: 'processorPermission',
  label: '处理人权限',
  right: 'processorPermissions',
  title: ['name'],
  fields: {
    name: f.text('名称', { required: true, unique: '该名称已存在', maxLength: 60 }),
    process: f.ref('流程', 'approvalProcess', {
      fixed: true,
      onDelete: 'cascade',
      hint: '留空为默认规则，适用于没有单独设置的流程；有多条默认规则时以最新的为准',
    }),
    reject: f.flag('拒绝', { default: true }),
    sendBack: f.flag('退回', { default: true }),
    handOver: f.flag('转办', { default: true }),
    delegate: f.flag('委派', { default: true }),
    addSigner: f.flag('加签、减签', { default: true }),
    copy: f.flag('抄送', { default: true }),
    takeBack: f.flag('拿回', { default: true }),
    withdraw: f.flag('发起人撤销', { default: true }),
    urge: f.flag('发起人催办', { default: true }),
    remark: f.note('说明', { maxLength: 300 }),
  },
  list: {
    columns: ['name', 'process', 'reject', 'sendBack', 'handOver', 'delegate', 'addSigner', 'copy', 'takeBack', 'withdraw', 'urge'],
    filters: ['name', 'process'],
    sort: 'name',
  },
  form: {
    处理人权限: ['name', 'process'],
    允许的操作: ['reject', 'sendBack', 'handOver', 'delegate', 'addSigner', 'copy', 'takeBack', 'withdraw', 'urge'],
    其他: ['remark'],
  },
})

/** 代理: within the window both see the task, and whoever acts first has acted. */
export const approvalDeputy = defineEntity({
  name: 'approvalDeputy',
  label: '审批代理',
  right: 'approvalDeputies',
  scope: { owner: 'user' },
  title: ['user', 'deputy'],
  fields: {
    user: f.ref('委托人', 'user', { required: true, fixed: true, filter: { status: 'active' } }),
    deputy: f.ref('代理人', 'user', { required: true, filter: { status: 'active' } }),
    status: f.state('状态', { active: '有效', cancelled: '已取消' }, 'active'),
    fromAt: f.instant('开始时间', { required: true }),
    toAt: f.instant('结束时间', { required: true }),
    processes: f.refs('限定流程', 'approvalProcess', { hint: '留空为全部流程' }),
    reason: f.text('事由', { required: true, maxLength: 200 }),
  },
  check: (v) => (v.user === v.deputy ? '代理人不能是委托人自己' : v.toAt <= v.fromAt ? '结束时间必须晚于开始时间' : null),
  list: {
    columns: ['user', 'deputy', 'status', 'fromAt', 'toAt', 'processes', 'reason'],
    filters: ['user', 'deputy', 'status', 'fromAt'],
    sort: '-fromAt',
    quick: { 有效: { status: 'active' }, 已取消: { status: 'cancelled' } },
  },
  form: { 审批代理: ['user', 'deputy', 'fromAt', 'toAt', 'processes', 'reason'] },
})
export const approvalDeputyActions = defineActions(approvalDeputy, {
  cancel: {
    label: '取消代理',
    from: ['active'],
    to: 'cancelled',
    tone: 'danger',
    bulk: true,
    confirm: '取消后代理人不再看到委托人的待办。确认取消？',
  },
})

/** Which business act waits for which process. An act without a row here stays direct. */
export const businessProcess = defineEntity({
  name: 'businessProcess',
  label: '业务流程设置',
  right: 'businessProcessSettings',
  scope: { store: 'store' },
  title: ['act'],
  search: ['act'],
  fields: {
    act: f.text('业务编码', { required: true, fixed: true, maxLength: 60, hint: '如 contract.submit，可选的业务见页面上的列表' }),
    process: f.ref('审批流程', 'approvalProcess', { required: true, filter: { status: 'active' } }),
    store: f.ref('限定门店', 'store', { hint: '留空为全部门店；同一业务可以按门店使用不同流程' }),
    enabled: f.flag('启用', { default: true, quick: true }),
    remark: f.note('说明', { maxLength: 300 }),
  },
  unique: [{ fields: ['act', 'store'], message: '该业务（门店）已设置流程' }],
  list: { columns: ['act', 'process', 'store', 'enabled', 'remark'], filters: ['act', 'process', 'store', 'enabled'], sort: 'act' },
  form: { 业务流程: ['act', 'process', 'store', 'enabled', 'remark'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    approvalRole: RowOf<typeof approvalRole>
    approvalRoleMember: RowOf<typeof approvalRoleMember>
    promoterPermission: RowOf<typeof promoterPermission>
    processorPermission: RowOf<typeof processorPermission>
    approvalDeputy: RowOf<typeof approvalDeputy>
    businessProcess: RowOf<typeof businessProcess>
  }
  interface ActionsOf {
    approvalRole: typeof approvalRoleActions
    approvalDeputy: typeof approvalDeputyActions
  }
}
