/** Screens of approval with components of their own (approval.web.tsx). */
import type { Screen } from '#kit/entity/module.ts'

export const approvalPages: readonly Screen[] = [
  {
    code: 'workbench',
    title: '审批工作台',
    path: '/approval/workbench',
    kind: 'page',
    menu: 'approvalMenu',
    icon: 'audit',
    order: 1,
    keep: true,
    everyones: true,
    help: '等待我审批、我发起的、抄送我的和我已处理的审批。可以批量同意，逐件显示结果；点击「发起申请」填写表单发起流程。',
  },
  {
    code: 'approved',
    title: '已审批',
    path: '/approval/approved',
    kind: 'page',
    menu: 'approvalMenu',
    icon: 'check-square',
    order: 2,
    everyones: true,
    help: '我处理过的审批，可以查看意见、流程图与打印。',
  },
  // Whoever takes part may read a case, whatever his menu; the server looks whether he does.
  {
    code: 'workflow',
    title: '审批处理',
    path: '/approval/workflow',
    kind: 'page',
    help: '一张审批单：申请内容、业务单据、流程图、审批记录与可用的操作。',
  },
  {
    code: 'auditform',
    title: '审批单',
    path: '/approval/auditform',
    kind: 'page',
    help: '一份申请的内容、流程图与操作记录。轮到您时在下方处理。',
  },
  {
    code: 'flowApply',
    title: '发起申请',
    path: '/flow/apply/:flowKey',
    kind: 'page',
    help: '填写申请表；右侧显示将要经过的审批人。草稿自动保存，刷新后还在。',
  },
  {
    code: 'flowApprove',
    title: '审批申请',
    path: '/flow/approve/:flowKey',
    kind: 'page',
    help: '按流程处理申请：同意、拒绝、退回、转办、委派或加签。',
  },
  {
    code: 'workflowDesign',
    title: '流程设计',
    path: '/approval/workflowDesign',
    kind: 'page',
    of: 'workflowList',
    help: '点击 + 添加节点，点击卡片设置；可以拖动、复制、撤销。「检查」列出不能发布的原因，「试运行」用样例数据看会走哪条路。',
  },
  {
    code: 'formDesign',
    title: '表单设计',
    path: '/approval/formDesign',
    kind: 'page',
    of: 'workflowList',
    help: '从左侧拖入字段，在右侧设置；「预览」查看电脑和手机上的样子。',
  },
]
