/** The seven processes of the demo company as somebody drew them, and the people in them. */
import type { ApproveNode, AssigneeRule, ProcessDefinition, ProcessNode } from '#modules/approval/engine/definition.ts'
import type { FormField } from '#modules/approval/forms/form.ts'

export const MANAGER = 'yunqiao_manager'
export const FINANCE = 'yunqiao_finance'
export const SALES = 'yunqiao_sales'
export const FLEET = 'yunqiao_fleet'
export const SERVICE = 'yunqiao_service'
export const CASHIER = 'yunqiao_cashier'

const approve = (id: string, name: string, who: AssigneeRule, more: Partial<ApproveNode> = {}): ApproveNode => ({
  kind: 'approve',
  id,
  name,
  who,
  mode: 'all',
  veto: 'atOnce',
  empty: { policy: 'toAdmin' },
  self: 'allow',
  reject: { policy: 'starter' },
  resubmit: 'back',
  timeout: { hours: 24, action: 'remind', maxRemind: 3 },
  ...more,
})
export const drawing = (nodes: readonly ProcessNode[]): ProcessDefinition => ({
  format: 1,
  nodes: [{ kind: 'start', id: 'start', name: '发起人' }, ...nodes],
  settings: { allowWithdraw: true, allowTakeBack: true, dedupe: 'consecutive', print: { trail: true } },
})

export interface Plan {
  key: string
  name: string
  category: string
  act?: string
  remark: string
  form?: FormField[]
  nodes: (of: (username: string) => number) => ProcessNode[]
}
const STORE_MANAGER: AssigneeRule = { kind: 'fact', field: 'storeManager' }
const STORE_FINANCE: AssigneeRule = { kind: 'approvalRole', code: 'storeFinance' }
const above = (field: string, fen: number): { kind: 'compare'; field: string; op: 'gt'; value: number } => ({
  kind: 'compare',
  field,
  op: 'gt',
  value: fen,
})

export const PLANS: readonly Plan[] = [
  {
    key: 'contract',
    name: '合同审批',
    category: 'lease',
    act: 'contract',
    remark: '月租超过 6000 元的合同由门店财务加审',
    nodes: () => [
      approve('manager', '店长审批', STORE_MANAGER),
      {
        kind: 'condition',
        id: 'rent',
        name: '按月租',
        branches: [
          {
            id: 'high',
            name: '月租超过 6000 元',
            when: above('fact.monthlyRent', 600_000),
            nodes: [approve('finance', '门店财务', STORE_FINANCE)],
          },
          { id: 'low', name: '其他', default: true, nodes: [] },
        ],
      },
    ],
  },
  {
    key: 'returnCar',
    name: '退车审批',
    category: 'lease',
    act: 'vehicleReturn',
    remark: '店长与车管同时确认，都同意后安排验车',
    nodes: (of) => [
      {
        kind: 'parallel',
        id: 'both',
        name: '同时确认',
        branches: [
          { id: 'byStore', name: '门店', nodes: [approve('manager', '店长', STORE_MANAGER)] },
          { id: 'byFleet', name: '车管', nodes: [approve('fleet', '车管', { kind: 'person', users: [of(FLEET)] })] },
        ],
      },
      { kind: 'copy', id: 'tell', name: '抄送财务', who: STORE_FINANCE },
    ],
  },
  {
    key: 'reduceRent',
    name: '减租审批',
    category: 'finance',
    act: 'rentReduction',
    remark: '店长、财务依次审批',
    nodes: () => [approve('manager', '店长', STORE_MANAGER), approve('finance', '门店财务', STORE_FINANCE, { needReason: true })],
  },
  {
    key: 'refund',
    name: '退款审批',
    category: 'finance',
    act: 'refund',
    remark: '两位财务都同意才付款',
    nodes: (of) => [approve('both', '财务会签', { kind: 'person', users: [of(FINANCE), of(CASHIER)] })],
  },
  {
    key: 'franchise',
    name: '加盟审批',
    category: 'other',
    act: 'franchiseApply.pass',
    remark: '任意一位负责人同意即可',
    nodes: (of) => [approve('either', '负责人', { kind: 'person', users: [of(MANAGER), of(FINANCE)] }, { mode: 'first' })],
  },
  {
    key: 'seal',
    name: '用章申请',
    category: 'people',
    remark: '合同章、公章、财务章的使用申请',
    form: [
      {
        name: 'seal',
        label: '印章',
        kind: 'choice',
        required: true,
        options: [
          { value: 'company', label: '公章' },
          { value: 'contract', label: '合同章' },
          { value: 'finance', label: '财务章' },
        ],
      },
      { name: 'purpose', label: '用途', kind: 'text', required: true, max: 100 },
      { name: 'copies', label: '份数', kind: 'number', required: true, min: 1, max: 50, unit: '份', half: true },
      { name: 'takeOut', label: '外带', kind: 'flag', half: true },
      {
        name: 'when',
        label: '外带日期',
        kind: 'range',
        required: true,
        visible: { kind: 'compare', field: 'form.takeOut', op: 'eq', value: true },
      },
      { name: 'files', label: '附件', kind: 'attachment' },
    ],
    nodes: (of) => [
      approve('leader', '部门主管', { kind: 'leader', level: 1 }),
      {
        kind: 'condition',
        id: 'which',
        name: '按印章',
        branches: [
          {
            id: 'money',
            name: '财务章',
            when: { kind: 'compare', field: 'form.seal', op: 'eq', value: 'finance' },
            nodes: [approve('finance', '财务负责人', { kind: 'person', users: [of(FINANCE)] })],
          },
          { id: 'rest', name: '其他', default: true, nodes: [] },
        ],
      },
      {
        kind: 'handle',
        id: 'stamp',
        name: '用章登记',
        who: { kind: 'person', users: [of(SERVICE)] },
        mode: 'first',
        empty: { policy: 'toAdmin' },
        self: 'allow',
      },
    ],
  },
  {
    key: 'expense',
    name: '费用申请',
    category: 'finance',
    remark: '门店日常费用，超过 2000 元由财务会签',
    form: [
      { name: 'store', label: '门店', kind: 'store', required: true, half: true },
      { name: 'day', label: '使用日期', kind: 'date', required: true, half: true },
      {
        name: 'lines',
        label: '费用明细',
        kind: 'table',
        required: true,
        min: 1,
        max: 20,
        columns: [
          { name: 'item', label: '项目', kind: 'text', required: true },
          { name: 'amount', label: '金额', kind: 'money', required: true, min: 1, sum: true },
          { name: 'note', label: '说明', kind: 'text' },
        ],
      },
      { name: 'reason', label: '事由', kind: 'note', required: true },
    ],
    nodes: (of) => [
      approve('leader', '部门主管', { kind: 'leader', level: 1 }),
      {
        kind: 'condition',
        id: 'sum',
        name: '按金额',
        branches: [
          {
            id: 'big',
            name: '超过 2000 元',
            when: above('form.lines.amount', 200_000),
            nodes: [
              approve(
                'vote',
                '财务票签',
                { kind: 'person', users: [of(FINANCE), of(CASHIER), of(MANAGER)] },
                { mode: 'vote', vote: { passCount: 2 } },
              ),
            ],
          },
          { id: 'small', name: '2000 元以内', default: true, nodes: [approve('store', '门店财务', STORE_FINANCE)] },
        ],
      },
      { kind: 'copy', id: 'tell', name: '抄送客服', who: { kind: 'person', users: [of(SERVICE)] } },
    ],
  },
]
