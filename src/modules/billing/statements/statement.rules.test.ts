import { describe, expect, test } from 'vitest'
import { day } from '#kit/basics/day.ts'
import { cellsOf, likeness, readDay, readStatement, suggest, type OpenDebt } from './statement.rules.ts'

const rows = (text: string) => {
  const read = readStatement(text)
  if (!read.ok) throw new Error(read.message)
  return read.rows
}

describe('a pasted statement', () => {
  test('is read by its heading, wherever the bank puts it', () => {
    const [a, b] = rows(
      '某银行 对公账户明细\n账号\t6222\n交易日期\t贷方金额\t借方金额\t对方户名\t对方账号\t摘要\t流水号\n2025/3/5\t3,800.00\t\t张三\t62220001\t3月租金 沪AD12345\tA1\n20250306 10:01:02\t\t100.00\t物业公司\t\t水电费\tA2\n',
    )
    expect(a).toMatchObject({
      bookedOn: '2025-03-05',
      amount: 380_000,
      payerName: '张三',
      payerAccount: '62220001',
      memo: '3月租金 沪AD12345',
      tradeNo: 'A1',
      problem: null,
      out: false,
    })
    expect(b).toMatchObject({ bookedOn: '2025-03-06', amount: -10_000, out: true })
  })
  test('by commas with quotes too', () => {
    expect(cellsOf('2025-01-01,"1,000.50","说 ""好""",,T1')).toEqual(['2025-01-01', '1,000.50', '说 "好"', '', 'T1'])
    expect(rows('日期,金额,付款人,流水号\n2025-01-01,"1,000.50",李四,T1')[0]).toMatchObject({ amount: 100_050, payerName: '李四' })
  })
  test.each([
    ['2025-01-01,1.005,甲,T1', '金额不正确，最多两位小数'],
    ['2025-01-01,1e5,甲,T1', '金额不正确，最多两位小数'],
    ['2025-01-01,,甲,T1', '没有金额'],
    ['2025-01-01,0,甲,T1', '没有金额'],
    ['2025-02-29,1,甲,T1', '日期不正确'],
    ['2025-01-01,1,甲,', '缺少流水号'],
    ['2025-01-01,1000000000000,甲,T1', '金额超出允许的范围'],
  ])('%s is not taken: %s', (line, problem) => {
    expect(rows(`日期,金额,付款人,流水号\n${line}`)[0]!.problem).toBe(problem)
  })
  test('counts a number that stands twice once', () => {
    expect(rows('日期,金额,付款人,流水号\n2025-01-01,1,甲,T1\n2025-01-01,1,甲,T1').map((r) => r.problem)).toEqual([
      null,
      '与第 2 行的流水号重复',
    ])
  })
  test('without a heading, or without rows, says so', () => {
    expect(readStatement('2025-01-01,1,甲,T1')).toMatchObject({ ok: false })
    expect(readStatement('日期,金额,流水号')).toEqual({ ok: false, message: '表头下面没有流水' })
    expect(readStatement('')).toMatchObject({ ok: false })
  })
  test('days come as banks write them', () => {
    expect([readDay('2025年3月5日'), readDay('2025.03.05'), readDay('20250305'), readDay('2025-13-01'), readDay('昨天')]).toEqual([
      '2025-03-05',
      '2025-03-05',
      '2025-03-05',
      null,
      null,
    ])
  })
})

const debt = (lessee: number, name: string, remains: number[], more: Partial<OpenDebt> = {}): OpenDebt => ({
  lessee,
  name,
  payers: [],
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
  test('nothing is suggested for no reason', () => {
    expect(suggest({ amount: 77, payerName: '路人', memo: '红包' }, debts)).toEqual([])
  })
  test('names are alike by what they share, not by the words of every company', () => {
    expect(likeness('上海云达物流有限公司', '北京云图科技有限公司')).toBeLessThan(0.3)
    expect(likeness('云达物流（上海）有限公司', '上海云达物流有限公司')).toBeGreaterThan(0.5)
    expect(likeness('', '张三')).toBe(0)
  })
})
