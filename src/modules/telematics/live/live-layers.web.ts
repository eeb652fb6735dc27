/** The fleet on the map: gathered where many stand close, pictures with plates where few do. */
import { useEffect, useRef } from 'react'
import { boundsOf, grown } from '#kit/ui/map/geo.ts'
import type { Sprite, Sprites, Stage, View } from '#kit/ui/map/map.web.ts'
import { CHOSEN, gatheredPicture, platePicture, vehiclePicture } from './fleet-pictures.web.ts'
import { gathers, hitOf, marksOf, roomy, spotOf, type Mark, type Spot } from './fleet.layout.ts'
import type { LiveVehicle } from './live.layout.ts'

const PLATES_FROM = 9
/** On four times what is seen. */
const MOST_PLATES = 600

export function useFleetLayers(
  stage: Stage | null,
  vehicles: readonly LiveVehicle[],
  chosen: LiveVehicle | null,
  onChoose: (id: number) => void,
): void {
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
  private readonly sprites: Sprites
  /** A vehicle that did not change is not placed again: a change replaces its object. */
  private readonly placed = new WeakMap<LiveVehicle, Spot | null>()
  private spots: Spot[] = []
  private vehicles: readonly LiveVehicle[] = []
  private chosen: Spot | null = null
  private readonly offs: readonly (() => void)[]
  private gathered: { level: number; gather: boolean; marks: Mark[] } | null = null

  constructor(stage: Stage, onChoose: (id: number) => void) {
    this.stage = stage
    this.sprites = stage.sprites((ready, seen) => this.compose(ready, seen))
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
    this.sprites.remove()
  }

  show(vehicles: readonly LiveVehicle[]): void {
    this.vehicles = vehicles
    this.spots = vehicles.flatMap((v) => this.spot(v) ?? [])
    if (this.gathered) this.gathered.level = -1
    this.sprites.redraw()
  }
  choose(vehicle: LiveVehicle | null): void {
    this.chosen = vehicle && this.spot(vehicle)
    this.sprites.redraw()
  }

  private spot(v: LiveVehicle): Spot | null {
    const before = this.placed.get(v)
    if (before !== undefined) return before
    const made = spotOf(v, (at) => this.sprites.place(at))
    this.placed.set(v, made)
    return made
  }
  private marks(view: View): Mark[] {
    const level = Math.floor(view.zoom)
    const gather = gathers(view.zoom, this.inPicture(view), this.gathered?.gather ?? false)
    if (this.gathered?.level !== level || this.gathered.gather !== gather)
      this.gathered = { level, gather, marks: marksOf(this.spots, view.zoom, gather) }
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
    const view = this.sprites.view()
    return hitOf(this.marks(view), view, point)
  }
  /** Closer, until its members stand apart. */
  private open(mark: Mark): void {
    const inside = new Set(mark.members.map((s) => s.id))
    const box = boundsOf(
      this.vehicles.flatMap((v) => (inside.has(v.id) && v.lng !== null && v.lat !== null ? [[v.lng, v.lat] as const] : [])),
    )
    if (!box) return
    const before = this.stage.camera().zoom
    this.stage.fit(grown(box, 200), 80, 16)
    // Those that stand on each other never part; at least something happens.
    if (this.stage.camera().zoom < before + 0.5)
      this.stage.go([(box.west + box.east) / 2, (box.south + box.north) / 2], Math.min(18, before + 2))
  }

  /** The ring below, then those that stand alone, those that are gathered, and words where there is room. */
  private compose(ready: View, seen: View): Sprite[] {
    const size = seen.zoom < 8 ? 20 : 26
    const sprites: Sprite[] = this.chosen ? [{ at: this.chosen, picture: CHOSEN }] : []
    const several: Sprite[] = []
    const single: Spot[] = []
    for (const mark of this.marks(seen)) {
      const [x, y] = [ready.x(mark), ready.y(mark)]
      if (x < 0 || y < 0 || x > ready.width || y > ready.height) continue
      const [spot] = mark.members
      if (mark.members.length > 1) several.push({ at: mark, picture: gatheredPicture(mark) })
      else {
        single.push(spot!)
        sprites.push({ at: spot!, picture: vehiclePicture(spot!, size) })
      }
    }
    return [...sprites, ...several, ...(seen.zoom >= PLATES_FROM ? this.words(ready, single, size) : [])]
  }
  /** Always in the order of the fleet, so that words do not change places while one pans. */
  private words(ready: View, single: readonly Spot[], size: number): Sprite[] {
    if (single.length > MOST_PLATES * 4) return []
    const words = single.map((spot) => {
      const picture = platePicture(spot.plate, this.stage.dark)
      return {
        spot,
        picture,
        left: ready.x(spot) - picture.width / 2,
        top: ready.y(spot) + size / 2,
        width: picture.width,
        height: picture.height,
      }
    })
    return roomy(words, MOST_PLATES).map(({ spot, picture }) => ({ at: spot, picture, dy: (size + picture.height) / 2 }))
  }
}
