/** The sheet of pictures on the graphics side: each is drawn once, and copied from there as often as it is shown. */
import { joined, PackedSheet, type Cell } from './atlas.ts'

export interface Picture {
  /** Two pictures with the same key look the same. */
  key: string
  /** In the pixels of the page. */
  width: number
  height: number
  draw(c: CanvasRenderingContext2D): void
}
/** In the pixels of the page; twice as many real ones on a fine screen. */
const SIDE = 1024

export class PictureSheet {
  readonly ratio: number
  readonly size: number
  private readonly gl: WebGL2RenderingContext
  private readonly texture: WebGLTexture
  private readonly context: CanvasRenderingContext2D
  private readonly sheet: PackedSheet
  private readonly known = new Map<string, Cell>()
  /** Drawn, and not yet on the graphics side. */
  private fresh: Cell | null = null

  constructor(gl: WebGL2RenderingContext, ratio: number) {
    this.gl = gl
    this.ratio = ratio
    this.size = SIDE * Math.ceil(ratio)
    this.sheet = new PackedSheet(this.size)
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = this.size
    // Read back with every new picture: it must not live on the graphics side.
    this.context = canvas.getContext('2d', { willReadFrequently: true })!
    this.texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, this.size, this.size)
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.LINEAR)
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE)
  }

  /** Where it is on the sheet; null when the sheet is full. */
  cell(picture: Picture): Cell | null {
    const placed = this.known.get(picture.key)
    if (placed) return placed
    const cell = this.sheet.place(Math.ceil(picture.width * this.ratio), Math.ceil(picture.height * this.ratio))
    if (!cell) return null
    const c = this.context
    c.save()
    c.translate(cell.x, cell.y)
    c.beginPath()
    c.rect(0, 0, cell.width, cell.height)
    c.clip()
    c.scale(this.ratio, this.ratio)
    picture.draw(c)
    c.restore()
    this.known.set(picture.key, cell)
    this.fresh = joined(this.fresh, cell)
    return cell
  }
  /** A day of panning meets every plate: what is not shown any more makes room. */
  clear(): void {
    this.known.clear()
    this.sheet.clear()
    this.context.clearRect(0, 0, this.size, this.size)
    this.fresh = { x: 0, y: 0, width: this.size, height: this.size }
  }
  /** For drawing from it: bound, with everything that was drawn. */
  bind(): void {
    const { gl, fresh } = this
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    if (!fresh) return
    this.fresh = null
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
    gl.texSubImage2D(
      gl.TEXTURE_2D,
      0,
      fresh.x,
      fresh.y,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      this.context.getImageData(fresh.x, fresh.y, fresh.width, fresh.height),
    )
  }
  leave(): void {
    this.gl.deleteTexture(this.texture)
  }
}
