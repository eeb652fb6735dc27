/** What other modules may ask of freight. */
export { answered, questionOf, type OrderToPrice } from './rating/order-price.server.ts'
export { deducted, draftDeduction, dropDeduction } from './settlement/driver-deductions.server.ts'
export { SHEET_KINDS } from './settlement/sheet.ts'
export { freightRows } from './statistics/reports.server.ts'
