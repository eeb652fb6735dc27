/** What is typed on a page made by hand, kept like the drafts of forms: F5, an expired login and a forced reload give it back. */
import { useEffect, useRef } from 'react'
import { toast } from '../dialog/message.web.tsx'
import { useDraft } from './setting.web.ts'

/**
 * Runs when `value` is another one than before, and only then: an effect on it would also run when its tab comes to the
 * front again, and throw away what was typed there.
 */
export function useChange<T>(value: T, run: (value: T) => void): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    run(value)
  })
}

/** `unsaved`: what differs from what is stored, null when nothing does. `lay` puts a kept one back into the page, once. */
export function useKept<T>(key: string | null, unsaved: T | null, lay: (draft: T) => void): void {
  const { draft, save, clear } = useDraft<T>(key)
  const had = useRef(false)
  const looked = useRef(false)
  const text = unsaved === null ? null : JSON.stringify(unsaved)
  useEffect(() => {
    if (text !== null) {
      had.current = true
      looked.current = true
      save(JSON.parse(text) as T)
    } else if (had.current) {
      had.current = false
      clear()
    }
  }, [text, save, clear])
  useEffect(() => {
    // Only before the first keystroke: a copy that arrives late must not overwrite what is being typed.
    if (looked.current || draft === undefined) return
    looked.current = true
    if (draft === null) return
    had.current = true
    lay(draft)
    toast.info('已恢复上次未保存的修改')
    // Looks at the draft once, when it is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft])
}
