/** What other modules may ask of transport. */
export { dispatchable, openMission, schedulable } from './dispatch-door.server.ts'
export { freightRows, orderRows } from './statistics/reports.server.ts'
