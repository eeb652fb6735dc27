import { describe, expect, it } from 'vitest'
import { outlineOf, placeAt, searchPlaces } from './gazetteer.server.ts'

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
  it('gives districts of the same name the point of their own city', () => {
    const places = searchPlaces('朝阳区', 20)
    const beijing = places.find((p) => p.code === '110105')!
    const changchun = places.find((p) => p.code === '220104')!
    expect(beijing).toMatchObject({ fullName: '北京市朝阳区', approx: false })
    expect(changchun.lat).toBeGreaterThan(43)
    expect(changchun).toMatchObject({ fullName: '吉林省长春市朝阳区', approx: true })
  })
  it.each([
    ['台湾', '台湾省'],
    ['香港', '香港特别行政区'],
    ['澳门', '澳门特别行政区'],
    ['台北 大安', '台湾省台北市大安区'],
  ])('knows %s', (text, fullName) => {
    expect(searchPlaces(text, 5)[0]?.fullName).toBe(fullName)
  })
  it.each([
    ['szns', '广东省深圳市南山区'],
    ['hangzhou', '浙江省杭州市'],
    ['Chongqing', '重庆市'],
    ['xinjiang', '新疆维吾尔自治区'],
  ])('reads the letters %s', (text, fullName) => {
    expect(searchPlaces(text, 20).map((p) => p.fullName)).toContain(fullName)
  })
  it('finds the area of an address that goes on where the gazetteer ends', () => {
    expect(searchPlaces('深圳市南山区科技园南路18号', 5)[0]?.fullName).toBe('广东省深圳市南山区')
    expect(searchPlaces('深圳市南山区粤海街道科苑路1号', 5)[0]?.fullName).toBe('广东省深圳市南山区粤海街道')
  })
  it('never answers more than asked for, and takes any text', () => {
    for (const text of ['市', '街道', 'a', "'", '\n', '\\', '%', '😀', 'x'.repeat(5000)])
      expect(searchPlaces(text, 7).length).toBeLessThanOrEqual(7)
  })
})

describe('where a point lies', () => {
  it.each([
    [121.4737, 31.2304, /^上海市黄浦区/],
    [114.0579, 22.5431, /^广东省深圳市/],
    [116.4074, 39.9042, /^北京市(东城|西城)区/],
    [121.56, 25.03, /^台湾省/],
    [91.1, 29.65, /^西藏自治区拉萨市/],
  ])('%d, %d is %s', (lng, lat, name) => expect(placeAt(lng, lat)).toMatch(name))
  it('is nowhere outside China', () => expect(placeAt(139.7, 35.7)).toBeNull())
  it('has outlines of provinces and cities, closed, by six digits', () => {
    for (const code of ['440000', '440300', '310115', '710000']) for (const ring of outlineOf(code)!) expect(ring[0]).toEqual(ring.at(-1))
    expect(outlineOf('999999')).toBeNull()
  })
})
