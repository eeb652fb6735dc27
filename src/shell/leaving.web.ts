let decided = false
/** Log-out, forced reload, expired session, failed chunk: drafts are saved and the decision is made, so nobody is asked again. */
export const leaveOnPurpose = (): void => {
  decided = true
}
export const isLeaving = (): boolean => decided
