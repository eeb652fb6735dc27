import { describe, expect, it } from 'vitest'
import { checkPassword, PASSWORD_RULE, passwordWords } from './password.rules.ts'

const COMMON = '该密码过于常见，容易被猜到，请换一个'
const NAMED = '密码不能包含公司或系统的名称（含拼音），请换一个'

it.each([
  ['eight of three kinds', 'Kx7#mq2v', null],
  ['seven', 'Kx7#mq2', '密码至少 8 位'],
  ['a hundred and twenty-eight', `Kx7#${'a'.repeat(124)}`, null],
  ['one more', `Kx7#${'a'.repeat(125)}`, '密码最多 128 位'],
  ['a character nobody can type', 'Kx7#mq2\u0007v', '密码不能包含控制字符'],
  ['two kinds', 'abcdefgh12', PASSWORD_RULE],
  ['letters of both cases and a sign', 'Kxabc#mqvz', null],
  ['his name in it', 'xZhangsan#1', '密码不能包含用户名'],
  ['the world knows it', 'Password123', COMMON],
  ['the world knows how to spell it otherwise', 'P@ssw0rd1', COMMON],
  ['the world knows the tail', 'Admin123456#', COMMON],
  ['characters count once', '密码密码密aA1', null],
])('%s', (_, password, words) => expect(checkPassword(password, 'zhangsan')).toBe(words))

describe('what a company asks besides', () => {
  it('may be longer, never shorter', () => {
    expect(checkPassword('Kx7#mq2v', 'u', 10)).toBe('密码至少 10 位')
    expect(checkPassword('Kx7#mq2', 'u', 4)).toBe('密码至少 8 位')
  })
  it('a name of two letters is in too much to be asked for', () => expect(checkPassword('xAb7#mq2v', 'ab')).toBeNull())
  const words = passwordWords(['申城（上海）租车', '租运通'], (name) => (name.startsWith('申城') ? ['shencheng', 'sc'] : []))
  it('names of company and product, their first characters and their pinyin', () =>
    expect(words).toEqual(expect.arrayContaining(['申城（上海）租车', '申城', '上海', '租车', '租运通', '租运', 'shencheng'])))
  it('nothing that every password would hold', () => {
    expect(words).not.toContain('sc')
    expect(passwordWords(['甲'], () => ['abc', 'abcd'])).toEqual(['abcd'])
    expect(
      passwordWords(
        Array.from({ length: 40 }, (_, i) => `公司${i + 1000}`),
        () => [],
      ),
    ).toHaveLength(30)
  })
  it('may not be in a password, spelt otherwise either', () => {
    expect(checkPassword('Shencheng#2026', 'u', 8, words)).toBe(NAMED)
    expect(checkPassword('我的租运通A1#', 'u', 8, words)).toBe(NAMED)
    expect(checkPassword('Kx7#mq2v', 'u', 8, words)).toBeNull()
  })
})
