import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heard, MERCHANT_STATES, notReady, type MerchantState } from './merchant.rules.ts'

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
