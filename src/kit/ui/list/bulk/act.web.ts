/** Standard verbs on a row, beside the actions of the definition: changing, deleting and taking a deletion back. */
import type { QueryClient } from '@tanstack/react-query'
import { functionCode, type Entity } from '../../../entity/entity.ts'
import type { Row } from '../../../entity/wire.ts'
import { importable } from '../../../entity/value/cells.ts'
import { api } from '../../client/api.web.ts'
import { confirmBox } from '../../dialog/message.web.tsx'
import type { Offer } from './legality.ts'
import { areLong } from '../table/text-width.web.ts'
import { listAddress } from '../use-data.web.ts'

export const EDIT: Offer = { name: '$edit', label: '修改', reason: null }
export const DELETE: Offer = { name: '$delete', label: '删除', tone: 'danger', reason: null }

const writable = (entity: Entity): boolean => (entity.writes ?? 'full') === 'full'
export const mayVerb = (entity: Entity, verb: 'add' | 'edit' | 'delete' | 'import' | 'export', can: (code: string) => boolean): boolean => {
  const allowed =
    verb === 'export' || (verb === 'import' ? importable(entity) : verb === 'add' ? entity.writes !== 'none' : writable(entity))
  return allowed && can(functionCode(entity.right, verb))
}

/** The row's verbs take the places its actions leave free; 删除 is never the first thing under the finger. */
export function withVerbs(offers: { shown: Offer[]; more: Offer[] }, edit: boolean, remove: boolean): { shown: Offer[]; more: Offer[] } {
  const shown = [...offers.shown]
  const more = [...offers.more]
  if (edit) (shown.length < 2 ? shown : more).push(EDIT)
  // The column is as wide as its verbs; a long pair would take the room of what the rows say.
  if (shown.length > 1 && areLong(shown.map((offer) => offer.label))) more.unshift(shown.pop()!)
  if (remove) more.push(DELETE)
  // A single entry behind 更多 is a detour, unless it is the dangerous one.
  return { shown, more }
}

export async function deleteRow(client: QueryClient, entity: Entity, row: Row): Promise<boolean> {
  const yes = await confirmBox({
    title: `删除${entity.label}`,
    content: `确定删除「${row.$title}」？删除后 10 秒内可以撤销。`,
    okText: '删除',
  })
  if (!yes) return false
  return written(client, listAddress(entity.name, 'delete'), { id: row.id, version: row.version })
}

export const restoreRow = (client: QueryClient, entity: Entity, id: number): Promise<boolean> =>
  written(client, listAddress(entity.name, 'restore'), { id })

/** A refusal has been told by its toast; what is on the screen is asked again either way, as it may be the reason. */
async function written(client: QueryClient, path: string, body: object): Promise<boolean> {
  const done = await api.post(path, body).then(
    () => true,
    () => false,
  )
  await client.invalidateQueries({ queryKey: ['entity'] })
  return done
}
