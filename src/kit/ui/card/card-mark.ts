/** Which word of a page stands for which record, written on it: one listener for the whole page reads it. */
import type { CardOf } from '../../entity/card/card.wire.ts'
import type { Entity } from '../../entity/entity.ts'

export type { CardOf }

/** Attributes of a link to a record that has a card; none where it has none. */
export const cardMark = (entity: Pick<Entity, 'name' | 'card'>, id: number): { 'data-card'?: string } =>
  entity.card ? { 'data-card': `${entity.name}:${id}` } : {}
/** What a mark says; null for anything else. */
export function readMark(mark: string | null | undefined): CardOf | null {
  const [, entity, id] = /^([A-Za-z]\w*):(\d{1,15})$/.exec(mark ?? '') ?? []
  return entity && id ? { entity, id: Number(id) } : null
}
