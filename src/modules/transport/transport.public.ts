/** What other modules may ask of transport. */
export { dispatchable, openMission, schedulable } from './dispatch-door.server.ts'
export { driverKeptRows, driverPayRows, driverTripRows, freightPartRows, freightRows, missionRows, orderRows } from './statistics.server.ts'
