/** The small parts of a workbook: which sheet to read, the shared texts, which number formats mean a date. */
import { invalid } from '../basics/errors.ts'
import type { XmlHandler } from './xml-scan.ts'

const nothing = (): void => {}

/** `xl/workbook.xml`: sheets in the order of their tabs. */
export class WorkbookParts implements XmlHandler {
  readonly sheets: { name: string; relation: string; visible: boolean }[] = []
  date1904 = false
  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'workbookPr') this.date1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
    if (name !== 'sheet') return
    const state = attribute('state')
    this.sheets.push({
      name: attribute('name') ?? '',
      relation: attribute('id') ?? '',
      visible: state === null || state === 'visible',
    })
  }
  close = nothing
  text = nothing
  wantsText = (): boolean => false
}

/** `*.rels`: id → target, never followed outside the file. */
export class Relations implements XmlHandler {
  readonly targets = new Map<string, string>()
  open(name: string, attribute: (name: string) => string | null): void {
    if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
    const target = attribute('Target') ?? ''
    this.targets.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  close = nothing
  text = nothing
  wantsText = (): boolean => false
}

export type Temporal = 'none' | 'day' | 'time' | 'instant'

/** Built-in formats that show dates or times, including those only Chinese, Japanese and Korean Excel use (27–36, 50–58). */
function builtIn(id: number): Temporal {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58) return 'day'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56) return 'time'
  return id === 22 ? 'instant' : 'none'
}

/** Excel takes no longer one. */
const LONGEST_CODE = 255
/** A custom format: quoted texts, escapes and [colours] say nothing; y d h s do, and m only beside them. */
export function temporalOf(code: string): Temporal {
  if (code.length > LONGEST_CODE) return 'none'
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0]!
    .toLowerCase()
    .replace(/e[+-]/g, '')
  if (/general|[#?]/.test(bare)) return 'none'
  const date = /[yde]/.test(bare) || (/m{3,}/.test(bare) && !/[hs]/.test(bare))
  const time = /[hs]/.test(bare)
  if (date && time) return 'instant'
  if (date) return 'day'
  return time ? 'time' : 'none'
}

/** `xl/styles.xml`: for each cell format, whether its number is a moment. */
export class Styles implements XmlHandler {
  readonly temporal: Temporal[] = []
  #custom = new Map<number, Temporal>()
  #inCellXfs = false
  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'numFmt') this.#custom.set(Number(attribute('numFmtId')), temporalOf(attribute('formatCode') ?? ''))
    else if (name === 'cellXfs') this.#inCellXfs = true
    else if (name === 'xf' && this.#inCellXfs) {
      const id = Number(attribute('numFmtId') ?? 0)
      this.temporal.push(this.#custom.get(id) ?? builtIn(id))
      if (this.temporal.length > 65_536) throw invalid('单元格样式过多，请将数据粘贴到模板后再上传')
    }
  }
  close(name: string): void {
    if (name === 'cellXfs') this.#inCellXfs = false
  }
  text = nothing
  wantsText = (): boolean => false
}

/**
 * The texts of a workbook in memory, each kept once and within a budget. A piece cut out of a larger string keeps the whole
 * of it alive, so what is kept is copied.
 */
export class TextStore {
  #left: number
  #known = new Map<string, string>()
  constructor(characters: number) {
    this.#left = characters
  }
  keep(text: string): string {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    // The constant stands for the administration of one string.
    this.#left -= text.length + 16
    if (this.#left < 0) throw invalid('表格文字总量过大，请拆分成多个文件后分批上传')
    const copy = Buffer.from(text, 'utf16le').toString('utf16le')
    this.#known.set(copy, copy)
    return copy
  }
}

const decodeCodes = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text

/** Joins the `<t>` of rich-text runs and leaves out phonetic guides (`rPh`). Used for shared and for inline texts. */
export class RichText {
  #inText = false
  #phonetic = 0
  #text = ''
  start(): void {
    this.#text = ''
    this.#phonetic = 0
    this.#inText = false
  }
  open(name: string): void {
    if (name === 'rPh') this.#phonetic++
    else if (name === 't') this.#inText = this.#phonetic === 0
  }
  close(name: string): void {
    if (name === 'rPh') this.#phonetic--
    else if (name === 't') this.#inText = false
  }
  wantsText(): boolean {
    return this.#inText
  }
  add(text: string): void {
    this.#text += text
    if (this.#text.length > 512 * 1024) throw invalid('某个单元格的文字过长，请精简后重新上传')
  }
  finish(): string {
    return decodeCodes(this.#text)
  }
}

export class SharedTexts implements XmlHandler {
  readonly texts: string[] = []
  #rich = new RichText()
  #store: TextStore
  constructor(store: TextStore) {
    this.#store = store
  }
  open(name: string): void {
    if (name === 'si') this.#rich.start()
    else this.#rich.open(name)
  }
  close(name: string): void {
    this.#rich.close(name)
    if (name !== 'si') return
    // As many entries as there can be cells; a repeated empty one would otherwise be free.
    if (this.texts.length >= 4_000_000) throw invalid('表格文字总量过大，请拆分成多个文件后分批上传')
    this.texts.push(this.#store.keep(this.#rich.finish()))
  }
  wantsText(): boolean {
    return this.#rich.wantsText()
  }
  text(text: string): void {
    this.#rich.add(text)
  }
}
