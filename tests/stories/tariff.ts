/** The tariffs of the law's examples (transport.md §3). */
import { EMPTY, type RateComponents } from '#modules/freight/rating/engine/schema.rules.ts'

export const tons: RateComponents = {
  ...EMPTY,
  charges: [
    {
      label: '重量费',
      unit: 't',
      included: 0,
      step: 0,
      rounding: 'up',
      per: 1000,
      mode: 3,
      monthly: false,
      bands: [
        { to: 1000, e4: 2_600_000 },
        { to: 5000, e4: 2_300_000 },
        { to: 10_000, e4: 2_050_000 },
        { to: null, e4: 1_880_000 },
      ],
    },
  ],
  surcharges: [
    {
      label: '燃油附加',
      amount: { kind: 'bp', bp: 40, of: ['tier'] },
      when: { kind: 'fuel', province: '全国', baseFen: 700, stepFen: 10, floorZero: true },
    },
  ],
  insureBp: 30,
}
export const flat = (fen: number, more: Partial<RateComponents> = {}): RateComponents => ({ ...EMPTY, base: { fen }, ...more })
