import { describe, expect, it } from 'vitest'
import { linesOf } from '#modules/affairs/ground/pasted.rules.ts'
import { fuelOf, readFuelStatement } from './statement.rules.ts'

const NOW = '2026-05-20T00:00:00.000Z'
const read = (text: string, own?: Parameters<typeof readFuelStatement>[2]) => {
  const statement = readFuelStatement(linesOf(text), NOW, own)
  if (!statement.ok) throw new Error(statement.message)
  return statement.rows
}

describe('statements of suppliers', () => {
  it.each([
    [
      'oil company one',
      '中国石化加油卡对账单\n卡号,交易时间,交易类型,油品,数量,单价,金额,优惠,余额,网点\n1000 1132 0001,2026-04-25 10:30:00,加油,0号柴油,45.20,7.85,354.82,0,1645.18,虹桥加油站',
    ],
    [
      'oil company two',
      '消费时间\t加油卡\t商品名称\t加油量(升)\t成交单价\t实付金额\t油站名称\t订单号\n2026/4/25 10:30\t100011320001\t柴油0#\t45.2\t7.85\t354.82元\t虹桥加油站\tN1',
    ],
  ])('%s', (_title, text) => {
    expect(read(text)).toMatchObject([
      {
        kind: 'spend',
        cardNo: '100011320001',
        at: '2026-04-25T02:30:00.000Z',
        fuel: 'd0',
        quantity: 45.2,
        unitPrice: 785,
        amount: 35_482,
        station: '虹桥加油站',
        problem: null,
      },
    ])
  })
  it('a charging network', () => {
    const [row] = read(
      '订单号\t车牌号\t充电结束时间\t电站\t充电量(度)\t电费单价\t服务费\t总费用\t起始SOC\t结束SOC\nC1\t沪A·D12345\t2026-04-25 10:30\t浦东站\t52.30\t0.62\t23.54\t55.97\t20%\t90%',
    )
    expect(row).toMatchObject({
      plateNo: '沪AD12345',
      quantity: 52.3,
      unitPrice: 62,
      serviceFee: 2354,
      amount: 5597,
      socFrom: 20,
      socTo: 90,
      supplierNo: 'C1',
      problem: null,
    })
  })
  it('headings of its own', () => {
    expect(
      read('刷卡时刻\t卡\t钱\t升\n2026-04-25 10:30\t1\t10\t1', [
        { column: 'at', heading: '刷卡时刻' },
        { column: 'cardNo', heading: '卡' },
        { column: 'amount', heading: '钱' },
        { column: 'quantity', heading: '升' },
      ]),
    ).toMatchObject([{ cardNo: '1', amount: 1000, quantity: 1, unitPrice: 1000, problem: null }])
  })
  it('a break of the balances is named', () => {
    const rows = read(
      '卡号\t交易时间\t交易类型\t数量\t金额\t余额\n1\t2026-04-24 10:00\t圈存\t\t2000\t2000\n1\t2026-04-25 10:00\t加油\t45.2\t354.82\t1645.18\n1\t2026-04-26 10:00\t加油\t45.2\t354.82\t1290.37',
    )
    expect(rows.map((r) => r.problem)).toEqual([null, null, '第 4 行余额应为 1,290.36'])
    expect(rows.map((r) => r.kind)).toEqual(['load', 'spend', 'spend'])
  })
  it.each([
    ['2026-06-01\t1\t1\t1', '交易时间不能晚于现在'],
    ['x\t1\t1\t1', '交易时间「x」不正确，应如 2026-04-25 10:30:00'],
    ['2026-04-25\t1\t1\t', '没有金额'],
    ['2026-04-25\t1\t\t1', '缺少数量'],
    ['2026-04-25\t\t1\t1', '缺少卡号或车牌号'],
    ['2026-04-25\t1\t1\t一', '金额「一」不正确'],
  ])('%s', (line, problem) => expect(read(`交易时间\t卡号\t数量\t金额\n${line}`)[0]!.problem).toBe(problem))
  it('a reversal is none of its own: by its name, by goods below nothing, or against the sign of the others', () => {
    const head = '卡号\t交易时间\t交易类型\t数量\t金额\t流水号\t原流水号'
    const rowsFrom = (...lines: string[]) => read([head, ...lines.map((line) => `1\t2026-04-25 10:3${line}`)].join('\n'))
    const spend = '0\t消费\t28.5\t200.07\tS1\t'
    expect(
      rowsFrom(spend, '1\t消费撤销\t-28.5\t-200.07\tS2\tS1', '2\t充值冲正\t\t-100\tS3\t', '3\t退货\t1\t7\tS4\t', '4\t退款\t\t7\tS5\t').map(
        (r) => [r.kind, r.undoes, r.amount, r.ofNo, r.problem],
      ),
    ).toEqual([
      ['spend', false, 20_007, '', null],
      ['spend', true, 20_007, 'S1', null],
      ['recharge', true, 10_000, '', null],
      ['spend', true, 700, '', null],
      ['refund', false, 700, '', null],
    ])
    expect(rowsFrom(spend, '1\t消费\t-28.5\t-200.07\tS2\t').map((r) => r.undoes)).toEqual([false, true])
    expect(rowsFrom('0\t消费\t28.5\t-200.07\tS1\t', '1\t消费\t2\t-14\tS2\t', '2\t消费\t2\t14\tS3\t').map((r) => r.undoes)).toEqual([
      false,
      false,
      true,
    ])
  })
  it('the balances go up again with what is taken back', () => {
    const rows = read(
      '卡号\t交易时间\t交易类型\t数量\t金额\t余额\n1\t2026-04-24 10:00\t加油\t10\t70\t930\n1\t2026-04-24 10:05\t消费撤销\t-10\t-70\t1000\n1\t2026-04-25 10:00\t圈存撤销\t\t-100\t900',
    )
    expect(rows.map((r) => [r.kind, r.undoes, r.problem])).toEqual([
      ['spend', false, null],
      ['spend', true, null],
      ['load', true, null],
    ])
  })
  it('fuels by their names', () => {
    expect(['92号汽油', '0号车用柴油', '-10号柴油', 'LNG', '充电', ''].map(fuelOf)).toEqual(['p92', 'd0', 'd-10', 'lng', 'electric', null])
  })
  it('a row twice counts once; one that differs under the same number is not guessed at', () => {
    const head = '卡号\t交易时间\t数量\t单价\t金额\t余额\t流水号'
    const row = (no: string, amount: string, balance: string) => `1000\t2026-04-25 10:30:00\t10.00\t7.00\t${amount}\t${balance}\t${no}`
    const rows = read(
      [head, row('N1', '70.00', '930.00'), row('N1', '70.00', '930.00'), row('N1', '75.00', '925.00'), row('N2', '70.00', '860.00')].join(
        '\n',
      ),
    )
    expect(rows.map((r) => r.problem)).toEqual([null, '与第 2 行重复', '与第 2 行是同一笔，但数量或金额不同', null])
  })
})
