/** 财务管理: what an accountant needs around bills and payments. Billing stays the only writer of those; finance listens. A folder per subject. */
import { defineModule } from '#kit/entity/module.ts'
import { companyAccountActions, payTypeActions } from './accounts/account.ts'
import { bankLineActions } from './bank/line.ts'
import { cashEntry } from './cash/entry.ts'
import { accountTransferActions, otherPaymentActions, otherReceiptActions } from './other/document.ts'
import { invoiceActions, invoiceLine } from './invoices/invoice.ts'
import { invoiceParameters, invoiceScreens } from './invoices/screens.ts'
import { invoiceTitle, taxCode } from './invoices/tax-code.ts'
import { loanActions, receivedInvoice, reimbursementActions } from './reimburse/reimbursement.ts'
import { reimburseStatics } from './reimburse/statistics.ts'
import { reimburseScreens } from './reimburse/screens.ts'
import { payBatch } from './pay/batch.ts'
import { accountPeriodActions } from './period/period.ts'
import { statementActions, statementLine } from './statements/statement.ts'
import { voucherParameters, voucherScreens } from './vouchers/screens.ts'
import { subjectMap } from './vouchers/subject.ts'
import { voucherActions, voucherBatch, voucherSource } from './vouchers/voucher.ts'
import { accountantScreens, cashScreens, menus, otherScreens, statementScreens } from './screens.ts'

export const finance = defineModule({
  name: 'finance',
  label: '财务管理',
  part: 'partFinance',
  menus: menus!,
  entities: [
    payTypeActions,
    companyAccountActions,
    bankLineActions,
    cashEntry,
    otherReceiptActions,
    otherPaymentActions,
    accountTransferActions,
    payBatch,
    accountPeriodActions,
    statementActions,
    statementLine,
    taxCode,
    invoiceTitle,
    invoiceActions,
    invoiceLine,
    loanActions,
    reimbursementActions,
    receivedInvoice,
    subjectMap,
    voucherActions,
    voucherSource,
    voucherBatch,
  ],
  screens: [
    ...accountantScreens,
    ...cashScreens,
    ...otherScreens,
    ...statementScreens,
    ...invoiceScreens,
    ...reimburseScreens,
    ...voucherScreens,
  ],
  parameters: [
    ...invoiceParameters,
    ...voucherParameters,
    {
      code: 'closeDay',
      label: '每月关账截止日',
      group: '财务',
      kind: 'int',
      default: 10,
      min: 1,
      max: 28,
      unit: '日',
      hint: '过了当月这一天上月仍未关账时，提醒管理员',
    },
    {
      code: 'statementCode',
      label: '对账确认须验证码',
      group: '财务',
      kind: 'flag',
      default: true,
      hint: '开启后，对方在对账页确认时须输入发送到联系人手机的验证码',
    },
  ],
  reports: [reimburseStatics],
  dictionaries: {
    bankOfAccount: {
      label: '银行',
      items: {
        icbc: '工商银行',
        ccb: '建设银行',
        abc: '农业银行',
        boc: '中国银行',
        bocom: '交通银行',
        cmb: '招商银行',
        spdb: '浦发银行',
        cib: '兴业银行',
        citic: '中信银行',
        cmbc: '民生银行',
        psbc: '邮储银行',
        other: '其他银行',
      },
    },
  },
})
