/**
 * How banks head their statements (finance.md §3.2). The first profile whose marks are all there is taken; else the headings are
 * guessed by synonyms, and a person may say otherwise. Headings are compared without spaces, brackets' width and English tails.
 */

export type Column =
  | 'tradeNo'
  | 'day'
  | 'time'
  | 'in'
  | 'out'
  | 'amount'
  | 'side'
  | 'balance'
  | 'payerName'
  | 'payerAccount'
  | 'payeeName'
  | 'payeeAccount'
  | 'memo'
  | 'more'
  | 'kind'
  | 'state'

export const COLUMNS: Readonly<Record<Column, string>> = {
  tradeNo: '流水号',
  day: '交易日期',
  time: '交易时间',
  in: '收入金额',
  out: '支出金额',
  amount: '金额',
  side: '收支标志',
  balance: '余额',
  payerName: '对方户名',
  payerAccount: '对方账号',
  payeeName: '收款人名称',
  payeeAccount: '收款人账号',
  memo: '摘要',
  more: '附言',
  kind: '交易类型',
  state: '交易状态',
}

export interface Profile {
  code: string
  bank: string
  /** Headings that must all be there. */
  marks: readonly string[]
  columns: Partial<Record<Column, string>>
}

/** As the banks' own exports head them; 农行 as commonly known, the others read in published importers. */
export const PROFILES: readonly Profile[] = [
  {
    code: 'cmb',
    bank: '招商银行',
    marks: ['收(付)方名称', '交易日期'],
    columns: {
      tradeNo: '交易流水号|流水号|交易流水',
      day: '交易日期',
      time: '交易时间',
      out: '借方(出账)|借方金额|借方',
      in: '贷方(入账)|贷方金额|贷方',
      balance: '余额',
      payerName: '收(付)方名称',
      payerAccount: '收(付)方账号|收(付)方帐号',
      memo: '摘要',
      kind: '交易类型',
    },
  },
  {
    code: 'ccb',
    bank: '建设银行',
    marks: ['账户明细编号-交易流水号', '对方户名'],
    columns: {
      tradeNo: '账户明细编号-交易流水号',
      day: '交易时间',
      out: '借方发生额|借方发生额/元(支取)|借方发生额(支取)',
      in: '贷方发生额|贷方发生额/元(收入)|贷方发生额(收入)',
      balance: '余额',
      payerName: '对方户名',
      payerAccount: '对方账号',
      memo: '摘要',
      more: '备注',
    },
  },
  {
    code: 'icbc',
    bank: '工商银行',
    marks: ['对方单位名称', '借/贷'],
    columns: {
      day: '交易时间',
      side: '借/贷',
      out: '借方发生额|转出金额',
      in: '贷方发生额|转入金额',
      balance: '余额',
      payerName: '对方单位名称',
      payerAccount: '对方账号',
      memo: '摘要',
      more: '用途',
    },
  },
  {
    code: 'abc',
    bank: '农业银行',
    marks: ['收入金额', '支出金额', '账户余额', '对方户名'],
    columns: {
      tradeNo: '交易日志号|交易流水号|日志号',
      day: '交易时间|交易日期|交易时间戳',
      in: '收入金额',
      out: '支出金额',
      balance: '账户余额',
      payerName: '对方户名',
      payerAccount: '对方账号',
      memo: '交易用途|摘要',
      more: '交易摘要|附言',
    },
  },
  {
    code: 'boc',
    bank: '中国银行',
    marks: ['付款人名称', '收款人名称', '交易后余额', '交易金额'],
    columns: {
      tradeNo: '交易流水号',
      day: '交易日期',
      time: '交易时间',
      amount: '交易金额',
      side: '交易类型',
      balance: '交易后余额',
      payerName: '付款人名称',
      payerAccount: '付款人账号',
      payeeName: '收款人名称',
      payeeAccount: '收款人账号',
      memo: '用途',
      more: '交易附言',
      kind: '业务类型',
    },
  },
  {
    code: 'alipay',
    bank: '支付宝',
    marks: ['账务流水号', '业务流水号', '账户余额(元)'],
    columns: {
      tradeNo: '账务流水号',
      day: '发生时间',
      in: '收入金额(+元)',
      out: '支出金额(-元)',
      balance: '账户余额(元)',
      payerAccount: '对方账号',
      memo: '商品名称',
      more: '备注',
      kind: '业务类型',
    },
  },
  {
    code: 'wechat',
    bank: '微信支付',
    marks: ['资金流水单号', '收支类型'],
    columns: {
      tradeNo: '资金流水单号',
      day: '记账时间',
      side: '收支类型',
      amount: '收支金额(元)',
      balance: '账户结余(元)',
      memo: '备注',
      more: '业务凭证号',
      kind: '业务名称',
    },
  },
  // What the apps export: no balances, and lines that move no money.
  {
    code: 'alipayBill',
    bank: '支付宝',
    marks: ['交易订单号', '交易对方', '收/支'],
    columns: {
      tradeNo: '交易订单号',
      day: '交易时间',
      side: '收/支',
      amount: '金额',
      payerName: '交易对方',
      payerAccount: '对方账号',
      memo: '商品说明',
      more: '备注',
      kind: '交易分类',
      state: '交易状态',
    },
  },
  {
    code: 'wechatBill',
    bank: '微信支付',
    marks: ['交易单号', '交易对方', '收/支'],
    columns: {
      tradeNo: '交易单号',
      day: '交易时间',
      side: '收/支',
      amount: '金额(元)',
      payerName: '交易对方',
      memo: '商品',
      more: '备注',
      kind: '交易类型',
      state: '当前状态',
    },
  },
]

/** Other headings, by what they contain; the first that fits a column has it. */
const SYNONYMS: readonly [Column, RegExp][] = [
  ['payerAccount', /对(方|手).*(账号|帐号|账户号)|付款(人|方)?.*(账号|帐号)|收\(付\)方.*[账帐]号/],
  ['payerName', /对方(户名|单位(名称)?|名称|姓名)|付款(人|方)(户名|名称)?$|收\(付\)方(名称|户名)|^户名$|交易对(方|手)/],
  ['balance', /余额|结余/],
  ['side', /^借\/?贷(标志|方向)?$|收支(类型|标志|方向)|^收\/支$/],
  ['state', /^(交易|当前)状态$/],
  ['in', /贷方|收入|存入|转入金额|入账金额/],
  ['out', /借方|支出|转出金额|出账金额/],
  ['amount', /金额|发生额/],
  ['tradeNo', /流水号|交易(单)?号|订单号|回单编号|日志号/],
  ['day', /日期|时间|入账日|记账日/],
  ['memo', /摘要|用途/],
  ['more', /附言|备注|说明/],
  ['kind', /交易类型|业务类型/],
]

/** `交易金额[ Trade Amount ]`, `借方发生额（支取）`, ` 余 额`. */
const plainHeading = (text: string): string =>
  text
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .replaceAll('＋', '+')
    .replaceAll('－', '-')
    .replace(/\[.*$/, '')
    .replaceAll(/[\s\u3000`'"﻿]/g, '')

export interface Reading {
  profile: string | null
  bank: string | null
  /** Column → index of the heading. */
  at: Partial<Record<Column, number>>
}
const readable = (at: Reading['at']): boolean =>
  at.day !== undefined && (at.amount !== undefined || at.in !== undefined || at.out !== undefined)

/** What the headings say; null when this line is no heading. */
export function readHeading(cells: readonly string[]): Reading | null {
  const plain = cells.map(plainHeading)
  const profile = PROFILES.find((p) => p.marks.every((mark) => plain.includes(mark)))
  if (profile) {
    const at: Reading['at'] = {}
    for (const [column, names] of Object.entries(profile.columns) as [Column, string][]) {
      const index = names
        .split('|')
        .map((name) => plain.indexOf(name))
        .find((i) => i >= 0)
      if (index !== undefined) at[column] = index
    }
    if (readable(at)) return { profile: profile.code, bank: profile.bank, at }
  }
  const at: Reading['at'] = {}
  plain.forEach((text, i) => {
    // The number of a bank or of its branch is no name and no account.
    if (/行号|开户|机构/.test(text)) return
    const fit = SYNONYMS.find(([column, pattern]) => at[column] === undefined && pattern.test(text))
    if (fit) at[fit[0]] = i
  })
  return readable(at) && Object.keys(at).length >= 3 ? { profile: null, bank: null, at } : null
}
