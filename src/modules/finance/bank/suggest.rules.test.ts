import { describe, expect, test } from 'vitest'
import { day } from '#kit/basics/time/day.ts'
import { likeness, suggest, type OpenDebt } from './suggest.rules.ts'

const debt = (lessee: number, name: string, remains: number[], more: Partial<OpenDebt> = {}): OpenDebt => ({
  lessee,
  name,
  payers: [],
  accounts: [],
  bills: remains.map((remain, i) => ({
    id: lessee * 10 + i,
    no: `ZD20250101-000${lessee * 10 + i}`,
    remain,
    dueOn: day(`2025-0${i + 1}-10`),
    plate: `沪AD${lessee}0000`,
    contractNo: null,
  })),
  ...more,
})

describe('suggestions', () => {
  const debts = [debt(1, '上海云达物流有限公司', [380_000, 380_000]), debt(2, '张三', [380_000, 20_000]), debt(3, '李四', [500_000])]
  test('the payer by name and one bill of just that amount come first', () => {
    const [best] = suggest({ amount: 380_000, payerName: '上海云达物流有限公司', memo: '' }, debts)
    expect(best).toMatchObject({ lessee: 1, bills: [10], sum: 380_000 })
    expect(best!.reasons).toEqual(['付款人就是承租人', '金额等于账单 ZD20250101-00010 的未收'])
  })
  test('several of the oldest bills that make the amount', () => {
    expect(suggest({ amount: 760_000, payerName: '云达物流', memo: '' }, debts)[0]).toMatchObject({
      lessee: 1,
      bills: [10, 11],
      sum: 760_000,
    })
  })
  test('a plate in the memo outweighs a stranger who paid', () => {
    expect(suggest({ amount: 500_000, payerName: '王五', memo: '沪AD30000 车租' }, debts)[0]).toMatchObject({ lessee: 3, bills: [30] })
  })
  test('a person who has paid for the customer before is known', () => {
    const [best] = suggest({ amount: 123, payerName: '王五', memo: '租金' }, [
      debt(1, '甲公司', [380_000], { payers: ['王五'] }),
      debt(2, '乙公司', [380_000]),
    ])
    expect(best).toMatchObject({ lessee: 1, reasons: ['此人为该承租人付过款'] })
  })
  test('an account that was accepted before adds 20, at most 100 together', () => {
    const known = [debt(1, '甲公司', [380_000], { accounts: ['6222000011112222'] })]
    expect(suggest({ amount: 380_000, payerName: '', payerAccount: '6222000011112222', memo: '' }, known)[0]).toMatchObject({ score: 55 })
    const [best] = suggest({ amount: 380_000, payerName: '甲公司', payerAccount: '6222000011112222', memo: 'ZD20250101-00010' }, known)
    expect(best).toMatchObject({ score: 100, reasons: expect.arrayContaining(['此账号曾被采用为该承租人']) })
  })
  test('nothing is suggested for no reason', () => {
    expect(suggest({ amount: 77, payerName: '路人', memo: '红包' }, debts)).toEqual([])
  })
  test('names are alike by what they share, not by the words of every company', () => {
    expect(likeness('上海云达物流有限公司', '北京云图科技有限公司')).toBeLessThan(0.3)
    expect(likeness('云达物流（上海）有限公司', '上海云达物流有限公司')).toBeGreaterThan(0.5)
    expect(likeness('', '张三')).toBe(0)
  })
})
