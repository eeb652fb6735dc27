/** What a price is asked with, built here and nowhere else: whoever asks says what he knows, and the rest is nothing. */
import type { RateInput } from './price.rules.ts'

const NOTHING: Omit<RateInput, 'day' | 'startAt' | 'endAt'> = {
  km: { contract: null, planned: null, actual: null },
  kmActualFrom: null,
  grams: 0,
  volume: 0,
  pieces: 0,
  pallets: 0,
  minutes: 0,
  days: 1,
  trips: 1,
  stops: 1,
  signedPieces: null,
  refusedPieces: null,
  returnPayable: false,
  waits: [],
  floors: 0,
  tailLift: 0,
  entries: 0,
  cold: false,
  urgent: false,
  returnEmpty: false,
  dangerous: false,
  holiday: null,
  weekend: false,
  fromArea: '',
  toArea: '',
  tolls: [],
  insure: false,
  declaredFen: 0,
  fuel: {},
  monthBefore: 0,
  fees: [],
  adjustments: [],
}

export const rateInput = (known: Pick<RateInput, 'day' | 'startAt' | 'endAt'> & Partial<RateInput>): RateInput => ({ ...NOTHING, ...known })
