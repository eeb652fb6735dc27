/** What other modules may use of vehicle affairs. */
export { borneRows } from './ground/cost-rows.server.ts'
export { addCost, addCosts, reverseCost, type NewCost } from './ground/costs.server.ts'
export { draftOrder } from './upkeep/order.server.ts'
export { cargoPolicyAt } from './insurance/policy.server.ts'
export { driversAt } from './violations/match.server.ts'
