import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heard, isNews, MERCHANT_STATES, notReady, questionDue, type MerchantState } from './merchant.rules.ts'

describe('what the provider says', () => {
  const cases: [MerchantState, string, string][] = [
    ['checking', 'TO_BE_CONFIRMED', 'toVerify'],
    ['checking', 'ACCOUNT_NEED_VERIFY', 'toVerify'],
    ['toVerify', 'AUDITING', 'auditing'],
    ['auditing', 'REJECTED', 'rejected'],
    ['auditing', 'NEED_SIGN', 'toSign'],
    ['auditing', 'TO_BE_SIGNED', 'toSign'],
    ['toSign', 'SIGNING', 'opening'],
    ['opening', 'FINISHED', 'done'],
    ['done', 'FROZEN', 'frozen'],
    ['frozen', 'FINISHED', 'done'],
    ['toSign', 'CANCELED', 'voided'],
    ['checking', 'FINISH', 'done'],
  ]
  it.each(cases)('%s hears %s and is %s', (from, word, to) => expect(heard(from, word)).toEqual({ kind: 'moves', to }))
  it.each([
    ['auditing', 'CHECKING'],
    ['toSign', 'AUDITING'],
    ['done', 'REJECTED'],
    ['rejected', 'FINISHED'],
    ['voided', 'FINISHED'],
    ['editing', 'FINISHED'],
    ['frozen', 'AUDITING'],
  ] as [MerchantState, string][])('%s: %s comes too late and changes nothing', (from, word) =>
    expect(heard(from, word)).toEqual({ kind: 'late' }),
  )
  it('an unknown word never moves anything, and only FINISHED ends well', () => {
    const good = new Set(['FINISHED', 'FINISH', 'APPLYMENT_STATE_FINISHED'])
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(MERCHANT_STATES) as MerchantState[])),
        fc.oneof(
          fc.string(),
          fc.constantFrom('FINISHED', 'finished', 'FINISHED ', 'DONE', 'SUCCESS', '__proto__', 'toString', 'AUDITING', 'FROZEN'),
        ),
        (from, word) => {
          const h = heard(from, word)
          if (h.kind === 'moves' && h.to === 'done') expect(good).toContain(word)
        },
      ),
    )
    expect(heard('auditing', 'toString')).toEqual({ kind: 'unknown' })
  })
})

describe('what is news', () => {
  const m = {
    status: 'auditing' as MerchantState,
    providerState: 'AUDITING',
    providerSeq: 3,
    flagged: false,
    problem: null,
    signUrl: null,
    subMerchantId: null,
  }
  const said = (state: string, seq: number | null = null, more: object = {}) => ({
    state,
    seq,
    signUrl: null,
    subMerchantId: null,
    ...more,
  })
  it.each([
    [{}, said('AUDITING', 3), false],
    [{}, said('FINISHED', 2), false],
    [{}, said('AUDITING', 4), true],
    [{}, said('AUDITING'), false],
    [{}, said('CHECKING'), false],
    [{}, said('NEED_SIGN'), true],
    [{}, said('AUDITING', null, { signUrl: 'https://pay.example/s' }), true],
    [{ signUrl: 'https://pay.example/s' }, said('AUDITING', null, { signUrl: 'https://pay.example/s' }), false],
    [{ problem: '没有应答' }, said('AUDITING'), true],
    [{}, said('WHAT'), true],
    [{ flagged: true, providerState: 'WHAT' }, said('WHAT'), false],
    // Done without a number stays where it is: said once, not at every question.
    [{ flagged: true, providerState: 'FINISHED' }, said('FINISHED'), false],
    [{ flagged: true, providerState: 'FINISHED' }, said('FINISHED', null, { subMerchantId: '16' }), true],
  ])('%j hears %j: %s', (change, what, news) => expect(isNews({ ...m, ...change }, what)).toBe(news))
})

describe('which question is due', () => {
  it.each([
    [0, null],
    [9.9, null],
    [10, 'm1'],
    [19, 'm1'],
    [119, 'm11'],
    [120, 'h2'],
    [179, 'h2'],
    [7 * 1440 - 1, 'h167'],
    [7 * 1440, 'd7'],
    [9.5 * 1440, 'd9'],
  ])('after %s minutes: %s', (minutes, due) => expect(questionDue(minutes)).toBe(due))
})

describe('materials', () => {
  const full = {
    subjectName: '沪东运营有限公司',
    subjectCode: '91310000MA1FL0L42K',
    licence: [1],
    legalName: '张三',
    legalIdNo: '11010519491231002X',
    legalIdDueOn: '2030-01-01',
    legalMobile: '13800000000',
    legalImages: [1, 2],
    accountKind: 'public',
    accountName: '沪东运营有限公司',
    bankName: '招商银行',
    accountNo: '121900001234567',
    shopName: '沪东租车',
    servicePhone: '02112345678',
    shopImages: [1],
  }
  it.each([
    [{}, null],
    [{ licence: [], bankName: null }, '请补充：营业执照照片、开户银行'],
    [{ legalImages: [1] }, '请上传身份证正反两面照片'],
    [{ legalIdDueOn: '2026-01-01' }, '法人身份证已过有效期'],
    [{ accountName: '别的公司' }, '对公账户的户名应与主体名称一致'],
    [{ accountNo: '12a' }, '银行账号应为 6 至 32 位数字'],
    [{ accountKind: 'private' }, '对私账户的户名应为法人本人'],
    [{ accountKind: 'private', accountName: '张三' }, '银行卡号应为 12 至 19 位，现为 15 位'],
    [{ accountKind: 'private', accountName: '张三', accountNo: '6222021001116245702' }, null],
  ])('%j', (change, sentence) => {
    const said = notReady({ ...full, ...change }, '2026-11-23')
    if (sentence?.startsWith('银行卡')) expect(said).toContain('银行卡号')
    else expect(said).toBe(sentence)
  })
})
