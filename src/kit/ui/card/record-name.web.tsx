/** A plate or a name, wherever one stands: the way to its record, and its card for whoever rests on it, presses it long, or hits the space bar. */
import type { MouseEvent, ReactNode } from 'react'
import type { CardOf } from '../../entity/card/card.wire.ts'
import { Link } from '../screen/link.web.tsx'
import { detailPath, entityOf, hasEntity } from '../screen/registry.web.ts'
import { cardMark } from './card-mark.ts'

interface RecordNameProps {
  /** Null: a name that stands for no record. */
  of: CardOf | null | undefined
  children: ReactNode
  /** Another page than that of the record. */
  to?: string | null
  /** Inside a button or another link it is no way of its own, and only its card opens. */
  still?: boolean
  className?: string
  title?: string
  onClick?: (event: MouseEvent) => void
}

export function RecordName({ of, children, to, still = false, ...rest }: RecordNameProps) {
  const own = of && hasEntity(of.entity) ? detailPath(of.entity, of.id) : null
  // Whose page is closed to the reader, his card is, too.
  const mark = of && own ? cardMark(entityOf(of.entity), of.id) : {}
  const path = still ? null : to === undefined ? own : to
  if (path)
    return (
      <Link to={path} {...rest} {...mark}>
        {children}
      </Link>
    )
  return (
    <span className={rest.className} title={rest.title} {...mark}>
      {children}
    </span>
  )
}
