/** The three pots of an oil card (affairs.md §0.10, A13): 主卡额度, 备付金 of the card, 卡内余额. Each has a chain of its own. */
import { fen, formatFen, sumFen, type Fen } from '#kit/basics/fen.ts'

export type Pot = 'quota' | 'reserve' | 'wallet'
export type EntryKind = 'recharge' | 'allocate' | 'load' | 'spend' | 'recall' | 'refund' | 'fee' | 'adjust'
export interface Leg {
  pot: Pot
  delta: number
}

/** What each movement does; a transfer between pots adds up to nothing. */
export function legsOf(kind: EntryKind, amount: number, from: Pot = 'wallet'): Leg[] {
  switch (kind) {
    case 'recharge':
    case 'refund':
      return [{ pot: kind === 'recharge' ? 'quota' : from, delta: amount }]
    case 'allocate':
      return [
        { pot: 'quota', delta: -amount },
        { pot: 'reserve', delta: amount },
      ]
    case 'load':
      return [
        { pot: 'reserve', delta: -amount },
        { pot: 'wallet', delta: amount },
      ]
    case 'recall':
      return [
        { pot: from, delta: -amount },
        { pot: 'quota', delta: amount },
      ]
    case 'spend':
    case 'fee':
      return [{ pot: from, delta: -amount }]
    case 'adjust':
      return [{ pot: from, delta: amount }]
  }
}

const POT_NAMES: Record<Pot, string> = { quota: '主卡额度', reserve: '备付金', wallet: '卡内余额' }

/** What a pot holds after a movement; why not, when it would fall below what it may. */
export function afterLeg(before: number, leg: Leg, creditLimit = 0): { ok: true; after: Fen } | { ok: false; message: string } {
  const after = fen(before + leg.delta)
  const least = leg.pot === 'quota' ? -creditLimit : 0
  if (leg.delta < 0 && after < least)
    return { ok: false, message: `${POT_NAMES[leg.pot]}只有 ${formatFen(before)} 元，不能再减少 ${formatFen(-leg.delta)} 元` }
  return { ok: true, after }
}

export const whyNotCancel = (reserve: number, wallet: number): string | null =>
  reserve + wallet > 0 ? `卡内尚有 ${formatFen(sumFen([reserve, wallet]))} 元，请先回收` : null
