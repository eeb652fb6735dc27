/** What a visitor types, and the order it makes. Pure. */

export const EMPTY = {
  route: '',
  fromName: '',
  fromAddress: '',
  toName: '',
  toAddress: '',
  toMobile: '',
  goods: '',
  pieces: '1',
  weight: '',
  volume: '',
  pickFrom: '',
  dropTo: '',
  remark: '',
}
export type Draft = typeof EMPTY

const number = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
/** Typed in the country's own time, whatever the telephone is set to. */
const instant = (local: string): string => new Date(`${local}:00+08:00`).toISOString()
const HOUR = 3_600_000

/** What is still to be filled in, in the order of the page; null when nothing. */
export function missingIn(d: Draft): string | null {
  if (!d.fromName.trim() || !d.fromAddress.trim()) return '请填写发货方和发货地址'
  if (!d.toName.trim() || !d.toAddress.trim()) return '请填写收货方和收货地址'
  if (!d.goods.trim()) return '请填写货物名称'
  if (!(Number.isInteger(number(d.pieces)) && number(d.pieces) > 0)) return '件数应为大于 0 的整数'
  if (!(number(d.weight) > 0)) return '请填写总重量'
  if (d.volume.trim() && !(number(d.volume) >= 0)) return '总体积应为数字'
  if (!d.pickFrom || !d.dropTo) return '请选择提货时间和最晚送达时间'
  return Date.parse(instant(d.dropTo)) - Date.parse(instant(d.pickFrom)) < 2 * HOUR ? '最晚送达至少比提货晚 2 小时' : null
}

export function orderOf(d: Draft) {
  const [pick, drop] = [Date.parse(instant(d.pickFrom)), Date.parse(instant(d.dropTo))]
  const at = (ms: number): string => new Date(ms).toISOString()
  return {
    ...(d.route ? { route: Number(d.route) } : {}),
    order: {
      sender: { name: d.fromName.trim(), address: d.fromAddress.trim() },
      receiver: { name: d.toName.trim(), address: d.toAddress.trim(), ...(d.toMobile.trim() ? { mobile: d.toMobile.trim() } : {}) },
      pickFrom: at(pick),
      pickTo: at(pick + HOUR),
      dropFrom: at(pick + HOUR),
      dropTo: at(drop),
      goods: [
        {
          name: d.goods.trim(),
          pieces: Number(d.pieces),
          weight: Math.round(Number(d.weight) * 1000) / 1000,
          volume: d.volume.trim() ? Math.round(Number(d.volume) * 10_000) / 10_000 : 0,
        },
      ],
      ...(d.remark.trim() ? { remark: d.remark.trim() } : {}),
    },
  }
}
