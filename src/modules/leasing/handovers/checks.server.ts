/** The inspection sheet: which one a vehicle has, and what a filled in one must say, at a handover, a swap and a return alike. */
import type { Tx } from '#kit/access/context.server.ts'
import { invalid } from '#kit/basics/errors.ts'
import { liveRows } from '#kit/entity/query/live-rows.server.ts'
import type { Rec } from '#kit/entity/tables.ts'
import type { inspectionTemplate } from './handover.ts'

type Template = Pick<Rec<typeof inspectionTemplate>, 'id' | 'items'>

/** The one of the vehicle's category, or the general one. */
export async function templateFor(tx: Tx, vehicle: number): Promise<Template | null> {
  const { category } = await tx
    .selectFrom('vehicle')
    .innerJoin('vehicleModel', 'vehicleModel.id', 'vehicle.model')
    .select('vehicleModel.category')
    .where('vehicle.id', '=', vehicle)
    .executeTakeFirstOrThrow()
  const all = await liveRows(tx, 'inspectionTemplate')
    .select(['id', 'category', 'items'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  return all.find((t) => t.category === category) ?? all.find((t) => t.category === null) ?? null
}

/** The one a sheet was laid out by, whatever became of it since. */
export const templateById = async (tx: Tx, id: number | null): Promise<Template | null> =>
  (id === null ? null : await tx.selectFrom('inspectionTemplate').select(['id', 'items']).where('id', '=', id).executeTakeFirst()) ?? null

/** What is not in order is explained, and what the template asks for was looked at. */
export function mustBeChecked(
  field: string,
  items: readonly { name: string; normal: boolean; note: string | null }[] | null | undefined,
  template: Pick<Template, 'items'> | null,
): void {
  const silent = (items ?? []).filter((item) => !item.normal && !item.note).map((item) => item.name)
  if (silent.length) throw invalid({ [field]: `异常项请填写说明：${silent.join('、')}` })
  const done = new Set((items ?? []).map((item) => item.name))
  const missing = (template?.items ?? []).filter((item) => item.required && !done.has(item.name)).map((item) => item.name)
  if (missing.length) throw invalid({ [field]: `以下必查项还没有检查：${missing.join('、')}` })
}
