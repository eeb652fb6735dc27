import type { CSSProperties, ReactNode } from 'react'
import { toneOf } from './tone.ts'
import './tag.css'

/** A value as a tag. `tone` is a name of tone.ts, or any CSS colour of a dictionary item, shown as a dot beside plain text. */
export function Tag({ tone, children }: { tone: string; children: ReactNode }) {
  const known = toneOf(tone)
  if (known) return <span className={`zyt-tag zyt-tag-${known}`}>{children}</span>
  // A colour chosen by an administrator may be unreadable as text; as a dot it only helps.
  return (
    <span className="zyt-tag zyt-tag-dot" style={{ '--zyt-dot': tone } as CSSProperties}>
      {children}
    </span>
  )
}
