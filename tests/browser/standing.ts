/** What stands in a window when a test has waited for something else: told with its failure, and kept as a picture. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { TestContext } from 'vitest'

const PICTURES = join(import.meta.dirname, '../../.cache/browser')
/** A window that hangs is not asked for ever. */
const ANSWER_MS = 10_000

const within = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(otherwise), ANSWER_MS)))
  try {
    return await Promise.race([work.catch(() => otherwise), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs in the page: what somebody in front of it would read first. */
function seen(): string[] {
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.innerText.replace(/\s+/g, ' ').trim().slice(0, 120))
      .filter(Boolean)
      .slice(0, 6)
  const parts: [string, string[]][] = [
    ['headings', texts('h1, h2')],
    ['dialogs', texts('dialog[open], .ant-modal, .ant-drawer-content')],
    ['toasts', texts('.zyt-toast')],
    ['faults', texts('[role="alert"]')],
    [
      'busy',
      [...document.querySelectorAll('[aria-busy="true"], .ant-skeleton, .zyt-overlay, .zyt-wait')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.className.toString().slice(0, 60) || element.tagName)
        .slice(0, 6),
    ],
  ]
  return parts.filter(([, list]) => list.length > 0).map(([name, list]) => `${name}: ${list.join(' | ')}`)
}

async function standingIn(page: Page, picture: string): Promise<string> {
  const lines = await within(page.evaluate(seen), ['(the window does not answer)'])
  const drawn = await within(
    page.screenshot({ path: picture, timeout: ANSWER_MS }).then(() => true),
    false,
  )
  return [`at ${page.url()}`, ...lines, ...(drawn ? [`picture: ${picture.slice(PICTURES.length - '.cache/browser'.length)}`] : [])].join(
    '\n      ',
  )
}

/** After a test that failed: its error says what was there in each of its windows. */
export async function tellWhatStands({ task }: TestContext, pages: readonly Page[]): Promise<void> {
  const errors = task.result?.state === 'fail' ? task.result.errors : undefined
  if (!errors?.length) return
  mkdirSync(PICTURES, { recursive: true })
  const descriptions: string[] = []
  for (const [i, page] of pages.entries()) {
    if (page.isClosed()) continue
    descriptions.push(await standingIn(page, join(PICTURES, `${task.name.replace(/[^\w\u4E00-\u9FFF]+/g, '-').slice(0, 80)}-${i + 1}.png`)))
  }
  const there = descriptions.length === 0 ? '' : `\n    there stood instead:\n      ${descriptions.join('\n      ')}`
  for (const error of errors) {
    const [first = '', ...rest] = error.message.split('\n')
    const whole = [first + there, ...rest].join('\n')
    if (error.stack)
      error.stack = error.stack.includes(error.message) ? error.stack.replace(error.message, () => whole) : `${whole}\n${error.stack}`
    error.message = whole
  }
}
