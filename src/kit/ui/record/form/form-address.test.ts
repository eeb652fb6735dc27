import { describe, expect, it } from 'vitest'
import { readFormAddress } from './form-address.ts'

describe('the address of a form page', () => {
  it('follows the customer’s types: 1 detail, 2 modify, 3 add', () => {
    expect(readFormAddress({ type: '1', id: '7' })).toEqual({ mode: 'detail', id: 7 })
    expect(readFormAddress({ type: '2', id: '7' })).toEqual({ mode: 'edit', id: 7 })
    expect(readFormAddress({ type: '3', id: '7' })).toEqual({ mode: 'add' })
  })
  it('without a type modifies the record named, or adds', () => {
    expect(readFormAddress({ id: '7' })).toEqual({ mode: 'edit', id: 7 })
    expect(readFormAddress({})).toEqual({ mode: 'add' })
  })
  it('never opens an empty form for a record that cannot be read', () => {
    for (const id of ['', '0', '-1', '1e3', 'x', '99999999999999999']) expect(readFormAddress({ type: '2', id })).toBe(null)
    expect(readFormAddress({ type: '1' })).toBe(null)
    expect(readFormAddress({ id: 'x' })).toBe(null)
  })
})
