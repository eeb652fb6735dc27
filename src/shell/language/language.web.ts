/**
 * The console in another language. Screens are written in Chinese, in place; whoever chose another language
 * has every text of the page replaced by what the table says, before it is painted. Legal papers, what people typed and
 * what the table does not know stay Chinese.
 */
import { api } from '#kit/ui/client/api.web.ts'
import { flushDrafts } from '#kit/ui/state/draft.web.ts'
import { readAs } from '#kit/ui/parts/page-text.ts'
import { flushSettings, readSetting, writeSetting } from '#kit/ui/state/setting.web.ts'
import { isChinese, readerOf, type Reader, type Words } from './reader.ts'

export const CHINESE = 'zh'
export interface Language {
  code: string
  label: string
}
export const languageNow = (): string => readSetting('language', CHINESE)

/** A new language begins on a page that is built anew; what was typed is saved before. */
export async function chooseLanguage(code: string): Promise<void> {
  writeSetting('language', code)
  await Promise.all([flushDrafts(), flushSettings()])
  window.location.reload()
}

let running = false

/** After sign-in, once. Without an answer the console stays Chinese. */
export async function startLanguage(): Promise<void> {
  const language = languageNow()
  if (running || language === CHINESE) return
  const words = await api.get<Words>('/api/v1/language/words', { language }, { silent: true }).catch(() => null)
  if (!words || running) return
  running = true
  document.documentElement.lang = language
  const reader = readerOf(words)
  readAs((text) => reader(text) ?? text)
  watch(reader)
}

/** A page without an account brings its own words; back to Chinese leads over a page that is built anew. */
export function readPageIn(words: Words, language: string): void {
  if (running) return
  running = true
  document.documentElement.lang = language
  watch(readerOf(words))
}

const ATTRIBUTES = ['placeholder', 'title', 'aria-label', 'alt']
/** Papers are signed as they were written; inputs hold what people typed. */
const LEFT = '[translate="no"], .zyt-paper, script, style, textarea, [contenteditable="true"]'

function watch(read: Reader): void {
  const text = (node: Text): void => {
    if (!isChinese(node.data) || node.parentElement?.closest(LEFT)) return
    const other = read(node.data)
    if (other !== null) node.data = other
  }
  const attribute = (element: Element, name: string): void => {
    const value = element.getAttribute(name)
    if (value === null || !isChinese(value) || element.closest('[translate="no"]')) return
    const other = read(value)
    if (other !== null) element.setAttribute(name, other)
  }
  const tree = (root: Node): void => {
    if (root.nodeType === Node.TEXT_NODE) return text(root as Text)
    if (root.nodeType !== Node.ELEMENT_NODE) return
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node: Node | null = root; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) text(node as Text)
      else for (const name of ATTRIBUTES) attribute(node as Element, name)
    }
  }
  tree(document.body)
  new MutationObserver((changes) => {
    for (const { type, target, attributeName, addedNodes } of changes) {
      if (type === 'characterData') text(target as Text)
      else if (type === 'attributes') attribute(target as Element, attributeName!)
      else for (const node of addedNodes) tree(node)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES })
}
