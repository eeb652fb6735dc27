/** What other modules may ask of finance. */
export { draftReceipt } from './other/receipts.server.ts'
export type { ReceiptFollower } from './other/receipts.server.ts'
export { statementsOfBills } from './statements/of-bills.server.ts'
export { transferAccount } from './accounts/transfer.server.ts'
