/**
 * Opens the card of the plate or name under the hand: the mouse resting on its link, the space bar on a link that has the focus, a
 * long press on a phone. One listener for the page; a list of a hundred rows pays nothing for it.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RecordCard, useCard } from './record-card.web.tsx'
import { readMark, type CardOf } from './card-mark.ts'
import './card.css'

/** Rests on it long enough to mean it; and may cross the gap between link and card. */
const REST_MS = 450
const LEAVE_MS = 250
const PRESS_MS = 500
const WIDTH = 360
const GAP = 6

interface Shown {
  of: CardOf
  /** Of the link, in the window. */
  at: { left: number; top: number; bottom: number }
  /** By the mouse: goes with it, and says nothing of what may not be seen. Otherwise it stays until it is closed. */
  by: 'mouse' | 'hand'
}

const linkAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]') : null

export function CardHost({ onGo }: { onGo: (to: string) => void }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const timer = useRef<number>(0)
  const pressed = useRef(false)
  const close = useCallback(() => {
    window.clearTimeout(timer.current)
    setShown(null)
  }, [])

  useEffect(() => {
    const later = (ms: number, run: () => void): void => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(run, ms)
    }
    const show = (link: HTMLElement, by: Shown['by']): void => {
      const of = readMark(link.dataset['card'])
      if (!of || !link.isConnected) return
      const { left, top, bottom } = link.getBoundingClientRect()
      setShown({ of, by, at: { left, top, bottom } })
    }
    /** Where the last press was: a page that comes under a mouse which rests since is not pointed at. */
    let still = { x: -1, y: -1 }
    const onOver = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' || (event.screenX === still.x && event.screenY === still.y)) return
      still = { x: -1, y: -1 }
      const link = linkAt(event.target)
      if (link) later(REST_MS, () => show(link, 'mouse'))
      else if (event.target instanceof Element && event.target.closest('.zyt-card-host')) window.clearTimeout(timer.current)
      else later(LEAVE_MS, () => setShown((now) => (now?.by === 'mouse' ? null : now)))
    }
    const onDown = (event: PointerEvent): void => {
      pressed.current = false
      still = { x: event.screenX, y: event.screenY }
      const link = linkAt(event.target)
      if (!link || event.pointerType === 'mouse') {
        // A click on the link is on its way elsewhere.
        if (link) window.clearTimeout(timer.current)
        return
      }
      later(PRESS_MS, () => {
        pressed.current = true
        show(link, 'hand')
      })
    }
    const onEnd = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' && !pressed.current) window.clearTimeout(timer.current)
    }
    const onClick = (event: MouseEvent): void => {
      const link = linkAt(event.target)
      if (!link) return
      if (pressed.current) {
        // The finger that opened the card comes off the link: no way to go.
        event.preventDefault()
        event.stopPropagation()
        pressed.current = false
      } else close()
    }
    const onMenu = (event: Event): void => {
      if (pressed.current && linkAt(event.target)) event.preventDefault()
    }
    const onKey = (event: KeyboardEvent): void => {
      const link = event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey ? linkAt(document.activeElement) : null
      if (!link) return
      event.preventDefault()
      show(link, 'hand')
    }
    document.addEventListener('pointerover', onOver)
    document.addEventListener('pointerdown', onDown)
    document.addEventListener('pointerup', onEnd)
    document.addEventListener('pointercancel', onEnd)
    document.addEventListener('click', onClick, true)
    document.addEventListener('contextmenu', onMenu)
    document.addEventListener('keydown', onKey)
    return () => {
      window.clearTimeout(timer.current)
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('pointerdown', onDown)
      document.removeEventListener('pointerup', onEnd)
      document.removeEventListener('pointercancel', onEnd)
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('contextmenu', onMenu)
      document.removeEventListener('keydown', onKey)
    }
  }, [close])

  if (!shown) return null
  return <Host key={`${shown.of.entity}:${shown.of.id}:${shown.by}`} shown={shown} onClose={close} onGo={onGo} />
}

function Host({ shown: { of, at, by }, onClose, onGo }: { shown: Shown; onClose: () => void; onGo: (to: string) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const query = useCard(of)
  const hidden = by === 'mouse' && (query.isError || query.isPending)
  const back = useRef(document.activeElement)
  useLayoutEffect(() => {
    const panel = box.current
    if (!panel || hidden || window.innerWidth < 768) return
    const { height } = panel.getBoundingClientRect()
    const below = at.bottom + GAP + height <= window.innerHeight || at.top < height
    panel.style.top = `${Math.max(GAP, below ? Math.min(at.bottom + GAP, window.innerHeight - height - GAP) : at.top - height - GAP)}px`
    panel.style.left = `${Math.max(GAP, Math.min(at.left, window.innerWidth - WIDTH - GAP))}px`
  }, [at, hidden, query.data])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onClose()
    }
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Element && !event.target.closest('.zyt-card-host, .ant-modal-root, .zyt-dialog')) onClose()
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onDown)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onDown)
    }
  }, [onClose])
  useEffect(() => {
    if (by === 'mouse') return
    const opener = back.current
    box.current?.focus()
    return () => (opener instanceof HTMLElement && opener.isConnected ? opener.focus() : undefined)
  }, [by])
  return (
    <div ref={box} className="zyt-card-host" role="dialog" aria-label="卡片" tabIndex={-1} hidden={hidden}>
      {hidden ? null : <RecordCard of={of} onLeave={onClose} onGo={onGo} />}
    </div>
  )
}
