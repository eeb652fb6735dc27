/** What other modules may use of system administration. */
export { parameterNumber, parameterSql, parameterValue } from './settings/parameters.server.ts'
export {
  administrators,
  colleagueCalled,
  personNamed,
  telephonesOf,
  sendMessages,
  withdrawMessages,
  type ReminderEnd,
} from './messages/messages.server.ts'
export { openAccount } from './people/account.server.ts'
export { colleaguesOf, peopleAbove, refuseVoice } from './rights/security/above.server.ts'
export { outsideMessage } from './outgoing/carrier.server.ts'
export { NO_WAY_OUT, reachesOutside, sendOutside } from './outgoing/message-call.server.ts'
export { addressOf, knownSite, NO_SITE, ownAddress, siteFor } from './outgoing/site-address.server.ts'
export { dictionaryWord } from './settings/dictionary.server.ts'
export { operatorOfHost } from './settings/site.server.ts'
export { companyChanged, rightsChanged } from './rights/changed.server.ts'
export { securityPolicy } from './rights/security/policy.server.ts'
export { DEMO_LEAVING } from './demo.routes.server.ts'
export { firstAdministrator, seedCompany } from './seed.server.ts'
