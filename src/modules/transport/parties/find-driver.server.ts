/** Drivers whom papers of others name, many at once. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { plainName, plainNumber, whichDriver, type Found, type Named } from './find-driver.rules.ts'

/** As many answers as people, in their order. A driver who has left is found too: papers tell of the past. */
export async function driversNamed(tx: Tx, ctx: Context, people: readonly Named[]): Promise<Found[]> {
  const given = (of: (p: Named) => string): string[] => [...new Set(people.map(of).filter(Boolean))]
  const [names, mobiles, licences] = [
    given((p) => plainName(p.name)),
    given((p) => plainNumber(p.mobile)),
    given((p) => plainNumber(p.licence)),
  ]
  if (!names.length && !mobiles.length && !licences.length) return people.map(() => ({ driver: null, driverName: null, unclear: null }))
  const drivers = await tx
    .selectFrom('driver')
    .select(['id', 'name', 'mobile', 'idNo'])
    .where('operatorId', '=', ctx.user.operatorId)
    .where((eb) =>
      eb.or([
        // Blanks within a name («张 三») are no difference.
        eb(eb.fn<string>('replace', ['name', eb.val(' '), eb.val('')]), 'in', ['', ...names]),
        eb('mobile', 'in', ['', ...mobiles]),
        eb('idNo', 'in', ['', ...licences]),
      ]),
    )
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  return people.map((p) => whichDriver(p, drivers))
}
