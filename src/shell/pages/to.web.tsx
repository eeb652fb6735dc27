import type { ReactNode } from 'react'
import { useGo } from '../tabs/go.web.ts'

interface Props {
  to: string | undefined
  className?: string
  label?: string
  children: ReactNode
}
/** An ordinary link inside the console: opens a tab; with Ctrl or the middle button, a window. */
export function To({ to, className, label, children }: Props) {
  const go = useGo()
  if (!to) return <span className={className}>{children}</span>
  return (
    <a
      href={to}
      className={className}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go.open(to)
      }}
    >
      {children}
    </a>
  )
}
