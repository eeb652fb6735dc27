import { pinyin } from 'pinyin-pro'
import { normaliseText } from './text.ts'

/**
 * The dictionary of pinyin-pro is large (hundreds of kilobytes). Nothing else in kit imports this file, and the
 * browser loads it lazily, when somebody first types into a search box.
 */
export type PinyinKeys = { full: string; initials: string }

/**
 * Lower-case keys to store beside a name and search with `LIKE '%…%'`. Where the first character reads differently
 * as a surname (单, 曾, 仇), both readings are kept, divided by a space: a company «单县物流» and a Mr 单 are both found.
 */
export function pinyinKeys(text: string): PinyinKeys {
  const plain = normaliseText(text).toLowerCase()
  const common = syllables(plain, false)
  const asName = syllables(plain, true)
  const both = (join: (parts: string[]) => string): string => [...new Set([join(common), join(asName)])].join(' ')
  return { full: both((parts) => parts.join('')), initials: both((parts) => parts.map((part) => part.slice(0, 1)).join('')) }
}

function syllables(text: string, surname: boolean): string[] {
  return pinyin(text, { toneType: 'none', type: 'array', v: true, surname: surname ? 'head' : 'off' })
    .map((part) => part.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .filter((part) => part !== '')
}

const remembered = new Map<string, PinyinKeys>()

/** For menus and pickers in the browser: a part of the text itself, of its pinyin or of its initials. */
export function matchesPinyin(text: string, query: string): boolean {
  const wanted = normaliseText(query).toLowerCase().replace(/\s/g, '')
  if (wanted === '') return true
  if (normaliseText(text).toLowerCase().replace(/\s/g, '').includes(wanted)) return true
  if (!/^[a-z0-9]+$/.test(wanted)) return false
  const { full, initials } = remember(text)
  return initials.includes(wanted) || full.includes(wanted)
}

function remember(text: string): PinyinKeys {
  const known = remembered.get(text)
  if (known) return known
  // Bounded: menus and dictionaries have a few hundred entries, but pickers may stream through millions.
  if (remembered.size >= 5000) remembered.clear()
  const keys = pinyinKeys(text)
  remembered.set(text, keys)
  return keys
}
