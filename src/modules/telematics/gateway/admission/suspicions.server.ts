/** Somebody uses a terminal's number who should not: an alarm a person sees, once in a while for each terminal, however often it is tried. */
import { add } from '#kit/entity/store.server.ts'
import type { Context } from '#kit/access/context.server.ts'
import type { Known } from './directory.server.ts'

const AGAIN_MS = 600_000
const MOST_REMEMBERED = 10_000

export class Suspicions {
  private readonly context: (operatorId: number) => Context
  private readonly lastReported = new Map<number, number>()

  constructor(context: (operatorId: number) => Context) {
    this.context = context
  }

  async tell(known: Known, why: string): Promise<void> {
    const ctx = this.context(known.operatorId)
    const at = ctx.clock.now()
    const now = Date.parse(at)
    if (now - (this.lastReported.get(known.id) ?? -Infinity) < AGAIN_MS) return
    if (this.lastReported.size > MOST_REMEMBERED) this.lastReported.clear()
    this.lastReported.set(known.id, now)
    await ctx.db.write(known.operatorId, async (tx) => {
      const t = await tx.selectFrom('terminal').select(['vehicle', 'store']).where('id', '=', known.id).executeTakeFirst()
      await add(tx, ctx, 'alarm', {
        terminal: known.id,
        vehicle: t?.vehicle ?? null,
        store: t?.store ?? null,
        kind: 'spoofed',
        grade: 'severe',
        source: 'platform',
        startAt: at,
        endAt: at,
        lastAt: at,
        times: 1,
        detail: why.slice(0, 300),
      })
    })
  }
}
