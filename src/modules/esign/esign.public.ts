/** What other modules may ask of e-contracts: to have their records signed. */
export type { SignSubject, SubjectFacts, SubjectPaper } from './subjects.server.ts'
export { liveFlowOf } from './flows/live.server.ts'
export { companyNameOf } from './identity/own.server.ts'
export { paperBytes, papersToSign, signedPapers } from './flows/of-lessee.server.ts'
/** A link to the signing page of one party; whoever asks has made sure that it is his to sign. */
export { linkFor } from './routes/link.server.ts'
