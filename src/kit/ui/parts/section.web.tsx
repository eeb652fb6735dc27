/** Heading of a part of a page, with room for controls at its right (spec §2). */
import { useId, type ReactNode } from 'react'
import './section.css'

function SectionHeader({ title, hint, extra, id }: { title: ReactNode; hint?: ReactNode; extra?: ReactNode; id?: string }) {
  return (
    <div className="zyt-section-header">
      <h2 id={id}>{title}</h2>
      {hint ? <span className="zyt-section-hint">{hint}</span> : null}
      {extra ? <div className="zyt-section-extra">{extra}</div> : null}
    </div>
  )
}

export function Section({ title, hint, extra, children }: { title: ReactNode; hint?: ReactNode; extra?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="zyt-section" aria-labelledby={id}>
      <SectionHeader id={id} title={title} hint={hint} extra={extra} />
      {children}
    </section>
  )
}
