/** What a record looks like where it is named: its photo, else the figure its module draws of it, else the two characters of its name. */
import { Suspense, type ReactNode } from 'react'
import type { Entity } from '../../entity/entity.ts'
import type { FileLink } from '../../entity/field.ts'
import type { Row } from '../../entity/wire.ts'
import { useFileUrl } from '../files/file-store.web.ts'
import { slots } from '../screen/registry.web.ts'
import { groundOf, initialsOf } from './initials.ts'
import './portrait.css'

export type PortraitSize = 'card' | 'head' | 'cell'

/** The field of its pictures for which a module draws a figure; null when none does. */
const drawnField = (entity: string): string | null =>
  Object.keys(slots.figures)
    .find((path) => path.startsWith(`${entity}.`))
    ?.slice(entity.length + 1) ?? null

/** Whether anything at all would be shown: people and things that have a card, and what a module draws. */
export const hasPortrait = (entity: Entity<any>): boolean => entity.card !== undefined || drawnField(entity.name) !== null

export function Portrait({ entity, row, size }: { entity: Entity<any>; row: Row; size: PortraitSize }) {
  const field = (entity.card?.photo as string | undefined) ?? drawnField(entity.name)
  const files = field ? row[field] : null
  const first = Array.isArray(files) ? ((files as FileLink[]).find(({ mime }) => mime.startsWith('image/')) ?? null) : null
  const url = useFileUrl(first)
  const Figure = field ? slots.figures[`${entity.name}.${field}`] : undefined
  if (url) return <Frame size={size} thing={Boolean(Figure)} body={<img src={url} alt="照片" />} />
  if (Figure)
    return (
      <Frame
        size={size}
        thing
        body={
          <Suspense fallback={null}>
            <Figure row={row} />
          </Suspense>
        }
      />
    )
  return <Frame size={size} ground={groundOf(row.id)} body={<span aria-hidden="true">{initialsOf(row.$title)}</span>} />
}

function Frame({ size, thing, ground, body }: { size: PortraitSize; thing?: boolean; ground?: string; body: ReactNode }) {
  return (
    <span
      className={`zyt-portrait${size === 'card' ? '' : ` zyt-portrait-${size}`}${thing ? ' zyt-portrait-thing' : ''}`}
      style={ground ? { background: ground } : undefined}
    >
      {body}
    </span>
  )
}
