/** What other modules may ask of transport. */
export { dispatchable, openMission, schedulable } from './dispatch-door.server.ts'
export { deducted, draftDeduction, driverContact, dropDeduction, drovenBy, regularDrivers } from './missions/drove.server.ts'
export type { Found } from './parties/find-driver.rules.ts'
export { driversNamed } from './parties/find-driver.server.ts'
export { freightRows, orderRows } from './statistics/reports.server.ts'
