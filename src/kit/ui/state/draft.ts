/** How long a draft is kept, on the server and in the browser. */
const DRAFT_DAYS = 30

/** Drafts saved before this instant are forgotten. */
export const keptSince = (now: string | number): string => new Date(new Date(now).getTime() - DRAFT_DAYS * 86_400_000).toISOString()
