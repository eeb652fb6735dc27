/** What a broken rule is called: the sentence, with the amount in units people use. */
import { CODE, type Code, type LeftOut, type Relaxation, type Violation } from '../solver/model.ts'

const REASONS: Record<Code, string> = {
  [CODE.weight]: '超载重',
  [CODE.volume]: '超容积',
  [CODE.window]: '时间窗冲突',
  [CODE.skill]: '无匹配车型或技能',
  [CODE.shift]: '超出出车时段',
  [CODE.reach]: '超最长行驶',
  [CODE.place]: '坐标缺失或无法到达',
  [CODE.cold]: '温层不符',
  [CODE.ban]: '城市限行',
  [CODE.driving]: '驾驶时长超限',
  [CODE.order]: '装载顺序',
  [CODE.lock]: '锁定冲突',
  [CODE.release]: '货未就绪',
  [CODE.prize]: '放弃更省',
  [CODE.vehicles]: '车辆不足',
  [CODE.mixed]: '食品与危险品不能同车',
}

const round = (x: number, digits: number): string => String(Math.round(x * 10 ** digits) / 10 ** digits)

function amountText({ amount, of }: Pick<Violation, 'amount' | 'of'>): string {
  if (of === 'grams') return `${round(amount / 1000, 3)} kg`
  if (of === 'volume') return `${round(amount / 10_000, 4)} m³`
  if (of === 'pieces') return `${amount} 件`
  if (of === 'pallets') return `${amount} 托`
  if (of === 'seconds') return `${Math.ceil(amount / 60)} 分钟`
  if (of === 'metres') return `${round(amount / 1000, 1)} km`
  if (of === 'stops') return `${amount} 个点`
  return ''
}

const OVER: Partial<Record<Code, string>> = {
  [CODE.weight]: '超载',
  [CODE.volume]: '超装',
  [CODE.window]: '晚于时间窗',
  [CODE.shift]: '收车晚于班次',
  [CODE.reach]: '超出上限',
  [CODE.driving]: '驾驶时长超出',
}
/** 「超载 700 kg」 */
export function violationText(v: Violation): string {
  const amount = amountText(v)
  return amount === '' ? REASONS[v.code] : `${OVER[v.code] ?? REASONS[v.code]} ${amount}`
}

/** 「拆出 700 kg 即可」, 「粤B·123 晚收车 25 分钟即可」 */
export function hintText(hint: Relaxation, plate: string | null): string {
  // A Chinese unit stands close to the next word, a Latin one apart.
  const amount = amountText(hint).replace(/([a-z³])$/, '$1 ')
  const whose = plate ? `${plate} ` : ''
  if (hint.code === CODE.weight || hint.code === CODE.volume) return `拆出 ${amount}即可`
  if (hint.code === CODE.window) return `收货时间放宽 ${amount}即可`
  if (hint.code === CODE.shift) return `${whose}晚收车 ${amount}即可`
  if (hint.code === CODE.reach) return `${whose}放宽 ${amount}即可`
  if (hint.code === CODE.driving) return `${whose}驾驶时长放宽 ${amount}即可`
  if (hint.code === CODE.skill) return '换有相应车型或技能的车即可'
  if (hint.code === CODE.cold) return '换温层相符的车即可'
  return `${whose}解除「${REASONS[hint.code]}」即可`
}

export function leftOutText(l: LeftOut, plateOf: (vehicle: string) => string): string {
  if (l.code === CODE.prize) return `放弃更省：排入需多花 ¥${((l.addedFen ?? 0) / 100).toFixed(2)}`
  // A lock the proof finds says whose; without one, a person took the stop out.
  if (l.code === CODE.lock && !l.hint) return '已手动移出'
  const hint = l.hint ? `，${hintText(l.hint, l.hint.vehicle ? plateOf(l.hint.vehicle) : null)}` : ''
  return `${REASONS[l.code]}${hint}`
}
