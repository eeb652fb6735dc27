/** Browser part of finance. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { finance } from './finance.ts'

const bank = <K extends 'BankStatementTools' | 'AcceptDialog' | 'RecogniseDialog'>(name: K) =>
  lazy(() => import('./bank/bank.web.tsx').then((m) => ({ default: m[name] })))

const statements = <K extends 'StatementTools' | 'StatementHead' | 'StatementBulk'>(name: K) =>
  lazy(() => import('./statements/statement.web.tsx').then((m) => ({ default: m[name] })))
const invoices = <K extends 'InvoiceTools' | 'BillInvoicesTab'>(name: K) =>
  lazy(() => import('./invoices/invoices.web.tsx').then((m) => ({ default: m[name] })))

const vouchers = <K extends 'VoucherTools' | 'VoucherBatchHead'>(name: K) =>
  lazy(() => import('./vouchers/vouchers.web.tsx').then((m) => ({ default: m[name] })))

export const financeWeb: WebModule = {
  module: finance,
  screens: { fincialList: lazy(() => import('./documents/documents.web.tsx')) },
  toolbars: {
    bankLine: bank('BankStatementTools'),
    cashEntry: lazy(() => import('./cash/reconcile.web.tsx')),
    statement: statements('StatementTools'),
    invoice: invoices('InvoiceTools'),
    voucher: vouchers('VoucherTools'),
    accountPeriod: lazy(() => import('./period/period.web.tsx')),
  },
  tabs: { bill: [{ key: 'invoices', label: '发票', component: invoices('BillInvoicesTab') }] },
  bulk: {
    payableBill: lazy(() => import('./pay/batch.web.tsx').then((m) => ({ default: m.BatchBulk }))),
    statement: statements('StatementBulk'),
  },
  heads: {
    payBatch: lazy(() => import('./pay/batch.web.tsx').then((m) => ({ default: m.BatchHead }))),
    statement: statements('StatementHead'),
    accountPeriod: lazy(() => import('./period/period.web.tsx').then((m) => ({ default: m.PeriodHead }))),
    voucherBatch: vouchers('VoucherBatchHead'),
  },
  dialogs: { 'bankLine.accept': bank('AcceptDialog'), 'bankLine.recognise': bank('RecogniseDialog') },
}
