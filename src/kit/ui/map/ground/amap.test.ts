import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metresBetween } from '../../../basics/earth.ts'
import { AMapGround, loadAMap, scriptAddress, type AMapLibrary, type FollowedMap } from './amap.web.ts'
import { toShown, toTrue } from './crs.web.ts'
import type { Position } from '../geo.ts'

/** A map that only remembers what it was told. */
function standIn() {
  const calls: [name: string, ...args: unknown[]][] = []
  class View {
    constructor(_container: unknown, options: Record<string, unknown>) {
      calls.push(['new', options])
    }
    setZoomAndCenter = (...args: unknown[]) => void calls.push(['setZoomAndCenter', ...args])
    setMapStyle = (style: string) => void calls.push(['setMapStyle', style])
    resize = () => void calls.push(['resize'])
  }
  return { calls, library: { Map: View } as unknown as AMapLibrary }
}
function ourMap(lng: number, lat: number, zoom: number) {
  const acts = new Map<string, () => void>()
  const state = { lng, lat, zoom }
  const map: FollowedMap = {
    getCenter: () => ({ lng: state.lng, lat: state.lat }),
    getZoom: () => state.zoom,
    on: (event, act) => acts.set(event, act),
  }
  return { map, state, tell: (event: 'move' | 'resize') => acts.get(event)!() }
}
const container = {} as HTMLElement
const PEOPLES_SQUARE: Position = [121.4737, 31.2304]

describe('AMap below our layers', () => {
  it('begins where our map stands, one level further, and hears nothing itself', () => {
    const { calls, library } = standIn()
    const { map } = ourMap(121.4782, 31.2285, 9.5)
    expect(new AMapGround(library, container, map, false).crs).toBe('gcj02')
    expect(calls).toHaveLength(1)
    expect(calls[0]![1]).toMatchObject({
      zoom: 10.5,
      center: [121.4782, 31.2285],
      viewMode: '2D',
      dragEnable: false,
      zoomEnable: false,
      scrollWheel: false,
      doubleClickZoom: false,
      keyboardEnable: false,
      touchZoom: false,
      mapStyle: 'amap://styles/normal',
    })
  })
  it('follows every move at once, without a flight of its own', () => {
    const { calls, library } = standIn()
    const { map, state, tell } = ourMap(121, 31, 9)
    const ground = new AMapGround(library, container, map, true)
    Object.assign(state, { lng: 122.5, lat: 30.25, zoom: 12.75 })
    tell('move')
    tell('resize')
    ground.paint(false)
    expect(calls.slice(1)).toEqual([
      ['setZoomAndCenter', 13.75, [122.5, 30.25], true],
      ['resize'],
      ['setZoomAndCenter', 13.75, [122.5, 30.25], true],
      ['setMapStyle', 'amap://styles/normal'],
    ])
  })
  it('shows a place of the field about 500 m from where WGS-84 would put it, and reads it back', () => {
    const shown = toShown(PEOPLES_SQUARE, 'gcj02')
    // 人民广场: the published pair of both systems.
    expect(shown[0]).toBeCloseTo(121.47822, 4)
    expect(shown[1]).toBeCloseTo(31.22846, 4)
    const back = toTrue(shown, 'gcj02')
    expect(Math.abs(back[0] - PEOPLES_SQUARE[0])).toBeLessThan(1e-6)
    expect(Math.abs(back[1] - PEOPLES_SQUARE[1])).toBeLessThan(1e-6)
    expect(toShown([139.6917, 35.6895], 'gcj02')).toEqual([139.6917, 35.6895])
  })
})

describe('places as China shows them', () => {
  const lng = fc.double({ min: 73.7, max: 135, noNaN: true })
  const lat = fc.double({ min: 18, max: 53.5, noNaN: true })
  const apart = (a: Position, b: Position): number => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))
  it('lie less than a kilometre beside the true ones, and lead back to them (fleet.md §5, 11)', () => {
    fc.assert(
      fc.property(lng, lat, (x, y) => {
        const shown = toShown([x, y], 'gcj02')
        expect(metresBetween(x, y, shown[0], shown[1])).toBeLessThan(1000)
        const back = toTrue(shown, 'gcj02')
        expect(apart(back, [x, y])).toBeLessThan(1e-6)
      }),
      { numRuns: 2000 },
    )
  })
  it('are the true ones elsewhere, and where the map is WGS-84', () => {
    fc.assert(
      fc.property(fc.double({ min: -180, max: 70, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true }), (x, y) => {
        expect(apart(toShown([x, y], 'gcj02'), [x, y])).toBe(0)
      }),
    )
    fc.assert(
      fc.property(lng, lat, (x, y) => {
        expect(apart(toTrue(toShown([x, y], 'wgs84'), 'wgs84'), [x, y])).toBe(0)
      }),
    )
  })
})

describe('the script of AMap', () => {
  function page(answer: (host: Record<string, unknown>, heard: Map<string, () => void>) => void) {
    const heard = new Map<string, () => void>()
    const script = {
      src: '',
      async: false,
      removed: false,
      addEventListener: (name: string, act: () => void) => heard.set(name, act),
      remove: () => (script.removed = true),
    }
    const host: Record<string, unknown> = { document: { createElement: () => script, head: { append: () => answer(host, heard) } } }
    return { host: host as never, script, seen: host }
  }
  it('is asked for with the key, after the security code was put down', async () => {
    const { library } = standIn()
    let codeThen: unknown
    const { host, script } = page((own, heard) => {
      codeThen = own['_AMapSecurityConfig']
      own['AMap'] = library
      heard.get('load')!()
    })
    expect(await loadAMap({ key: 'abc&x', code: 'secret1' }, host)).toBe(library)
    expect(script.src).toBe(scriptAddress('abc&x'))
    expect(script.src).toContain('key=abc%26x')
    expect(codeThen).toEqual({ securityJsCode: 'secret1' })
  })
  it('that cannot be fetched, or comes without a map, says so', async () => {
    const lost = page((_own, heard) => heard.get('error')!())
    await expect(loadAMap({ key: 'a', code: null }, lost.host)).rejects.toThrow('无法连接高德地图')
    expect(lost.script.removed).toBe(true)
    expect(lost.seen['_AMapSecurityConfig']).toBeUndefined()
    const refused = page((_own, heard) => heard.get('load')!())
    await expect(loadAMap({ key: 'a', code: null }, refused.host)).rejects.toThrow('请检查 Key')
  })
})
