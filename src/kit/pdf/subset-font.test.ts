import fontkit from '@pdf-lib/fontkit'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { aligned } from './subset-font.server.ts'

interface Glyph {
  id: number
  path: { toSVG(): string }
}
interface Face {
  glyphForCodePoint(code: number): Glyph
  getGlyph(id: number): Glyph
  createSubset(): { includeGlyph(id: number): number; encodeStream(): NodeJS.EventEmitter }
}

const bytesOf = (stream: NodeJS.EventEmitter): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Uint8Array[] = []
    stream.on('data', (part: Uint8Array) => parts.push(part))
    stream.on('end', () => resolve(Buffer.concat(parts)))
  })

test('a subset draws every character as the font does', async () => {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'))
  const text =
    '冷链运输记录 车辆 浙AH4277 时段 2026-11-21 03:18:48 至 各探头温控标准最低最高平均达标率最长超限曲线编号类型开始恢复极值℃—0123456789.%（）'
  const whole = fontkit.create(bytes) as unknown as Face
  const ids = [...new Set(text)].map((c) => whole.glyphForCodePoint(c.codePointAt(0)!).id)
  const subset = aligned(whole.createSubset() as never) as unknown as ReturnType<Face['createSubset']>
  const places = ids.map((id) => subset.includeGlyph(id))
  const part = fontkit.create(await bytesOf(subset.encodeStream())) as unknown as Face
  expect(places.map((at) => part.getGlyph(at).path.toSVG())).toEqual(ids.map((id) => whole.getGlyph(id).path.toSVG()))
})
