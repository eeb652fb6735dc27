/**
 * Keyboard: a stack decides who hears a key. The newest active listener that knows the combination takes it; the list of all
 * is what `?` shows. Keys typed into a field belong to the field, except combinations with Ctrl/⌘ and Escape.
 */
import { useEffect, useRef } from 'react'
import { comboOf } from './combo.ts'
import { createStore } from '../state/store.ts'
import { useStore } from '../state/use-store.web.ts'

export interface Shortcut {
  /** `mod+k`, `shift+e`, `?`, `escape`, `j`. mod is Ctrl, on a Mac ⌘. */
  combo: string
  label: string
  run: (event: KeyboardEvent) => void
  /** Also while typing in a field. */
  inFields?: boolean
  /** Where the key is somebody else's: Enter on a button, a row key without a row. */
  unless?: (event: KeyboardEvent) => boolean
}

const stack = createStore<readonly Shortcut[]>([])
export const useShortcutList = (): readonly Shortcut[] => useStore(stack)

const inField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** An open dialog is above everything registered below it. */
const underDialog = (target: EventTarget | null): boolean => {
  const dialog = document.querySelector(
    'dialog[open], .ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open .ant-drawer-content-wrapper:not([style*="display: none"])',
  )
  return dialog !== null && !(target instanceof Node && dialog.contains(target))
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const combo = comboOf(event)
  const free = event.ctrlKey || event.metaKey || combo === 'escape'
  const taken = stack.get().findLast((s) => s.combo === combo && (s.inFields || free || !inField(event.target)) && !s.unless?.(event))
  if (!taken || underDialog(event.target)) return
  event.preventDefault()
  taken.run(event)
}

let listening = false
export function useShortcut(shortcut: Shortcut, active = true): void {
  const latest = useRef(shortcut)
  useEffect(() => {
    latest.current = shortcut
  })
  const { combo, label, inFields } = shortcut
  useEffect(() => {
    if (!active) return
    if (!listening) document.addEventListener('keydown', onKeyDown)
    listening = true
    const entry: Shortcut = {
      combo,
      label,
      inFields,
      run: (event) => latest.current.run(event),
      unless: (event) => latest.current.unless?.(event) ?? false,
    }
    stack.set((all) => [...all, entry])
    return () => stack.set((all) => all.filter((s) => s !== entry))
  }, [combo, label, inFields, active])
}
