/** Many small pictures on one sheet, row by row, pure. */

export interface Cell {
  x: number
  y: number
  width: number
  height: number
}
/** Neighbours must not shine through where a picture is drawn smaller. */
const GAP = 2
/** Heights are rounded up, so that pictures of about the same size share a row. */
const STEP = 4

export class PackedSheet {
  readonly size: number
  private rows: { y: number; height: number; right: number }[] = []
  private bottom = 0
  constructor(size: number) {
    this.size = size
  }
  /** Null when there is no room left. */
  place(width: number, height: number): Cell | null {
    const [w, h] = [width + GAP, Math.ceil((height + GAP) / STEP) * STEP]
    if (w > this.size) return null
    const row = this.rows.find((r) => r.height === h && r.right + w <= this.size) ?? this.begin(h)
    if (!row) return null
    const cell = { x: row.right, y: row.y, width, height }
    row.right += w
    return cell
  }
  clear(): void {
    this.rows = []
    this.bottom = 0
  }
  private begin(height: number): { y: number; height: number; right: number } | null {
    if (this.bottom + height > this.size) return null
    const row = { y: this.bottom, height, right: 0 }
    this.rows.push(row)
    this.bottom += height
    return row
  }
}

/** The smallest cell around both. */
export function joined(a: Cell | null, b: Cell): Cell {
  if (!a) return b
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
