/** What other modules may use of system administration. */
export { parameterNumber, parameterSql, parameterValue } from './parameters.server.ts'
export { administrators, personNamed, sendMessages } from './messages.server.ts'
export { reachesOutside, sendOutside } from './outgoing/message-call.server.ts'
export { operatorOfHost } from './site.server.ts'
export { companyChanged, rightsChanged } from './changed.server.ts'
export { DEMO_LEAVING } from './demo.routes.server.ts'
export { firstAdministrator, seedCompany } from './seed.server.ts'
