/** What other modules may ask of approval. Acts are laid out with `provides` (acts.server.ts); this is for the few that must know. */
export { needsApproval } from './watcher.server.ts'
export { type ActSpec, type DecidingFacts } from './acts.server.ts'
export { isEngine } from './business.server.ts'
