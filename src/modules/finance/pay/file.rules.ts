/** The file of a batch for the bank: rows, count, sum and a control sum that any of them changes. Pure. */
import { plainYuan, sumFen } from '#kit/basics/fen.ts'

export interface PayRow {
  no: string
  payee: string
  bankName: string | null
  bankAccount: string | null
  amount: number
  purpose: string
}
/** Weighted, so that two amounts that changed places are noticed too. Modulo a prime below 2^31. */
export function controlSum(rows: readonly PayRow[]): string {
  const modulus = 2_147_483_647n
  let sum = 0n
  rows.forEach((row, i) => {
    const account = BigInt((row.bankAccount ?? '').replaceAll(/\D/g, '') || '0')
    sum = (sum + BigInt(i + 1) * (BigInt(row.amount) * 31n + account)) % modulus
  })
  return String(sum).padStart(10, '0')
}

/** Why a row cannot be sent to a bank, or null. */
export const whyNotSent = (row: PayRow): string | null =>
  !row.bankAccount?.trim() ? `${row.payee} 没有收款账号` : !row.bankName?.trim() ? `${row.payee} 没有开户行` : null

const HEADS = {
  general: ['序号', '收款账号', '收款户名', '开户行', '金额', '用途', '业务编号'],
  cmb: [
    '业务参考号',
    '收款人编号',
    '收款人帐号',
    '收款人名称',
    '收方开户支行',
    '收款人所在省',
    '收款人所在市',
    '收方邮件地址',
    '收方移动电话',
    '币种',
    '付款分行',
    '结算方式',
    '业务种类',
    '付方帐号',
    '期望日',
    '期望时间',
    '用途',
    '金额',
    '收方行号',
    '收方开户银行',
    '业务摘要',
  ],
  icbc: [
    '币种',
    '日期',
    '明细标志',
    '顺序号',
    '付款账号开户行',
    '付款账号',
    '付款账号名称',
    '收款账号开户行',
    '收款账号',
    '收款账号名称',
    '金额',
    '用途',
    '备注信息',
  ],
  ccb: ['序号', '收款账户', '账户名称', '开户行', '金额', '用途', '备注'],
} as const
export type PayFormat = keyof typeof HEADS

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
/** A number of an account must not become 6.22E+18 in a spreadsheet. */
const digits = (text: string | null): string => (text ? `\t${text}` : '')

export function payFile(
  format: PayFormat,
  from: { account: string; name: string; on: string; no: string },
  rows: readonly PayRow[],
): string {
  const lineOf = (row: PayRow, i: number): Record<string, string> => ({
    序号: String(i + 1),
    顺序号: String(i + 1),
    业务参考号: row.no,
    业务编号: row.no,
    收款账号: digits(row.bankAccount),
    收款账户: digits(row.bankAccount),
    收款人帐号: digits(row.bankAccount),
    收款户名: row.payee,
    账户名称: row.payee,
    收款人名称: row.payee,
    收款账号名称: row.payee,
    开户行: row.bankName ?? '',
    收方开户支行: row.bankName ?? '',
    收方开户银行: row.bankName ?? '',
    收款账号开户行: row.bankName ?? '',
    付方帐号: digits(from.account),
    付款账号: digits(from.account),
    付款账号名称: from.name,
    币种: '人民币',
    日期: from.on,
    期望日: from.on.replaceAll('-', ''),
    明细标志: '1',
    结算方式: '普通',
    金额: plainYuan(row.amount),
    用途: row.purpose,
    业务摘要: row.no,
    备注: row.no,
    备注信息: row.no,
  })
  const heads: readonly string[] = HEADS[format]
  const body = rows.map((row, i) => {
    const cells = lineOf(row, i)
    return heads.map((head) => quoted(cells[head] ?? '')).join(',')
  })
  const foot = `#合计,${rows.length} 笔,${plainYuan(sumFen(rows.map((row) => row.amount)))},校验和 ${controlSum(rows)},批次 ${from.no}`
  return `\uFEFF${[heads.join(','), ...body, foot].join('\r\n')}\r\n`
}
