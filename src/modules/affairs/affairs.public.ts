/** What other modules may use of vehicle affairs. */
export { addCost, reverseCost } from './ground/costs.server.ts'
export { sheetLines } from './violations/import.server.ts'
export { driverAt } from './violations/match.server.ts'
