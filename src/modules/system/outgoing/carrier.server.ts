/** What a carrier of messages is given, and what it must do; port `messages` chooses one. */
import { z } from 'zod'
import type { Context } from '#kit/access/context.server.ts'
import type { Delivery } from '#kit/ports/call.server.ts'

export const outsideMessage = z.strictObject({
  to: z.strictObject({ name: z.string().min(1).max(60), mobile: z.string().regex(/^1\d{10}$/) }),
  title: z.string().min(1).max(80),
  text: z.string().min(1).max(500),
  /** Users of the console who pass it on by hand where nothing brings it outside. */
  standIns: z.array(z.int()).max(50),
})
export type OutsideMessage = z.output<typeof outsideMessage>

export interface MessageCarrier {
  /** False: nobody outside the console is reached. */
  readonly outside: boolean
  /** Once per `delivery.id`, however often it is called. Answers the number the carrier gave it, if it gives one. */
  send(ctx: Context, message: OutsideMessage, delivery: Delivery): Promise<{ receipt: string | null }>
}
