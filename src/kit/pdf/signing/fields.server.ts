/** Making a file ready to be signed: all fields of signatures stand in it before the first one signs. */
import { PDFArray, PDFName, PDFString, type PDFDict, type PDFDocument, type PDFRef } from 'pdf-lib'

export interface FieldPlace {
  name: string
  /** From 1. */
  page: number
  /** From the top left of the page as it is seen, in points. */
  x: number
  y: number
  w: number
  h: number
}

/** Designer box → rectangle of the PDF: (60, 692, 140, 50) on A4 → [60, 100, 200, 150]. */
export const rectOf = (box: { x: number; y: number; w: number; h: number }, height: number): [number, number, number, number] => [
  hundredth(box.x),
  hundredth(height - box.y - box.h),
  hundredth(box.x + box.w),
  hundredth(height - box.y),
]
/** Short enough that whoever writes the number again writes the same. */
function hundredth(n: number): number {
  return Math.round(n * 100) / 100
}

/** Empty fields; nothing is drawn. */
export function placeFields(doc: PDFDocument, places: readonly FieldPlace[]): void {
  const { context } = doc
  const refs: PDFRef[] = []
  for (const place of places) {
    const page = doc.getPage(place.page - 1)
    const field = context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(place.name),
      Rect: rectOf(place, page.getHeight()),
      F: 4,
      P: page.ref,
    })
    const ref = context.register(field)
    refs.push(ref)
    const annots = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)
    if (annots) annots.push(ref)
    else page.node.set(PDFName.of('Annots'), context.obj([ref]))
  }
  const form = context.obj({ Fields: refs, SigFlags: 3 }) as PDFDict
  doc.catalog.set(PDFName.of('AcroForm'), context.register(form))
}
