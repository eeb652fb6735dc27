/** What people type and what is stored are the same: each version read into its form and written again is the version. */
import { describe, expect, it } from 'vitest'
import { componentsOf, formOf, SHARES, WHENS } from './form.rules.ts'
import { EMPTY, type RateComponents, type Surcharge } from '../engine/schema.rules.ts'

const fixed = (when: Surcharge['when']): Surcharge => ({ label: '附加费', amount: { kind: 'fixed', fen: 5000 }, when })
const full: RateComponents = {
  ...EMPTY,
  kmFrom: 'contract',
  factor: 200,
  base: { fen: 30_000 },
  charges: [
    {
      label: '里程费',
      unit: 'km',
      included: 3500,
      step: 100,
      rounding: 'up',
      per: 1000,
      mode: 3,
      bands: [
        { to: 50_000, e4: 35_500 },
        { to: null, e4: 28_001 },
      ],
      monthly: true,
    },
  ],
  matrix: [{ fromArea: '3101', toArea: '3205', minFen: 100, bands: [{ to: null, e4: 1 }] }],
  stops: { included: 2, fen: 3000 },
  waiting: {
    clock: 'arrival',
    late: 'forfeit',
    freeLoad: 30,
    freeUnload: 45,
    unitMin: 20,
    fen: 2500,
    capStop: 10_000,
    capDay: null,
    capOrder: 30_000,
    overnight: { afterMin: 600, fen: 20_000 },
  },
  handling: [{ label: '装货', per: 'piece', fen: 50, included: 10_000 }],
  surcharges: [fixed({ kind: 'always' })],
  minFen: 10_000,
  maxFen: 900_000,
  insureBp: 30,
  discountBp: 500,
  taxBp: 600,
  partial: 'signedReturn',
  returnBp: 5000,
}

describe('a version', () => {
  it.each<[string, RateComponents]>([
    ['with nothing in it', EMPTY],
    ['with everything', full],
    ['with a wait that has no caps', { ...full, waiting: { ...full.waiting!, capStop: null, capDay: 5, capOrder: null, overnight: null } }],
  ])('%s comes back as it was', (_, components) => expect(componentsOf(formOf(components), components)).toEqual(components))
  it.each<[keyof typeof WHENS, Surcharge['when']]>([
    ['always', { kind: 'always' }],
    ['night', { kind: 'night', from: 22 * 60, to: 6 * 60 + 5, prorated: false }],
    ['nightShare', { kind: 'night', from: 1439, to: 0, prorated: true }],
    ['statutory', { kind: 'holiday', kinds: ['statutory'] }],
    ['holiday', { kind: 'holiday', kinds: ['off', 'statutory'] }],
    ['weekend', { kind: 'weekend' }],
    ['cold', { kind: 'cold' }],
    ['urgent', { kind: 'urgent' }],
    ['returnEmpty', { kind: 'returnEmpty' }],
    ['dangerous', { kind: 'dangerous' }],
    ['area', { kind: 'area', prefix: '3101' }],
    ['days', { kind: 'days', from: '2026-01-01', to: '2026-01-07' }],
    ['fuel', { kind: 'fuel', province: '上海', baseFen: 750, stepFen: 5, floorZero: true }],
  ])('a surcharge %s comes back as it was', (word, when) => {
    const components = { ...EMPTY, surcharges: [fixed(when)] }
    const form = formOf(components)
    expect(form.surcharges[0]!.when).toBe(word)
    expect(componentsOf(form, null)).toEqual(components)
  })
  it.each(Object.keys(SHARES))('a share of %s comes back as it was', (of) => {
    const form = formOf({
      ...EMPTY,
      surcharges: [{ label: '附加费', amount: { kind: 'bp', bp: 1500, of: ['base', 'tier'] }, when: { kind: 'always' } }],
    })
    const typed = { ...form, surcharges: [{ ...form.surcharges[0]!, of }] }
    const stored = componentsOf(typed, null)
    expect(formOf(stored).surcharges[0]!.of).toBe(of)
    expect(stored.surcharges[0]!.amount).toMatchObject({ kind: 'bp', bp: 1500 })
  })
})

describe('what is left empty', () => {
  const empty = formOf(EMPTY)
  it('is nothing where nothing is meant', () =>
    expect(componentsOf({ ...empty, factor: null, insureBp: null, discountBp: null, taxBp: null, returnBp: null }, null)).toMatchObject({
      factor: 0,
      insureBp: 0,
      discountBp: 0,
      taxBp: 0,
      returnBp: 0,
      base: null,
      stops: null,
      waiting: null,
    }))
  it('a price by nothing is by one, a band without a price costs nothing', () => {
    const charge = {
      label: '',
      unit: 'km' as const,
      included: 0,
      step: 0,
      rounding: 'up' as const,
      per: 0,
      mode: '1',
      monthly: false,
      bands: [{ to: null, price: null }],
    }
    expect(componentsOf({ ...empty, charges: [charge] }, null).charges[0]).toMatchObject({ per: 1000, bands: [{ to: null, e4: 0 }] })
  })
  it('a night without hours is from ten to six; the price of fuel without a step counts by ten fen', () => {
    const blank = { label: '', way: 'fixed', fen: null, bp: null, of: 'freight', a: null, b: null, c: null }
    const stored = componentsOf(
      {
        ...empty,
        surcharges: [
          { ...blank, when: 'night' },
          { ...blank, when: 'fuel' },
        ],
      },
      null,
    ).surcharges
    expect(stored.map((s) => s.when)).toEqual([
      { kind: 'night', from: 1320, to: 360, prorated: false },
      { kind: 'fuel', province: '全国', baseFen: 0, stepFen: 10, floorZero: true },
    ])
    expect(stored[0]!.amount).toEqual({ kind: 'fixed', fen: 0 })
  })
  it('a wait without figures is an hour free and a quarter at a time', () => {
    expect(formOf(EMPTY)).toMatchObject({
      waiting: false,
      waitClock: 'later',
      waitLate: 'none',
      waitFreeLoad: 60,
      waitFreeUnload: 60,
      waitUnit: 15,
    })
    expect(
      componentsOf({ ...empty, waiting: true, waitFreeLoad: null, waitFreeUnload: null, waitUnit: null, waitFen: null }, null).waiting,
    ).toEqual({
      clock: 'later',
      late: 'none',
      freeLoad: 0,
      freeUnload: 0,
      unitMin: 15,
      fen: 0,
      capStop: null,
      capDay: null,
      capOrder: null,
      overnight: null,
    })
  })
})
