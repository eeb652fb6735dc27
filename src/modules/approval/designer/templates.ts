/** What a new process may begin with: forms and drawings people know, to be changed as they like. */
import { DEFAULT_SETTINGS, type ApproveNode, type ProcessDefinition, type ProcessNode } from '../engine/definition.ts'
import type { FormField, FormSchema } from '../forms/form.ts'

const f = (name: string, label: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  kind,
  ...more,
})
const must = { required: true }
const options = (...labels: string[]): Pick<FormField, 'options'> => ({
  options: labels.map((label, i) => ({ value: `o${i + 1}`, label })),
})

interface FormTemplate {
  label: string
  hint: string
  fields: readonly FormField[]
}
export const FORM_TEMPLATES = {
  blank: { label: '空白表单', hint: '从零开始设计', fields: [] },
  useVehicle: {
    label: '用车申请',
    hint: '车辆、时间、目的地、同行人',
    fields: [
      f('reason', '用车事由', 'text', must),
      f('vehicle', '车辆', 'vehicle', { half: true }),
      f('period', '用车时间', 'range', must),
      f('place', '目的地', 'text', { ...must, half: true }),
      f('others', '同行人', 'person', { multiple: true, half: true }),
    ],
  },
  expense: {
    label: '费用报销',
    hint: '逐笔明细，自动合计，附发票',
    fields: [
      f('reason', '报销事由', 'text', must),
      f('lines', '费用明细', 'table', {
        ...must,
        columns: [
          f('kind', '费用类别', 'choice', { ...must, ...options('差旅', '路桥', '停车', '油费', '办公', '其他') }),
          f('day', '日期', 'date', must),
          f('amount', '金额', 'money', { ...must, sum: true, min: 1 }),
          f('note', '说明', 'text'),
        ],
      }),
      f('invoices', '发票', 'attachment', must),
    ],
  },
  purchase: {
    label: '采购申请',
    hint: '单价 × 数量自动算出金额',
    fields: [
      f('reason', '采购事由', 'text', must),
      f('until', '期望到货', 'date', { half: true }),
      f('lines', '采购明细', 'table', {
        ...must,
        columns: [
          f('item', '物品', 'text', must),
          f('price', '单价', 'money', { ...must, min: 1 }),
          f('quantity', '数量', 'number', { ...must, min: 1 }),
          f('amount', '金额', 'money', { sum: true, times: ['price', 'quantity'] }),
        ],
      }),
    ],
  },
  leave: {
    label: '请假申请',
    hint: '类型、起止日期、天数',
    fields: [
      f('kind', '请假类型', 'choice', { ...must, half: true, ...options('事假', '病假', '年假', '调休') }),
      f('period', '起止日期', 'range', must),
      f('reason', '事由', 'note', must),
    ],
  },
  seal: {
    label: '用印申请',
    hint: '文件、份数、印章种类',
    fields: [
      f('document', '文件名称', 'text', must),
      f('copies', '份数', 'number', { ...must, min: 1, half: true, unit: '份' }),
      f('seal', '印章', 'choice', { ...must, half: true, ...options('公章', '合同专用章', '财务专用章') }),
      f('files', '文件', 'attachment', must),
    ],
  },
} as const satisfies Readonly<Record<string, FormTemplate>>
export type FormTemplateCode = keyof typeof FORM_TEMPLATES
export const templateForm = (code: FormTemplateCode): FormSchema => ({ fields: FORM_TEMPLATES[code].fields })

const node = (id: string, name: string, more: Partial<ApproveNode> = {}): ApproveNode => ({
  kind: 'approve',
  id,
  name,
  who: { kind: 'leader', level: 1 },
  mode: 'all',
  empty: { policy: 'toAdmin' },
  self: 'allow',
  ...more,
})
/** More than this asks the leader above too: 1,000 yuan. Changed in the drawing. */
const LIMIT = 100_000
/** The money a form is about: a field, else the sum of a table; '' when it has none. */
const whatItCosts = (form: FormSchema): string => {
  const own = form.fields.find((x) => x.kind === 'money')
  if (own) return `form.${own.name}`
  const summed = form.fields.flatMap((x) =>
    (x.columns ?? []).filter((col) => col.kind === 'money' && col.sum).map((col) => `form.${x.name}.${col.name}`),
  )
  return summed[0] ?? ''
}
const byAmount = (form: FormSchema): ProcessNode[] => {
  const money = whatItCosts(form)
  return [
    node('leader', '直接主管'),
    {
      kind: 'condition',
      id: 'byAmount',
      name: '按金额',
      branches: [
        {
          id: 'large',
          name: '大于 1000 元',
          when: { kind: 'compare', field: money, op: 'gt', value: LIMIT },
          nodes: [node('above', '上级主管', { who: { kind: 'leader', level: 2 } })],
        },
        { id: 'others', name: '其他情况', default: true, nodes: [] },
      ],
    },
  ]
}
interface FlowTemplate {
  label: string
  hint: string
  nodes: (form: FormSchema) => ProcessNode[]
}
export const FLOW_TEMPLATES = {
  leader: { label: '主管审批', hint: '发起人的直接主管一人决定', nodes: () => [node('leader', '直接主管')] },
  leaderThenRole: {
    label: '主管审批，再由专人办理',
    hint: '例如财务付款、库管出库；办理人按角色选择',
    nodes: () => [
      node('leader', '直接主管'),
      node('handler', '办理人', { kind: 'handle', mode: 'first', who: { kind: 'role', roles: [] } }),
    ],
  },
  byAmount: { label: '按金额分级', hint: '超过 1000 元再经上级主管，金额可以修改', nodes: byAmount },
  together: {
    label: '多人会签',
    hint: '所选人员都同意才通过',
    nodes: () => [node('together', '会签', { who: { kind: 'person', users: [] } })],
  },
} as const satisfies Readonly<Record<string, FlowTemplate>>
export type FlowTemplateCode = keyof typeof FLOW_TEMPLATES
export const templateFlow = (code: FlowTemplateCode, form: FormSchema): ProcessDefinition => ({
  format: 1,
  nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...FLOW_TEMPLATES[code].nodes(form)],
  settings: DEFAULT_SETTINGS,
})
