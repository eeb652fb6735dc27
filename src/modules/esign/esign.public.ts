/** What other modules may ask of e-contracts: to have their records signed. */
export type { SignSubject, SubjectFacts, SubjectPaper } from './subjects.server.ts'
export { liveFlowOf } from './flows/live.server.ts'
export { companyNameOf } from './identity/own.server.ts'
