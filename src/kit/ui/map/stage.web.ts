/**
 * One map for the whole console. It is made once (a WebGL context, a worker and the base map are expensive) and moved to whichever
 * screen is in front; what a screen put on it goes away with the screen and is put on again when it comes back.
 */
import type { Feature as GeoFeature, Geometry } from 'geojson'
import {
  LngLatBounds,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type LayerSpecification,
  type Map as GlMap,
  type MapLayerMouseEvent,
  type MapMouseEvent,
  type MapTouchEvent,
  type PaddingOptions,
  type SourceSpecification,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { isDark } from './ground/basemap.web.ts'
import { toShown, toTrue, type Crs } from './ground/crs.web.ts'
import { CHINA_BOUNDS, framing, type Bounds, type Position } from './geo.ts'
import type { GroundWords } from './ground/ground-words.ts'
import { groundedMap, type Grounded } from './ground/ground.web.ts'
import { keepPace } from './pace.web.ts'
import { Sprites, type Compose } from './sprites.web.ts'

export interface Camera {
  centre: Position
  zoom: number
}
/** Maps as small as a part of a form must hold all of the country. */
const FARTHEST = 0.5

export class MapUnavailable extends Error {}

interface Shared extends Grounded {
  box: HTMLElement
}
let shared: Promise<Shared> | null = null

async function make(): Promise<Shared> {
  const probe = document.createElement('canvas')
  if (!probe.getContext('webgl2')) throw new MapUnavailable('此浏览器或显卡不支持 WebGL，无法显示地图；列表与其他功能不受影响')
  setWorkerUrl(new URL(workerUrl, window.location.href).href)
  const box = document.createElement('div')
  box.className = 'zyt-map-canvas'
  document.body.append(box)
  const made = await groundedMap(box, {
    center: [104, 32],
    zoom: 3,
    minZoom: FARTHEST,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    localIdeographFontFamily: getComputedStyle(document.documentElement).getPropertyValue('--zyt-font') || 'sans-serif',
    locale: WORDS,
    canvasContextAttributes: { preserveDrawingBuffer: false, antialias: false },
  })
  keepPace(made.map)
  made.map.touchZoomRotate.disableRotation()
  made.map.keyboard.disableRotation()
  made.map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right')
  made.map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  return { ...made, box }
}
const WORDS = {
  'NavigationControl.ZoomIn': '放大',
  'NavigationControl.ZoomOut': '缩小',
  'ScaleControl.Meters': '米',
  'ScaleControl.Kilometers': '公里',
  'Map.Title': '地图',
}

interface Claim {
  host: HTMLElement
  /** Null: the whole of the country. */
  camera: Camera | null
  onStage: (stage: Stage | null) => void
  stage: Stage | null
}
/** The last one has the map. */
const claims: Claim[] = []

async function settle(): Promise<void> {
  shared ??= make().catch((error: unknown) => {
    shared = null
    throw error
  })
  const { map, box, crs, says, shipped } = await shared
  const holder = claims.at(-1)
  for (const claim of claims) if (claim !== holder) withdraw(claim)
  if (!holder) {
    document.body.append(box)
    return
  }
  if (holder.stage) return
  holder.host.append(box)
  map.resize()
  if (holder.camera) look(map, holder.camera, crs)
  const stop = holder.camera ? null : frameWhole(map, holder.host, crs)
  holder.stage = new Stage(map, crs, says, shipped)
  if (stop) holder.stage.onLeave(stop)
  holder.onStage(holder.stage)
}
const look = (map: GlMap, { centre, zoom }: Camera, crs: Crs): void =>
  void map.jumpTo({ center: toShown(centre, crs) as [number, number], zoom })
/** The whole of the country, also when the place of the map becomes larger or smaller, until somebody moves it. */
function frameWhole(map: GlMap, host: HTMLElement, crs: Crs): () => void {
  let last = { lng: 0, lat: 0, zoom: 0 }
  const frame = (): void => {
    look(map, framing(CHINA_BOUNDS, host.clientWidth, host.clientHeight), crs)
    const { lng, lat } = map.getCenter()
    last = { lng, lat, zoom: map.getZoom() }
  }
  const again = (): void => {
    const { lng, lat } = map.getCenter()
    if (Math.abs(lng - last.lng) + Math.abs(lat - last.lat) + Math.abs(map.getZoom() - last.zoom) < 1e-6) frame()
    else map.off('resize', again)
  }
  frame()
  map.on('resize', again)
  return () => void map.off('resize', again)
}
function withdraw(claim: Claim): void {
  if (!claim.stage) return
  claim.camera = claim.stage.camera()
  claim.stage.leave()
  claim.stage = null
  claim.onStage(null)
}

/** The map comes to `host` until the returned function is called. `onFail` hears why there is none. */
export function claimMap(
  host: HTMLElement,
  camera: Camera | null,
  onStage: (stage: Stage | null) => void,
  onFail: (error: unknown) => void,
): () => Camera | null {
  const claim: Claim = { host, camera, onStage, stage: null }
  claims.push(claim)
  settle().catch(onFail)
  return () => {
    const at = claims.indexOf(claim)
    if (at >= 0) claims.splice(at, 1)
    withdraw(claim)
    if (shared) settle().catch(() => {})
    return claim.camera
  }
}

type Shape = Geometry
type Colours = Readonly<Partial<Record<'line-color' | 'text-color' | 'text-halo-color', string>>>
export type Feature = GeoFeature
export type Click = MapLayerMouseEvent & { at: Position }
type Pointer = (MapMouseEvent | MapTouchEvent) & { at: Position }
type PointerKind =
  | 'click'
  | 'mousemove'
  | 'mousedown'
  | 'mouseup'
  | 'dblclick'
  | 'contextmenu'
  | 'touchstart'
  | 'touchmove'
  | 'touchend'
  | 'touchcancel'

/** What one screen does with the map while it has it. All coordinates that go in and come out are WGS-84. */
export class Stage {
  readonly map: GlMap
  /** Said on the map: what is the matter with what lies below. */
  readonly says: GroundWords
  /** Of what lies below: WGS-84 for the shipped map. */
  private readonly crs: Crs
  private undo: (() => void)[] = []
  /** Below lies the shipped map, which has no streets. */
  readonly shipped: boolean
  constructor(map: GlMap, crs: Crs, says: GroundWords, shippedMap: boolean) {
    this.map = map
    this.crs = crs
    this.says = says
    this.shipped = shippedMap
  }

  source(id: string, options: Partial<SourceSpecification> = {}): void {
    if (this.map.getSource(id)) return
    this.map.addSource(id, { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, ...options } as SourceSpecification)
    this.undo.push(() => this.map.getSource(id) && this.map.removeSource(id))
  }
  layer(spec: LayerSpecification, before?: string): void {
    if (this.map.getLayer(spec.id)) return
    this.map.addLayer(spec, before && this.map.getLayer(before) ? before : undefined)
    this.undo.push(() => this.map.getLayer(spec.id) && this.map.removeLayer(spec.id))
  }
  /** Thousands of small pictures above everything else. */
  sprites(compose: Compose): Sprites {
    const made = new Sprites(this.map, this.crs, compose)
    this.undo.push(() => made.remove())
    return made
  }
  image(id: string, data: ImageData, pixelRatio = 2): void {
    // Images are the same on every screen; they stay.
    if (!this.map.hasImage(id)) this.map.addImage(id, data, { pixelRatio })
  }
  set(id: string, features: readonly Feature[]): void {
    const source = this.map.getSource<GeoJSONSource>(id)
    void source?.setData({
      type: 'FeatureCollection',
      features: this.crs === 'wgs84' ? [...features] : features.map((f) => ({ ...f, geometry: shown(f.geometry, this.crs) })),
    })
  }
  onClick(layer: string, act: (event: Click) => void): void {
    const listen = (event: MapLayerMouseEvent): void => act(Object.assign(event, { at: this.trueAt(event) }))
    const [enter, leave] = [() => this.cursor('pointer'), () => this.cursor('')]
    this.map.on('click', layer, listen)
    this.map.on('mouseenter', layer, enter)
    this.map.on('mouseleave', layer, leave)
    this.undo.push(() => {
      this.map.off('click', layer, listen)
      this.map.off('mouseenter', layer, enter)
      this.map.off('mouseleave', layer, leave)
      this.cursor('')
    })
  }
  /** Anywhere on the map. */
  onPointer(type: PointerKind, act: (event: Pointer) => void): () => void {
    const listen = (event: MapMouseEvent | MapTouchEvent): void => act(Object.assign(event, { at: this.trueAt(event) }))
    this.map.on(type, listen)
    const off = (): void => void this.map.off(type, listen)
    this.undo.push(off)
    return off
  }
  onMoved(act: () => void): void {
    this.map.on('moveend', act)
    this.undo.push(() => this.map.off('moveend', act))
  }
  /** A hand takes the map, not a flight of ours. */
  onDragged(act: () => void): () => void {
    this.map.on('dragstart', act)
    const off = (): void => void this.map.off('dragstart', act)
    this.undo.push(off)
    return off
  }
  cursor(name: string): void {
    this.map.getCanvas().style.cursor = name
  }
  /** Where it is on the picture, in the pixels of the page. */
  project(at: Position): { x: number; y: number } {
    return this.map.project(toShown(at, this.crs) as [number, number])
  }
  private trueAt({ lngLat }: MapMouseEvent | MapTouchEvent): Position {
    return toTrue([lngLat.lng, lngLat.lat], this.crs)
  }

  camera(): Camera {
    const { lng, lat } = this.map.getCenter()
    return { centre: toTrue([lng, lat], this.crs), zoom: this.map.getZoom() }
  }
  bounds(): Bounds {
    const b = this.map.getBounds()
    const [west, south] = toTrue([b.getWest(), b.getSouth()], this.crs)
    const [east, north] = toTrue([b.getEast(), b.getNorth()], this.crs)
    return { west, south, east, north }
  }
  go(centre: Position, zoom?: number): void {
    this.map.easeTo({ center: toShown(centre, this.crs) as [number, number], zoom: zoom ?? this.map.getZoom(), duration: 400 })
  }
  jump(centre: Position, zoom?: number): void {
    this.map.jumpTo({ center: toShown(centre, this.crs) as [number, number], zoom: zoom ?? this.map.getZoom() })
  }
  fit({ west, south, east, north }: Bounds, padding: number | PaddingOptions = 60, maxZoom = 15): void {
    this.map.fitBounds(
      new LngLatBounds(toShown([west, south], this.crs) as [number, number], toShown([east, north], this.crs) as [number, number]),
      { padding, maxZoom, duration: 0 },
    )
  }
  get dark(): boolean {
    return isDark()
  }
  /** Colours of layers that differ by the theme: painted now, and again whenever it changes. */
  themed(colours: (dark: boolean) => Readonly<Record<string, Colours>>): void {
    const paint = (): void => {
      for (const [layer, properties] of Object.entries(colours(isDark())))
        for (const [name, value] of Object.entries(properties)) this.map.setPaintProperty(layer, name as keyof Colours, value)
    }
    paint()
    const watcher = new MutationObserver(paint)
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    this.undo.push(() => watcher.disconnect())
  }
  onLeave(act: () => void): void {
    this.undo.push(act)
  }
  leave(): void {
    for (const step of this.undo.splice(0).reverse()) step()
  }
}

function shown(geometry: Shape, crs: Crs): Shape {
  if (geometry.type === 'GeometryCollection') return { ...geometry, geometries: geometry.geometries.map((one) => shown(one, crs)) }
  const walk = (at: unknown): unknown =>
    typeof (at as number[])[0] === 'number' ? toShown(at as unknown as Position, crs) : (at as unknown[]).map(walk)
  return { ...geometry, coordinates: walk(geometry.coordinates) } as Shape
}

export const pointAt = (at: Position, properties: Record<string, unknown> = {}, id?: number): Feature => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  properties,
  geometry: { type: 'Point', coordinates: [...at] },
})
export const lineOf = (points: readonly Position[], properties: Record<string, unknown> = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: points.map((p) => [...p]) },
})
export const linesOf = (lines: readonly (readonly Position[])[], properties: Record<string, unknown> = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'MultiLineString', coordinates: lines.map((line) => line.map((p) => [...p])) },
})
/** Each with its holes behind its outer ring. */
export const areasOf = (
  areas: readonly (readonly (readonly Position[])[])[],
  properties: Record<string, unknown> = {},
  id?: number,
): Feature => ({
  type: 'Feature',
  ...(id === undefined ? {} : { id }),
  properties,
  geometry: { type: 'MultiPolygon', coordinates: areas.map((rings) => rings.map((ring) => ring.map((p) => [...p]))) },
})
