/**
 * Before a page whose visitors hold a link of their own. Many stand behind one address (a shop, a telephone network, an exhibition), so a
 * link counts for itself; what is no link counts against its address. Whoever was known here a moment ago does not wait for the address
 * at all: see `recognise`.
 */
import type { Context } from '../../access/context.server.ts'
import { sha256 } from '../../access/link-token.server.ts'
import type { Asked, Extra, Route } from '../route.server.ts'

type Gate = NonNullable<Route['gate']>

/** `kind` tells links of one page from those of another; `guestOf` throws for what is no link. */
export function linkGate(
  kind: string,
  header: string,
  guestOf: (visitor: Context, extra: Pick<Extra, 'header'>) => Promise<{ ctx: Context }>,
): Gate & { holds: string } {
  const gate: Gate = async (asked: Asked, go) => {
    const link = sha256(asked.header(header) ?? '')
    const guest = await guestOf(asked.ctx, asked).catch((error: unknown) => {
      asked.known(link, false)
      asked.take('guess', asked.ctx.ip)
      throw error
    })
    asked.take('link', `${kind}:${link}`)
    asked.known(link, true)
    return go({ ctx: guest.ctx, who: `${kind}:${link}` })
  }
  return Object.assign(gate, { holds: header })
}
