/** What other modules may use of vehicle affairs. */
export { borneRows } from './ground/cost-rows.server.ts'
export { addCost, reverseCost } from './ground/costs.server.ts'
export { sheetLines } from './violations/import.server.ts'
export { driverAt } from './violations/match.server.ts'
