/** Which map lies below, by what the 站点配置 of a host has; said once for the server and for the page of the setting. */
const TIANDITU = 'https://t0.tianditu.gov.cn'
/** Streets below, names above; numbered hosts would only spread what one connection carries today. */
const tianditu = (layer: string, key: string): string =>
  `${TIANDITU}/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${encodeURIComponent(key)}`
/** From below: streets, names. */
export const tiandituTiles = (key: string): string[] => [tianditu('vec', key), tianditu('cva', key)]

export type MapSource = 'amap' | 'tianditu' | 'tiles' | 'file' | 'shipped'
/** In the order in which they are taken; the file belongs to the installation, not to a host. */
const CHOSEN: readonly (readonly [MapSource, string])[] = [
  ['amap', 'amapKey'],
  ['tianditu', 'tiandituKey'],
  ['tiles', 'mapTiles'],
]
export const sourceInUse = (settings: Readonly<Record<string, unknown>>, hasFile: boolean): MapSource =>
  CHOSEN.find(([, field]) => Boolean(settings[field]))?.[0] ?? (hasFile ? 'file' : 'shipped')

/** A key is bound to its site and the policy of the page to its host: both can be tried from there only. */
export const isTriedFrom = (host: string, place: string): boolean => host === '*' || host.toLowerCase() === place.toLowerCase()
