/** What other modules may use of vehicle affairs. */
export { borneRows } from './ground/cost-rows.server.ts'
export { addCost, addCosts, reverseCost, type NewCost } from './ground/costs.server.ts'
export { driversAt } from './violations/match.server.ts'
export { violationsOfLessee } from './of-lessee.server.ts'
