/** The map kit. Loaded only by screens that have a map: it is larger than all the rest of the console together. */
export { loadAreas, type Area } from './ground/basemap.web.ts'
export { tryAMap } from './ground/amap.web.ts'
export { tileProblem } from './ground/tiles.web.ts'
export { MapBox } from './map-box.web.tsx'
export { areasOf, lineOf, linesOf, pointAt, type Stage } from './stage.web.ts'
export type { Picture } from './pictures.web.ts'
export type { Sprite, Sprites } from './sprites.web.ts'
export type { View } from './view.ts'
