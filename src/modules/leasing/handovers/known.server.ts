/**
 * What need not be typed at a handover or a return: the odometer as the terminal counts it, and who fetches the vehicle when its lessee
 * is a person. Both stand in the form to be looked at; what nobody can know (what the vehicle looks like) does not.
 */
import type { Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { signerOf } from '#modules/parties/parties.public.ts'
import { odometerNow } from '#modules/telematics/telematics.public.ts'

export interface Counted {
  km: number
  at: string
}

/** Of those whose terminal counts; one that reads less than the vehicle has is another odometer (a new terminal), and is not offered. */
export async function countedKm(tx: Tx, vehicles: readonly number[]): Promise<Map<number, Counted>> {
  const counted = await odometerNow(tx, vehicles)
  if (counted.size === 0) return counted
  const known = await tx
    .selectFrom('vehicle')
    .select(['id', 'odometer'])
    .where('id', 'in', [...counted.keys()])
    .execute()
  for (const v of known) if ((v.odometer ?? 0) > counted.get(v.id)!.km) counted.delete(v.id)
  return counted
}

/** Of private lessees: himself. Somebody fetches it for a company, and that is not known beforehand. */
export async function ownReceivers(tx: Tx, lessees: readonly number[]): Promise<Map<number, string>> {
  const rows = lessees.length
    ? await tx
        .selectFrom('lessee')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(lessees)])
        .where('kind', '=', 'person')
        .execute()
    : []
  return new Map(rows.map((l) => [l.id, l.name]))
}

/** The number of whoever fetches it; of the lessee himself it is known, though a clerk sees it masked. */
export async function receiverMobile(tx: Tx, lessee: number, name: string, typed: string | null | undefined): Promise<string> {
  if (typed) return typed
  const l = await signerOf(tx, lessee)
  if (l.kind === 'person' && l.name === name) return l.mobile
  throw invalid({ receiverMobile: '提车人不是承租人本人，请填写提车人手机号' })
}
