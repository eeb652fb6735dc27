/**
 * A canvas above the map, drawn in the same frame as the map below it. Thousands of pictures that move cost a few milliseconds here,
 * where as features of the map they would be sorted, packed and placed again by a worker with every change.
 */
import type { Map as GlMap } from 'maplibre-gl'
import { mercatorOf, type Mercator, type Position } from './geo.ts'
import { toShown, type Crs } from './crs.web.ts'

export interface View {
  width: number
  height: number
  /** Pixels from one end of the world to the other. */
  world: number
  zoom: number
  /** Where it is on the picture; the copy of the world nearest to its middle. */
  x(place: Mercator): number
  y(place: Mercator): number
}
export function viewOf(centre: Mercator, zoom: number, width: number, height: number): View {
  const world = 512 * 2 ** zoom
  const [left, top] = [width / 2, height / 2]
  return {
    width, height, world, zoom,
    x: (place) => {
      const away = place.mx - centre.mx
      return left + (away - Math.round(away)) * world
    },
    y: (place) => top + (place.my - centre.my) * world,
  }
}

export class Overlay {
  private readonly map: GlMap
  private readonly crs: Crs
  private readonly canvas: HTMLCanvasElement
  private readonly draw: (c: CanvasRenderingContext2D, view: View) => void
  private readonly context: CanvasRenderingContext2D
  constructor(map: GlMap, crs: Crs, draw: (c: CanvasRenderingContext2D, view: View) => void) {
    this.map = map
    this.crs = crs
    this.draw = draw
    this.canvas = document.createElement('canvas')
    this.canvas.className = 'zyt-map-overlay'
    this.canvas.setAttribute('aria-hidden', 'true')
    map.getCanvasContainer().append(this.canvas)
    this.context = this.canvas.getContext('2d')!
    map.on('render', this.paint)
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
  /** With the map's next frame. */
  redraw(): void {
    this.map.triggerRepaint()
  }
  private paint = (): void => {
    const view = this.view()
    // Beyond two device pixels nobody sees a difference, and everybody waits for it.
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)]
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width
      this.canvas.height = height
    }
    this.context.setTransform(1, 0, 0, 1, 0, 0)
    this.context.clearRect(0, 0, width, height)
    this.context.scale(ratio, ratio)
    this.draw(this.context, view)
  }
  remove(): void {
    this.map.off('render', this.paint)
    this.canvas.remove()
    this.map.triggerRepaint()
  }
}
