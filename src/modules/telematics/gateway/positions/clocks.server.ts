/** A terminal's clock is wrong, or right again: an alarm a person sees, one for as long as it lasts, and a word on the terminal's page. */
import type { Context } from '#kit/access/context.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { gradeOf } from '../../alarms/alarm.rules.ts'
import { clockFault, type Verdict } from './clock.rules.ts'
import type { Known } from '../admission/directory.server.ts'

export class Clocks {
  private readonly context: (operatorId: number) => Context
  /** One after another: what a link said last stands. */
  private running: Promise<unknown> = Promise.resolve()

  constructor(context: (operatorId: number) => Context) {
    this.context = context
  }

  tell(known: Known, verdict: Verdict, sent: string): Promise<void> {
    const done = this.running.then(() => this.write(known, clockFault(verdict, sent)))
    this.running = done.catch(() => {})
    return done
  }

  private write(known: Known, fault: string | null): Promise<void> {
    const ctx = this.context(known.operatorId)
    const at = ctx.clock.now()
    return ctx.db.write(known.operatorId, async (tx) => {
      const t = await tx
        .updateTable('terminal')
        .set({ clockFault: fault })
        .where('id', '=', known.id)
        .returning(['vehicle', 'store'])
        .executeTakeFirst()
      const open = await tx
        .selectFrom('alarm')
        .select('id')
        .where('terminal', '=', known.id)
        .where('kind', '=', 'clock')
        .where('endAt', 'is', null)
        .where('deletedAt', 'is', null)
        .execute()
      const ids = open.map(({ id }) => id)
      if (ids.length)
        await tx
          .updateTable('alarm')
          .set(fault === null ? { endAt: at, lastAt: at } : { lastAt: at, detail: fault })
          .where('id', 'in', ids)
          .execute()
      else if (fault !== null)
        await add(tx, ctx, 'alarm', {
          terminal: known.id,
          vehicle: t?.vehicle ?? null,
          store: t?.store ?? null,
          kind: 'clock',
          grade: gradeOf('clock'),
          source: 'platform',
          startAt: at,
          lastAt: at,
          times: 1,
          detail: fault,
        })
    })
  }
}
