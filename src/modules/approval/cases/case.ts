/**
 * 审批单: one running process. Its status is moved by the engine's commands alone (engine.ts), which lock the case, run in
 * one transaction with the business hooks and leave a line of history each; no form, import or general action writes it.
 * Tokens, tasks, copies and history are tables of their own (tables.ts): they are read through the case or the workbench,
 * never listed by general API, because who may see them follows from taking part.
 */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { CASE_STATES, type CaseMemory } from '../engine/state.ts'
import type { FormValues } from '../forms/form.ts'

export const approvalCase = defineEntity({
  name: 'approvalCase',
  label: '审批单',
  right: 'approvalCaseList',
  scope: { store: 'store', dept: 'starterDept', owner: 'starter' },
  writes: 'none',
  title: ['no', 'title'],
  search: ['no', 'title'],
  fields: {
    no: f.serial('审批编号', 'SP{yyyyMMdd}-{0000}'),
    title: f.text('标题', { required: true, maxLength: 200 }),
    process: f.ref('流程', 'approvalProcess', { required: true }),
    processVersion: f.ref('流程版本', 'approvalVersion', { required: true }),
    status: f.choice('状态', CASE_STATES, { required: true, default: 'running' }),
    starter: f.ref('发起人', 'user', { required: true }),
    starterDept: f.ref('发起部门', 'dept'),
    store: f.ref('门店', 'store'),
    act: f.text('业务', { maxLength: 60 }),
    bizType: f.text('业务类型', { maxLength: 60, internal: true }),
    bizId: f.int('业务记录', { internal: true }),
    /** What stands in the form is told by the case itself, without what is hidden from the reader; lists and details of the table never tell it. */
    values: f.json<FormValues>('表单内容', { required: true, secret: true }),
    facts: f.json<Record<string, unknown>>('业务数据', { required: true, secret: true }),
    summary: f.json<{ label: string; value: string }[]>('摘要', { secret: true }),
    memory: f.json<CaseMemory>('运行状态', { required: true, secret: true }),
    round: f.int('轮次', { required: true, default: 1 }),
    startedAt: f.instant('发起时间', { required: true }),
    endedAt: f.instant('结束时间'),
    urgedAt: f.instant('最近催办'),
    urgeCount: f.int('催办次数', { required: true, default: 0 }),
    parent: f.ref('上级审批单', 'approvalCase'),
    parentToken: f.int('上级位置', { internal: true }),
  },
  list: {
    columns: ['no', 'title', 'process', 'status', 'starter', 'store', 'startedAt', 'endedAt'],
    filters: ['no', 'title', 'process', 'status', 'starter', 'store', 'startedAt', 'endedAt'],
    sort: '-startedAt',
    quick: {
      审批中: { status: ['running', 'returned'] },
      已通过: { status: 'passed' },
      未通过: { status: 'rejected' },
      已撤销: { status: ['withdrawn', 'terminated'] },
    },
  },
  form: { 审批单: ['no', 'title', 'process', 'processVersion', 'status', 'starter', 'starterDept', 'store', 'startedAt', 'endedAt'] },
  indexes: [['starter', 'id'], ['bizType', 'bizId'], ['parent']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    approvalCase: RowOf<typeof approvalCase>
  }
}
