/**
 * The fonts of PDF documents, with only the characters they use. The table of glyph places counts in pairs of bytes when a subset is small,
 * and the library lays glyphs of odd length end to end: every glyph behind one was then read from the wrong place and shown as a box or not
 * at all. Here each glyph ends on a multiple of four bytes, as the font format wants.
 */
interface GlyphSubset {
  glyf: Uint8Array[]
  offset: number
  _addGlyph(glyph: number): number
}
export interface Face {
  createSubset(): GlyphSubset
}

export function aligned(subset: GlyphSubset): GlyphSubset {
  const add = subset._addGlyph.bind(subset)
  subset._addGlyph = (glyph) => {
    const at = add(glyph)
    const bytes = subset.glyf[at]!
    const missing = -bytes.length & 3
    if (missing > 0) {
      // The library brings a Buffer of its own and takes no other.
      const own = bytes.constructor as BufferConstructor
      subset.glyf[at] = own.concat([bytes, own.alloc(missing)])
      subset.offset += missing
    }
    return at
  }
  return subset
}
