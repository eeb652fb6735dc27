/** Messages nobody acts on, kept as they came: so many of a terminal an hour, so that one that talks without end fills no disk. */
import type { Context } from '#kit/access/context.server.ts'
import { serveEntity } from '#kit/entity/serve.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { encodeFrame, hexOf, isRaw, messageIds, messageName, type Body, type Header } from '../jt808/jt808.ts'
import { keptMessage, MOST_KEPT_BYTES } from './kept-message.ts'

export const servedKeptMessage = serveEntity(keptMessage, {})

const MOST_AN_HOUR = 120
const HOUR_MS = 3_600_000
const MOST_REMEMBERED = 50_000

export class KeptMessages {
  private readonly counts = new Map<number, { since: number; n: number }>()

  private room(terminal: number, now: number): boolean {
    const known = this.counts.get(terminal)
    if (!known || now - known.since >= HOUR_MS) {
      if (this.counts.size > MOST_REMEMBERED) this.counts.clear()
      this.counts.set(terminal, { since: now, n: 1 })
      return true
    }
    return known.n++ < MOST_AN_HOUR
  }

  /** False: more than are kept. */
  async keep(ctx: Context, terminal: number, header: Header, body: Body, bytes: Uint8Array): Promise<boolean> {
    const now = ctx.clock.now()
    if (!this.room(terminal, Date.parse(now))) return false
    const { messageId, serial, phone, version } = header
    const shortened = hexOf(bytes.subarray(0, MOST_KEPT_BYTES))
    // A frame of its own where one holds it; otherwise its head and body, which the message tool reads as well.
    const frame = bytes.length <= 1023 ? hexOf(encodeFrame({ messageId, phone, serial, version }, { raw: shortened })) : shortened
    await ctx.db.write(ctx.user.operatorId, async (tx) => {
      const owner = await tx.selectFrom('terminal').select(['vehicle', 'store']).where('id', '=', terminal).executeTakeFirst()
      await add(tx, ctx, 'keptMessage', {
        terminal,
        vehicle: owner?.vehicle ?? null,
        store: owner?.store ?? null,
        receivedAt: now,
        messageId: messageId.toUpperCase(),
        name: messageName(messageId),
        understood: messageIds.includes(messageId) && !isRaw(body),
        serial,
        bytes: bytes.length,
        frame,
      })
    })
    return true
  }
}
