import { describe, expect, it } from 'vitest'
import { linesOf } from '../ground/pasted.rules.ts'
import { readViolations } from './read.rules.ts'

const NOW = '2026-05-20T00:00:00.000Z'
const read = (text: string) => readViolations(linesOf(text), NOW)

describe('violations as others write them', () => {
  it.each([
    [
      'own template',
      '车牌号*\t违法时间*\t违法地点\t违法代码\t违法行为\t罚款\t记分\t处理状态\t文书编号\n沪A·D12345\t2026/4/25 10：30\t延安路\t1344\t违停\t200\t3\t未处理\tW1',
    ],
    [
      '12123 pasted',
      '序号,号牌号码,违法时间,违法地点,违法行为,罚款金额,记分值,违法代码\nW1,沪A D12345,2026-04-25 10:30:00,延安路,违停,200元,3分,1344',
    ],
    [
      'a vendor with a title above',
      '违章查询结果\n\n车号|x\n违章ID\t牌照\t发生时间\t违章地址\t违章内容\t罚金\t扣分\t违章编码\nW1\t沪ad12345\t20260425103000\t延安路\t违停\t200.00\t3\t1344',
    ],
  ])('%s', (_title, text) => {
    const found = read(text)
    expect(found.ok && found.rows).toMatchObject([
      {
        plateNo: '沪AD12345',
        occurredAt: '2026-04-25T02:30:00.000Z',
        place: '延安路',
        code: '1344',
        behaviour: '违停',
        fine: 20_000,
        points: 3,
        recordNo: 'W1',
        problem: null,
      },
    ])
  })
  it('what was read otherwise is said', () => {
    const found = read('车牌号\t违法时间\n沪AD12345\t2026/4/25 10：30')
    expect(found.ok && found.rows[0]!.repaired).toBe('时间「2026/4/25 10:30」')
  })
  it.each([
    ['\t2026-04-25', '缺少车牌号'],
    ['沪AD12345\t昨天', '违法时间「昨天」不正确，应如 2026-04-25 10:30:00'],
    ['沪AD12345\t2026-05-20 08:00:01', '违法时间不能晚于现在'],
    ['沪AD12345\t2026-04-25\t二百', '罚款「二百」不正确，应如 200 或 200.00'],
    ['沪AD12345\t2026-04-25\t200\t4', '记分「4」不正确，应为 0、1、3、6、9 或 12'],
  ])('%s', (line, problem) => {
    const found = read(`车牌号\t违法时间\t罚款\t记分\n${line}`)
    expect(found.ok && found.rows[0]!.problem).toBe(problem)
  })
  it('the same one twice in a file', () => {
    const found = read('车牌号\t违法时间\t代码\n沪AD12345\t2026-04-25\t1344\n沪AD12345\t2026-04-25\t1344\n沪AD12345\t2026-04-25\t1345')
    expect(found.ok && found.rows.map((r) => r.problem)).toEqual([null, '与第 2 行重复', null])
  })
  it('without a heading', () => {
    expect(read('a\tb')).toEqual({ ok: false, message: '没有找到表头：需要「车牌号」「违法时间」等列名' })
    expect(read('车牌号\t违法时间\n')).toEqual({ ok: false, message: '表头下面没有数据' })
  })
})
