/** Cards as terminals report them: written down, matched with a driver, and asked for by whoever wants to know who drove. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import { serveEntity } from '#kit/entity/serve.server.ts'
import { add } from '#kit/entity/store.server.ts'
import { instantOf, plainText, type Bodies } from '../jt808/jt808.ts'
import { cardAt, type Carded } from './card.rules.ts'
import { driverCard } from './driver-card.ts'

export const servedDriverCard = serveEntity(driverCard, {})

const RESULTS = ['ok', 'key', 'locked', 'pulled', 'wrong'] as const
const plain = (text: string | undefined, most: number): string | null =>
  plainText(text ?? '')
    .replaceAll('\0', '')
    .trim()
    .slice(0, most) || null
const dayText = (digits: string | undefined): string | null => {
  const [, y, m, d] = /^(20\d\d)(\d\d)(\d\d)$/.exec(digits ?? '') ?? []
  const day = `${y}-${m}-${d}`
  return y && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day) ? day : null
}

/** Who keeps drivers lays out `provides: { driverByPapers }`: whose numbers these are; null when nobody's, or several people's. */
type DriverByPapers = (tx: Tx, ctx: Context, numbers: readonly string[]) => Promise<number | null>
declare module '#kit/entity/tables.ts' {
  interface Provided {
    driverByPapers: DriverByPapers
  }
}
/** By the numbers on the card; a name alone is no proof, and two people may bear it. */
async function driverOf(tx: Tx, ctx: Context, numbers: readonly (string | null)[]): Promise<number | null> {
  const known = numbers.filter((one) => one !== null)
  if (known.length === 0) return null
  for (const find of ctx.registry.provided('driverByPapers')) {
    const driver = await find(tx, ctx, known)
    if (driver !== null) return driver
  }
  return null
}

/** Again is the same. `now`: when it was received; a time that cannot be true gives way to it. */
export async function keepCard(tx: Tx, ctx: Context, terminal: number, body: Bodies['0702']): Promise<void> {
  const now = ctx.clock.now()
  const sent = body.at === undefined ? null : instantOf(body.at)
  const believed = sent !== null && sent <= Date.parse(now) + 600_000 && sent > Date.parse(now) - 30 * 86_400_000
  const at = believed ? new Date(sent).toISOString() : now
  const action = body.status === 2 ? 'out' : 'in'
  await tx.selectFrom('terminal').select('id').where('id', '=', terminal).forNoKeyUpdate().execute()
  const again = await liveRows(tx, 'driverCard')
    .select('id')
    .where('terminal', '=', terminal)
    .where('at', '=', at)
    .where('action', '=', action)
    .executeTakeFirst()
  if (again) return
  const owner = await tx.selectFrom('terminal').select(['store']).where('id', '=', terminal).executeTakeFirstOrThrow()
  const bound = await liveRows(tx, 'terminalBinding')
    .select('vehicle')
    .where('terminal', '=', terminal)
    .where('fromAt', '<=', at)
    .where((eb) => eb.or([eb('toAt', 'is', null), eb('toAt', '>', at)]))
    .executeTakeFirst()
  const [certificate, idNo] = [plain(body.certificate, 40), plain(body.idCard, 20)]
  await add(tx, ctx, 'driverCard', {
    terminal,
    vehicle: bound?.vehicle ?? null,
    store: owner.store,
    action,
    at,
    result: action === 'out' ? null : (RESULTS[body.result ?? 0] ?? 'wrong'),
    name: plain(body.name, 40),
    driver: await driverOf(tx, ctx, [certificate, idNo]),
    certificate,
    idNo,
    authority: plain(body.authority, 120),
    validTo: dayText(body.validTo),
    receivedAt: now,
  })
}

/** Whose card was in the recorder of a vehicle at a moment: as many answers as questions. */
export async function cardsAt(tx: Tx, asked: readonly { vehicle: number; at: string }[]): Promise<(Carded | null)[]> {
  if (asked.length === 0) return []
  const moments = asked.map(({ at }) => Date.parse(at))
  const rows = await liveRows(tx, 'driverCard')
    .select(['vehicle', 'action', 'at', 'driver', 'name'])
    .where('vehicle', 'in', [...new Set(asked.map(({ vehicle }) => vehicle))])
    .where('at', '>=', new Date(Math.min(...moments) - 2 * 86_400_000).toISOString())
    .where('at', '<=', new Date(Math.max(...moments)).toISOString())
    .orderBy('at')
    .execute()
  const byVehicle = Map.groupBy(rows, (row) => row.vehicle!)
  return asked.map(({ vehicle, at }) => cardAt(byVehicle.get(vehicle) ?? [], at))
}
