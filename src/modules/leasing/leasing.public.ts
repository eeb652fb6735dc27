/** What other modules may ask of leasing. */
export { issueDue, type IssueReport } from './rent/issue.server.ts'
