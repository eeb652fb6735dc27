/** What is seen in the field of a signature: the drawn name, the typed name, or the seal. One page as large as the field. */
import { degrees, PDFDocument, rgb } from 'pdf-lib'
import { invalid } from '#kit/basics/errors.ts'
import { kindOf, pictureSize } from '#kit/basics/file-check.ts'
import { embedFont, refuseBoxes, type PaperFont } from '#kit/pdf/faces.server.ts'

const RED = rgb(0.82, 0.1, 0.12)
const INK = rgb(0.08, 0.12, 0.3)
const SOFT = rgb(0.4, 0.43, 0.48)
const MAX_BYTES = 500_000
const MAX_SIDE = 2000

export type Look =
  | { kind: 'drawn'; png: Uint8Array }
  | { kind: 'typed'; name: string }
  | { kind: 'seal'; company: string; seal: string; png: Uint8Array | null }

/** A small file can name billions of pixels; nothing is decoded before its size is known. */
function checkPng(bytes: Uint8Array): void {
  if (bytes.length > MAX_BYTES) throw invalid({ signature: '签名图片不能超过 500 kB' })
  if (kindOf(bytes)?.mime !== 'image/png') throw invalid({ signature: '签名图片须为 PNG' })
  const size = pictureSize(bytes, 'image/png')
  if (!size || size.width < 2 || size.height < 2 || size.width > MAX_SIDE || size.height > MAX_SIDE)
    throw invalid({ signature: '签名图片尺寸不正确，边长最大 2000 像素' })
}

export async function lookPage(look: Look, size: { w: number; h: number }, caption: string): Promise<Uint8Array> {
  await refuseBoxes([caption, ...(look.kind === 'typed' ? [look.name] : look.kind === 'seal' ? [look.company, look.seal] : [])])
  const doc = await PDFDocument.create()
  const page = doc.addPage([size.w, size.h])
  const font = await embedFont(doc)
  const room = size.h - 12
  if (look.kind === 'typed') {
    const points = Math.min(room * 0.6, (size.w - 10) / Math.max(1, font.width(look.name, 1)))
    page.drawText(look.name, { x: 6, y: 12 + (room - points) / 2, size: points, font: font.embedded, color: INK })
  } else if (look.kind === 'seal' && !look.png) roundSeal(page, font, look, size)
  else {
    const png = look.kind === 'drawn' ? look.png : look.png!
    checkPng(png)
    const image = await doc.embedPng(png).catch(() => {
      throw invalid({ signature: '签名图片已损坏，请重新签名' })
    })
    const fit = image.scaleToFit(size.w - 8, room)
    page.drawImage(image, { x: 4 + (look.kind === 'seal' ? (size.w - 8 - fit.width) / 2 : 0), y: 12 + (room - fit.height) / 2, ...fit })
  }
  page.drawText(caption, { x: 4, y: 3, size: 6.5, font: font.embedded, color: SOFT })
  return doc.save({ useObjectStreams: false })
}

/** The round one of a company without a picture: name along the rim, star, kind below. */
function roundSeal(
  page: ReturnType<PDFDocument['addPage']>,
  font: PaperFont,
  { company, seal }: { company: string; seal: string },
  { w, h }: { w: number; h: number },
): void {
  const radius = Math.min(w, h - 10) / 2 - 3
  const [cx, cy] = [w / 2, 10 + (h - 10) / 2]
  page.drawCircle({ x: cx, y: cy, size: radius, borderColor: RED, borderWidth: 1.6 })
  const points = Array.from({ length: 10 }, (_, i) => {
    const r = (i % 2 === 0 ? 0.32 : 0.125) * radius
    const a = (Math.PI / 5) * i - Math.PI / 2
    return `${i === 0 ? 'M' : 'L'}${(r * Math.cos(a)).toFixed(2)} ${(r * Math.sin(a)).toFixed(2)}`
  })
  page.drawSvgPath(`${points.join('')}z`, { x: cx, y: cy + radius * 0.04, color: RED, borderWidth: 0 })
  const chars = Array.from(company)
  const size = Math.min(radius * 0.27, (radius * 4.2) / Math.max(6, chars.length))
  const span = Math.min(4.4, (chars.length * size * 1.25) / (radius * 0.74))
  for (const [i, char] of chars.entries()) {
    const a = Math.PI / 2 + span / 2 - (chars.length === 1 ? span / 2 : (span * i) / (chars.length - 1))
    const r = radius * 0.68
    const wide = font.width(char, size) / 2
    page.drawText(char, {
      x: cx + r * Math.cos(a) - wide * Math.sin(a),
      y: cy + r * Math.sin(a) + wide * Math.cos(a),
      size,
      font: font.embedded,
      color: RED,
      rotate: degrees((a * 180) / Math.PI - 90),
    })
  }
  const below = radius * 0.22
  page.drawText(seal, { x: cx - font.width(seal, below) / 2, y: cy - radius * 0.66, size: below, font: font.embedded, color: RED })
}
