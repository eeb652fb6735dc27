/** The fleet on the map: gathered where many stand close, pictures with plates where few do. */
import { useEffect, useRef } from 'react'
import { boundsOf, grown } from '#kit/ui/map/geo.ts'
import type { Overlay, Stage, View } from '#kit/ui/map/map.web.ts'
import { Pictures } from './fleet-pictures.web.ts'
import { gathers, hitOf, marksOf, roomy, spotOf, type Mark, type Spot } from './fleet.layout.ts'
import type { LiveVehicle } from './live.layout.ts'

const PLATES_FROM = 9
const MOST_PLATES = 150
/** Pixels around the picture that are drawn too, so that nothing pops up at its edge. */
const EDGE = 40

export function useFleetLayers(stage: Stage | null, vehicles: readonly LiveVehicle[], chosen: LiveVehicle | null, onChoose: (id: number) => void): void {
  const picture = useRef<FleetPicture | null>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  useEffect(() => {
    if (!stage) return
    const made = new FleetPicture(stage, (id) => choose.current(id))
    picture.current = made
    return () => {
      made.leave()
      picture.current = null
    }
  }, [stage])
  useEffect(() => picture.current?.show(vehicles), [stage, vehicles])
  useEffect(() => picture.current?.choose(chosen), [stage, chosen])
}

class FleetPicture {
  private readonly stage: Stage
  private readonly overlay: Overlay
  private pictures: Pictures
  /** A vehicle that did not change is not placed again: a change replaces its object. */
  private readonly placed = new WeakMap<LiveVehicle, Spot | null>()
  private spots: Spot[] = []
  private vehicles: readonly LiveVehicle[] = []
  private chosen: Spot | null = null
  private readonly offs: readonly (() => void)[]
  private gathered: { level: number; gather: boolean; marks: Mark[] } | null = null

  constructor(stage: Stage, onChoose: (id: number) => void) {
    this.stage = stage
    this.pictures = new Pictures(ratio(), stage.dark)
    this.overlay = stage.overlay((c, view) => this.draw(c, view))
    const clicked = stage.onPointer('click', ({ point }) => {
      const mark = this.under(point)
      if (mark?.members.length === 1) onChoose(mark.members[0]!.id)
      else if (mark) this.open(mark)
    })
    const moved = stage.onPointer('mousemove', ({ point }) => {
      if (!stage.map.isMoving()) stage.cursor(this.under(point) ? 'pointer' : '')
    })
    this.offs = [clicked, moved]
  }
  leave(): void {
    for (const off of this.offs) off()
    this.stage.cursor('')
    this.overlay.remove()
  }

  show(vehicles: readonly LiveVehicle[]): void {
    this.vehicles = vehicles
    this.spots = vehicles.flatMap((v) => this.spot(v) ?? [])
    if (this.gathered) this.gathered.level = -1
    this.overlay.redraw()
  }
  choose(vehicle: LiveVehicle | null): void {
    this.chosen = vehicle && this.spot(vehicle)
    this.overlay.redraw()
  }

  private spot(v: LiveVehicle): Spot | null {
    const before = this.placed.get(v)
    if (before !== undefined) return before
    const made = spotOf(v, (at) => this.overlay.place(at))
    this.placed.set(v, made)
    return made
  }
  private marks(view: View): Mark[] {
    const level = Math.floor(view.zoom)
    const gather = gathers(view.zoom, this.inPicture(view), this.gathered?.gather ?? false)
    if (this.gathered?.level !== level || this.gathered.gather !== gather) this.gathered = { level, gather, marks: marksOf(this.spots, view.zoom, gather) }
    return this.gathered.marks
  }
  private inPicture(view: View): number {
    let n = 0
    for (const spot of this.spots) {
      const [x, y] = [view.x(spot), view.y(spot)]
      if (x >= 0 && y >= 0 && x <= view.width && y <= view.height) n++
    }
    return n
  }
  private under(point: { x: number; y: number }): Mark | null {
    const view = this.overlay.view()
    return hitOf(this.marks(view), view, point)
  }
  /** Closer, until its members stand apart. */
  private open(mark: Mark): void {
    const inside = new Set(mark.members.map((s) => s.id))
    const box = boundsOf(this.vehicles.flatMap((v) => (inside.has(v.id) && v.lng !== null && v.lat !== null ? [[v.lng, v.lat] as const] : [])))
    if (!box) return
    const before = this.stage.camera().zoom
    this.stage.fit(grown(box, 200), 80, 16)
    // Those that stand on each other never part; at least something happens.
    if (this.stage.camera().zoom < before + 0.5) this.stage.go([(box.west + box.east) / 2, (box.south + box.north) / 2], Math.min(18, before + 2))
  }

  private draw(c: CanvasRenderingContext2D, view: View): void {
    if (!this.pictures.fits(ratio(), this.stage.dark)) this.pictures = new Pictures(ratio(), this.stage.dark)
    if (this.chosen) ring(c, view.x(this.chosen), view.y(this.chosen))
    const size = view.zoom < 8 ? 20 : 26
    const several: Mark[] = []
    const single: Spot[] = []
    for (const mark of this.marks(view)) {
      const [x, y] = [view.x(mark), view.y(mark)]
      if (x < -EDGE || y < -EDGE || x > view.width + EDGE || y > view.height + EDGE) continue
      if (mark.members.length > 1) several.push(mark)
      else {
        const [spot] = mark.members
        single.push(spot!)
        copy(c, this.pictures.vehicle(spot!, size), x, y)
      }
    }
    for (const mark of several) copy(c, this.pictures.gathered(mark), view.x(mark), view.y(mark))
    if (view.zoom >= PLATES_FROM) this.write(c, view, single, size)
  }
  private write(c: CanvasRenderingContext2D, view: View, single: readonly Spot[], size: number): void {
    if (single.length > MOST_PLATES * 4) return
    const words = single.map((spot) => {
      const picture = this.pictures.plate(spot.plate)
      return { picture, left: view.x(spot) - picture.width / 2, top: view.y(spot) + size / 2, width: picture.width, height: picture.height }
    })
    for (const { picture, left, top, width, height } of roomy(words, MOST_PLATES)) copy(c, picture, left + width / 2, top + height / 2)
  }
}

const ratio = (): number => Math.min(2, window.devicePixelRatio || 1)
/** On whole pixels: copied, not filtered. */
function copy(c: CanvasRenderingContext2D, { image, width, height }: { image: HTMLCanvasElement; width: number; height: number }, x: number, y: number): void {
  c.drawImage(image, Math.round(x - width / 2), Math.round(y - height / 2), width, height)
}
function ring(c: CanvasRenderingContext2D, x: number, y: number): void {
  c.beginPath()
  c.arc(x, y, 20, 0, 2 * Math.PI)
  c.fillStyle = 'rgb(21 88 214 / 18%)'
  c.fill()
  c.lineWidth = 2
  c.strokeStyle = '#1558d6'
  c.stroke()
}
