/** Why the database would not take a report, in words; and the report again, from its bytes. Pure. */
import { decodeFrame, isRaw, type Location, type Profile } from '../jt808/jt808.ts'
import { fixOf, type Fix } from '../gateway/positions/fix.rules.ts'
import { BAD_CLOCK, LATE, SET_RIGHT } from '../places/flags.ts'
import { REFUSAL_CAUSES } from './refused.ts'

const OF_TIME = LATE | BAD_CLOCK | SET_RIGHT

export type Cause = keyof typeof REFUSAL_CAUSES

/** By class of SQLSTATE. */
export function causeOf(code: string): Cause {
  if (code === '22003' || code === '22008') return 'range'
  if (code.startsWith('22')) return 'text'
  if (code.startsWith('23')) return 'rule'
  return code.startsWith('42') ? 'statement' : 'other'
}

/** Read anew, because its meaning may have been mended meanwhile (the device model, the program); as it was read when its bytes are not there. */
export function fixAgain(refused: { frame: string | null; content: string }, profile: Profile, plain: boolean): Fix | null {
  const before = fixFrom(refused.content)
  if (!before) return null
  const decoded = refused.frame ? decodeFrame(Uint8Array.from(Buffer.from(refused.frame, 'hex')), { profile }) : null
  const fresh =
    decoded?.ok && decoded.header.messageId === '0200' && !isRaw(decoded.body)
      ? fixOf(decoded.body as Location, {
          terminal: before.terminal,
          receivedAt: before.receivedAt,
          serial: before.serial,
          late: (before.flags & LATE) !== 0,
        })
      : before
  // It stands where it stood: what its clock was worth, and its place inside a batch, is known to the first reading only.
  const flags = (fresh.flags & ~OF_TIME) | (before.flags & OF_TIME)
  return { ...fresh, at: before.at, sentTime: before.sentTime, flags, items: plain ? null : fresh.items }
}

function fixFrom(content: string): Fix | null {
  try {
    const read = JSON.parse(content) as Fix
    return typeof read === 'object' && read !== null && typeof read.terminal === 'number' && typeof read.at === 'number' ? read : null
  } catch {
    return null // longer than what is kept of it
  }
}
