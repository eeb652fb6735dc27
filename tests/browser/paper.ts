/** The paper in front of somebody: the PDF of the preview, as a reader of another house understands it. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Its words, and how many pictures are drawn on it. */
export async function paperOf(page: Page): Promise<{ words: string; pictures: number }> {
  await page.locator('iframe.zyt-paper-frame').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: '下载 PDF' })
      .or(page.getByRole('button', { name: '下载 PDF' }))
      .click(),
  ])
  const task = getDocument({ data: new Uint8Array(readFileSync(await download.path())), useSystemFonts: false })
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
