/** Outlines of districts: the same that the map draws, so what is drawn is what is judged by. */
import { outlineOf } from '#shell/gazetteer/gazetteer.server.ts'
import type { LngLat } from './fence.rules.ts'

/** Rings of one district; null when the map does not have it. */
export const districtRings = (code: string): readonly (readonly LngLat[])[] | null =>
  outlineOf(code)?.map((ring) => ring.map(([lng, lat]) => ({ lng, lat }))) ?? null
