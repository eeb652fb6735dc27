/** Drivers whom papers of others name, many at once. */
import { formsOf } from '#kit/database/sealing.server.ts'
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { plainName, plainNumber, whichDriver, type DriverMatch, type Named } from './find-driver.rules.ts'

/** As many answers as people, in their order. A driver who has left is found too: papers tell of the past. */
export async function driversNamed(tx: Tx, people: readonly Named[]): Promise<DriverMatch[]> {
  const given = (of: (p: Named) => string): string[] => [...new Set(people.map(of).filter(Boolean))]
  const [names, mobiles, licences] = [
    given((p) => plainName(p.name)),
    given((p) => plainNumber(p.mobile)),
    given((p) => plainNumber(p.licence)),
  ]
  if (!names.length && !mobiles.length && !licences.length) return people.map(() => ({ driver: null, driverName: null, unclear: null }))
  const drivers = await liveRows(tx, 'driver')
    .select(['id', 'name', 'mobile', 'idNo'])
    .where((eb) =>
      eb.or([
        // Blanks within a name («张 三») are no difference.
        eb(eb.fn<string>('replace', ['name', eb.val(' '), eb.val('')]), 'in', ['', ...names]),
        eb('mobile', 'in', ['', ...mobiles.flatMap(formsOf)]),
        eb('idNo', 'in', ['', ...licences.flatMap(formsOf)]),
      ]),
    )
    .orderBy('id')
    .execute()
  return people.map((p) => whichDriver(p, drivers))
}

/** Whose certificate or identity card these numbers are; nobody's when they are several people's. */
export async function driverByPapers(tx: Tx, ctx: Context, numbers: readonly string[]): Promise<number | null> {
  const drivers = await liveRows(tx, 'driver')
    .select('id')
    .where((eb) => eb.or([eb('qualificationNo', 'in', numbers.flatMap(formsOf)), eb('idNo', 'in', numbers.flatMap(formsOf))]))
    .limit(2)
    .execute()
  return drivers.length === 1 ? drivers[0]!.id : null
}
