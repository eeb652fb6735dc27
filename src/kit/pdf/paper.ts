/**
 * What a paper says, described once: preview, print and the signed file are the very PDF that `renderPaper` makes of it.
 * A paper is never translated.
 */

import type { FileLink } from '../entity/field.ts'

export type Run = string | { text: string; bold?: boolean; underline?: boolean }
type Align = 'left' | 'center' | 'right'

export interface Fact {
  label: string
  value: string
  wide?: boolean
}
export interface Facts {
  kind: 'facts'
  /** Pairs per row. */
  columns?: 1 | 2 | 3
  items: readonly Fact[]
}
export interface Grid {
  kind: 'table'
  head: readonly { label: string; weight?: number; align?: Align }[]
  rows: readonly (readonly string[])[]
  /** Last line, in bold: sums. */
  foot?: readonly string[]
}
export interface Zones {
  kind: 'zones'
  /** Where each party signs: stands together on one page, and becomes the field of its signature. */
  parties: readonly {
    role: string
    label: string
    lines?: readonly string[]
    /** Written by hand beforehand: stands in the place where it would be signed on paper. A file until it is printed (`withInk`). */
    ink?: FileLink | Uint8Array
  }[]
}
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; runs: readonly Run[]; align?: Align; indent?: boolean; size?: number; soft?: boolean }
  | Facts
  | Grid
  /** 小写 and 大写 of one amount of money. */
  | { kind: 'amount'; label: string; fen: number }
  | Zones
  /** JPG or PNG, side by side, each with a line below. */
  | { kind: 'pictures'; items: readonly { bytes: Uint8Array; caption: string }[]; height?: number }
  | { kind: 'rule' }
  | { kind: 'space'; height: number }
  | { kind: 'newPage' }

export interface Paper {
  title: string
  /** Number of the record; stands on every page. */
  number?: string
  /** Whose paper it is; stands on every page. */
  company?: string
  /** Address behind the QR code in the corner of the first page. */
  qr?: string
  blocks: readonly Block[]
  /** Small line at the foot of every page, before the number of the page. */
  footer?: string
}

/** Where somebody signs, in points from the top left of the page. */
export interface Zone {
  role: string
  page: number
  x: number
  y: number
  w: number
  h: number
}

export const text = (...runs: Run[]): Block => ({ kind: 'text', runs, indent: true })
export const heading = (words: string): Block => ({ kind: 'heading', text: words })

/** `〔甲方签章〕`: where the party of that role signs. */
const MARK = /〔([^〔〕]{1,20}?)(?:签章|签字|盖章)〕/g
/** Emphasised words between double stars, blanks to be seen as filled in between double underscores. */
function runsOf(line: string): Run[] {
  return line
    .split(/(\*\*[^*]+\*\*|__[^_]+__)/)
    .filter(Boolean)
    .map((part) =>
      part.startsWith('**') && part.endsWith('**') && part.length > 4
        ? { text: part.slice(2, -2), bold: true }
        : part.startsWith('__') && part.endsWith('__') && part.length > 4
          ? { text: part.slice(2, -2), underline: true }
          : part,
    )
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.endsWith('|') ? -1 : undefined)
    .split('|')
    .map((cell) => cell.trim())

/**
 * A paper written as text: `# 标题`, `## 小标题`, `| 表 | 格 |` (the first line is the head), `---`, an empty line between paragraphs,
 * `**重点**`, `__已填内容__`, and `〔甲方签章〕` where somebody signs (several in one line stand side by side).
 */
export function paperOfText(source: string): Pick<Paper, 'title' | 'blocks'> {
  let title = ''
  const blocks: Block[] = []
  const lines = source.split(/\r?\n/)
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!.trim()
    if (line === '') continue
    const marks = [...line.matchAll(MARK)]
    if (line.startsWith('# ')) title = line.slice(2).trim()
    else if (line.startsWith('## ')) blocks.push(heading(line.slice(3).trim()))
    else if (/^-{3,}$/.test(line)) blocks.push({ kind: 'rule' })
    else if (line.startsWith('|')) {
      const rows = [cellsOf(line)]
      while (lines[i + 1]?.trim().startsWith('|')) rows.push(cellsOf(lines[++i]!.trim()))
      blocks.push({ kind: 'table', head: rows[0]!.map((label) => ({ label })), rows: rows.slice(1) })
    } else if (marks.length) blocks.push({ kind: 'zones', parties: marks.map((m) => ({ role: m[1]!, label: `${m[1]}（签章）` })) })
    else blocks.push({ kind: 'text', runs: runsOf(line), indent: !/^[（(]?[一二三四五六七八九十\d]+[、.)）]/.test(line) })
  }
  return { title, blocks }
}
