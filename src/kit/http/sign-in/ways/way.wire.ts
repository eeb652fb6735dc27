/** What travels while somebody signs in by a way that modules lay out; server and login page read it here. */
import { z } from 'zod'

export const OFFERED = z.array(
  z.object({
    way: z.string(),
    code: z.string(),
    label: z.string(),
    button: z.string(),
    /** Whoever does not look after the company has no password. */
    passwordOff: z.boolean(),
  }),
)
export type Offered = z.output<typeof OFFERED>

/** What the browser stores of who is signed in: the headers of /api/oauth/token, in words. */
const ENTRANCE = z.object({
  token: z.string(),
  uid: z.number(),
  username: z.string(),
  customerType: z.string(),
  isFirst: z.boolean(),
  isAdmin: z.boolean(),
  carrier: z.boolean(),
  phone: z.string(),
  subOperation: z.string(),
})
export type Entrance = z.output<typeof ENTRANCE>

/** By what the second step may be done; `passkey`: what the browser is asked. */
const SECOND_STEP = z.object({ totp: z.boolean(), passkey: z.record(z.string(), z.unknown()).nullable() })
export type SecondStep = z.output<typeof SECOND_STEP>

/** `in`: signed in. `second`: the second step is asked for. `bind`: nobody's yet; whoever signs in by password makes it his. */
export const RETURNED = z.object({
  step: z.enum(['in', 'second', 'bind']),
  label: z.string(),
  ticket: z.string().nullable(),
  message: z.string().nullable(),
  /** Null after a wrong code: what was said of it before stands. */
  second: SECOND_STEP.nullable(),
  entrance: ENTRANCE.nullable(),
})
export type Returned = z.output<typeof RETURNED>
