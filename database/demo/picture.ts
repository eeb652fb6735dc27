/** Plain drawings that stand for photographs in the demo company: a few rectangles as a PNG, made here, so nothing is borrowed. */
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 320
const HEIGHT = 200
type Colour = [number, number, number]
type Box = [x: number, y: number, w: number, h: number, colour: Colour]

const SKY: Colour = [214, 228, 244]
const ROAD: Colour = [120, 126, 134]
const WHITE: Colour = [248, 249, 250]
const DARK: Colour = [52, 58, 64]
const GLASS: Colour = [150, 190, 220]
const RED: Colour = [200, 60, 60]

/** Looks like a payee code and leads nowhere: three corners and a pattern that means nothing. */
function payCode(): Box[] {
  const [left, top, size, n] = [85, 25, 6, 25]
  const corner = (x: number, y: number): boolean =>
    [
      [0, 0],
      [n - 7, 0],
      [0, n - 7],
    ].some(([cx, cy]) => x >= cx! && x < cx! + 7 && y >= cy! && y < cy! + 7)
  const dark = (x: number, y: number): boolean => {
    if (!corner(x, y)) return (x * 7 + y * 13 + x * y) % 5 < 2
    const [i, j] = [x < 7 ? x : x - (n - 7), y < 7 ? y : y - (n - 7)]
    const ring = Math.min(i, j, 6 - i, 6 - j)
    return ring !== 1
  }
  const boxes: Box[] = [[0, 0, WIDTH, HEIGHT, WHITE]]
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (dark(x, y)) boxes.push([left + x * size, top + y * size, size, size, DARK])
  return boxes
}

const SCENES: Record<string, Box[]> = {
  front: [
    [0, 150, 320, 50, ROAD],
    [70, 50, 180, 105, WHITE],
    [85, 62, 150, 42, GLASS],
    [70, 118, 180, 8, DARK],
    [84, 128, 24, 14, [255, 236, 170]],
    [212, 128, 24, 14, [255, 236, 170]],
    [130, 130, 60, 16, [60, 160, 90]],
    [82, 150, 30, 22, DARK],
    [208, 150, 30, 22, DARK],
  ],
  dashboard: [
    [0, 0, 320, 200, [34, 38, 42]],
    [24, 40, 120, 120, [18, 20, 24]],
    [176, 40, 120, 120, [18, 20, 24]],
    [82, 60, 4, 44, RED],
    [234, 60, 4, 60, RED],
    [120, 166, 80, 20, [40, 90, 60]],
  ],
  contract: [
    [0, 0, 320, 200, [232, 234, 237]],
    [80, 10, 160, 180, WHITE],
    [120, 22, 80, 8, DARK],
    ...Array.from({ length: 9 }, (_, i): Box => [96, 42 + i * 12, 128 - (i % 3) * 14, 4, [150, 156, 162]]),
    [176, 152, 40, 26, RED],
  ],
  payCode: payCode(),
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body) >>> 0, body.length + 4)
  return out
}

export function picture(kind: string): Uint8Array {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  const put = (x: number, y: number, [r, g, b]: Colour): void => {
    const at = y * (1 + WIDTH * 3) + 1 + x * 3
    rows[at] = r
    rows[at + 1] = g
    rows[at + 2] = b
  }
  for (const [x, y, w, h, colour] of [[0, 0, WIDTH, HEIGHT, SKY] as Box, ...(SCENES[kind] ?? SCENES['front']!)])
    for (let j = y; j < Math.min(HEIGHT, y + h); j++) for (let i = x; i < Math.min(WIDTH, x + w); i++) put(i, j, colour)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits, RGB
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
