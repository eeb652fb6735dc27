import { describe, expect, it } from 'vitest'
import { CODE, type Violation } from '../solver/model.ts'
import { hintText, leftOutText, violationText } from './sentences.rules.ts'

const broken = (code: keyof typeof CODE, amount: number, of: string): Violation =>
  ({ code: CODE[code], amount, of }) as unknown as Violation

it.each([
  ['weight', 700_000, 'grams', '超载 700 kg'],
  ['weight', 1, 'grams', '超载 0.001 kg'],
  ['volume', 12_345, 'volume', '超装 1.2345 m³'],
  ['weight', 3, 'pieces', '超载 3 件'],
  ['weight', 2, 'pallets', '超载 2 托'],
  ['window', 61, 'seconds', '晚于时间窗 2 分钟'],
  ['shift', 60, 'seconds', '收车晚于班次 1 分钟'],
  ['reach', 1250, 'metres', '超出上限 1.3 km'],
  ['driving', 600, 'seconds', '驾驶时长超出 10 分钟'],
  ['order', 4, 'stops', '装载顺序 4 个点'],
  ['cold', 0, '', '温层不符'],
  ['mixed', 0, '', '食品与危险品不能同车'],
] as const)('%s by %d %s', (code, amount, of, words) => expect(violationText(broken(code, amount, of))).toBe(words))

describe('what would help', () => {
  it.each([
    ['weight', 700_000, 'grams', null, '拆出 700 kg 即可'],
    ['volume', 5000, 'volume', null, '拆出 0.5 m³ 即可'],
    ['weight', 3, 'pieces', null, '拆出 3 件即可'],
    ['window', 600, 'seconds', null, '收货时间放宽 10 分钟即可'],
    ['shift', 1500, 'seconds', '粤B·123', '粤B·123 晚收车 25 分钟即可'],
    ['reach', 12_000, 'metres', '粤B·123', '粤B·123 放宽 12 km 即可'],
    ['driving', 600, 'seconds', null, '驾驶时长放宽 10 分钟即可'],
    ['skill', 0, '', '粤B·123', '换有相应车型或技能的车即可'],
    ['cold', 0, '', null, '换温层相符的车即可'],
    ['ban', 0, '', '粤B·123', '粤B·123 解除「城市限行」即可'],
  ] as const)('%s', (code, amount, of, plate, words) => expect(hintText(broken(code, amount, of) as never, plate)).toBe(words))
})

it.each([
  ['dearer than leaving it', { code: CODE.prize, addedFen: 12_345 }, '放弃更省：排入需多花 ¥123.45'],
  ['a person took it out', { code: CODE.lock }, '已手动移出'],
  [
    'a lock of somebody',
    { code: CODE.lock, hint: { code: CODE.lock, amount: 0, of: '', vehicle: 'v7' } },
    '锁定冲突，车v7 解除「锁定冲突」即可',
  ],
  ['no vehicle would help', { code: CODE.vehicles }, '车辆不足'],
  [
    'somebody could stay longer',
    { code: CODE.shift, hint: { code: CODE.shift, amount: 1500, of: 'seconds', vehicle: 'v7' } },
    '超出出车时段，车v7 晚收车 25 分钟即可',
  ],
])('left out: %s', (_, left, words) => expect(leftOutText(left as never, (v) => `车${v}`)).toBe(words))
