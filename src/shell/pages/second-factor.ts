/** Answered when recovery codes were made; they are shown once. */
export interface Recovery {
  recoveryCodes?: string[]
}
/** Says what was done, and shows new codes. */
export type Done = (text: string, answer?: Recovery | null) => Promise<void>
