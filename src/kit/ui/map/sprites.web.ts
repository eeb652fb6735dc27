/**
 * Thousands of small pictures on the map, painted by the map itself as its topmost layer. Where they stand is worked out for more than is
 * seen; while the map is dragged, nothing but one number travels to the graphics side. A canvas above the map would be filled, sent and
 * blended whole with every frame (which is what a machine without a graphics chip is slowest at); features of the map would be packed and
 * sorted by a worker with every change (decision 0009).
 */
import type { CustomLayerInterface, Map as GlMap } from 'maplibre-gl'
import { toShown, type Crs } from './ground/crs.web.ts'
import { mercatorOf, type Mercator, type Position } from './geo.ts'
import { PictureSheet, type Picture } from './pictures.web.ts'
import { around, covers, nearest, viewOf, type View } from './view.ts'

export interface Sprite {
  at: Mercator
  picture: Picture
  /** Of its middle from the place, in the pixels of the page. */
  dx?: number
  dy?: number
}
/** The pictures on `ready`, those that lie above others last. `seen`, its middle, is what is looked at. */
export type Compose = (ready: View, seen: View) => readonly Sprite[]

const NAME = 'zyt-sprites'
/** Numbers a sprite: place, shift, extent, and its cut of the sheet. */
const FLOATS = 10
const PARTS = [
  ['a_place', 2],
  ['a_shift', 2],
  ['a_extent', 2],
  ['a_cut', 4],
] as const
/** While the map moves: how old the arrangement may be. */
const FRESH_MS = 400

const VERTEX = `#version 300 es
uniform vec2 u_size;
uniform vec2 u_origin;
uniform float u_world;
uniform float u_ratio;
in vec2 a_place;
in vec2 a_shift;
in vec2 a_extent;
in vec4 a_cut;
out vec2 v_at;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  // On whole pixels: copied, not filtered.
  vec2 start = floor(u_origin + a_place * u_world + (a_shift - a_extent * 0.5) * u_ratio + 0.5);
  vec2 at = (start + corner * a_extent * u_ratio) / u_size;
  v_at = a_cut.xy + corner * a_cut.zw;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}`
const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D u_sheet;
in vec2 v_at;
out vec4 colour;
void main() { colour = texture(u_sheet, v_at); }`

/** What lives on the graphics side; made anew when the graphics side was lost. */
interface Tools {
  program: WebGLProgram
  uniforms: Record<'u_size' | 'u_origin' | 'u_world' | 'u_ratio', WebGLUniformLocation>
  shape: WebGLVertexArrayObject
  buffer: WebGLBuffer
  sheet: PictureSheet
}

export class Sprites implements CustomLayerInterface {
  readonly id = NAME
  readonly type = 'custom' as const
  private readonly map: GlMap
  private readonly crs: Crs
  private readonly compose: Compose
  private tools: Tools | null = null
  private ready: View | null = null
  private readyAt = 0
  private count = 0
  constructor(map: GlMap, crs: Crs, compose: Compose) {
    this.map = map
    this.crs = crs
    this.compose = compose
    // A lost graphics side comes back with the layers that can be written down, which this one is not.
    map.on('style.load', this.put)
    this.put()
  }
  private put = (): void => {
    if (!this.map.getLayer(NAME)) this.map.addLayer(this)
  }
  remove(): void {
    this.map.off('style.load', this.put)
    if (this.map.getLayer(NAME)) this.map.removeLayer(NAME)
  }

  /** Once for every place, not once for every frame. */
  place(at: Position): Mercator {
    return mercatorOf(toShown(at, this.crs))
  }
  view(): View {
    const { clientWidth, clientHeight } = this.map.getContainer()
    const { lng, lat } = this.map.getCenter()
    return viewOf(mercatorOf([lng, lat]), this.map.getZoom(), clientWidth, clientHeight)
  }
  /** What is composed changed; shown with the map's next frame. */
  redraw(): void {
    this.ready = null
    this.map.triggerRepaint()
  }

  onAdd(_map: GlMap, gl: WebGL2RenderingContext): void {
    this.ready = null
    this.tools = toolsOf(gl)
  }
  onRemove(_map: GlMap, gl: WebGL2RenderingContext): void {
    const { tools } = this
    this.tools = null
    if (!tools) return
    tools.sheet.leave()
    gl.deleteBuffer(tools.buffer)
    gl.deleteVertexArray(tools.shape)
    gl.deleteProgram(tools.program)
  }
  render(gl: WebGL2RenderingContext): void {
    const seen = this.view()
    if (!this.tools || seen.width === 0 || seen.height === 0) return
    if (this.tools.sheet.ratio !== ratioOf()) {
      this.tools.sheet.leave()
      this.tools.sheet = new PictureSheet(gl, ratioOf())
      this.ready = null
    }
    gl.bindVertexArray(this.tools.shape)
    gl.activeTexture(gl.TEXTURE0)
    const now = performance.now()
    if (!this.ready || !covers(this.ready, seen) || (now - this.readyAt > FRESH_MS && moved(this.ready, seen)))
      this.arrange(gl, this.tools, seen, now)
    this.tools.sheet.bind()
    this.paint(gl, this.tools, seen)
    gl.bindVertexArray(null)
  }

  private arrange(gl: WebGL2RenderingContext, { sheet, buffer }: Tools, seen: View, now: number): void {
    const ready = around(seen)
    const sprites = this.compose(ready, seen)
    let data = pack(sprites, ready, sheet)
    if (!data) {
      sheet.clear()
      data = pack(sprites, ready, sheet, true)!
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
    this.count = data.length / FLOATS
    this.ready = ready
    this.readyAt = now
  }
  private paint(gl: WebGL2RenderingContext, { program, uniforms }: Tools, seen: View): void {
    if (this.count === 0 || !this.ready) return
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight]
    const ratio = width / seen.width
    gl.useProgram(program)
    gl.uniform2f(uniforms.u_size, width, height)
    gl.uniform2f(uniforms.u_origin, seen.x(this.ready.centre) * ratio, seen.y(this.ready.centre) * ratio)
    gl.uniform1f(uniforms.u_world, seen.world * ratio)
    gl.uniform1f(uniforms.u_ratio, ratio)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.STENCIL_TEST)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count)
  }
}
const moved = (a: View, b: View): boolean => a.zoom !== b.zoom || a.centre.mx !== b.centre.mx || a.centre.my !== b.centre.my
/** Beyond two device pixels nobody sees a difference, and everybody waits for it. */
const ratioOf = (): number => Math.min(2, window.devicePixelRatio || 1)

/** Places count from the middle of the picture: whole coordinates of the world are too coarse for the numbers of the graphics side. */
function pack(sprites: readonly Sprite[], { centre }: View, sheet: PictureSheet, leaveOut = false): Float32Array<ArrayBuffer> | null {
  const data = new Float32Array(sprites.length * FLOATS)
  let at = 0
  for (const { at: place, picture, dx = 0, dy = 0 } of sprites) {
    const cell = sheet.cell(picture)
    if (!cell) {
      if (leaveOut) continue
      return null
    }
    data[at++] = nearest(place.mx - centre.mx)
    data[at++] = place.my - centre.my
    data[at++] = dx
    data[at++] = dy
    data[at++] = cell.width / sheet.ratio
    data[at++] = cell.height / sheet.ratio
    data[at++] = cell.x / sheet.size
    data[at++] = cell.y / sheet.size
    data[at++] = cell.width / sheet.size
    data[at++] = cell.height / sheet.size
  }
  return data.subarray(0, at)
}

function toolsOf(gl: WebGL2RenderingContext): Tools {
  const program = programOf(gl)
  const [shape, buffer] = [gl.createVertexArray(), gl.createBuffer()]
  gl.bindVertexArray(shape)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  let from = 0
  for (const [name, size] of PARTS) {
    const at = gl.getAttribLocation(program, name)
    gl.enableVertexAttribArray(at)
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, FLOATS * 4, from * 4)
    gl.vertexAttribDivisor(at, 1)
    from += size
  }
  gl.bindVertexArray(null)
  const uniform = (name: string): WebGLUniformLocation => gl.getUniformLocation(program, name)!
  return {
    program,
    uniforms: { u_size: uniform('u_size'), u_origin: uniform('u_origin'), u_world: uniform('u_world'), u_ratio: uniform('u_ratio') },
    shape,
    buffer,
    sheet: new PictureSheet(gl, ratioOf()),
  }
}
function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)!
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  // On a lost graphics side nothing links, and nothing is painted either: it begins anew when it is back.
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`sprites: ${gl.getProgramInfoLog(program) ?? 'not linked'}`)
  return program
}
