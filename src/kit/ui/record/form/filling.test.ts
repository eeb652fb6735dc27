import { describe, expect, test } from 'vitest'
import { Filling } from './filling.ts'

describe('an answer that fills in a form', () => {
  test('leaves what was typed after it was asked for, and fills in what was typed before', () => {
    const filling = new Filling()
    filling.changed('deposit')
    const take = filling.begin('plan')
    filling.changed('monthlyRent')
    expect(take({ monthlyRent: 300_000, deposit: 600_000, dayRule: 'includeEnd' })).toEqual({ deposit: 600_000, dayRule: 'includeEnd' })
  })
  test('is not taken when the same was asked for anew, in whatever order the answers come', () => {
    const filling = new Filling()
    const first = filling.begin('plan')
    const second = filling.begin('plan')
    expect(second({ monthlyRent: 2 })).toEqual({ monthlyRent: 2 })
    expect(first({ monthlyRent: 1 })).toBeNull()
  })
  test('is taken beside an answer about something else', () => {
    const filling = new Filling()
    const plan = filling.begin('plan')
    const lessee = filling.begin('lessee')
    expect([plan({ monthlyRent: 1 }), lessee({ owner: 7 })]).toEqual([{ monthlyRent: 1 }, { owner: 7 }])
  })
  test('is not taken by a form that has begun anew', () => {
    const filling = new Filling()
    const take = filling.begin('plan')
    filling.restart()
    expect(take({ monthlyRent: 1 })).toBeNull()
    filling.begin('plan')
    expect(take({ monthlyRent: 1 })).toBeNull()
  })
})
