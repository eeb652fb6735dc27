/** What other modules may ask of transport. */
import { storeOf } from '#kit/entity/store.server.ts'
import { cargoClaim, exceptionCase } from './missions/exception.ts'
import { mission } from './missions/mission.ts'
import { transportOrder } from './orders/order.ts'
import { consignParty } from './parties/consign-party.ts'
import { driverApplication } from './recruit/recruit.ts'

/** Rows of transport for the modules that stand on it: rules, hooks, journal and watchers hold for whoever writes. */
export const transportOrders = storeOf(transportOrder)
export const missions = storeOf(mission)
export const exceptionCases = storeOf(exceptionCase)
export const cargoClaims = storeOf(cargoClaim)
export const consignParties = storeOf(consignParty)
export const driverApplications = storeOf(driverApplication)

export { dispatchable, openMission, schedulable } from './dispatch-door.server.ts'
export { ridesOf } from './missions/departure/cold.server.ts'
export { measure } from './missions/road/driven.server.ts'
export { driverContact, drovenBy, regularDrivers } from './missions/road/drove.server.ts'
export type { CodHandIn, FreightMoney } from './orders/money.server.ts'
export { ORDER_STATES } from './orders/order.ts'
export { notePrice } from './orders/price-note.server.ts'
export { withoutConsent } from './parties/consent.server.ts'
export type { DriverMatch } from './parties/find-driver.rules.ts'
export { driversNamed } from './parties/find-driver.server.ts'
export { orderRows } from './statistics/reports.server.ts'
export type { EtaFollower } from './watch/eta-followers.server.ts'
