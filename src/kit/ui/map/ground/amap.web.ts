/**
 * AMap below everything that is drawn. It shows streets and names and nothing else: vehicles, tracks, fences and drawing are the same
 * layers as ever, on the transparent map above it, which also hears every click. So no screen knows which map lies below, and
 * coordinates change their system in one place (crs.web.ts).
 */
import type { Crs } from './crs.web.ts'

export interface SupplierKey {
  key: string
  code: string | null
}

/** What we use of the supplier's map. */
export interface AMapView {
  setZoomAndCenter(zoom: number, centre: [number, number], immediately: boolean): void
  setMapStyle(style: string): void
  resize?(): void
  on?(event: string, act: () => void): void
  destroy?(): void
}
export interface AMapLibrary {
  Map: new (container: HTMLElement, options: Record<string, unknown>) => AMapView
}
/** What we use of our own map. */
export interface FollowedMap {
  getCenter(): { lng: number; lat: number }
  getZoom(): number
  on(event: 'move' | 'resize', act: () => void): unknown
}

/** The supplier counts tiles of 256 pixels, ours are of 512: the same picture is one level further there. */
const LEVEL = 1
const STYLES = { light: 'amap://styles/normal', dark: 'amap://styles/dark' } as const

export class AMapGround {
  readonly crs: Crs = 'gcj02'
  private readonly view: AMapView
  constructor(library: AMapLibrary, container: HTMLElement, map: FollowedMap, dark: boolean) {
    this.view = new library.Map(container, {
      viewMode: '2D',
      zooms: [2, 20],
      ...place(map),
      mapStyle: styleOf(dark),
      animateEnable: false,
      jogEnable: false,
      showIndoorMap: false,
      isHotspot: false,
      // The map above hears the mouse; this one only follows.
      dragEnable: false,
      zoomEnable: false,
      keyboardEnable: false,
      doubleClickZoom: false,
      scrollWheel: false,
      touchZoom: false,
      resizeEnable: true,
    })
    const follow = (): void => {
      const { zoom, center } = place(map)
      this.view.setZoomAndCenter(zoom, center, true)
    }
    map.on('move', follow)
    map.on('resize', () => {
      this.view.resize?.()
      follow()
    })
  }
  paint(dark: boolean): void {
    this.view.setMapStyle(styleOf(dark))
  }
}
const styleOf = (dark: boolean): string => (dark ? STYLES.dark : STYLES.light)
/** What our map holds is GCJ-02 already: its layers were moved before they were drawn. */
function place(map: FollowedMap): { zoom: number; center: [number, number] } {
  const { lng, lat } = map.getCenter()
  return { zoom: map.getZoom() + LEVEL, center: [lng, lat] }
}

interface SupplierWindow {
  AMap?: AMapLibrary
  _AMapSecurityConfig?: { securityJsCode: string }
}
const WAIT_MS = 10_000
export const scriptAddress = (key: string): string => `https://webapi.amap.com/maps?v=2.0&key=${encodeURIComponent(key)}`

/** Called only with a key: without one no request leaves for the supplier. Rejects with a reason a person can read. */
export function loadAMap({ key, code }: SupplierKey, host: SupplierWindow & { document: Document } = window): Promise<AMapLibrary> {
  if (host.AMap) return Promise.resolve(host.AMap)
  if (code) host._AMapSecurityConfig = { securityJsCode: code }
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(why))
    }
    const script = host.document.createElement('script')
    const timer = setTimeout(() => fail('高德地图长时间没有响应'), WAIT_MS)
    script.src = scriptAddress(key)
    script.async = true
    script.addEventListener('error', () => fail('无法连接高德地图'))
    script.addEventListener('load', () => {
      if (!host.AMap?.Map) return fail('高德地图拒绝了请求，请检查 Key、安全密钥与域名白名单')
      clearTimeout(timer)
      resolve(host.AMap)
    })
    host.document.head.append(script)
  })
}

/** Whether the supplier draws something for this key: a map out of sight has to come to an end of drawing. Rejects with the reason. */
export async function tryAMap(key: SupplierKey, load: (key: SupplierKey) => Promise<AMapLibrary> = loadAMap): Promise<void> {
  const library = await load(key)
  const box = document.createElement('div')
  box.style.cssText = 'position:fixed;left:-500px;top:0;width:256px;height:256px'
  document.body.append(box)
  const view = new library.Map(box, { zoom: 5, center: [116.4, 39.9] })
  try {
    await new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error('高德地图没有画出来，请检查 Key 的类型（Web端 JS API）、安全密钥与域名白名单')), WAIT_MS)
      view.on?.('complete', resolve)
    })
  } finally {
    view.destroy?.()
    box.remove()
  }
}
