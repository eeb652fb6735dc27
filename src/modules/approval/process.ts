/** 流程与表单: what people design, version by version (leasing.md §3.13). A published version is never changed again. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import type { ProcessDefinition } from './engine/definition.ts'
import type { FormSchema } from './forms/form.ts'

export const CATEGORIES = { lease: '租赁', finance: '财务', vehicle: '车辆', people: '人事行政', other: '其他' } as const
const VERSION_STATES = { draft: '草稿', published: '已发布', retired: '历史版本' } as const

export const approvalForm = defineEntity({
  name: 'approvalForm',
  label: '审批表单',
  right: 'workflowList',
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('表单名称', { required: true, unique: '该表单名称已存在', maxLength: 60 }),
    currentVersion: f.int('当前版本', { readOnly: true }),
    remark: f.note('说明', { maxLength: 300 }),
  },
  list: { columns: ['name', 'currentVersion', 'remark'], filters: ['name'], sort: 'name' },
  form: { 表单: ['name', 'remark'] },
  children: [{ entity: 'approvalFormVersion', by: 'form', label: '版本' }],
})

export const approvalFormVersion = defineEntity({
  name: 'approvalFormVersion',
  label: '表单版本',
  right: 'workflowList',
  writes: 'none',
  title: ['form', 'number'],
  fields: {
    form: f.ref('表单', 'approvalForm', { required: true, onDelete: 'cascade' }),
    number: f.int('版本号', { required: true, min: 1 }),
    status: f.state('状态', VERSION_STATES, 'draft'),
    schema: f.json<FormSchema>('表单内容', { required: true }),
    publishedAt: f.instant('发布时间', { readOnly: true }),
  },
  unique: [{ fields: ['form', 'number'], message: '该版本号已存在' }],
  list: { columns: ['form', 'number', 'status', 'publishedAt'], filters: ['form', 'status', 'number'], sort: 'form,-number' },
  form: { 版本: ['form', 'number', 'status', 'publishedAt'] },
})
export const approvalFormVersionActions = defineActions(approvalFormVersion, {
  publish: {
    label: '发布',
    from: ['draft'],
    to: 'published',
    tone: 'primary',
    confirm: '发布后新的流程版本使用这一版表单，运行中的审批不受影响。确认发布？',
  },
  retire: { label: '归档', from: ['published'], to: 'retired', internal: true },
})

export const approvalProcess = defineEntity({
  name: 'approvalProcess',
  label: '审批流程',
  right: 'workflowList',
  title: ['name'],
  search: ['key', 'name'],
  fields: {
    key: f.text('流程编码', {
      required: true,
      fixed: true,
      format: 'code',
      unique: '该流程编码已存在',
      maxLength: 40,
      hint: '发起地址为 /flow/apply/编码，创建后不可修改',
    }),
    name: f.text('流程名称', { required: true, unique: '该流程名称已存在', maxLength: 60 }),
    status: f.state('状态', { draft: '未发布', active: '启用', disabled: '停用' }, 'draft'),
    category: f.choice('分类', CATEGORIES, { required: true, default: 'other' }),
    act: f.text('业务', { maxLength: 60, fixed: true, hint: '由业务操作发起的流程填写业务编码；留空为自由流程，由员工填写表单发起' }),
    form: f.ref('表单', 'approvalForm', { hint: '自由流程必须有表单；业务流程可以另加补充表单' }),
    icon: f.text('图标', { maxLength: 30 }),
    managers: f.refs('流程管理员', 'user', { filter: { status: 'active' }, hint: '审批人为空时转交给他们；没有填写时转给系统管理员' }),
    currentVersion: f.int('当前版本', { readOnly: true }),
    remark: f.note('说明', { maxLength: 300, hint: '发起时显示给申请人' }),
  },
  list: {
    columns: ['name', 'key', 'status', 'category', 'act', 'form', 'currentVersion', 'managers'],
    filters: ['name', 'key', 'status', 'category', 'form'],
    sort: 'category,name',
    quick: { 启用: { status: 'active' }, 未发布: { status: 'draft' }, 停用: { status: 'disabled' } },
  },
  form: { 流程: ['name', 'key', 'category', 'act', 'form', 'icon', 'managers', 'remark'] },
  children: [
    { entity: 'approvalVersion', by: 'process', label: '版本' },
    { entity: 'approvalCase', by: 'process', label: '审批单' },
  ],
})
export const approvalProcessActions = defineActions(approvalProcess, {
  open: { label: '开放', from: ['draft'], to: 'active', internal: true },
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    confirm: '停用后不能再发起，运行中的审批继续走完。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后员工可以发起，绑定的业务按它审批。确认启用？' },
})

export const approvalVersion = defineEntity({
  name: 'approvalVersion',
  label: '流程版本',
  right: 'workflowList',
  writes: 'none',
  title: ['process', 'number'],
  fields: {
    process: f.ref('流程', 'approvalProcess', { required: true, onDelete: 'cascade' }),
    number: f.int('版本号', { required: true, min: 1 }),
    status: f.state('状态', VERSION_STATES, 'draft'),
    formVersion: f.ref('表单版本', 'approvalFormVersion', { readOnly: true }),
    definition: f.json<ProcessDefinition>('流程内容', { required: true }),
    publishedAt: f.instant('发布时间', { readOnly: true }),
    publishedBy: f.ref('发布人', 'user', { readOnly: true }),
  },
  unique: [{ fields: ['process', 'number'], message: '该版本号已存在' }],
  list: {
    columns: ['process', 'number', 'status', 'formVersion', 'publishedAt', 'publishedBy'],
    filters: ['process', 'status', 'number'],
    sort: 'process,-number',
  },
  form: { 版本: ['process', 'number', 'status', 'formVersion', 'publishedAt', 'publishedBy'] },
})
export const approvalVersionActions = defineActions(approvalVersion, {
  publish: {
    label: '发布',
    from: ['draft'],
    to: 'published',
    tone: 'primary',
    confirm: '发布后新发起的审批使用这一版，运行中的审批仍走原来的版本。确认发布？',
  },
  retire: { label: '归档', from: ['published'], to: 'retired', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    approvalForm: RowOf<typeof approvalForm>
    approvalFormVersion: RowOf<typeof approvalFormVersion>
    approvalProcess: RowOf<typeof approvalProcess>
    approvalVersion: RowOf<typeof approvalVersion>
  }
  interface ActionsOf {
    approvalFormVersion: typeof approvalFormVersionActions
    approvalProcess: typeof approvalProcessActions
    approvalVersion: typeof approvalVersionActions
  }
}
