import { describe, expect, it } from 'vitest'
import { FIRST_SUBJECTS, ROLES, subjectFor, wrongAbout, type Mapping } from './subject.rules.ts'

describe('what a role may be about', () => {
  it.each([
    ['cash', null, null],
    ['cash', 'acct.bank', null],
    ['cash', 'fee.RENT', '「货币资金」不能选择「租金」'],
    ['revenue', 'fee.RENT', null],
    ['deferred', 'fee.RENT', null],
    ['cost', 'pay.rent', null],
    ['cost', 'fee.RENT', '「成本费用」不能选择「租金」'],
    ['otherIn', 'in.claim', null],
    ['otherIn', 'out.tax', '「其他收款」不能选择「租金」'],
    ['otherOut', 'out.tax', null],
    ['receivable', null, null],
    ['receivable', 'fee.RENT', '该用途不分项目，请清空「项目」'],
  ])('%s about %s', (role, about, words) => expect(wrongAbout(role, about, '租金')).toBe(words))
})

describe('the subject of a leg', () => {
  const map = (code: string, more: Partial<Mapping> = {}): Mapping => ({
    role: 'cash',
    about: null,
    account: null,
    fromOn: '2026-01-01',
    code,
    name: code,
    dimension: 'none',
    ...more,
  })
  const all = [
    map('role'),
    map('about', { about: 'acct.bank' }),
    map('account', { account: 3 }),
    map('both', { account: 3, about: 'acct.bank' }),
    map('newer', { fromOn: '2026-07-01' }),
    map('other', { role: 'cost' }),
  ]
  const code = (on: string, about: string | null, account: number | null, of: readonly Mapping[] = all) =>
    subjectFor(of, { role: 'cash', about, account }, on)?.code
  it('the nearest that fits: of account and matter, of the account, of the matter, of the role', () => {
    expect(code('2026-05-01', 'acct.bank', 3)).toBe('both')
    expect(code('2026-05-01', 'acct.cash', 3)).toBe('account')
    expect(code('2026-05-01', 'acct.bank', 4)).toBe('about')
    expect(code('2026-05-01', 'acct.cash', 4)).toBe('role')
    expect(
      code(
        '2026-05-01',
        'acct.bank',
        3,
        all.filter((m) => m.code !== 'both'),
      ),
    ).toBe('account')
  })
  it('as it was on the day', () => {
    expect(code('2026-06-30', null, null)).toBe('role')
    expect(code('2026-07-01', null, null)).toBe('newer')
    expect(code('2026-07-01', null, null, all.toReversed())).toBe('newer')
    expect(code('2025-12-31', null, null)).toBeUndefined()
  })
})

it('every role has a subject from the start, and each matter only once', () => {
  for (const role of Object.keys(ROLES)) {
    const own = FIRST_SUBJECTS.filter(([of]) => of === role)
    expect(own.length, role).toBeGreaterThan(0)
    expect(new Set(own.map(([, about]) => about)).size).toBe(own.length)
    expect(own.filter(([, about]) => wrongAbout(role, about, ''))).toEqual([])
  }
})
