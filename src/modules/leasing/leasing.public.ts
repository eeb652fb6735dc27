/** What other modules may ask of leasing. */
export { issueDue, type IssueReport } from './rent/issue.server.ts'
export { holderAt, leaseEnds, leaseKept, segmentsOf, vehiclesOfLease } from './handovers/holder.server.ts'
export { draftIncidental, dropIncidental, incidentalsOf, issueIncidental } from './changes/incidental.server.ts'
export { draftReduction } from './changes/reduction-draft.server.ts'
export type { LeaseHold } from './returns/holds.server.ts'
export { vehicleDayRows } from './handovers/leased-days.server.ts'
export { leasesOfLessee } from './contracts/of-lessee.server.ts'
