import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstant, parseInt8 } from './connection.server.ts'

describe('values from PostgreSQL', () => {
  it('reads every safe integer and refuses to round the others', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (n) => parseInt8(String(n)) === n))
    expect(() => parseInt8('9007199254740993')).toThrow(RangeError)
    expect(() => parseInt8('-9223372036854775808')).toThrow(RangeError)
  })

  it('reads any instant of the session zone UTC to the millisecond', () => {
    const bounds = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(bounds), fc.nat(999), (date, micros) => {
        const iso = date.toISOString()
        // As PostgreSQL prints: no trailing zeros in the fraction, none at all for a whole second.
        const fraction = (iso.slice(20, 23) + String(micros).padStart(3, '0')).replace(/0+$/, '')
        const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction ? `.${fraction}` : ''}+00`
        expect(parseInstant(text)).toBe(iso)
      }),
    )
  })

  it('leaves what is no instant as it is', () => {
    expect(parseInstant('infinity')).toBe('infinity')
  })
})
