import { describe, expect, it } from 'vitest'
import { goesBack, isClaim, linesProblem, oddities, outcomeOf, refusedPart, sumsOf, type SignLine } from './sign.rules.ts'

const line = (signed: number, refused: number, short: number, reason: string | null = null, plan = 10): SignLine => ({
  goods: '苹果',
  plan,
  signed,
  refused,
  short,
  reason,
})

describe('what a receiver took', () => {
  it.each([
    ['all of it', [line(10, 0, 0)], null],
    ['all accounted for, with the reason', [line(7, 2, 1, '破损')], null],
    ['nothing was filled in', [], '请填写签收明细'],
    ['a piece is missing', [line(7, 2, 0, '破损')], '「苹果」签收 7、拒收 2、短少 0，合计应为 10 件'],
    ['a piece too many', [line(10, 1, 0, '破损')], '「苹果」签收 10、拒收 1、短少 0，合计应为 10 件'],
    ['refused without a reason', [line(9, 1, 0)], '「苹果」有拒收或短少，请填写原因'],
    ['short without a reason', [line(9, 0, 1, '')], '「苹果」有拒收或短少，请填写原因'],
    ['the second line is wrong', [line(10, 0, 0), line(1, 0, 0)], '「苹果」签收 1、拒收 0、短少 0，合计应为 10 件'],
  ])('%s', (_, lines, words) => expect(linesProblem(lines)).toBe(words))
  it('adds up to signed, refused, or part of it', () => {
    expect(sumsOf([line(7, 2, 1), line(10, 0, 0)])).toEqual({ plan: 20, signed: 17, refused: 2, short: 1 })
    expect([line(10, 0, 0), line(9, 1, 0), line(0, 9, 1)].map((l) => outcomeOf(sumsOf([l])))).toEqual(['sign', 'part', 'refuse'])
  })
  it.each([
    ['customer', true, false],
    ['receiver', true, false],
    ['carrier', false, true],
    ['driver', false, true],
    ['company', false, true],
    ['force', false, false],
    ['open', false, false],
  ] as const)('of the %s: back %s, a claim %s', (responsible, back, claim) => {
    expect([goesBack(1, responsible), isClaim(1, responsible)]).toEqual([back, claim])
    expect([goesBack(0, responsible), isClaim(0, responsible)]).toEqual([false, false])
  })
})

describe('why somebody should look again', () => {
  const usual = {
    distanceM: 100,
    radius: 200,
    signFarM: 1000,
    accuracyM: 20,
    at: '2026-05-01T03:00:00Z',
    doubt: null,
    windowFrom: '2026-05-01T02:00:00Z',
    windowTo: '2026-05-01T04:00:00Z',
    photoSeen: false,
    signType: 'self',
    signer: '王五',
    contact: '王五',
  }
  it.each<[string, Partial<Parameters<typeof oddities>[0]>, string[]]>([
    ['nothing is strange', {}, []],
    ['on the line', { distanceM: 400 }, []],
    ['beyond the place and its margin', { distanceM: 401 }, ['距收货方 401 m']],
    ['farther than the company allows', { distanceM: 301, signFarM: 300 }, ['距收货方 301 m']],
    ['nobody knows where', { distanceM: null }, []],
    ['as exact as is enough', { accuracyM: 200 }, []],
    ['not exact', { accuracyM: 201 }, ['定位精度 201 m']],
    ['nobody knows how exact', { accuracyM: null }, []],
    ['at the beginning of the window', { at: usual.windowFrom }, []],
    ['at its end', { at: usual.windowTo }, []],
    ['before it', { at: '2026-05-01T01:59:59Z' }, ['不在送货时段内']],
    ['after it', { at: '2026-05-01T04:00:01Z' }, ['不在送货时段内']],
    ['a photograph of another delivery', { photoSeen: true }, ['照片曾用于其他签收']],
    ['a clock in doubt', { doubt: '手机时钟快 11 分钟，已校正' }, ['手机时钟快 11 分钟，已校正']],
    ['somebody else signed', { signer: '赵六' }, ['签收人 赵六 不是收货人 王五']],
    ['somebody else, as was said', { signer: '赵六', signType: 'other' }, []],
    ['nobody is named', { signer: null }, []],
    ['nobody is expected', { contact: null }, []],
  ])('%s', (_, more, words) => expect(oddities({ ...usual, ...more })).toEqual(words))
})

describe('the goods that go back', () => {
  const goods = [
    { name: '苹果', pieces: 10, weight: 100, volume: 1, declared: 1000 },
    { name: '苹果', pieces: 4, weight: 0.001, volume: 0.2, declared: null },
    { name: '梨', pieces: 3, weight: 30, volume: 0.3, declared: 90 },
  ]
  const whole = { goods, pieces: 17, weight: 130.001, volume: 1.5, refusedPieces: null }
  it('are the pieces that were refused, with their share of weight, volume and value', () =>
    expect(refusedPart(whole, [{ goods: '梨', refused: 1 }])).toEqual({
      goods: [{ name: '梨', pieces: 1, weight: 10, volume: 0.1, declared: 30 }],
      pieces: 1,
      weight: 10,
      volume: 0.1,
    }))
  it('are taken from lines of one name one after the other; a gram is the least', () =>
    expect(
      refusedPart(whole, [
        { goods: '苹果', refused: 9 },
        { goods: '苹果', refused: 2 },
      ]),
    ).toEqual({
      goods: [
        { name: '苹果', pieces: 10, weight: 100, volume: 1, declared: 1000 },
        { name: '苹果', pieces: 1, weight: 0.001, volume: 0.05, declared: null },
      ],
      pieces: 11,
      weight: 100.001,
      volume: 1.05,
    }))
  it('are all of it where no line says how many', () =>
    expect(refusedPart(whole, [{ goods: '桃', refused: 2 }])).toEqual({ goods, pieces: 17, weight: 130.001, volume: 1.5 }))
})
