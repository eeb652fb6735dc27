/** Whether the page is dark now: the attribute that plain CSS and maps follow (shell/site/theme.web.ts sets it). */
import { useSyncExternalStore } from 'react'

const isDark = (): boolean => document.documentElement.dataset['theme'] === 'dark'
function subscribe(changed: () => void): () => void {
  const watch = new MutationObserver(changed)
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => watch.disconnect()
}
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)
