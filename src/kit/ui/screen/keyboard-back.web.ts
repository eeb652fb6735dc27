/** Who had the keyboard before something came in front of the page has it again afterwards. */
import { useEffect, useState } from 'react'

const front = (): HTMLElement | null => document.querySelector('.zyt-pane:not([style*="none"])')

/**
 * For a dialog that is taken away while it is open: a browser gives the keyboard back only when one is closed. When what had it is
 * gone as well (the button of a step that has been done), the page in front has it, so that Tab goes on there.
 */
export function useKeyboardBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After everything that takes the keyboard for itself: the next dialog, the page that was opened.
      requestAnimationFrame(() => {
        const at = document.activeElement
        if (at !== null && at !== document.body) return
        const back =
          before instanceof HTMLElement && before !== document.body && before.isConnected && before.checkVisibility() ? before : front()
        back?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
