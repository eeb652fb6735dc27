/**
 * One map for the whole console. It is made once (a WebGL context, a worker and the base map are expensive) and moved to whichever
 * screen is in front; what a screen put on it goes away with the screen and is put on again when it comes back.
 */
import type { Feature as GeoFeature, Geometry } from 'geojson'
import { LngLatBounds, Map as GlMap, NavigationControl, ScaleControl, setWorkerUrl, type GeoJSONSource, type LayerSpecification, type MapLayerMouseEvent, type MapMouseEvent, type PaddingOptions, type SourceSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { addAreas, baseStyle, isDark, paint } from './basemap.web.ts'
import { toShown, toTrue, type Crs } from './crs.web.ts'
import type { Bounds, Position } from './geo.ts'

export interface Camera {
  centre: Position
  zoom: number
}
export const CHINA: Camera = { centre: [105.5, 35.8], zoom: 3.4 }

export class MapUnavailable extends Error {}

let shared: Promise<{ map: GlMap; box: HTMLElement }> | null = null
/** Coordinates of what lies below: WGS-84 for the shipped map. */
let crs: Crs = 'wgs84'

function make(): Promise<{ map: GlMap; box: HTMLElement }> {
  const probe = document.createElement('canvas')
  if (!probe.getContext('webgl2')) return Promise.reject(new MapUnavailable('此浏览器或显卡不支持 WebGL，无法显示地图；列表与其他功能不受影响'))
  setWorkerUrl(new URL(workerUrl, window.location.href).href)
  const box = document.createElement('div')
  box.className = 'zyt-map-canvas'
  document.body.append(box)
  const map = new GlMap({
    container: box, style: baseStyle(), center: [...CHINA.centre], zoom: CHINA.zoom, minZoom: 2, maxZoom: 18, attributionControl: false, dragRotate: false, pitchWithRotate: false, touchPitch: false, fadeDuration: 0,
    localIdeographFontFamily: getComputedStyle(document.documentElement).getPropertyValue('--zyt-font') || 'sans-serif', locale: WORDS, canvasContextAttributes: { preserveDrawingBuffer: false, antialias: false },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right')
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  new MutationObserver(() => paint(map)).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return new Promise((resolve) => {
    map.once('style.load', () => {
      paint(map)
      map.once('idle', () => addAreas(map))
      resolve({ map, box })
    })
  })
}
const WORDS = { 'NavigationControl.ZoomIn': '放大', 'NavigationControl.ZoomOut': '缩小', 'ScaleControl.Meters': '米', 'ScaleControl.Kilometers': '公里', 'Map.Title': '地图' }

interface Claim {
  host: HTMLElement
  camera: Camera
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
  const { map, box } = await shared
  const holder = claims.at(-1)
  for (const claim of claims) if (claim !== holder) withdraw(claim)
  if (!holder) {
    document.body.append(box)
    return
  }
  if (holder.stage) return
  holder.host.append(box)
  map.resize()
  map.jumpTo({ center: toShown(holder.camera.centre, crs) as [number, number], zoom: holder.camera.zoom })
  holder.stage = new Stage(map)
  holder.onStage(holder.stage)
}
function withdraw(claim: Claim): void {
  if (!claim.stage) return
  claim.camera = claim.stage.camera()
  claim.stage.leave()
  claim.stage = null
  claim.onStage(null)
}

/** The map comes to `host` until the returned function is called. `onFail` hears why there is none. */
export function claimMap(host: HTMLElement, camera: Camera, onStage: (stage: Stage | null) => void, onFail: (error: unknown) => void): () => Camera {
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

export type Shape = Geometry
export type Feature = GeoFeature
export type Click = MapLayerMouseEvent & { at: Position }
type Pointer = MapMouseEvent & { at: Position }

/** What one screen does with the map while it has it. All coordinates that go in and come out are WGS-84. */
export class Stage {
  readonly map: GlMap
  private undo: (() => void)[] = []
  constructor(map: GlMap) {
    this.map = map
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
  image(id: string, data: ImageData, pixelRatio = 2): void {
    // Images are the same on every screen; they stay.
    if (!this.map.hasImage(id)) this.map.addImage(id, data, { pixelRatio })
  }
  set(id: string, features: readonly Feature[]): void {
    const source = this.map.getSource<GeoJSONSource>(id)
    void source?.setData({ type: 'FeatureCollection', features: crs === 'wgs84' ? [...features] : features.map((f) => ({ ...f, geometry: shown(f.geometry) })) })
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
  onPointer(type: 'click' | 'mousemove' | 'mousedown' | 'mouseup' | 'dblclick' | 'contextmenu', act: (event: Pointer) => void): () => void {
    const listen = (event: MapMouseEvent): void => act(Object.assign(event, { at: this.trueAt(event) }))
    this.map.on(type, listen)
    const off = (): void => void this.map.off(type, listen)
    this.undo.push(off)
    return off
  }
  onMoved(act: () => void): void {
    this.map.on('moveend', act)
    this.undo.push(() => this.map.off('moveend', act))
  }
  cursor(name: string): void {
    this.map.getCanvas().style.cursor = name
  }
  private trueAt({ lngLat }: MapMouseEvent): Position {
    return toTrue([lngLat.lng, lngLat.lat], crs)
  }

  camera(): Camera {
    const { lng, lat } = this.map.getCenter()
    return { centre: toTrue([lng, lat], crs), zoom: this.map.getZoom() }
  }
  bounds(): Bounds {
    const b = this.map.getBounds()
    const [west, south] = toTrue([b.getWest(), b.getSouth()], crs)
    const [east, north] = toTrue([b.getEast(), b.getNorth()], crs)
    return { west, south, east, north }
  }
  go(centre: Position, zoom?: number): void {
    this.map.easeTo({ center: toShown(centre, crs) as [number, number], zoom: zoom ?? this.map.getZoom(), duration: 400 })
  }
  jump(centre: Position, zoom?: number): void {
    this.map.jumpTo({ center: toShown(centre, crs) as [number, number], zoom: zoom ?? this.map.getZoom() })
  }
  fit({ west, south, east, north }: Bounds, padding: number | PaddingOptions = 60, maxZoom = 15): void {
    this.map.fitBounds(new LngLatBounds(toShown([west, south], crs) as [number, number], toShown([east, north], crs) as [number, number]), { padding, maxZoom, duration: 0 })
  }
  get dark(): boolean {
    return isDark()
  }
  leave(): void {
    for (const step of this.undo.splice(0).reverse()) step()
  }
}

function shown(geometry: Shape): Shape {
  if (geometry.type === 'GeometryCollection') return { ...geometry, geometries: geometry.geometries.map(shown) }
  const walk = (at: unknown): unknown => (typeof (at as number[])[0] === 'number' ? toShown(at as unknown as Position, crs) : (at as unknown[]).map(walk))
  return { ...geometry, coordinates: walk(geometry.coordinates) } as Shape
}

export const pointAt = (at: Position, properties: Record<string, unknown> = {}, id?: number): Feature => ({ type: 'Feature', ...(id === undefined ? {} : { id }), properties, geometry: { type: 'Point', coordinates: [...at] } })
export const lineOf = (points: readonly Position[], properties: Record<string, unknown> = {}): Feature => ({ type: 'Feature', properties, geometry: { type: 'LineString', coordinates: points.map((p) => [...p]) } })
export const areaOf = (rings: readonly (readonly Position[])[], properties: Record<string, unknown> = {}, id?: number): Feature => ({ type: 'Feature', ...(id === undefined ? {} : { id }), properties, geometry: { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring.map((p) => [...p])]) } })
