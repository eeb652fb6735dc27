import nzh from 'nzh/cn'
import { fen, plainYuan } from './fen.ts'

/**
 * `350005` → `人民币叁仟伍佰元零伍分`, as receipts and contracts must carry it. Apart from fen.ts so that screens
 * which only format amounts do not load the library.
 */
export function capitalYuan(amount: number): string {
  // The library reads «10.00» as having decimals and drops the closing 整, hence the bare whole number.
  const text = plainYuan(fen(amount)).replace(/\.00$/, '')
  return nzh.toMoney(text, { forceZheng: true }).replace(/^人民币负/, '人民币(负)')
}
