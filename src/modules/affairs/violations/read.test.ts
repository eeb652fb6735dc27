import { describe, expect, it } from 'vitest'
import { textOfGrid } from '#kit/excel/text-table.ts'
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
      '序号,号牌号码,违法时间,违法地点,违法行为,罚款金额,记分值,违法代码,文书编号\n1,沪A D12345,2026-04-25 10:30:00,延安路,违停,200元,3分,1344,W1',
    ],
    [
      'a vendor with a title above',
      '违章查询结果\n\n车号|x\n违章ID\t牌照\t发生时间\t违章地址\t违章内容\t罚金\t扣分\t违章编码\nW1\t沪ad12345\t20260425103000\t延安路\t违停\t200.00\t3\t1344',
    ],
  ])('%s', (_title, text) => {
    const reading = read(text)
    expect(reading.ok && reading.rows).toMatchObject([
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
    const reading = read('车牌号\t违法时间\n沪AD12345\t2026/4/25 10：30')
    expect(reading.ok && reading.rows[0]!.repaired).toBe('时间「2026/4/25 10:30」')
  })
  it.each([
    ['\t2026-04-25', '缺少车牌号'],
    ['沪AD12345\t昨天', '违法时间「昨天」不正确，应如 2026-04-25 10:30:00'],
    ['沪AD12345\t2026-05-20 08:00:01', '违法时间不能晚于现在'],
    ['沪AD12345\t2026-04-25\t二百', '罚款「二百」不正确，应如 200 或 200.00'],
    ['沪AD12345\t2026-04-25\t200\t4', '记分「4」不正确，应为 0、1、3、6、9 或 12'],
  ])('%s', (line, problem) => {
    const reading = read(`车牌号\t违法时间\t罚款\t记分\n${line}`)
    expect(reading.ok && reading.rows[0]!.problem).toBe(problem)
  })
  it('the same one twice in a file', () => {
    const reading = read('车牌号\t违法时间\t代码\n沪AD12345\t2026-04-25\t1344\n沪AD12345\t2026-04-25\t1344\n沪AD12345\t2026-04-25\t1345')
    expect(reading.ok && reading.rows.map((r) => r.problem)).toEqual([null, '与第 2 行重复', null])
  })
  const rowsOf = (text: string) => {
    const reading = read(text)
    if (!reading.ok) throw new Error(reading.message)
    return reading.rows
  }
  it('a running number is no number of a document, wherever it stands and whatever it is called', () => {
    const head = '号牌号码,违法时间,违法地点,违法行为,罚款,记分'
    const row = '京A12345,2026-04-02 10:00:00,长安街,超速,200,3'
    expect(rowsOf(`序号,${head},文书编号\n1,${row},110100123456`)[0]).toMatchObject({ recordNo: '110100123456', points: 3, problem: null })
    expect(rowsOf(`编号,${head},决定书编号\n1,${row},110100123456`)[0]!.recordNo).toBe('110100123456')
    expect(rowsOf(`编号,${head}\n1,${row}`)[0]!.recordNo).toBe('')
    expect(rowsOf(`编号,${head}\n11010012345678,${row}`)[0]!.recordNo).toBe('11010012345678')
  })
  it('a number guarded by a tab keeps the columns; a place may break its line, and is read of a file as it was shown', () => {
    expect(rowsOf('号牌号码,违法时间,违法地点,罚款,文书编号\n京A12345,2026-04-02 10:00:00,长安街,200,110100\t')[0]).toMatchObject({
      plateNo: '京A12345',
      place: '长安街',
      fine: 20_000,
      recordNo: '110100',
      problem: null,
    })
    const grid = [
      ['号牌号码', '违法时间', '违法地点', '违法行为', '罚款', '记分'],
      ['京A12345', '2026-04-02 10:00:00', '京沪高速\nK12+300', '超速', '200', '3'],
    ]
    expect(readViolations(grid, NOW)).toEqual(read(textOfGrid(grid)))
    expect(rowsOf(textOfGrid(grid))).toMatchObject([
      { place: '京沪高速 K12+300', behaviour: '超速', fine: 20_000, points: 3, problem: null },
    ])
  })
  it('two that differ in what was done are two; the same twice is a repetition; one document over two is told', () => {
    const head = '号牌号码,违法时间,违法地点,违法行为,罚款,记分,文书编号'
    const rows = rowsOf(
      [
        head,
        '京A12345,2026-04-02,长安街,违停,200,0,',
        '京A12345,2026-04-02,三环路,闯红灯,200,6,',
        '京A12345,2026-04-02,长安街,违停,200,0,',
        '京A12346,2026-04-02,长安街,违停,200,0,110100123456',
        '京A12347,2026-04-03,长安街,违停,200,0,110100123456',
      ].join('\n'),
    )
    expect(rows.map((r) => r.problem)).toEqual([null, null, '与第 2 行重复', null, '文书编号与第 5 行相同，但不是同一起违章，请核对'])
  })
  it.each([
    ['已处理', true],
    ['已处理已缴款', true],
    ['已缴款', true],
    ['处理完毕', true],
    ['无需缴款', true],
    ['1', true],
    ['未处理', false],
    ['待处理', false],
    ['已处理未缴款', false],
    ['已裁决未缴款', false],
    ['', false],
  ])('处理状态 «%s»', (text, handled) => {
    const [row] = rowsOf(`车牌号\t违法时间\t处理状态\t缴款期限\t处理时间\n沪AD12345\t2026-04-02\t${text}\t2026/5/10\t2026-04-20 09:30`)
    expect(row).toMatchObject({ alreadyHandled: handled, dueOn: '2026-05-10', decidedOn: '2026-04-20', problem: null })
  })
  it('a limit that is no day is told, a dash is none; a number that Excel has spoilt is not taken', () => {
    const due = (text: string) => rowsOf(`车牌号\t违法时间\t缴款期限\n沪AD12345\t2026-04-02\t${text}`)[0]!
    expect([due('尽快').problem, due('--').problem, due('--').dueOn]).toEqual(['缴款期限「尽快」不正确，应如 2026-05-10', null, null])
    expect(rowsOf('车牌号\t违法时间\t文书编号\n沪AD12345\t2026-04-02\t1.101E+14')[0]!.problem).toMatch(
      /^文书编号「1.101E\+14」已被 Excel 改写/,
    )
  })
  it('without a heading', () => {
    expect(read('a\tb')).toEqual({ ok: false, message: '没有找到表头：需要「车牌号」「违法时间」等列名' })
    expect(read('车牌号\t违法时间\n')).toEqual({ ok: false, message: '表头下面没有数据' })
  })
})
