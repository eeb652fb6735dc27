/** The commonest codes with the points of 公安部令第 163 号. Fines differ by city: those of Shanghai's usual practice, to be corrected by the company. */
const SOURCE = '公安部令第 163 号（记分）；罚款请按当地标准核对'

const rows: readonly (readonly [string, string, number, number, boolean])[] = [
  ['1625', '驾驶机动车违反道路交通信号灯通行', 6, 200, false],
  ['1711', '驾驶载货汽车载物超过最大允许总质量未达 30%', 3, 500, false],
  ['1344', '违反禁令标志指示', 1, 200, false],
  ['1345', '违反禁止标线指示', 1, 200, false],
  ['1039', '违反规定停放机动车', 0, 150, false],
  ['4706', '在高速公路上占用应急车道行驶', 6, 200, true],
  ['4304', '在高速公路上违法停车', 9, 200, true],
  ['4305', '在高速公路上不按规定车道行驶', 3, 200, false],
  ['1712', '饮酒后驾驶机动车', 12, 1000, true],
  ['1223', '驾驶时拨打接听手持电话', 3, 200, false],
  ['1357', '遇行人通过人行横道未停车让行', 3, 200, false],
  ['1120', '未按规定使用安全带', 1, 50, false],
  ['1349', '驾驶小微型载客汽车超速不足 20%', 0, 50, false],
  ['1636', '超速 20% 以上未达 50%', 6, 200, false],
]
export const VIOLATION_CODES = rows.map(([code, behaviour, points, yuan, severe]) => ({
  code,
  behaviour,
  points: String(points),
  fine: yuan * 100,
  serviceFee: 5000,
  severe,
  source: SOURCE,
  effectiveOn: '2022-04-01',
}))
