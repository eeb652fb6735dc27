/** 组织: departments, users and roles (leasing.md §3.14). Operator companies stand in module operators-to-come; the table is the kit's. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const dept = defineEntity({
  name: 'dept',
  label: '部门',
  right: 'dept',
  scope: { dept: 'id' },
  title: ['name'],
  search: ['name', 'code'],
  chosenByPages: true,
  tree: 'parent',
  fields: {
    name: f.text('部门名称', { required: true, maxLength: 60 }),
    code: f.text('部门编码', { required: true, format: 'code', unique: '该部门编码已存在', maxLength: 40 }),
    parent: f.ref('上级部门', 'dept'),
    leader: f.ref('负责人', 'user'),
    phone: f.text('联系电话', { format: 'phone' }),
    idx: f.int('排序', { required: true, default: 0, min: 0, max: 9999 }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: { columns: ['name', 'code', 'parent', 'leader', 'phone', 'idx'], filters: ['name', 'code', 'parent'], sort: 'idx,name' },
  form: { 部门信息: ['parent', 'name', 'code', 'leader', 'phone', 'idx', 'remark'] },
  children: [{ entity: 'user', by: 'dept', label: '部门成员' }],
})

const CUSTOMER_TYPES = { staff: '员工', driver: '司机', carrier: '承运商', supplier: '服务商' }

export const user = defineEntity({
  name: 'user',
  label: '用户',
  right: 'user',
  scope: { dept: 'dept' },
  title: ['name'],
  search: ['username', 'name', 'mobile'],
  chosenByPages: true,
  fields: {
    username: f.text('用户名', {
      required: true,
      fixed: true,
      format: 'code',
      unique: '该用户名已被使用',
      maxLength: 40,
      hint: '只能包含数字、字母和下划线，创建后不可修改',
    }),
    name: f.text('姓名', { required: true, maxLength: 40 }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    mobile: f.text('手机号', { required: true, format: 'mobile', mask: 'mobile' }),
    dept: f.ref('所属部门', 'dept', { required: true }),
    stores: f.refs('所属门店', 'store', { hint: '数据权限中的「本门店」指这些门店' }),
    roles: f.refs('角色', 'role', { filter: { status: 'active' } }),
    templates: f.refs('数据权限模板', 'dataTemplate', { hint: '与角色上的模板合并生效' }),
    customerType: f.choice('用户类型', CUSTOMER_TYPES, { required: true, default: 'staff' }),
    carrier: f.flag('承运商用户', { hint: '勾选后以 TMS 承运商外观登录' }),
    isAdmin: f.flag('管理员', { readOnly: true }),
    avatar: f.files('头像', { maxCount: 1 }),
    email: f.text('邮箱', { format: 'email', mask: 'email', maxLength: 100 }),
    lastLoginAt: f.instant('最近登录', { readOnly: true }),
    remark: f.note('备注', { maxLength: 300 }),
  },
  list: {
    columns: ['username', 'name', 'status', 'mobile', 'dept', 'stores', 'roles', 'templates', 'customerType', 'lastLoginAt'],
    filters: ['username', 'name', 'status', 'dept', 'roles', 'stores', 'customerType', 'mobile'],
    sort: 'username',
    tree: 'dept',
    quick: { 启用: { status: 'active' }, 停用: { status: 'disabled' } },
  },
  form: {
    账号: ['username', 'name', 'mobile', 'email', 'avatar'],
    组织与权限: ['dept', 'stores', 'roles', 'templates', 'customerType', 'carrier'],
    其他: ['remark'],
  },
  children: [{ entity: 'messengerAccount', by: 'user', label: '办公账号' }],
})

export interface UserFacts {
  lockedUntil: string | null
  hasSecondFactor: boolean
  /** Why the asking one may not touch him: he may more. */
  above: string | null
  isLastAdmin: boolean
}
export const userActions = defineActions(user, facts<UserFacts>(), {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    bulk: true,
    refuse: (u, m) =>
      u.id === m.user.id
        ? '不能停用自己的账号，请由另一位管理员停用'
        : u.isLastAdmin
          ? '这是公司唯一的管理员，停用后没有人能管理系统；请先把另一位同事设为管理员'
          : u.isAdmin && !m.user.isAdmin
            ? '只有管理员可以停用管理员'
            : u.above,
    confirm: '停用后该用户会立即退出登录，待办需要另行转交。确认停用？',
  },
  enable: {
    label: '启用',
    from: ['disabled'],
    to: 'active',
    bulk: true,
    refuse: (u) => u.above,
    confirm: '启用后该用户可以重新登录，权限与停用前相同。确认启用？',
  },
  unlock: {
    label: '解除锁定',
    from: ['active'],
    refuse: (u, m) =>
      u.isAdmin && !m.user.isAdmin
        ? '只有管理员可以为管理员解锁'
        : u.lockedUntil
          ? u.above
          : '该用户没有被锁定，不需要解除；登录不了时请核对用户名或重置密码',
    confirm: '解除后该用户可以立即再次登录，不用等锁定时间过去。请先确认是本人输错了密码。确认解除？',
  },
  kick: {
    label: '强制下线',
    from: ['active'],
    refuse: (u, m) =>
      u.id === m.user.id
        ? '不能强制自己下线，请用右上角的「退出登录」'
        : u.isAdmin && !m.user.isAdmin
          ? '只有管理员可以强制管理员下线'
          : u.above,
    confirm: '该用户在所有设备上立即退出，之后可以重新登录；要阻止再次登录请停用。确认强制下线？',
  },
  clearTotp: {
    label: '清除两步验证',
    from: ['active'],
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200, hint: '例如：手机丢失，已当面核实本人' }) },
    refuse: (u, m) =>
      u.id === m.user.id
        ? '自己的两步验证请在「个人中心」停用或移除'
        : u.isAdmin && !m.user.isAdmin
          ? '只有管理员可以为管理员清除'
          : u.hasSecondFactor
            ? u.above
            : '该用户没有启用两步验证',
    confirm: '清除后该用户退出所有登录，下次只凭密码登录，并应重新启用。请先核实是本人。确认清除？',
  },
  // Done by calls of their own; here they have their names in histories.
  resetPassword: { label: '重置密码', from: ['active'], internal: true },
  bindAlipay: { label: '绑定支付宝', from: ['active'], internal: true },
})

const role = defineEntity({
  name: 'role',
  label: '角色',
  right: 'role',
  title: ['name'],
  search: ['code', 'name'],
  fields: {
    code: f.text('角色编码', { required: true, fixed: true, format: 'code', unique: '该角色编码已存在', maxLength: 40 }),
    name: f.text('角色名称', { required: true, maxLength: 40 }),
    kind: f.choice('类型', { builtin: '内置', custom: '自定义' }, { required: true, default: 'custom', readOnly: true }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    templates: f.refs('数据权限模板', 'dataTemplate', {
      hint: '选了几个模板时，任何一个允许看到的都能看到；一个也没选时，按数据权限控制的页面看不到任何数据',
    }),
    remark: f.note('说明', { maxLength: 300 }),
  },
  list: { columns: ['code', 'name', 'kind', 'status', 'templates', 'remark'], filters: ['code', 'name', 'kind', 'status'], sort: 'code' },
  form: { 角色信息: ['code', 'name', 'templates', 'remark'] },
})
export interface RoleFacts {
  /** Why the asking one may not touch it: it gives more than he has. */
  above: string | null
}
export const roleActions = defineActions(role, facts<RoleFacts>(), {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    refuse: (r) => (r.kind === 'builtin' ? '这是系统自带的角色，不能停用；要收回权限请从用户上去掉它' : r.above),
    confirm: '停用后拥有该角色的用户立即失去其权限。确认停用？',
  },
  enable: {
    label: '启用',
    from: ['disabled'],
    to: 'active',
    refuse: (r) => r.above,
    confirm: '启用后拥有该角色的用户立即恢复其权限。确认启用？',
  },
  grant: { label: '授权', from: 'any', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    dept: RowOf<typeof dept>
    user: RowOf<typeof user>
    role: RowOf<typeof role>
  }
  interface ActionsOf {
    user: typeof userActions
    role: typeof roleActions
  }
}
