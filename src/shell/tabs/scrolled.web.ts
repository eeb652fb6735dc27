/** Watches where the page of a tab is scrolled to, and puts it back: when its tab comes to the front, and after F5. */
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { perWindow, readJson } from '#kit/ui/state/storage.web.ts'
import { moved, readOffsets, type Offsets } from './scrolled.ts'
import type { Tab } from './tabs.ts'
import { readTabs } from './tabs.web.ts'

const KEY = 'zyt:scrolled'
const PAUSE_MS = 300
/** Rows of a slow network may come late; by then somebody has begun to read elsewhere. */
const PATIENCE_MS = 15_000
/** Signs that a person is scrolling, who goes before the memory. */
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const pages = new Map(Object.entries(readJson<object>(perWindow, KEY) ?? {}).map(([page, saved]) => [page, readOffsets(saved)]))
const nameOf = (tab: Tab): string => `${tab.key} ${tab.path}`

let waiting: ReturnType<typeof setTimeout> | undefined
function write(): void {
  clearTimeout(waiting)
  waiting = undefined
  const open = new Set(readTabs().list.map(nameOf))
  const remaining = [...pages].filter(([page, offsets]) => open.has(page) && Object.keys(offsets).length > 0)
  // Signing out has taken the tabs away; what was looked at goes with them.
  if (remaining.length === 0 || perWindow.get('zyt:tabs') === null) perWindow.remove(KEY)
  else perWindow.set(KEY, JSON.stringify(Object.fromEntries(remaining)))
}
window.addEventListener('pagehide', write)

const boxes = (pane: HTMLElement, className: string): Element[] => [...pane.getElementsByClassName(className)]
function boxName(pane: HTMLElement, target: EventTarget | null): string | null {
  if (target === pane) return ''
  if (!(target instanceof HTMLElement) || target instanceof HTMLTextAreaElement) return null
  const className = target.classList.item(0)
  return className === null ? null : `${className}#${boxes(pane, className).indexOf(target)}`
}
function boxNamed(pane: HTMLElement, name: string): Element | undefined {
  if (name === '') return pane
  const [className = '', at] = name.split('#')
  return boxes(pane, className)[Number(at)]
}

/** True when every box stands where it stood. */
function place(pane: HTMLElement, offsets: Offsets): boolean {
  return Object.entries(offsets)
    .map(([name, [top, left]]) => {
      const box = boxNamed(pane, name)
      box?.scrollTo({ top, left, behavior: 'instant' })
      return box !== undefined && Math.abs(box.scrollTop - top) < 2 && Math.abs(box.scrollLeft - left) < 2
    })
    .every(Boolean)
}

/** A page that is being built is tried at every change of it, until it has stood still where it should. */
function putBack(pane: HTMLElement, offsets: Offsets, settleMs: number, done: () => void): () => void {
  let still: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(still)
    clearTimeout(patience)
    observer.disconnect()
    for (const hand of HANDS) pane.removeEventListener(hand, end, true)
  }
  const end = (): void => (stop(), done())
  const attempt = (): void => {
    clearTimeout(still)
    if (place(pane, offsets)) still = setTimeout(end, settleMs)
  }
  const observer = new MutationObserver(attempt)
  const patience = setTimeout(end, PATIENCE_MS)
  observer.observe(pane, { childList: true, subtree: true })
  for (const hand of HANDS) pane.addEventListener(hand, end, true)
  attempt()
  return stop
}

export function useScrolled(pane: RefObject<HTMLElement | null>, tab: Tab): void {
  const page = nameOf(tab)
  const built = useRef(false)
  // A layout effect: a tab that comes to the front is never seen at another place. Hidden tabs have no effects.
  useLayoutEffect(() => {
    const box = pane.current
    if (!box) return
    const note = (event: Event): void => {
      const name = boxName(box, event.target)
      if (name === null) return
      const { scrollTop, scrollLeft } = event.target as HTMLElement
      pages.set(page, moved(pages.get(page) ?? {}, name, [Math.round(scrollTop), Math.round(scrollLeft)]))
      waiting ??= setTimeout(write, PAUSE_MS)
    }
    const watch = (): void => box.addEventListener('scroll', note, { capture: true, passive: true })
    const offsets = pages.get(page) ?? {}
    const fresh = !built.current
    built.current = true
    let stop: (() => void) | undefined
    if (Object.keys(offsets).length === 0 || (place(box, offsets) && !fresh)) watch()
    else stop = putBack(box, offsets, PAUSE_MS, watch)
    return () => {
      stop?.()
      box.removeEventListener('scroll', note, true)
    }
  }, [pane, page])
}
