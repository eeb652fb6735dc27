/** What other modules may ask of freight. */
export { answered, questionOf, type OrderToPrice } from '../transport/rating/order-price.server.ts'
export { deducted, draftDeduction, dropDeduction } from '../transport/settlement/driver-deductions.server.ts'
export { SHEET_KINDS } from '../transport/settlement/sheet.ts'
export { freightRows } from '../transport/statistics/money-reports.server.ts'
