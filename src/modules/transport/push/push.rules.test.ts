import { describe, expect, it } from 'vitest'
import { inTurn, passedOver, type Candidate } from './push.rules.ts'

const near: Candidate = { driver: 1, online: true, classFits: true, papers: null, free: true, offers: 0, score: 4, distanceM: 5000 }
const terms = { radius: 10_000, minScore: 4, openOffersMax: 3 }

describe('who is asked', () => {
  it.each<[string, Partial<Candidate>, Partial<typeof terms> | { minScore: null }, string | null]>([
    ['fits', {}, {}, null],
    ['is away', { online: false }, {}, '不在线'],
    ['drives something else', { classFits: false }, {}, '车型不符'],
    ['has a mission', { free: false }, {}, '忙'],
    ['has as many offers as allowed', { offers: 3 }, {}, '忙'],
    ['has one less', { offers: 2 }, {}, null],
    ['has a paper that ran out', { papers: '驾驶证' }, {}, '证件'],
    ['has too few points', { score: 3.9 }, {}, '评分不足'],
    ['has just enough', { score: 4 }, {}, null],
    ['has none, where some are asked for', { score: null }, {}, '评分不足'],
    ['has none, where none are asked for', { score: null }, { minScore: null }, null],
    ['is as far away as allowed', { distanceM: 10_000 }, {}, null],
    ['is a metre farther', { distanceM: 10_001 }, {}, '超出范围'],
    ['was never seen', { distanceM: null }, {}, null],
    ['is away before anything else is asked', { online: false, classFits: false, free: false, papers: '驾驶证' }, {}, '不在线'],
    ['drives something else before it is asked whether he is free', { classFits: false, free: false }, {}, '车型不符'],
  ])('%s', (_, more, other, why) => expect(passedOver({ ...near, ...more }, { ...terms, ...other })).toBe(why))
})
it('nearest first, then the better one, then the lower number; whoever was never seen comes last', () => {
  const one = (driver: number, distanceM: number | null, score: number | null): Candidate => ({ ...near, driver, distanceM, score })
  const list = [one(9, null, 5), one(4, 300, 4), one(3, 300, 5), one(2, 300, 5), one(7, 300, null), one(8, 100, 1), one(6, null, null)]
  expect(inTurn(list).map((c) => c.driver)).toEqual([8, 2, 3, 4, 7, 9, 6])
  expect(list[0]!.driver).toBe(9)
})
