import { describe, expect, test } from 'vitest'
import { alarmOf, oncePerDay, type Entry } from './intrusions.rules.ts'

const entry = (result: string, username: string, ip = '1.2.3.4'): Entry => ({ result, username, ip, userId: 1 })
describe('an intrusion', () => {
  test.each<[string, Entry[], string | null]>([
    ['people mistype', [entry('badPassword', 'a'), entry('badTotp', 'a'), entry('badTotp', 'a'), entry('denied', 'a')], null],
    ['a password was right and the place was not', [entry('addressRefused', 'a')], '1 个管理员账号在不允许的地址登录'],
    ['a password is known and codes are guessed', Array.from({ length: 3 }, () => entry('badTotp', 'a')), '1 个账号的密码可能已泄露'],
    ['somebody looks for an open door', Array.from({ length: 20 }, () => entry('denied', 'a')), '1 个账号多次越权访问'],
    ['somebody copies numbers one by one', [entry('numbersSlowed', 'a'), entry('numbersSlowed', 'b')], '2 个账号批量查看号码'],
    ['an address tries names', ['a', 'b', 'c', 'd', 'e'].map((name) => entry('throttled', name)), '1 个地址被限制登录'],
  ])('%s', (_title, entries, title) => {
    expect(alarmOf(entries)?.title ?? null).toEqual(title && `入侵告警：${title}`)
  })
  test('of a thousand accounts fits a message', () => {
    const alarm = alarmOf(Array.from({ length: 1000 }, (_, i) => entry('lockedNow', `user${i}`)))!
    expect(alarm.title).toBe('入侵告警：1000 个账号被锁定')
    expect(alarm.lines).toHaveLength(21)
    expect(alarm.lines.at(-1)).toBe('另有 980 条，见登录日志')
  })
  test('of an account that is guessed at all day is told once that day, and of the others all the same', () => {
    const paused = (username: string, day: string) => ({ ...entry('lockedNow', username), day })
    const denied = { ...entry('addressRefused', 'a'), day: '2026-03-02' }
    const entries = [paused('a', '2026-03-01'), paused('a', '2026-03-02'), paused('b', '2026-03-02'), denied]
    expect(oncePerDay(entries, [])).toEqual(entries)
    expect(oncePerDay(entries, [{ username: 'a', day: '2026-03-02' }])).toEqual([entries[0], entries[2], denied])
  })
})
