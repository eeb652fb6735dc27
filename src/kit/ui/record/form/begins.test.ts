import { describe, expect, test } from 'vitest'
import { f } from '../../../entity/field.ts'
import { begun, chosenFor } from './begins.ts'

const fields = {
  store: f.ref('门店', 'store', { begins: 'mine' }),
  owner: f.ref('业务员', 'user', { begins: 'me' }),
  startOn: f.day('起租日', { begins: 'now' }),
  at: f.instant('时间', { begins: 'now' }),
  channel: f.text('方式', { begins: 'last' }),
  odometer: f.int('里程'),
}
const who = { me: 7, mine: { store: [3] }, today: '2026-03-01', now: '2026-02-28T16:30:00.000Z', last: {} }

describe('a new form begins', () => {
  test('with who types, his store, the business day and the moment; with nothing that must be looked at', () => {
    expect(begun(fields, who)).toEqual({ store: 3, owner: 7, startOn: '2026-03-01', at: '2026-02-28T16:30:00.000Z' })
  })
  test('with what was chosen last, and of several stores with the last one only while it is still his', () => {
    const last = { store: 4, channel: 'cash', odometer: 12 }
    expect(begun(fields, { ...who, last })).toMatchObject({ store: 3, channel: 'cash' })
    expect(begun(fields, { ...who, mine: { store: [3, 4] }, last })).toMatchObject({ store: 4 })
    expect(begun(fields, { ...who, mine: { store: [3, 5] }, last })).not.toHaveProperty('store')
    expect(begun(fields, { ...who, mine: {}, last })).toMatchObject({ store: 4 })
    expect(begun(fields, { ...who, last })).not.toHaveProperty('odometer')
  })
  test('and what was sent is kept of choices only', () => {
    expect(chosenFor(fields, { store: 4, owner: 7, startOn: '2026-03-01', channel: '', odometer: 5 })).toEqual({ store: 4 })
  })
})
