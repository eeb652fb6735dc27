/**
 * A scanner for the XML inside workbooks, fed piece by piece. It knows elements, attributes and text, and refuses the rest:
 * no document type, no entities of the file's own, so neither external files nor exponential entities can be asked for.
 * Memory is bounded by the longest tag or text allowed, whatever the size of the document.
 */
import { invalid } from '../basics/errors.ts'

export interface XmlHandler {
  /** Local name without its namespace prefix; attributes are parsed only when asked for. */
  open(name: string, attribute: (name: string) => string | null): void
  close(name: string): void
  /** Whether the text that follows matters; skipped text costs nothing. */
  wantsText(): boolean
  text(text: string): void
  /** Whether the rest of the part need not be read. */
  hasEnough?(): boolean
}

const MAX_TAG = 64 * 1024
/** Longer than Excel's longest cell, even when every character is written as an entity. */
const MAX_TEXT = 512 * 1024

const MALFORMED = '文件内容格式有误，请用 Excel 重新另存为 .xlsx 后再上传'
const FORBIDDEN = '文件内含不允许的外部引用或自定义实体，已拒绝处理'

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{1,32});?/g, (_, body: string) => {
    if (body.startsWith('#')) {
      const code = body[1] === 'x' ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
      if (code > 0x10ffff) throw invalid(MALFORMED)
      return String.fromCodePoint(code)
    }
    const known = NAMED.get(body)
    if (known === undefined) throw invalid(FORBIDDEN)
    return known
  })
}

const localName = (tag: string): string => {
  const match = /^[^\s/>]+/.exec(tag)
  if (!match) throw invalid(MALFORMED)
  const name = match[0]
  return name.slice(name.indexOf(':') + 1)
}

const attributePatterns = new Map<string, RegExp>()

function attributeOf(tag: string, wanted: string): string | null {
  let pattern = attributePatterns.get(wanted)
  if (!pattern) {
    // Exactly the name, with or without a prefix, in either kind of quotes.
    pattern = new RegExp(`\\s(?:[\\w.-]+:)?${wanted}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    attributePatterns.set(wanted, pattern)
  }
  const match = pattern.exec(tag)
  return match ? unescapeXml(match[1] ?? match[2]!) : null
}

/** The first `>` that is not inside quotes, or -1. */
function tagEnd(buffer: string, from: number): number {
  let quote = ''
  for (let i = from; i < buffer.length; i++) {
    const c = buffer[i]!
    if (quote) {
      if (c === quote) quote = ''
    } else if (c === '"' || c === "'") quote = c
    else if (c === '>') return i
  }
  return -1
}

export class XmlScanner {
  readonly #handler: XmlHandler
  #buffer = ''
  #depth = 0

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  push(piece: string): void {
    const buffer = this.#buffer + piece
    let at = 0
    for (;;) {
      const next = this.#step(buffer, at)
      if (next < 0) break
      at = next
    }
    this.#buffer = buffer.slice(at)
  }

  end(): void {
    if (this.#buffer.trim() !== '' || this.#depth !== 0) throw invalid(MALFORMED)
  }

  /** Consumes one tag or text; -1 when more input is needed. */
  #step(buffer: string, at: number): number {
    if (at >= buffer.length) return -1
    return buffer[at] === '<' ? this.#tag(buffer, at) : this.#text(buffer, at)
  }

  #text(buffer: string, at: number): number {
    const end = buffer.indexOf('<', at)
    if (!this.#handler.wantsText()) return end < 0 ? buffer.length : end
    if (end < 0) {
      if (buffer.length - at > MAX_TEXT) throw invalid('某个单元格的文字过长，请精简后重新上传')
      return -1
    }
    this.#handler.text(unescapeXml(buffer.slice(at, end)))
    return end
  }

  #tag(buffer: string, at: number): number {
    if (buffer.startsWith('<!', at) || buffer.startsWith('<?', at)) return this.#special(buffer, at)
    const end = tagEnd(buffer, at + 1)
    if (end < 0) return this.#more(buffer, at)
    const closing = buffer[at + 1] === '/'
    const selfClosing = buffer[end - 1] === '/'
    const tag = buffer.slice(at + (closing ? 2 : 1), selfClosing ? end - 1 : end)
    const name = localName(tag)
    if (closing) {
      if (--this.#depth < 0) throw invalid(MALFORMED)
      this.#handler.close(name)
    } else {
      this.#handler.open(name, (attribute) => attributeOf(tag, attribute))
      if (selfClosing) this.#handler.close(name)
      else if (++this.#depth > 64) throw invalid(MALFORMED)
    }
    return end + 1
  }

  #special(buffer: string, at: number): number {
    if (buffer.length - at < 9) return -1
    const within = (open: string, close: string): number => {
      const end = buffer.indexOf(close, at + open.length)
      return end < 0 ? this.#more(buffer, at) : end + close.length
    }
    if (buffer.startsWith('<!--', at)) return within('<!--', '-->')
    if (buffer.startsWith('<?', at)) return within('<?', '?>')
    if (buffer.startsWith('<![CDATA[', at)) {
      const end = buffer.indexOf(']]>', at)
      if (end < 0) return this.#more(buffer, at)
      if (this.#handler.wantsText()) this.#handler.text(buffer.slice(at + 9, end))
      return end + 3
    }
    throw invalid(FORBIDDEN)
  }

  #more(buffer: string, at: number): number {
    if (buffer.length - at > MAX_TAG) throw invalid(MALFORMED)
    return -1
  }
}
