/** What other modules may use of system administration. */
export { parameterNumber, parameterValue } from './parameters.server.ts'
export { sendMessages } from './messages.server.ts'
export { operatorOfHost } from './site.server.ts'
export { rightsChanged } from './changed.server.ts'
export { DEMO_LEAVING } from './demo.routes.server.ts'
