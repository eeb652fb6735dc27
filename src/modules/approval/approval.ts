/** 审批: processes people design themselves, and the work that runs through them. */
import { defineModule } from '#kit/entity/module.ts'
import { approvalPages } from './approval.pages.ts'
import { approvalCase } from './cases/case.ts'
import { approvalForm, approvalFormVersion, approvalFormVersionActions, approvalProcess, approvalProcessActions, approvalVersion, approvalVersionActions } from './process.ts'
import { approvalDeputy, approvalDeputyActions, approvalRole, approvalRoleActions, approvalRoleMember, businessProcess, processorPermission, promoterPermission } from './people/roles.ts'

export const approval = defineModule({
  name: 'approval',
  label: '审批',
  menus: [
    { code: 'approvalMenu', title: '审批中心', icon: 'audit', order: 15 },
    { code: 'approvalSetMenu', title: '审批设置', icon: 'partition', order: 85 },
  ],
  entities: [approvalForm, approvalFormVersion, approvalProcess, approvalVersion, approvalRole, approvalRoleMember, promoterPermission, processorPermission, approvalDeputy, businessProcess, approvalCase],
  actions: [approvalFormVersionActions, approvalProcessActions, approvalVersionActions, approvalRoleActions, approvalDeputyActions],
  screens: [
    { code: 'approvalCaseList', title: '审批监控', path: '/approval/approvalCaseList', kind: 'list', entity: 'approvalCase', menu: 'approvalMenu', icon: 'fund', order: 8,
      functions: { approvalCaseList_terminate: '终止', approvalCaseList_handOver: '离职转办' }, help: '全部审批单。可以终止卡住的审批；员工离职时把他的全部待办一次转给他人。' },
    { code: 'approvalCaseDetail', title: '审批单', path: '/approval/approvalCaseDetail', kind: 'detail', entity: 'approvalCase', of: 'approvalCaseList' },
    { code: 'approvalDeputies', title: '审批代理', path: '/approval/approvalDeputies', kind: 'list', entity: 'approvalDeputy', menu: 'approvalMenu', icon: 'swap', order: 9, view: { promoted: ['cancel'] }, help: '出差或休假期间请他人代为审批。窗口期内双方都能看到待办，先处理者生效，记录注明代理。' },
    { code: 'approvalDeputyDetail', title: '审批代理详情', path: '/approval/approvalDeputyDetail', kind: 'detail', entity: 'approvalDeputy', of: 'approvalDeputies' },
    { code: 'approvalDeputyAdd', title: '新增审批代理', path: '/approval/approvalDeputyAdd', kind: 'form', entity: 'approvalDeputy', of: 'approvalDeputies', right: 'approvalDeputies_add' },
    { code: 'approvalDeputyMod', title: '修改审批代理', path: '/approval/approvalDeputyMod', kind: 'form', entity: 'approvalDeputy', of: 'approvalDeputies', right: 'approvalDeputies_edit' },
    { code: 'workflowList', title: '流程列表', path: '/approval/workflowList', kind: 'list', entity: 'approvalProcess', menu: 'approvalSetMenu', icon: 'node-index', order: 1, view: { promoted: ['disable', 'enable'] },
      functions: { workflowList_design: '设计流程与表单' }, help: '流程定义：草稿 → 发布。发布新版本后，运行中的审批仍按原版本走完。' },
    { code: 'workflowDetail', title: '流程详情', path: '/approval/workflowDetail', kind: 'detail', entity: 'approvalProcess', of: 'workflowList' },
    { code: 'workflowAdd', title: '新增流程', path: '/approval/workflowAdd', kind: 'form', entity: 'approvalProcess', of: 'workflowList', right: 'workflowList_add' },
    { code: 'workflowMod', title: '修改流程', path: '/approval/workflowMod', kind: 'form', entity: 'approvalProcess', of: 'workflowList', right: 'workflowList_edit' },
    { code: 'approvalVersionDetail', title: '流程版本', path: '/approval/approvalVersionDetail', kind: 'detail', entity: 'approvalVersion', of: 'workflowList' },
    { code: 'approvalFormList', title: '审批表单', path: '/approval/approvalFormList', kind: 'list', entity: 'approvalForm', of: 'workflowList', help: '申请人填写的表单。拖放字段设计，发布后可被流程引用；修改产生新版本，已提交的申请不变。' },
    { code: 'approvalFormDetail', title: '表单详情', path: '/approval/approvalFormDetail', kind: 'detail', entity: 'approvalForm', of: 'workflowList' },
    { code: 'approvalFormAdd', title: '新增表单', path: '/approval/approvalFormAdd', kind: 'form', entity: 'approvalForm', of: 'workflowList', right: 'workflowList_add' },
    { code: 'approvalFormMod', title: '修改表单', path: '/approval/approvalFormMod', kind: 'form', entity: 'approvalForm', of: 'workflowList', right: 'workflowList_edit' },
    { code: 'approvalFormVersionDetail', title: '表单版本', path: '/approval/approvalFormVersionDetail', kind: 'detail', entity: 'approvalFormVersion', of: 'workflowList' },
    { code: 'businessProcessSettings', title: '业务流程设置', path: '/approval/businessProcessSettings', kind: 'list', entity: 'businessProcess', menu: 'approvalSetMenu', icon: 'setting', order: 2, help: '哪项业务需要哪个审批流程。没有设置流程的业务按它自身的规则办理。' },
    { code: 'businessProcessDetail', title: '业务流程', path: '/approval/businessProcessDetail', kind: 'detail', entity: 'businessProcess', of: 'businessProcessSettings' },
    { code: 'businessProcessAdd', title: '新增业务流程', path: '/approval/businessProcessAdd', kind: 'form', entity: 'businessProcess', of: 'businessProcessSettings', right: 'businessProcessSettings_add' },
    { code: 'businessProcessMod', title: '修改业务流程', path: '/approval/businessProcessMod', kind: 'form', entity: 'businessProcess', of: 'businessProcessSettings', right: 'businessProcessSettings_edit' },
    { code: 'approvalRoles', title: '审批角色', path: '/approval/approvalRoles', kind: 'list', entity: 'approvalRole', menu: 'approvalSetMenu', icon: 'team', order: 3, help: '按门店或城市配置成员。流程里写「门店财务」，实际由业务所属门店的成员审批。' },
    { code: 'approvalRoleDetail', title: '审批角色详情', path: '/approval/approvalRoleDetail', kind: 'detail', entity: 'approvalRole', of: 'approvalRoles' },
    { code: 'approvalRoleAdd', title: '新增审批角色', path: '/approval/approvalRoleAdd', kind: 'form', entity: 'approvalRole', of: 'approvalRoles', right: 'approvalRoles_add' },
    { code: 'approvalRoleMod', title: '修改审批角色', path: '/approval/approvalRoleMod', kind: 'form', entity: 'approvalRole', of: 'approvalRoles', right: 'approvalRoles_edit' },
    { code: 'approvalRoleMemberDetail', title: '审批角色成员', path: '/approval/approvalRoleMemberDetail', kind: 'detail', entity: 'approvalRoleMember', of: 'approvalRoles' },
    { code: 'approvalRoleMemberAdd', title: '新增成员', path: '/approval/approvalRoleMemberAdd', kind: 'form', entity: 'approvalRoleMember', of: 'approvalRoles', right: 'approvalRoles_add' },
    { code: 'approvalRoleMemberMod', title: '修改成员', path: '/approval/approvalRoleMemberMod', kind: 'form', entity: 'approvalRoleMember', of: 'approvalRoles', right: 'approvalRoles_edit' },
    { code: 'promoterPermissions', title: '发起人权限', path: '/approval/promoterPermissions', kind: 'list', entity: 'promoterPermission', menu: 'approvalSetMenu', icon: 'idcard', order: 4, help: '谁可以发起哪个流程。没有设置的流程全体员工都可以发起。' },
    { code: 'promoterPermissionDetail', title: '发起人权限详情', path: '/approval/promoterPermissionDetail', kind: 'detail', entity: 'promoterPermission', of: 'promoterPermissions' },
    { code: 'promoterPermissionAdd', title: '新增发起人权限', path: '/approval/promoterPermissionAdd', kind: 'form', entity: 'promoterPermission', of: 'promoterPermissions', right: 'promoterPermissions_add' },
    { code: 'promoterPermissionMod', title: '修改发起人权限', path: '/approval/promoterPermissionMod', kind: 'form', entity: 'promoterPermission', of: 'promoterPermissions', right: 'promoterPermissions_edit' },
    { code: 'processorPermissions', title: '处理人权限', path: '/approval/processorPermissions', kind: 'list', entity: 'processorPermission', menu: 'approvalSetMenu', icon: 'safety', order: 5, help: '处理人可以做什么。只能在节点允许的操作中收窄，不能放宽。' },
    { code: 'processorPermissionDetail', title: '处理人权限详情', path: '/approval/processorPermissionDetail', kind: 'detail', entity: 'processorPermission', of: 'processorPermissions' },
    { code: 'processorPermissionAdd', title: '新增处理人权限', path: '/approval/processorPermissionAdd', kind: 'form', entity: 'processorPermission', of: 'processorPermissions', right: 'processorPermissions_add' },
    { code: 'processorPermissionMod', title: '修改处理人权限', path: '/approval/processorPermissionMod', kind: 'form', entity: 'processorPermission', of: 'processorPermissions', right: 'processorPermissions_edit' },
    ...approvalPages,
  ],
})
