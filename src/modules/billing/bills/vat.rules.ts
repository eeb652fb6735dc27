import { fen, mulDivRound } from '#kit/basics/fen.ts'
import type { Fen } from '#kit/basics/fen.ts'

/** Prices include tax: `tax = gross·rate/(1+rate)`, rounded half up once, and the rest is net, so both always make the gross. */
export function splitVat(gross: number, rateBp: number): { net: Fen; tax: Fen } {
  if (!Number.isSafeInteger(gross) || gross < 0) throw new RangeError(`not a gross amount: ${gross}`)
  if (!Number.isSafeInteger(rateBp) || rateBp < 0 || rateBp > 10_000) throw new RangeError(`not a tax rate: ${rateBp}`)
  const tax = mulDivRound(gross, rateBp, 10_000 + rateBp)
  return { net: fen(gross - tax), tax }
}
