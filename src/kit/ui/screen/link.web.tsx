/** A link inside the console. A way that ends before a closed door is none: what would have led there is only read. */
import type { ReactNode } from 'react'
import { Link as RouterLink, type LinkProps } from 'react-router'
import { isWay } from './ways.web.ts'

interface Props extends Omit<LinkProps, 'to'> {
  /** An address with its query; null where no page shows what is named. */
  to: string | null | undefined
  /** What stands there instead when the reader may not go; the words of the link when left out, null where they only say «go there». */
  closed?: ReactNode
}

export function Link({ to, closed, children, ...rest }: Props) {
  if (to && isWay(to))
    return (
      <RouterLink to={to} {...rest}>
        {children}
      </RouterLink>
    )
  if (closed !== undefined) return closed
  return (
    <span className={rest.className} title={rest.title}>
      {children}
    </span>
  )
}
