/**
 * Reads a text of the console in another language. The table is keyed by the Chinese text itself, so the screens carry no
 * keys: what stands in the code is what a person reads, and what the table does not know stays Chinese.
 *
 * `{}` in a key stands for a part that varies: a number (`共 {} 条`), a name in 「」 (`确认删除「{}」？`), or a text the table
 * knows too (`新增{}`).
 */
export type Words = Readonly<Record<string, string>>
/** Null: nothing to replace. */
export type Reader = (text: string) => string | null

export const isChinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text)
const HOLE = '{}'
/** What a key with one hole must look like around it. */
interface Shape {
  before: string
  after: string
  to: string
}
/** A whole sentence with several parts that vary, names among them: {}审批（{}）：「{}」等待{}处理. */
interface Sentence {
  pattern: RegExp
  /** Stands in every such sentence. */
  longest: string
  to: string
}
/** With fewer fixed letters a sentence would be seen where none is. */
const FIXED_LETTERS = 2
const LETTERS = /[\u4e00-\u9fff]/g
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function sentencesOf(known: ReadonlyMap<string, string>): Sentence[] {
  const all = [...known].flatMap(([from, to]) => {
    const parts = from.split(HOLE)
    const letters = parts.join('').match(LETTERS)?.length ?? 0
    if (parts.length < 3 || letters < FIXED_LETTERS) return []
    const longest = parts.toSorted((a, b) => b.length - a.length)[0]!
    return [{ pattern: new RegExp(`^${parts.map(escaped).join('(.{1,80}?)')}$`), longest, to, letters }]
  })
  return all.toSorted((a, b) => b.letters - a.letters)
}

const NUMBER = /\d(?:[\d,.:]*\d)?/g
const TAILS: Record<string, string> = { '：': ': ', '，': ', ', '。': '.', '；': '; ', '、': ', ', '？': '?', '！': '!', '→': ' →' }
const FIGURE = /^(.*[\u4e00-\u9fff）]) (¥?-?\d[\d,.–]*%?)$/
/** A text read once is read again at every repaint. */
const REMEMBERED = 5000

const fill = (to: string, parts: readonly string[]): string => {
  let n = 0
  return to.replaceAll(HOLE, () => parts[n++] ?? '')
}

export function readerOf(words: Words): Reader {
  const known = new Map(Object.entries(words).filter(([, to]) => to !== ''))
  const shapes: Shape[] = [...known].flatMap(([from, to]) => {
    const parts = from.split(HOLE)
    return parts.length === 2 ? [{ before: parts[0]!, after: parts[1]!, to }] : []
  })
  // The most particular one first: 新增租赁{} before 新增{}.
  shapes.sort((a, b) => b.before.length + b.after.length - a.before.length - a.after.length)
  const sentences = sentencesOf(known)
  const remembered = new Map<string, string | null>()

  /** Several known words in a row: 车牌号、车架号. */
  const listed = (text: string): string | null => {
    const parts = text.split('、')
    const read = parts.map((part) => known.get(part) ?? null)
    return parts.length > 1 && read.every((word) => word !== null) ? read.join(', ') : null
  }
  /** A figure and what it counts: 逾期账单 20, 30 天内 5. */
  const beforeNumber = (text: string): string | null => {
    const match = FIGURE.exec(text)
    const [, word = '', figure = ''] = match ?? []
    const numbers = word.match(NUMBER)
    const counted = numbers && known.get(word.replace(NUMBER, HOLE))
    const read = known.get(word) ?? (counted ? fill(counted, numbers) : word.includes('：') ? null : shaped(word))
    return match && read ? `${read} ${figure}` : null
  }
  const whole = (text: string): string | null => {
    const exact = known.get(text)
    if (exact !== undefined) return exact
    const numbers = text.match(NUMBER)
    const counted = numbers && known.get(text.replace(NUMBER, HOLE))
    if (counted) return fill(counted, numbers)
    return listed(text) ?? beforeNumber(text)
  }
  const shaped = (text: string): string | null => {
    for (const { before, after, to } of shapes) {
      if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) continue
      const middle = text.slice(before.length, text.length - after.length)
      // A name stays as it is, but a figure with a word before it (逾期 87 天) is no name: in 「」, behind a colon (用户菜单：张三), or set off by a space (选择 沪A12345).
      const named =
        !FIGURE.test(middle) &&
        !/：-?[\d,.]+$/.test(middle) &&
        ((before.endsWith('「') && after.startsWith('」')) ||
          (before.endsWith('：') && after === '') ||
          (before === '' ? after.startsWith(' ') : after === '' && before.endsWith(' ')))
      const read = whole(middle) ?? (named || !isChinese(middle) ? middle : null)
      if (read !== null) return fill(to, [read])
    }
    return null
  }
  const sentence = (text: string): string | null => {
    for (const { pattern, longest, to } of sentences) {
      const parts = text.includes(longest) ? pattern.exec(text)?.slice(1) : undefined
      if (parts)
        return fill(
          to,
          parts.map((part) => whole(part) ?? shaped(part) ?? part),
        )
    }
    return null
  }
  /** A record and its page: 沪A12345 车辆详情. A word is no record: half a sentence read (逾期 87 days) is worse than none. */
  const titled = (text: string): string | null => {
    const at = text.indexOf(' ')
    const page = at > 0 ? text.slice(at + 1) : ''
    const read = page === '' ? null : (known.get(page) ?? shaped(page))
    if (read === null) return null
    const head = text.slice(0, at)
    const word = known.get(head)
    return word === undefined && /^\d/.test(page) && isChinese(head) ? null : `${word ?? head} ${read}`
  }
  /** What stands side by side is read one by one; names among it stay: 云桥租赁 · 管理员. */
  const dotted = (text: string): string | null => {
    const parts = text.split(' · ')
    const read = parts.length > 1 ? parts.map((part) => core(part)) : []
    return read.some((part) => part !== null) ? read.map((part, i) => part ?? parts[i]!).join(' · ') : null
  }
  /** A label and what it says, a name among them: 去处理：沪A12345. */
  const labelled = (text: string): string | null => {
    const at = text.indexOf('：')
    const label = at > 0 ? known.get(text.slice(0, at)) : undefined
    const rest = text.slice(at + 1)
    return label === undefined || rest === '' ? null : `${label}: ${core(rest) ?? rest}`
  }
  const core = (text: string): string | null => {
    const translated = whole(text) ?? shaped(text) ?? sentence(text) ?? dotted(text) ?? labelled(text)
    if (translated !== null) return translated
    const tail = TAILS[text.at(-1) ?? '']
    const rest = tail === undefined ? null : core(text.slice(0, -1).trimEnd())
    return rest === null ? titled(text) : rest + tail!
  }
  return (text) => {
    if (!isChinese(text)) return null
    const at = remembered.get(text)
    if (at !== undefined) return at
    const trimmed = text.trim()
    const translated = core(trimmed)
    const start = text.indexOf(trimmed)
    const result = translated === null ? null : text.slice(0, start) + translated + text.slice(start + trimmed.length)
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(text, result)
    return result
  }
}
