/** What a violation costs, counts, and when it may be transferred (affairs.md §0.1–0.4, §3.7). */
import { addDays, addMonths, daysBetween, type Day } from '#kit/basics/time/day.ts'
import { fen, mulDivRound, sumFen, type Fen } from '#kit/basics/fen.ts'

/** 3 % a day after the last day, never more than the fine (处理程序规定 art. 60). */
export function surcharge(fine: number, dueOn: Day | null, on: Day): Fen {
  const late = dueOn === null ? 0 : daysBetween(dueOn, on)
  return late <= 0 ? fen(0) : fen(Math.min(fine, mulDivRound(fine, 3 * late, 100)))
}

/** The driver's year of points that a day falls into, from his first licence: [from, to). */
export function pointsCycle(firstLicenceOn: Day, on: Day): { from: Day; to: Day } {
  let years = Number(on.slice(0, 4)) - Number(firstLicenceOn.slice(0, 4))
  if (addMonths(firstLicenceOn, years * 12) > on) years--
  return { from: addMonths(firstLicenceOn, years * 12), to: addMonths(firstLicenceOn, (years + 1) * 12) }
}
export const POINTS_WARN = 9
export const POINTS_BLOCK = 12
export interface Decided {
  points: number
  decidedOn: Day
}
/** Points of the year that `on` falls into: only what was handled, on the day of its decision. */
export function pointsIn(firstLicenceOn: Day, on: Day, handled: readonly Decided[]): number {
  const { from, to } = pointsCycle(firstLicenceOn, on)
  return handled.filter((v) => from <= v.decidedOn && v.decidedOn < to).reduce((sum, v) => sum + v.points, 0)
}

const TRANSFER_DAYS = 30
/** First day on which the offence may be handed on to the renter: thirty days after the contract ended. */
export const transferFrom = (contractEnd: Day): Day => addDays(contractEnd, TRANSFER_DAYS)
export function whyNotTransfer(contractEnd: Day | null, today: Day): string | null {
  if (contractEnd === null) return '租约仍在进行，合同结束 30 天后才可申请转移'
  const from = transferFrom(contractEnd)
  return today < from ? `合同 ${contractEnd} 结束，${from} 起可申请转移` : null
}

/** Cameras' records are entered up to five working days after capture: before this day, «none» is no proof. */
const PROOF_DAYS = 10
export const proofFrom = (returnedOn: Day): Day => addDays(returnedOn, PROOF_DAYS)

/** 1344 stands for 13441 too: provinces add a digit of their own. */
export const codeMatches = (known: string, written: string): boolean =>
  known === written || (known.length === 4 && written.length === 5 && written.startsWith(known))

/** What reaches the customer is never more than the fine and what came on top for being late (A11). */
export const mostBilled = (fine: number, late: number): Fen => sumFen([fine, late])

const AGENT_REFUSAL = '记分须由实际驾驶人处理，不能代扣分'

interface Standing {
  points: number | null
  holderKind: 'lessee' | 'driver' | 'company' | 'unknown'
  lessee: number | null
  driver: number | null
  sure: 'sure' | 'likely' | 'weak' | 'none' | null
}
/** Why a violation may not be disposed of so: one form says whose it is and who deals with it, and both have to fit. */
export function whyNotDispose(i: Record<string, unknown>, v: Standing): string | null {
  const bearer = i['bearer'] as Standing['holderKind'] | null | undefined
  if (bearer === 'lessee' && !i['toLessee']) return '请选择承租人'
  if (bearer === 'driver' && !i['toDriver']) return '请选择司机'
  const other =
    bearer &&
    (bearer !== v.holderKind || (bearer === 'lessee' && i['toLessee'] !== v.lessee) || (bearer === 'driver' && i['toDriver'] !== v.driver))
  if (other && !i['reason']) return '请填写改责任方的依据'
  if (!bearer && v.sure === 'weak') return '归责依据不足，请在责任方中选定'
  const holder = bearer || v.holderKind
  const points = (i['points'] as number | null | undefined) ?? v.points ?? 0
  if (i['way'] === 'agent' && points > 0) return AGENT_REFUSAL
  if (i['way'] === 'agent' && holder === 'company') return '代办向承租人或司机收费，责任方是公司：请选公司承担'
  if (i['way'] === 'agent' && holder === 'driver' && !bearer && !v.driver) return '请在责任方中选定司机，才能从他的运费中扣'
  return i['way'] === 'company' && holder === 'lessee' ? '责任方是承租人：由公司承担请用「公司承担承租人罚款」' : null
}
