/** 科目映射 (finance.md §2.8): under which subject of the company's accounting program each side of a voucher stands, from which day. */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { FEE_ITEMS } from '#modules/billing/bills/fee-items.rules.ts'
import { PAYABLE_FEES } from '#modules/billing/shares/payable-words.rules.ts'
import { companyAccount } from '../accounts/account.ts'
import { otherPayment, otherReceipt } from '../other/document.ts'
import { ROLES, wrongAbout } from './subject.rules.ts'

const under = <O extends Readonly<Record<string, string>>>(prefix: string, word: string, options: O): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([key, label]) => [`${prefix}.${key}`, `${word}：${label}`]))
/** What of a role: a fee item of bills, a fee of payables, a kind of other money, a kind of account. */
export const ABOUT: Readonly<Record<string, string>> = {
  ...under('fee', '账单费用', FEE_ITEMS),
  ...under('pay', '应付费用', PAYABLE_FEES),
  ...under('in', '其他收款', otherReceipt.fields.kind.options),
  ...under('out', '其他付款', otherPayment.fields.kind.options),
  ...under('acct', '账户', companyAccount.fields.kind.options),
}

export const subjectMap = defineEntity({
  name: 'subjectMap',
  label: '科目映射',
  right: 'subjectMapList',
  title: ['role', 'code'],
  search: ['code', 'name'],
  fields: {
    role: f.choice('用途', ROLES, { required: true, fixed: true }),
    about: f.choice('项目', ABOUT, { fixed: true, hint: '不选则用于该用途的全部项目' }),
    account: f.ref('账户', 'companyAccount', { fixed: true, when: (v) => v['role'] === 'cash', hint: '只用于这一个账户' }),
    fromOn: f.day('生效日', { required: true, fixed: true, hint: '凭证日在此日及以后的分录按本行；改科目请另建一行，不改动以前的凭证' }),
    code: f.text('科目编码', { required: true, maxLength: 15, hint: '与财务软件一致，1–15 位' }),
    name: f.text('科目名称', { required: true, maxLength: 60 }),
    dimension: f.choice('辅助核算', { none: '无', party: '往来单位', vehicle: '车辆' }, { required: true, default: 'none' }),
    remark: f.text('备注', { maxLength: 200 }),
    key: f.text('映射键', { internal: true, readOnly: true, maxLength: 120, unique: '该用途、项目与账户在这一天已有科目' }),
  },
  check: (v) => {
    const about = wrongAbout(String(v.role), v.about ? String(v.about) : null, ABOUT[String(v.about)] ?? '')
    if (about) return { at: 'about', reason: about }
    if (v.account && v.about) return { at: 'account', reason: '按账户设置科目时请清空「项目」' }
    return v.code && !/^[0-9A-Za-z.]{1,15}$/.test(String(v.code)) ? { at: 'code', reason: '科目编码应为 1–15 位数字、字母或点' } : null
  },
  list: {
    columns: ['role', 'about', 'account', 'code', 'name', 'dimension', 'fromOn', 'remark'],
    filters: ['role', 'about', 'account', 'code', 'fromOn'],
    sort: 'role,about,-fromOn',
  },
  form: { 科目: ['role', 'about', 'account', 'fromOn', 'code', 'name', 'dimension', 'remark'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    subjectMap: RowOf<typeof subjectMap>
  }
}
