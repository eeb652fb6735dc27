import { describe, expect, it } from 'vitest'
import { searchPlaces } from './gazetteer.server.ts'

describe('the shipped gazetteer', () => {
  it('finds a city before the streets that carry its name', () => {
    expect(searchPlaces('杭州', 5)[0]).toMatchObject({ name: '杭州市', level: 'city', fullName: '浙江省杭州市', approx: false })
  })
  it('finds a district and a street by parts in any order', () => {
    expect(searchPlaces('南山区 深圳', 5)[0]).toMatchObject({ code: '440305', fullName: '广东省深圳市南山区' })
    expect(searchPlaces('粤海街道 南山', 3)[0]).toMatchObject({ fullName: '广东省深圳市南山区粤海街道', approx: true })
  })
  it('names districts of a municipality without a city between', () => {
    expect(searchPlaces('闵行区', 3)[0]?.fullName).toBe('上海市闵行区')
  })
  it('answers nothing to nothing, and to what is no place', () => {
    expect(searchPlaces('  ', 5)).toEqual([])
    expect(searchPlaces('(((((', 5)).toEqual([])
  })
  it('has a point for every place, its own or a larger one’s', () => {
    expect(searchPlaces('街道', 500).every((p) => p.lng !== null && p.lat !== null)).toBe(true)
  })
})
