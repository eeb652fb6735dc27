/** A QR code as one path in a square of side 1, dark modules only; the same in a paper and on a screen. */
import QRCode from 'qrcode'

export function qrPath(content: string, side: number): string {
  const { size, data } = QRCode.create(content, { errorCorrectionLevel: 'M' }).modules
  const unit = side / size
  const parts: string[] = []
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue
      let end = x + 1
      while (end < size && data[y * size + end]) end++
      parts.push(
        `M${(x * unit).toFixed(2)} ${(y * unit).toFixed(2)}h${((end - x) * unit).toFixed(2)}v${unit.toFixed(2)}h${((x - end) * unit).toFixed(2)}z`,
      )
      x = end
    }
  return parts.join('')
}
