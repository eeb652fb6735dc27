/** What is said of a stored position beside it: the bits of `flags` (fleet.md §2.4, §3.7). */

/** Kept by the terminal and sent later. */
export const LATE = 1
export const FILTERED = 2
export const NO_FIX = 4
/** A place nobody can have reached from the one before: as none, see jumps.rules.ts. */
export const JUMP = 8
/** Nobody can say when it was. */
export const BAD_CLOCK = 32
/** The clock was wrong; it stands at the time of receipt, or at its own time set right. */
export const SET_RIGHT = 64

/** What tells nothing of where a vehicle was. */
export const UNUSABLE = FILTERED | NO_FIX | BAD_CLOCK
