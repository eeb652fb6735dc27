/** Files of vouchers as accounting programs take them: 金蝶 a sheet, 用友 lines of text (finance.md §3.6). Pure. */
import { formatFen } from '#kit/basics/fen.ts'
import type { SheetColumn } from '#kit/excel/sheet.ts'
import type { VoucherLine } from './voucher.rules.ts'
import type { VoucherFile } from './voucher.ts'

export interface FileVoucher {
  on: string
  word: string
  number: number
  department: string
  lines: readonly VoucherLine[]
}

export const KINGDEE: readonly SheetColumn[] = [
  { key: 'on', label: '日期', kind: 'text', width: 12 },
  { key: 'word', label: '凭证字', kind: 'text', width: 8 },
  { key: 'number', label: '凭证号', kind: 'number', width: 8 },
  { key: 'attached', label: '附单据数', kind: 'number', width: 8 },
  { key: 'text', label: '摘要', kind: 'text', width: 40 },
  { key: 'subject', label: '科目代码', kind: 'text', width: 14 },
  { key: 'name', label: '科目名称', kind: 'text', width: 28 },
  { key: 'debit', label: '借方金额', kind: 'money', width: 14 },
  { key: 'credit', label: '贷方金额', kind: 'money', width: 14 },
  { key: 'party', label: '客户', kind: 'text', width: 24 },
  { key: 'department', label: '部门', kind: 'text', width: 16 },
]
export const kingdeeRows = (vouchers: readonly FileVoucher[]): Record<string, unknown>[] =>
  vouchers.flatMap((v) =>
    v.lines.map((l) => ({
      on: v.on,
      word: v.word,
      number: v.number,
      attached: 1,
      text: l.text,
      subject: l.subject,
      name: l.name,
      debit: l.debit || null,
      credit: l.credit || null,
      party: l.aux,
      department: v.department,
    })),
  )

/** Commas and breaks would move the columns. */
const plain = (text: string): string => text.replaceAll(/[,"\r\n]/g, ' ').trim()
const amount = (n: number): string => formatFen(n).replaceAll(',', '')

/** 制单日期,凭证类别字,凭证号,附单据数,摘要,科目编码,借方,贷方,数量,外币,汇率,制单人,结算方式,票号,发生日期,部门,个人,客户,供应商 */
export const yonyouText = (no: string, vouchers: readonly FileVoucher[]): string =>
  [
    `填制凭证,V800,${no}`,
    ...vouchers.flatMap((v) =>
      v.lines.map((l) =>
        [
          v.on,
          v.word,
          String(v.number),
          '1',
          plain(l.text).slice(0, 60),
          l.subject.slice(0, 15),
          amount(l.debit),
          amount(l.credit),
          '0',
          '0',
          '0',
          '',
          '',
          '',
          v.on,
          plain(v.department),
          '',
          plain(l.aux ?? ''),
          '',
        ].join(','),
      ),
    ),
    '',
  ].join('\r\n')

/** What a file says, whatever program it is for: the same as long as nothing in it changes. */
export const controlOf = (system: VoucherFile, no: string, vouchers: readonly FileVoucher[]): string =>
  `${system}\n${yonyouText(no, vouchers)}\n${JSON.stringify(kingdeeRows(vouchers))}`
