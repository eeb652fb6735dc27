import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clockRefusal,
  deadlineRefusal,
  delayRefusal,
  statusOfNumber,
  TITLE_SIGNS,
  urgeRefusal,
  whoseTurn,
  type Turn,
} from './flow.rules.ts'

const at = (local: string): string => new Date(`${local}+08:00`).toISOString()

test('a reminder waits half an hour, then ten minutes', () => {
  const start = at('2026-01-05T08:12:00')
  expect(urgeRefusal(start, null, at('2026-01-05T08:30:00'))).toBe('发起后 30 分钟内不可催签，请于 08:42 后再试')
  expect(urgeRefusal(start, null, at('2026-01-05T08:42:00'))).toBeNull()
  expect(urgeRefusal(start, at('2026-01-05T08:43:00'), at('2026-01-05T08:50:00'))).toBe('请于 08:53 后再催签')
  expect(urgeRefusal(start, at('2026-01-05T09:00:00'), at('2026-01-05T09:10:00'))).toBeNull()
})

test('a deadline moves on, and at most 90 days behind the earlier of now and it', () => {
  const old = at('2026-01-20T23:59:59')
  const asked = at('2026-01-18T10:00:00')
  expect(delayRefusal(old, at('2026-01-19T10:00:00'), asked)).toBe('新的截止时间不能早于原截止时间')
  expect(delayRefusal(old, at('2026-04-18T10:00:00'), asked)).toBeNull()
  expect(delayRefusal(old, at('2026-04-18T10:00:01'), asked)).toBe('最多延至 2026-04-18')
  expect(delayRefusal(old, at('2026-04-20T23:59:59'), at('2026-01-25T09:00:00'))).toBeNull()
  expect(delayRefusal(old, at('2026-04-21T00:00:00'), at('2026-01-25T09:00:00'))).toBe('最多延至 2026-04-20')
  expect(deadlineRefusal(at('2026-05-01T00:00:00'), asked)).toBe('最多延至 2026-04-18')
})

test('a title is the name of a file', () => {
  expect(TITLE_SIGNS.test('租赁合同 张伟')).toBe(false)
  for (const title of ['a/b', 'a:b', '合同?', '合同🚗']) expect(TITLE_SIGNS.test(title)).toBe(true)
})

test('numbers of e签宝 are states; others are none', () => {
  expect([0, 1, 2, 3, 5, 7].map(statusOfNumber)).toEqual(['draft', 'signing', 'completed', 'revoked', 'expired', 'declined'])
  expect(statusOfNumber(4)).toBeNull()
})

test('in order, those behind wait until all before have signed; without order everybody may', () => {
  const parties = fc.array(fc.record({ seq: fc.integer({ min: 1, max: 4 }), status: fc.constantFrom('waiting', 'toSign', 'signed') }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(parties, fc.boolean(), (list, ordered) => {
      const all = list.map((party, id) => ({ id, ...party }) as Turn)
      const turn = whoseTurn(all, ordered)
      const open = all.filter((party) => party.status !== 'signed')
      expect(turn.length > 0).toBe(open.length > 0)
      for (const party of turn) {
        expect(party.status).not.toBe('signed')
        if (ordered) expect(open.every((other) => other.seq >= party.seq)).toBe(true)
      }
      if (!ordered) expect(turn).toHaveLength(open.length)
    }),
  )
})

test('clocks that disagree by more than five minutes sign nothing, whichever is wrong', () => {
  const now = Date.parse(at('2026-01-05T08:00:00'))
  for (const off of [300_000, -300_000, 0]) expect(clockRefusal(now + off, now)).toBeNull()
  for (const off of [300_001, -300_001])
    expect(clockRefusal(now + off, now)).toBe('本机时间与数据库相差超过 5 分钟，已停止签署，请联系管理员校准时间')
})
