/**
 * One tooltip for a whole table: a grey action carries its reason in `data-reason`, and whoever points at it or reaches
 * it with the keyboard is told. A tooltip component per button would cost more than the table itself.
 */
import { useId, useState, type ReactNode } from 'react'

interface Tip {
  text: string
  left: number
  top: number
}

export function ReasonTip({ children, className }: { children: ReactNode; className?: string }) {
  const [tip, setTip] = useState<Tip | null>(null)
  const id = useId()
  const show = (target: EventTarget): void => {
    const element = (target as HTMLElement).closest<HTMLElement>('[data-reason]')
    const text = element?.dataset['reason']
    if (!element || !text) return setTip(null)
    const box = element.getBoundingClientRect()
    element.setAttribute('aria-describedby', id)
    setTip({ text, left: Math.min(box.left + box.width / 2, window.innerWidth - 140), top: box.top })
  }
  return (
    <div
      className={className}
      onMouseOver={(event) => show(event.target)}
      onMouseLeave={() => setTip(null)}
      onFocus={(event) => show(event.target)}
      onBlur={() => setTip(null)}
      // A touch has no hover: a tap on the grey button says why.
      onClick={(event) => show(event.target)}
      onScroll={() => tip && setTip(null)}
    >
      {children}
      {tip ? (
        <div id={id} role="tooltip" className="zyt-reason" style={{ left: tip.left, top: tip.top }}>
          {tip.text}
        </div>
      ) : null}
    </div>
  )
}
