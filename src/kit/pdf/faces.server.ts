/**
 * The two faces of every paper, read once per process (10 MB each). A character the face does not have is refused before anything
 * is drawn: a box on a signed paper could never be taken back.
 */
import fontkit from '@pdf-lib/fontkit'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { refused } from '../basics/errors.ts'
import { aligned, type Face } from './subset-font.server.ts'

export type Weight = 'regular' | 'bold'

interface Measured extends Face {
  hasGlyphForCodePoint(code: number): boolean
  glyphForCodePoint(code: number): { advanceWidth: number }
  unitsPerEm: number
}
interface Loaded {
  bytes: Uint8Array
  face: Measured
  widths: Map<string, number>
}

const PACKAGE = '@expo-google-fonts/noto-sans-sc'
const FILES: Record<Weight, string> = {
  regular: `${PACKAGE}/400Regular/NotoSansSC_400Regular.ttf`,
  bold: `${PACKAGE}/700Bold/NotoSansSC_700Bold.ttf`,
}

/** Said by us: a name with chance in it would make the same paper other bytes. */
const NAMES: Record<Weight, string> = { regular: 'NotoSansSC-Regular', bold: 'NotoSansSC-Bold' }

const loaded = new Map<Weight, Promise<Loaded>>()
function load(weight: Weight): Promise<Loaded> {
  const known = loaded.get(weight)
  if (known) return known
  const made = readFile(createRequire(import.meta.url).resolve(FILES[weight])).then((bytes) => ({
    bytes,
    face: fontkit.create(bytes) as unknown as Measured,
    widths: new Map<string, number>(),
  }))
  loaded.set(weight, made)
  return made
}

/** Drawn as they stand: no ligatures, and no other figures behind Latin letters, that make a line longer or shorter than it was measured. */
const FEATURES = { liga: false, kern: false, calt: false, clig: false, locl: false }

export interface PaperFont {
  readonly embedded: PDFFont
  width(text: string, size: number): number
}

/** For one document; the subset is its own, the parsed face everybody's. */
export async function embedFont(doc: PDFDocument, weight: Weight = 'regular'): Promise<PaperFont> {
  const { bytes, face, widths } = await load(weight)
  doc.registerFontkit({
    create: () => Object.assign(Object.create(face), { createSubset: () => aligned(face.createSubset()) }),
  })
  const embedded = await doc.embedFont(bytes, { subset: true, features: FEATURES, customName: `ZYTONG+${NAMES[weight]}` })
  const widthOf = (char: string): number => {
    const known = widths.get(char)
    if (known !== undefined) return known
    const width = face.glyphForCodePoint(char.codePointAt(0)!).advanceWidth / face.unitsPerEm
    widths.set(char, width)
    return width
  }
  return {
    embedded,
    width: (text, size) => {
      let sum = 0
      for (const char of text) sum += widthOf(char)
      return sum * size
    },
  }
}

/** Characters no face has: drawn, they would be boxes. */
async function missingGlyphs(texts: Iterable<string>): Promise<string[]> {
  const { face } = await load('regular')
  const missing = new Set<string>()
  for (const text of texts)
    for (const char of text) if (!/\s/u.test(char) && !face.hasGlyphForCodePoint(char.codePointAt(0)!)) missing.add(char)
  return [...missing]
}

export async function refuseBoxes(texts: Iterable<string>): Promise<void> {
  const missing = await missingGlyphs(texts)
  if (missing.length) throw refused(`字体缺少${missing.map((char) => `“${char}”`).join('、')}，请改用图片或其他写法`)
}

/** What printers set where they have no letter. */
const GETA = '〓'
/** The same description with a mark in the place of every character no face has; only for what nobody signs. */
export async function drawable<T>(described: T): Promise<T> {
  const { face } = await load('regular')
  const drawn = (text: string): string =>
    Array.from(text.toWellFormed(), (char) => {
      if (/\s/u.test(char) || face.hasGlyphForCodePoint(char.codePointAt(0)!)) return char
      // What only changes how its neighbour looks is left out.
      return /[\p{M}\p{Cf}\p{Cc}\p{Emoji_Modifier}]/u.test(char) ? '' : GETA
    }).join('')
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return drawn(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, walk(of)]))
  }
  return walk(described) as T
}
