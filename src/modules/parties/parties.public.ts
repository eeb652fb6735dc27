/** What other modules may ask of parties. */
export { recordCredit } from './credit.server.ts'
