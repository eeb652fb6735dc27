import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gridOf, textOf } from '#kit/excel/text-table.ts'
import { COLUMNS, PROFILES, readHeading } from './profiles.rules.ts'
import { readDay, readStatement } from './read.rules.ts'

const read = (text: string, map?: Record<string, string>) => {
  const statement = readStatement(gridOf(text), map)
  if (!statement.ok) throw new Error(statement.message)
  return statement
}
const short = (text: string) =>
  read(text).rows.map((r) => [r.problem, r.direction, r.amount, r.payerName, r.payerAccount, r.bookedOn, r.balance])

/** A file as the net bank saves it: 农业银行 and 微信 in UTF-8 with a mark, the others in GBK, every line ended as on Windows. */
const exported = (file: string): string => textOf(readFileSync(join(import.meta.dirname, 'fixture', file)))
/** As the banks head their exports, with two invented lines each: money that came and money that went. */
const EXPORTS: Record<string, { bank: string; text: string; rows: unknown[][] }> = {
  招行: {
    bank: '招商银行',
    text: exported('cmb.csv'),
    rows: [
      [null, 'in', 380_000, '上海云达物流有限公司', '6225001', '2026-05-10', 10_380_000],
      [null, 'out', 1500, '招商银行', '', '2026-05-11', 10_378_500],
    ],
  },
  建行: {
    bank: '建设银行',
    text: exported('ccb.txt'),
    rows: [
      [null, 'in', 380_000, '张三', '62270001', '2026-05-10', 380_000],
      [null, 'out', 300_000, '维修厂', '62270002', '2026-05-11', 80_000],
    ],
  },
  工行: {
    bank: '工商银行',
    text: exported('icbc.csv'),
    rows: [
      [null, 'in', 380_000, '上海云达物流有限公司', '6222001', '2026-05-10', 380_000],
      [null, 'out', 80_000, '老王修车行', '6222002', '2026-05-10', 300_000],
    ],
  },
  农行: {
    bank: '农业银行',
    text: exported('abc.csv'),
    rows: [
      [null, 'in', 380_000, '张三', '6228001', '2026-05-10', 380_000],
      [null, 'out', 50, '中国农业银行', '', '2026-05-10', 379_950],
    ],
  },
  中行: {
    bank: '中国银行',
    text: exported('boc.csv'),
    rows: [
      [null, 'in', 380_000, '张三', '6217001', '2026-05-10', 380_000],
      [null, 'out', 80_000, '维修厂', '6217002', '2026-05-10', 300_000],
    ],
  },
  支付宝: {
    bank: '支付宝',
    text: exported('alipay.csv'),
    rows: [
      [null, 'in', 380_000, '', 'zhang***@example.com', '2026-05-10', 380_000],
      [null, 'out', 2280, '', '', '2026-05-10', 377_720],
    ],
  },
  微信: {
    bank: '微信支付',
    text: exported('wechat.csv'),
    rows: [
      [null, 'in', 380_000, '', '', '2026-05-10', 380_000],
      [null, 'out', 1444, '', '', '2026-05-10', 378_556],
    ],
  },
  支付宝账单: {
    bank: '支付宝',
    text: [
      '支付宝账户：zhang***@example.com',
      '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,',
      '2026-05-10 13:00:00,转账红包,张三,zhang***@example.com,5月租金,收入,3800.00,,交易成功,2026051022001\t,\t,,',
      '2026-05-10 14:00:00,爱车养车,某加油站,abc@example.com,加油,支出,88.00,账户余额,交易成功,2026051022002\t,T2\t,,',
    ].join('\r\n'),
    rows: [
      [null, 'in', 380_000, '张三', 'zhang***@example.com', '2026-05-10', null],
      [null, 'out', 8800, '某加油站', 'abc@example.com', '2026-05-10', null],
    ],
  },
  微信账单: {
    bank: '微信支付',
    text: [
      '微信支付账单明细,,,,,,,,',
      '交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注',
      '2026-05-10 13:00:00,转账,李四,"转账备注:5月租金",收入,¥3800.00,/,已存入零钱,"1000001\t","/","/"',
      '2026-05-10 14:00:00,商户消费,某加油站,加油,支出,¥100.00,零钱,已全额退款,"1000002\t","x","/"',
      '2026-05-10 15:00:00,某加油站-退款,某加油站,加油,收入,¥100.00,零钱,已全额退款,"1000003\t","x","/"',
    ].join('\r\n'),
    rows: [
      [null, 'in', 380_000, '李四', '', '2026-05-10', null],
      [null, 'out', 10_000, '某加油站', '', '2026-05-10', null],
      [null, 'in', 10_000, '某加油站', '', '2026-05-10', null],
    ],
  },
}

describe('the export of a bank', () => {
  test.each(Object.entries(EXPORTS))('%s is recognised, with both directions and its balances', (_, { bank, text, rows }) => {
    expect(short(text)).toEqual(rows)
    const statement = read(text)
    expect(statement.reading.bank).toBe(bank)
    expect(statement.broken).toBeNull()
    if (statement.opening === null) return expect(rows.map((r) => r.at(-1))).toEqual(rows.map(() => null))
    expect(statement.closing! - statement.opening!).toBe(rows.reduce((sum, r) => sum + (r[1] === 'in' ? Number(r[2]) : -Number(r[2])), 0))
  })
  test('every profile has its example', () => {
    expect(Object.keys(EXPORTS)).toHaveLength(PROFILES.length)
    expect(Object.keys(COLUMNS)).toContain('balance')
  })
  test('of 工行 has no number of its own, and never takes the bank number for the payer', () => {
    const [row] = read(EXPORTS['工行']!.text).rows
    expect([row!.tradeNo, row!.payerName]).toEqual(['', '上海云达物流有限公司'])
  })
  test('with the newest line first is turned round', () => {
    const [head, a, b] = EXPORTS['农行']!.text.split('\r\n')
    const statement = read([head, b, a].join('\n'))
    expect([statement.broken, statement.opening, statement.closing, statement.rows.map((r) => r.tradeNo)]).toEqual([
      null,
      0,
      379_950,
      ['J1', 'J2'],
    ])
  })
  test('that somebody edited names the line whose balance does not follow', () => {
    expect(read(EXPORTS['建行']!.text.replace('3,000.00', '2,000.00')).broken).toBe(
      '第 3 行的余额接不上：上一笔余额 3,800.00，本笔支出 2,000.00，应为 1,800.00，文件中为 800.00',
    )
  })
  test('in GBK is read like one in UTF-8', () => {
    expect(textOf(new Uint8Array([0xd5, 0xd0, 0xd0, 0xd0]))).toBe('招行')
    expect(textOf(new TextEncoder().encode('招行'))).toBe('招行')
  })
})

describe('what is no movement of money', () => {
  const alipay = (side: string, state: string): string =>
    `交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号\n2026-11-02 10:00:00,x,甲,,y,${side},49.74,,${state},N1`
  const wechat = (side: string): string =>
    `交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号\n2026-11-02 10:00:00,零钱提现,某银行,/,${side},¥500.00,/,提现已到账,N1`
  const unsaid = (side: string): string => `收支标志为「${side}」，看不出是收入还是支出，不导入；确有收付的请手工新增`
  test.each([
    [alipay('不计收支', '交易成功'), unsaid('不计收支')],
    [alipay('支出', '交易关闭'), '交易状态为「交易关闭」，没有成交，不导入'],
    [alipay('支出', '等待付款'), '交易状态为「等待付款」，没有成交，不导入'],
    [wechat('/'), unsaid('/')],
    ['日期,金额,收支方向,对方户名\n2026-11-02,100,转账,甲', unsaid('转账')],
    ['日期,金额,收支方向,对方户名\n2026-11-02,100,,甲', unsaid('')],
  ])('is told and not taken: %s', (text, problem) => {
    expect(read(text).rows.map((r) => r.problem)).toEqual([problem])
  })
  test('a sign says the direction where the column does not', () => {
    const { rows } = read('日期,金额,收支类型,对方户名\n2026-11-02,100,转账,甲\n2026-11-02,-30,手续费,乙')
    expect(rows.map((r) => [r.direction, r.amount, r.problem])).toEqual([
      ['in', 10_000, null],
      ['out', 3000, null],
    ])
  })
  test.each(['收入', '收', '贷', '来账', 'C', '转入'])('%s is money that came', (side) => {
    expect(read(`日期,金额,收支方向,对方户名\n2026-11-02,100,${side},甲`).rows[0]).toMatchObject({ direction: 'in', problem: null })
  })
  test.each(['支出', '支', '借', '往账', 'D', '转出', '付'])('%s is money that went', (side) => {
    expect(read(`日期,金额,收支方向,对方户名\n2026-11-02,100,${side},甲`).rows[0]).toMatchObject({ direction: 'out', problem: null })
  })
})

describe('a statement nobody knows', () => {
  test('finds the other side and the number under the names others give them', () => {
    const { rows } = read('交易时间,对手账号,交易对手,交易单号,金额\n2026-11-02,6222,甲公司,N1,100\n')
    expect(rows[0]).toMatchObject({ payerName: '甲公司', payerAccount: '6222', tradeNo: 'N1' })
    expect(read('日期,对方单位,对方行号,金额\n2026-11-02,乙公司,102,100').rows[0]).toMatchObject({ payerName: '乙公司' })
    expect(read('日期,交易对手账号,交易对手名称,金额\n2026-11-02,6222,丙,100').rows[0]).toMatchObject({
      payerName: '丙',
      payerAccount: '6222',
    })
  })
  test('is guessed by its headings, wherever the bank puts them', () => {
    const statement = read(
      '某银行 对公账户明细\n账号\t6222\n交易日期\t贷方金额\t借方金额\t对方户名\t对方账号\t摘要\t流水号\n2025/3/5\t3,800.00\t\t张三\t62220001\t3月租金 沪AD12345\tA1\n20250306 10:01:02\t\t100.00\t物业公司\t\t水电费\tA2\n',
    )
    expect(statement.reading.profile).toBeNull()
    expect(statement.rows[0]).toMatchObject({
      bookedOn: '2025-03-05',
      amount: 380_000,
      payerName: '张三',
      payerAccount: '62220001',
      memo: '3月租金 沪AD12345',
      tradeNo: 'A1',
      problem: null,
      direction: 'in',
    })
    expect(statement.rows[1]).toMatchObject({ bookedOn: '2025-03-06', time: '10:01:02', amount: 10_000, direction: 'out' })
  })
  test('takes the columns as a person says', () => {
    const text = '日期,备注1,数额,单位\n2025-01-01,租金,金额100,甲'
    expect(readStatement(gridOf(text))).toMatchObject({ ok: false })
    const statement = read('日期,金额,名,号\n2025-01-01,100,甲公司,N1', { 日期: 'day', 金额: 'amount', 名: 'payerName', 号: 'tradeNo' })
    expect(statement.rows[0]).toMatchObject({ payerName: '甲公司', tradeNo: 'N1', amount: 10_000 })
  })
  test('by commas with quotes too', () => {
    expect(gridOf('2025-01-01,"1,000.50","说 ""好""",,T1')).toEqual([['2025-01-01', '1,000.50', '说 "好"', '', 'T1']])
  })
  test.each([
    ['2025-01-01,1.005,甲,T1', '金额不正确，最多两位小数'],
    ['2025-01-01,1e5,甲,T1', '金额不正确，最多两位小数'],
    ['2025-01-01,,甲,T1', '没有金额'],
    ['2025-01-01,0,甲,T1', '没有金额'],
    ['2025-02-29,1,甲,T1', '日期不正确'],
    ['2025-01-01,1000000000000,甲,T1', '金额超出允许的范围'],
  ])('%s is not taken: %s', (line, problem) => {
    expect(read(`日期,金额,付款人,流水号\n${line}`).rows[0]!.problem).toBe(problem)
  })
  test.each([
    ['"1,234.5 元"', 'in', 123_450],
    ['(12.00)', 'out', 1200],
    ['－5', 'out', 500],
    ['１２.５０', 'in', 1250],
  ])('an amount of %s is read', (text, direction, amount) => {
    expect(read(`日期,金额,付款人,流水号\n2025-01-01,${text},甲,T1`).rows[0]).toMatchObject({ direction, amount, problem: null })
  })
  test('counts a number that stands twice once', () => {
    const { rows } = read('日期,金额,付款人,流水号\n2025-01-01,1,甲,T1\n2025-01-01,1,甲,T1')
    expect(rows.map((r) => r.problem)).toEqual([null, '与第 2 行的流水号重复'])
  })
  test('a quoted cell may break its line: the memo is whole and the rows are two', () => {
    const head = '流水号,交易日期,收入金额,支出金额,对方户名,摘要'
    const { rows } = read(`${head}\nA1,2026-11-02,100.00,,甲,"租金\n京A12345"\nA2,2026-11-03,200.00,,乙,x`)
    expect(rows.map((r) => [r.tradeNo, r.amount, r.memo, r.problem])).toEqual([
      ['A1', 10_000, '租金 京A12345', null],
      ['A2', 20_000, 'x', null],
    ])
  })
  test('an empty first cell keeps the columns', () => {
    expect(read('备注,日期,金额,对方户名\n,2026-11-02,100,甲').rows[0]).toMatchObject({
      bookedOn: '2026-11-02',
      amount: 10_000,
      payerName: '甲',
      problem: null,
    })
    const icbc = exported('icbc.csv').split('\r\n')
    const at = icbc.findIndex((line) => line.includes('凭证号'))
    const without = icbc.map((line, i) => (i > at && line.includes(',') ? line.replace(/^[^,]*/, '') : line)).join('\r\n')
    expect(without).not.toBe(icbc.join('\r\n'))
    expect(short(without)).toEqual(EXPORTS['工行']!.rows)
  })
  test('one number for a transfer and its fee: both are taken where the balances prove it, else the second is asked', () => {
    const head = '交易流水号,交易日期,收入金额,支出金额,余额,对方户名,摘要'
    const rows = (first: string, fee: string) =>
      `${head}\nR100,2026-11-02,,5000.00,${first},甲公司,付款\nR100,2026-11-02,,5.00,${fee},,手续费`
    const proved = read(rows('95000.00', '94995.00'))
    expect(proved.rows.map((r) => [r.amount, r.problem, r.sameNo])).toEqual([
      [500_000, null, null],
      [500, null, null],
    ])
    expect([proved.opening, proved.closing, proved.broken]).toEqual([10_000_000, 9_499_500, null])
    expect(read(rows('', '')).rows.map((r) => [r.problem, r.sameNo])).toEqual([
      [null, null],
      [null, 2],
    ])
  })
  test.each([
    ['2.02611E+19', '6222', '流水号「2.02611E+19」已被 Excel 改写，末尾的数字丢失，请在 Excel 中把该列设为“文本”格式后重新填写或导出'],
    ['T1', '6.22202E+18', '对方账号「6.22202E+18」已被 Excel 改写，末尾的数字丢失，请在 Excel 中把该列设为“文本”格式后重新填写或导出'],
  ])('a number that Excel has spoilt is not taken: %s %s', (no, account, problem) => {
    expect(read(`日期,金额,付款人,对方账号,流水号\n2026-11-02,1,甲,${account},${no}`).rows[0]!.problem).toBe(problem)
  })
  test('a day as the number Excel keeps of it, and one with a time behind it', () => {
    const { rows } = read('日期,金额,付款人\n46352,1,甲\n2026-01-05 00:00:00,1,乙\n46352.3125,1,丙')
    expect(rows.map((r) => [r.bookedOn, r.time])).toEqual([
      ['2026-11-26', '00:00:00'],
      ['2026-01-05', '00:00:00'],
      ['2026-11-26', '07:30:00'],
    ])
  })
  test('a sum in between, or a number the bank does not have, cuts nothing off', () => {
    const sums = '本月合计,,1,\n合计,,1,'
    const { rows } = read(`流水号,日期,金额,付款人\nA,2026-01-05,1,甲\n${sums}\n--,2026-02-05,2,乙\nB,2026-02-06,3,丙\n总笔数,,,`)
    expect(rows.filter((r) => r.problem === null).map((r) => [r.tradeNo, r.amount])).toEqual([
      ['A', 100],
      ['', 200],
      ['B', 300],
    ])
  })
  test('without a heading, or without rows, says so', () => {
    expect(readStatement(gridOf('2025-01-01,1,甲,T1'))).toMatchObject({ ok: false })
    expect(readStatement(gridOf('日期,金额,流水号'))).toEqual({ ok: false, message: '表头下面没有流水' })
    expect(readStatement(gridOf(''))).toMatchObject({ ok: false })
    expect(readHeading(['对方行号', '开户机构'])).toBeNull()
  })
  test('days come as banks write them', () => {
    expect(['2025年3月5日', '2025.03.05', '20250305', '2025-13-01', '昨天'].map(readDay)).toEqual([
      '2025-03-05',
      '2025-03-05',
      '2025-03-05',
      null,
      null,
    ])
  })
})
