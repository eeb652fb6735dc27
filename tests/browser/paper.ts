/** The paper in front of somebody: the PDF of the preview, as a reader of another house understands it. */
import type { Page } from 'playwright-core'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Its words, and how many pictures are drawn on it. */
export async function paperOf(page: Page): Promise<{ words: string; pictures: number }> {
  const frame = page.locator('iframe.zyt-paper-frame')
  await frame.waitFor()
  const address = (await frame.getAttribute('src'))!
  const base64 = await page.evaluate(async (from) => {
    const bytes = new Uint8Array(await (await fetch(from)).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }, address)
  const task = getDocument({ data: new Uint8Array(Buffer.from(base64, 'base64')), useSystemFonts: false })
  const doc = await task.promise
  const words: string[] = []
  let pictures = 0
  for (let n = 1; n <= doc.numPages; n++) {
    const sheet = await doc.getPage(n)
    words.push(...(await sheet.getTextContent()).items.map((item) => ('str' in item ? item.str : '')))
    pictures += (await sheet.getOperatorList()).fnArray.filter((op) => op === OPS.paintImageXObject).length
  }
  await task.destroy()
  return { words: words.join(''), pictures }
}
