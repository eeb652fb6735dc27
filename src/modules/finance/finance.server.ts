/** Server part of finance: what its folders serve, put together. */
import type { ServedModule, WorkSource } from '#kit/entity/registry.server.ts'
import { listWork } from '#kit/report/work.server.ts'
import { accountEntities, seedAccounts } from './accounts/accounts.server.ts'
import { bankRoutes } from './bank/bank.routes.server.ts'
import { servedBankLine } from './bank/bank.server.ts'
import { cashHooks } from './period/listen.server.ts'
import { reconcileRoute } from './cash/reconcile.server.ts'
import { documentRoutes } from './documents/documents.server.ts'
import { finance } from './finance.ts'
import { invoicePort } from './invoices/invoice-port.server.ts'
import { invoiceActs, invoiceCall, invoiceEntities, invoiceLock, seedTaxCodes } from './invoices/invoices.server.ts'
import { invoiceRoutes } from './invoices/routes.server.ts'
import { financeReminders, reminderJob } from './reminders.server.ts'
import { reimburseActs, reimburseEntities, reimburseListener } from './reimburse/reimburse.server.ts'
import { servedReimburseStatics } from './reimburse/statistics.server.ts'
import { otherActs, otherEntities } from './other/other.server.ts'
import { batchRoutes } from './pay/batch.server.ts'
import { publicStatementRoutes } from './statements/public.server.ts'
import { statementRoutes } from './statements/routes.server.ts'
import { statementActs, statementEntities, statementHooks, statementWatcher } from './statements/statement.server.ts'
import { voucherRoutes } from './vouchers/routes.server.ts'
import { seedSubjects, voucherEntities } from './vouchers/vouchers.server.ts'
import { periodActs, periodRoutes, servedPeriod } from './period/period.server.ts'

/** Lines of the bank that nobody has said yet whose they are. */
const toMatch = listWork('bankLine', {
  code: 'bankLinesOpen',
  title: '待匹配银行流水',
  act: '去匹配',
  order: 19,
  tone: 'warn',
  screen: 'bankLineList',
  filter: () => ({ status: 'open' }),
  who: ['payerName', 'tradeNo'],
  what: ['direction', 'memo'],
  since: 'bookedOn',
  amount: 'amount',
})
const work: readonly WorkSource[] = [toMatch]

export const financeServer: ServedModule = {
  module: finance,
  entities: [
    ...accountEntities,
    servedBankLine,
    ...otherEntities,
    servedPeriod,
    ...statementEntities,
    ...invoiceEntities,
    ...reimburseEntities,
    ...voucherEntities,
  ],
  routes: [
    ...bankRoutes,
    reconcileRoute,
    ...batchRoutes,
    ...periodRoutes,
    ...documentRoutes,
    ...statementRoutes,
    ...publicStatementRoutes,
    ...invoiceRoutes,
    ...voucherRoutes,
  ],
  reports: [servedReimburseStatics],
  work,
  ports: [invoicePort],
  calls: [invoiceCall],
  jobs: [reminderJob],
  seed: async (tx, ctx) => {
    await seedAccounts(tx, ctx)
    await seedTaxCodes(tx, ctx)
    await seedSubjects(tx, ctx)
  },
  provides: {
    ...cashHooks,
    ...statementHooks,
    cashListeners: [...(cashHooks.cashListeners ?? []), reimburseListener],
    billLocks: [...(statementHooks.billLocks ?? []), invoiceLock],
    reminderEnds: financeReminders,
    approvalActs: [...periodActs, ...otherActs, ...statementActs, ...invoiceActs, ...reimburseActs],
  },
  watcher: statementWatcher,
}
