import { describe, expect, it } from 'vitest'
import { formats } from '#kit/basics/identifiers/checks.ts'
import { Random } from '#kit/basics/random.ts'
import { creditCode, idNumber, mobile, plate, vin } from './random.ts'

describe('numbers of the demo company', () => {
  it('pass the checks the product makes of real ones', () => {
    const r = new Random(7)
    for (let i = 0; i < 300; i++) {
      expect(formats.idNo.check(idNumber(r, '310112'))).toBeNull()
      expect(formats.creditCode.check(creditCode(r, '330110'))).toBeNull()
      expect(formats.vin.check(vin(r, 'LZY'))).toBeNull()
      expect(formats.mobile.check(mobile(r))).toBeNull()
      expect(formats.plate.check(plate(r, '沪A', i % 2 === 0))).toBeNull()
    }
  })
  it('are the same for the same seed', () => {
    const make = () => {
      const r = new Random(42)
      return [idNumber(r, '310112'), vin(r, 'LBN'), plate(r, '浙A', true)]
    }
    expect(make()).toEqual(make())
  })
})
