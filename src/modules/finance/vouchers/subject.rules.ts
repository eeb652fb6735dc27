/** Which subjects vouchers need, and which one a leg is written under on a day (finance.md §2.8, §3.6). Pure. */

/** What a leg of a voucher is for. A bill has three sides (customer, revenue, tax), so a side is mapped, not a pair of them. */
export const ROLES = {
  cash: '货币资金',
  receivable: '应收账款',
  advance: '预收账款',
  deposit: '应付押金',
  deferred: '合同负债',
  revenue: '收入',
  taxWaiting: '待转销项税额',
  taxOutput: '销项税额',
  badDebt: '坏账损失',
  forfeited: '没收押金',
  payable: '应付账款',
  cost: '成本费用',
  lent: '借款',
  otherIn: '其他收款',
  otherOut: '其他付款',
  fee: '手续费',
} as const
export type Role = keyof typeof ROLES

/** Roles that say more than themselves, and with which word of `ABOUT`. */
const ABOUT_OF: Partial<Record<Role, readonly string[]>> = {
  cash: ['acct'],
  deferred: ['fee'],
  revenue: ['fee'],
  cost: ['pay'],
  otherIn: ['in'],
  otherOut: ['out'],
}
export const wrongAbout = (role: string, about: string | null, word: string): string | null => {
  if (!about) return null
  const allowed = ABOUT_OF[role as Role]
  if (!allowed) return '该用途不分项目，请清空「项目」'
  return allowed.includes(about.split('.')[0]!) ? null : `「${ROLES[role as Role]}」不能选择「${word}」`
}

type Dimension = 'none' | 'party' | 'vehicle'
export interface Mapping {
  role: string
  about: string | null
  account: number | null
  fromOn: string
  code: string
  name: string
  dimension: Dimension
}
export interface Wanted {
  role: Role
  about: string | null
  account: number | null
}

/** The nearest that fits, and of that the version of the day: of the account, of what it is about, of the role alone. */
export function subjectFor(maps: readonly Mapping[], w: Wanted, on: string): Mapping | null {
  const matching = maps.filter(
    (m) =>
      m.role === w.role && m.fromOn <= on && (m.account === null || m.account === w.account) && (m.about === null || m.about === w.about),
  )
  const near = (m: Mapping): number => (m.account === null ? 0 : 2) + (m.about === null ? 0 : 1)
  return matching.toSorted((a, b) => near(b) - near(a) || (a.fromOn < b.fromOn ? 1 : -1))[0] ?? null
}

type Seed = readonly [role: Role, about: string | null, code: string, name: string, dimension: Dimension]
const each = (
  role: Role,
  prefix: string,
  rows: Readonly<Record<string, readonly [string, string]>>,
  dimension: Dimension = 'none',
): Seed[] => Object.entries(rows).map(([key, [code, name]]) => [role, `${prefix}.${key}`, code, name, dimension])
/** As the accounting standard numbers them; every company changes them to its own. New kinds of cost have none, and are asked for. */
export const FIRST_SUBJECTS: readonly Seed[] = [
  ...each('cash', 'acct', {
    bank: ['1002', '银行存款'],
    cash: ['1001', '库存现金'],
    wechat: ['1012', '其他货币资金'],
    alipay: ['1012', '其他货币资金'],
    card: ['1012', '其他货币资金'],
  }),
  ['receivable', null, '1122', '应收账款', 'party'],
  ['advance', null, '2203', '预收账款', 'party'],
  ['deposit', null, '224101', '其他应付款-押金', 'party'],
  ['deferred', null, '2204', '合同负债', 'none'],
  ['revenue', null, '6001', '主营业务收入', 'none'],
  ...each('revenue', 'fee', {
    VIOL: ['224102', '其他应付款-代收代付'],
    FR_TOLL: ['224102', '其他应付款-代收代付'],
    LATE: ['6301', '营业外收入'],
    PENALTY: ['6301', '营业外收入'],
    DAMAGE: ['6301', '营业外收入'],
    MISSING: ['6301', '营业外收入'],
  }),
  ['taxWaiting', null, '222106', '应交税费-待转销项税额', 'none'],
  ['taxOutput', null, '22210106', '应交税费-应交增值税（销项税额）', 'none'],
  ['badDebt', null, '6702', '信用减值损失', 'none'],
  ['forfeited', null, '6301', '营业外收入', 'none'],
  ['payable', null, '2202', '应付账款', 'party'],
  ...each('cost', 'pay', {
    rent: ['640101', '主营业务成本-车源租金'],
    repair: ['640102', '主营业务成本-维修费'],
    insurance: ['640103', '主营业务成本-保险费'],
    split: ['640104', '主营业务成本-分账'],
    fuel: ['640105', '主营业务成本-油电费'],
    inspection: ['640106', '主营业务成本-检测费'],
    freight: ['640107', '主营业务成本-运费'],
    driverPay: ['640108', '主营业务成本-司机运费'],
    claim: ['640109', '主营业务成本-货损赔付'],
    service: ['640110', '主营业务成本-服务费'],
    commission: ['660101', '销售费用-渠道佣金'],
    reimburse: ['660201', '管理费用-报销'],
    fine: ['671101', '营业外支出-罚款'],
    cod: ['224103', '其他应付款-代收货款'],
    loan: ['122101', '其他应收款-借款'],
    other: ['660299', '管理费用-其他'],
  }),
  ['lent', null, '122101', '其他应收款-借款', 'party'],
  ...each('otherIn', 'in', {
    claim: ['630101', '营业外收入-保险赔款'],
    scrap: ['630102', '营业外收入-处置'],
    rebate: ['640110', '主营业务成本-服务费'],
    deposit: ['122102', '其他应收款-押金'],
    interest: ['660301', '财务费用-利息'],
    penalty: ['6301', '营业外收入'],
    loan: ['122101', '其他应收款-借款'],
    other: ['6301', '营业外收入'],
  }),
  ...each('otherOut', 'out', {
    tax: ['2221', '应交税费'],
    fee: ['660303', '财务费用-手续费'],
    salary: ['2211', '应付职工薪酬'],
    deposit: ['122102', '其他应收款-押金'],
    penalty: ['671101', '营业外支出-罚款'],
    other: ['660299', '管理费用-其他'],
  }),
  ['fee', null, '660303', '财务费用-手续费', 'none'],
]
