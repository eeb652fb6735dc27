/** `null` means fine; anything else is the reason, a Chinese sentence the user can act on. */
export type Check = string | null

/** What comes out of reading text that a person typed: a trusted value, or the reason why not. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string }

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value })
export const refused = (message: string): { ok: false; message: string } => ({ ok: false, message })
