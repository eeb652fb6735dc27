/** What other modules may use of system administration. */
export { parameterNumber, parameterSql, parameterValue } from './settings/parameters.server.ts'
export { administrators, personNamed, telephonesOf, sendMessages, withdrawMessages, type ReminderEnd } from './messages/messages.server.ts'
export { reachesOutside, sendOutside } from './outgoing/message-call.server.ts'
export { operatorOfHost } from './settings/site.server.ts'
export { companyChanged, rightsChanged } from './rights/changed.server.ts'
export { DEMO_LEAVING } from './demo.routes.server.ts'
export { firstAdministrator, seedCompany } from './seed.server.ts'
