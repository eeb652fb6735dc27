import { describe, expect, it } from 'vitest'
import { cardText, cardTitle, goesOut, mayAsk, mobileOf } from './messenger.rules.ts'

describe('what goes out', () => {
  it('is what asks for something, unless the company wants less or all', () => {
    const categories = ['approval', 'task', 'anomaly', 'expiry', 'arrears', 'notice']
    const of = (choice: string): string[] => categories.filter((category) => goesOut(choice, category))
    expect(of('work')).toEqual(['approval', 'task', 'anomaly', 'expiry'])
    expect(of('approval')).toEqual(['approval'])
    expect(of('all')).toEqual(categories)
  })
})

describe('a card', () => {
  it('names no number and opens no door', () => {
    expect(cardText('电话 13812345678，身份证 420106199001011234，链接 https://x.test/my#t=1.AbCd')).toBe(
      '电话 138****5678，身份证 4201****1234，链接 https://x.test/my',
    )
    expect(cardText('订单 202611280001234567890 金额 13812345678.00')).toBe('订单 202611280001234567890 金额 138****5678.00')
  })
  it('is cut at whole characters', () => {
    expect(cardTitle('长'.repeat(41))).toBe(`${'长'.repeat(39)}…`)
    expect(cardTitle('长'.repeat(40))).toBe('长'.repeat(40))
    expect(cardText('😀'.repeat(121))).toBe(`${'😀'.repeat(119)}…`)
    expect(cardText(null)).toBe('')
  })
})

it('somebody who was not there is asked for again after a day', () => {
  expect(mayAsk(null, '2026-11-28T00:00:00Z')).toBe(true)
  expect(mayAsk('2026-11-27T00:00:01Z', '2026-11-28T00:00:00Z')).toBe(false)
  expect(mayAsk('2026-11-27T00:00:00Z', '2026-11-28T00:00:00Z')).toBe(true)
})

it.each([
  ['13812345678', '13812345678'],
  ['+8613812345678', '13812345678'],
  ['86 138-1234-5678', '13812345678'],
  ['+85291234567', null],
  ['', null],
  [undefined, null],
])('the telephone in %s is %s', (said, mobile) => expect(mobileOf(said)).toBe(mobile))
