import { describe, expect, test } from 'vitest'
import { isTriedFrom, sourceInUse, tiandituTiles } from './map-sources.rules.ts'

describe('the map below', () => {
  test('is AMap, then 天地图, then tiles, then the file of the installation, then the shipped one', () => {
    const all = { amapKey: 'a', tiandituKey: 't', mapTiles: 'https://tiles.example/{z}/{x}/{y}' }
    expect(sourceInUse(all, true)).toBe('amap')
    expect(sourceInUse({ ...all, amapKey: null }, true)).toBe('tianditu')
    expect(sourceInUse({ mapTiles: all.mapTiles }, true)).toBe('tiles')
    expect(sourceInUse({ amapKey: '' }, true)).toBe('file')
    expect(sourceInUse({}, false)).toBe('shipped')
  })
  test('of 天地图 has streets below and names above, with the key as part of the address', () => {
    const [streets, names] = tiandituTiles('k&1')
    expect(streets).toContain('LAYER=vec')
    expect(names).toContain('LAYER=cva')
    expect(names).toContain('tk=k%261')
  })
  test('is tried from the host it is of', () => {
    expect(isTriedFrom('*', 'rental.example')).toBe(true)
    expect(isTriedFrom('Rental.example', 'rental.example')).toBe(true)
    expect(isTriedFrom('tms.example', 'rental.example')).toBe(false)
  })
})
