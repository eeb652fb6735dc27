/**
 * What a page told its user. A toast stands for two seconds of the clock on the wall: on a machine with other work it is gone before a test comes
 * to look, so each page writes down its own, and a test takes from there what it waited for.
 */
import type { BrowserContext, Page } from 'playwright-core'

interface Window {
  toastsSoFar: string[]
}

/** Before any page of this browser is opened. */
export async function writeDownToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const toastsSoFar: string[] = []
    Object.assign(window, { toastsSoFar })
    let box: Element | null = null
    const written = new WeakSet<Element>()
    const write = (): void => {
      for (const toast of box?.children ?? []) {
        if (!written.has(toast)) toastsSoFar.push(toast.textContent ?? '')
        written.add(toast)
      }
    }
    const inBox = new MutationObserver(write)
    new MutationObserver(() => {
      if (box?.isConnected) return
      box = document.querySelector('.zyt-toasts')
      if (!box) return
      inBox.observe(box, { childList: true })
      write()
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Waits for a toast that says this, unless it has come already; the next one that says it is another. */
export async function toastShown(page: Page, text: string | RegExp, patienceMs: number): Promise<void> {
  const { source, flags } = typeof text === 'string' ? new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'i') : text
  const taken = page.waitForFunction(
    ([pattern, how]) => {
      const { toastsSoFar } = window as unknown as Window
      const wanted = (toast: string): boolean => new RegExp(pattern, how).test(toast)
      if (!toastsSoFar.some(wanted)) return false
      const rest = toastsSoFar.filter((toast) => !wanted(toast))
      toastsSoFar.splice(0, toastsSoFar.length, ...rest)
      return true
    },
    [source, flags] as const,
    { timeout: patienceMs, polling: 50 },
  )
  await taken.catch(async (error: unknown) => {
    const others = await page.evaluate(() => (window as unknown as Window).toastsSoFar).catch(() => [])
    throw new Error(`waited for a toast «${String(text)}»; this page has shown: ${JSON.stringify(others)}`, { cause: error })
  })
}

/** What comes from now on is another page's. */
export const forgetToasts = (page: Page): Promise<void> => page.evaluate(() => void ((window as unknown as Window).toastsSoFar.length = 0))
