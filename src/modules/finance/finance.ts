/** 财务管理: what an accountant needs around bills and payments. Billing stays the only writer of those; finance listens. A folder per subject. */
import { defineModule } from '#kit/entity/module.ts'
import { companyAccount, companyAccountActions, payType, payTypeActions } from './accounts/account.ts'
import { bankLine, bankLineActions } from './bank/line.ts'
import { cashEntry } from './cash/entry.ts'
import {
  accountTransfer,
  accountTransferActions,
  otherPayment,
  otherPaymentActions,
  otherReceipt,
  otherReceiptActions,
} from './other/document.ts'
import { invoice, invoiceActions, invoiceLine } from './invoices/invoice.ts'
import { invoiceParameters, invoiceScreens } from './invoices/screens.ts'
import { invoiceTitle, taxCode } from './invoices/tax-code.ts'
import { loan, loanActions, receivedInvoice, reimbursement, reimbursementActions } from './reimburse/reimbursement.ts'
import { reimburseStatics } from './reimburse/statistics.ts'
import { reimburseScreens } from './reimburse/screens.ts'
import { payBatch } from './pay/batch.ts'
import { accountPeriod, accountPeriodActions } from './period/period.ts'
import { statement, statementActions, statementLine } from './statements/statement.ts'
import { voucherParameters, voucherScreens } from './vouchers/screens.ts'
import { subjectMap } from './vouchers/subject.ts'
import { voucher, voucherActions, voucherBatch, voucherSource } from './vouchers/voucher.ts'
import { accountantScreens, cashScreens, menus, otherScreens, statementScreens } from './screens.ts'

export const finance = defineModule({
  name: 'finance',
  label: '财务管理',
  menus: menus!,
  entities: [
    payType,
    companyAccount,
    bankLine,
    cashEntry,
    otherReceipt,
    otherPayment,
    accountTransfer,
    payBatch,
    accountPeriod,
    statement,
    statementLine,
    taxCode,
    invoiceTitle,
    invoice,
    invoiceLine,
    loan,
    reimbursement,
    receivedInvoice,
    subjectMap,
    voucher,
    voucherSource,
    voucherBatch,
  ],
  actions: [
    payTypeActions,
    companyAccountActions,
    bankLineActions,
    otherReceiptActions,
    otherPaymentActions,
    accountTransferActions,
    accountPeriodActions,
    statementActions,
    invoiceActions,
    loanActions,
    reimbursementActions,
    voucherActions,
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
