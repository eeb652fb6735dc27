import { describe, expect, it } from 'vitest'
import { clauseRefusal, DELIVERED_CLAUSES } from './clause.rules.ts'

describe('clauses of a contract', () => {
  it.each<[string, string, string | RegExp | null]>([
    ['with words of a contract', '押金 {{ contract.deposit }} 元，日费率 {{contract.lateRate}}。', null],
    ['as delivered', DELIVERED_CLAUSES, null],
    ['with a word nobody knows', '租金 {{contract.rentt}}', /^条款中的「\{\{contract\.rentt\}\}」不是可用的字段，请改为下列之一：/],
    ['with a word of an object itself', '{{constructor}}', /^条款中的「\{\{constructor\}\}」不是可用的字段/],
    ['with a word of another paper', '{{renewal.months}}', /^条款中的「\{\{renewal\.months\}\}」不是可用的字段/],
    ['with an open brace', '租金 {{contract.deposit', '条款中的花括号没有成对，请写成 {{字段}}'],
    ['with a closing brace alone', '租金 }} 元', '条款中的花括号没有成对，请写成 {{字段}}'],
    ['of blanks', ' \n ', '条款没有内容'],
    ['with a place to sign', '〔甲方签章〕', '条款中不用写签章位置，签章栏由合同统一排在最后'],
    ['with one bracket', '〔甲方', null],
  ])('%s', (_, text, says) => {
    const refusal = clauseRefusal(text)
    if (says instanceof RegExp) expect(refusal).toMatch(says)
    else expect(refusal).toBe(says)
  })
  it('names what may be written, and nothing of renewals and extensions', () => {
    const refusal = clauseRefusal('{{x}}')!
    expect(refusal).toContain('{{contract.deposit}}')
    expect(refusal).not.toMatch(/\{\{(?:renewal|extension)\./)
  })
})
