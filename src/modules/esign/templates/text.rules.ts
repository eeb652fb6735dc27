/** Text templates: `{{contract.no}}` takes a word of the dictionary. Only that; nothing in a template is run. */
import { oneLine } from '#kit/basics/text.ts'
import { DICTIONARY } from './dictionary.ts'

// Clauses of the lease contract take the same words.
export { DICTIONARY }

/** A line by itself in a template: all that is printed of the record stands there. */
const BODY = '{{contract.paper}}'
const isBody = (line: string): boolean => line.replace(/\s/g, '') === BODY
export const hasBody = (text: string): boolean => text.split(/\r?\n/).some(isBody)
/** Before and behind that line; one part when there is none. */
export function aroundBody(text: string): string[] {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex(isBody)
  return at < 0 ? [text] : [lines.slice(0, at), lines.slice(at + 1)].map((part) => part.join('\n'))
}

/** What the record has something for. */
export const known = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, words]) => words.trim() !== ''))

const PLACE = /\{\{\s*([\w.]+)\s*\}\}/g
const SIGN = /〔([^〔〕]{1,20}?)(?:签章|签字|盖章)〕/g

const pathsIn = (text: string): string[] => [...new Set([...text.matchAll(PLACE)].map((match) => match[1]!))]
export const rolesIn = (text: string): string[] => [...new Set([...text.matchAll(SIGN)].map((match) => match[1]!))]

/** What would not publish, or null. */
export function textRefusal(text: string): string | null {
  const [first = '', ...rest] = aroundBody(text)
  const words = [first, ...rest].join('\n')
  if (pathsIn(words).includes('contract.paper')) return `${BODY} 须单独一行，且只能写一次`
  const unknown = pathsIn(words).filter((path) => !Object.hasOwn(DICTIONARY, path))
  if (unknown.length) return `控件“${unknown[0]}”引用的字段不存在`
  return rolesIn(text).length === 0 ? '正文中没有签署位置，请写入〔甲方签章〕或〔乙方签章〕' : null
}

/** Signs of the markup in what people typed into records stay words. */
const plain = (value: string): string =>
  oneLine(
    value
      .replaceAll('**', '＊＊')
      .replaceAll('__', '＿＿')
      .replaceAll('|', '｜')
      .replace(/[〔〕]/g, ''),
  )

export function filledText(
  text: string,
  values: Readonly<Record<string, string>>,
): { text: string; missing: { label: string; at: string }[] } {
  const missing = new Map<string, string>()
  const filled = text.replace(PLACE, (_whole, path: string) => {
    const value = (values[path] ?? '').trim()
    if (value === '') missing.set(path, DICTIONARY[path as keyof typeof DICTIONARY] ?? path)
    return plain(value)
  })
  return { text: filled, missing: Array.from(missing, ([at, label]) => ({ label, at })) }
}
